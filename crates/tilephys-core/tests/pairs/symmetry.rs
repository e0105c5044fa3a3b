//! Determinism: the same bits at any place, in any order of spawning, on any threads; mirrored results for mirrored
//! input.

use crate::pairs::cave::{Actor, Cave, TICK};
use crate::pairs::judge::unless;
use crate::pairs::path::in_a_step;
use crate::pairs::random_cave::{Wanted, random_cave};
use crate::pairs::shrink::must_hold;
use crate::pairs::stage::{Stage, ball, of_mass};
use crate::pairs::turn::Turn;
use crate::rng::Rng;
use crate::shapes::world::pair;
use crate::volume::{seeds, volume};
use tilephys_core::{BodyId, Executor, World};

const STEPS: u32 = 100;

/// Where a body is, its velocity and its rest.
fn told(world: &World, actor: &Actor) -> ([i64; 2], [f32; 2], [f32; 2]) {
    let body = world.body(BodyId(actor.id)).expect("a body");
    (pair(body.position), body.velocity.to_array(), body.remainder.to_array())
}

/// Units beyond which nothing is compared: the shift leaves some 99 million to the end of the world.
const FAR: i64 = 90_000_000;

/// True if a body may leave the cave: it may reach the end of the world, which is not shifted with the cave.
fn may_leave(cave: &Cave, world: &World) -> bool {
    cave.actors.iter().any(|actor| {
        let (place, velocity, _) = told(world, actor);
        (0..2).any(|k| place[k].abs() + in_a_step(velocity[k].abs()) as i64 > FAR)
    })
}

fn turned_alike(cave: &Cave, turn: Turn) -> Result<u64, String> {
    // Smaller caves may begin out there.
    if cave.actors.iter().any(|actor| actor.min.iter().any(|at| at.abs() > FAR)) {
        return Ok(0);
    }
    let tile = cave.map.tile();
    let (mut plain, mut turned) = (cave.build(), turn.cave(cave).build());
    let mut hits = 0;
    for step in 0..STEPS {
        let left_before = may_leave(cave, &plain);
        plain.step(TICK);
        turned.step(TICK);
        if left_before || may_leave(cave, &plain) {
            return Ok(hits);
        }
        hits += plain.body_hits().count() as u64;
        for actor in &cave.actors {
            let (place, velocity, rest) = told(&plain, actor);
            let wanted = (turn.place(place, actor.size, tile), turn.floats(velocity), turn.floats(rest));
            let seen = told(&turned, actor);
            let bits = |v: [f32; 2]| v.map(f32::to_bits);
            let is_alike =
                seen.0 == wanted.0 && bits(seen.1) == bits(wanted.1) && bits(seen.2) == bits(wanted.2);
            unless(!is_alike, || {
                let id = BodyId(actor.id);
                let events = (plain.events_of(id), turned.events_of(id));
                format!("step {step}, {turn:?}, body {}: {seen:?}, not {wanted:?}\n{events:?}", actor.id)
            })?;
        }
        unless(plain.pair_counts() != turned.pair_counts(), || {
            format!("step {step}, {turn:?}: {:?}, not {:?}", turned.pair_counts(), plain.pair_counts())
        })?;
    }
    Ok(hits)
}

fn turned_caves(turn: impl Fn(&Cave) -> Turn) {
    let wanted = Wanted { inside: false, ..Wanted::ALL };
    turned_caves_of(wanted, volume(20, 500), turn);
}

fn turned_caves_of(wanted: Wanted, caves: u64, turn: impl Fn(&Cave) -> Turn) {
    let mut hits = 0;
    for seed in 0..caves {
        let mut cave = random_cave(&mut Rng::new(seed ^ 0x5EED_0027), wanted);
        // They fly out of the cave, and to the end of the world.
        cave.actors.retain(|a| !a.passes());
        hits += must_hold(seed, &cave, &|cave: &Cave| turned_alike(cave, turn(cave)));
    }
    assert!(hits > 100 * caves, "only {hits} hits");
}

#[test]
fn a_cave_mirrored_in_x_gives_mirrored_bits() {
    turned_caves(|_| Turn::Mirror(0));
}

#[test]
fn a_cave_mirrored_in_y_with_up_reversed_gives_mirrored_bits() {
    turned_caves(|_| Turn::Mirror(1));
}

#[test]
fn a_cave_shifted_by_half_a_million_tiles_gives_the_same_bits() {
    turned_caves(far_away);
}

/// Half a million tiles of 16 px; of larger ones as many as the world holds.
fn far_away(cave: &Cave) -> Turn {
    Turn::Shift([0, 1].map(|k| (8_000_000 / i64::from(cave.map.tile_px[k])) * (1 - 2 * k as i64)))
}

#[test]
fn bodies_of_different_ups_do_the_same_at_any_place_and_mirrored() {
    let wanted = Wanted { inside: false, mixed_ups: true, ..Wanted::ALL };
    for turn in [
        far_away,
        |_: &Cave| Turn::Shift([-700, 1_100]),
        |_: &Cave| Turn::Mirror(0),
        |_: &Cave| Turn::Mirror(1),
    ] {
        turned_caves_of(wanted, volume(60, 500), turn);
    }
}

/// Runs the second half of the work first.
struct SecondFirst(usize);

impl Executor for SecondFirst {
    fn width(&self) -> usize {
        self.0
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        second();
        first();
    }
}

/// Each half on a thread of its own.
struct Threads(usize);

impl Executor for Threads {
    fn width(&self) -> usize {
        self.0
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        std::thread::scope(|scope| {
            scope.spawn(first);
            second();
        });
    }
}

fn in_any_order(cave: &Cave, seed: u64) -> Result<u64, String> {
    let mut rng = Rng::new(seed);
    let mut order: Vec<usize> = (0..cave.actors.len()).rev().collect();
    let mut plain = cave.build();
    let mut reversed = cave.build_in_order(&order);
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last as u64 + 1) as usize);
    }
    let (mut shuffled, mut threaded) = (cave.build_in_order(&order), cave.build());
    let mut hits = 0;
    for step in 0..STEPS {
        plain.step(TICK);
        reversed.step_on(&SecondFirst(2), TICK, &mut ());
        shuffled.step_on(&SecondFirst(7), TICK, &mut ());
        threaded.step_on(&Threads(3), TICK, &mut ());
        hits += plain.body_hits().count() as u64;
        for (name, world) in [("reversed", &reversed), ("shuffled", &shuffled), ("threaded", &threaded)] {
            let is_same = world.state_hash() == plain.state_hash() && world.events() == plain.events();
            unless(!is_same, || format!("step {step}: {name} goes another way"))?;
            unless(world.pair_counts() != plain.pair_counts(), || format!("step {step}: counts of {name}"))?;
        }
    }
    Ok(hits)
}

#[test]
fn no_order_of_spawning_and_no_thread_leaves_a_trace() {
    let mut hits = 0;
    for seed in seeds(12, 200) {
        let cave = random_cave(&mut Rng::new(seed ^ 0x5EED_0037), Wanted::ALL);
        hits += must_hold(seed, &cave, &|cave: &Cave| in_any_order(cave, seed));
    }
    assert!(hits > volume(1_000, 20_000), "only {hits} hits");
}

/// So many boxes of tiles side by side, in each of which some balls fly about.
fn many_islands() -> World {
    let mut stage = Stage::with_gravity([0.0, 300.0]);
    let mut rng = Rng::new(3);
    for island in 0..60 {
        let left = island * 12;
        for (cols, rows) in [(left..left + 10, 0..1), (left..left + 10, 9..10)] {
            stage.tiles(cols, rows);
        }
        stage.tiles(left..left + 1, 0..10);
        stage.tiles(left + 9..left + 10, 0..10);
        for n in 0..16 {
            let at = [(left * 16 + 20 + 30 * (n % 4)) as f32, (20 + 30 * (n / 4)) as f32];
            let velocity = [0, 1].map(|_| (rng.unit() - 0.5) * 2_000.0);
            let profile = of_mass(ball(rng.pick(&[0.5, 1.0])), 0.5 + rng.unit());
            stage.add(profile, at, [4.0 + rng.unit() * 12.0, 8.0], velocity);
        }
    }
    stage.world
}

#[test]
fn islands_on_several_threads_give_the_same_bits() {
    let mut plain = many_islands();
    let mut all = [plain.clone(), plain.clone(), plain.clone()];
    let (mut hits, mut islands) = (0, 0);
    for step in 0..volume(30, 600) {
        plain.step(TICK);
        all[0].step_on(&SecondFirst(2), TICK, &mut ());
        all[1].step_on(&SecondFirst(64), TICK, &mut ());
        all[2].step_on(&Threads(4), TICK, &mut ());
        for (n, world) in all.iter().enumerate() {
            assert_eq!(world.state_hash(), plain.state_hash(), "step {step}, world {n}");
            assert!(world.events() == plain.events(), "step {step}, world {n}");
            assert_eq!(world.pair_counts(), plain.pair_counts(), "step {step}, world {n}");
        }
        hits += plain.pair_counts().hits;
        islands = plain.pair_counts().islands.max(islands);
    }
    println!("{hits} hits, up to {islands} islands a step");
    assert!(hits > 1_000 && islands > 50, "{hits} hits, {islands} islands");
}
