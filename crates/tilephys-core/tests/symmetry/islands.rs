//! Bodies that collide in random caves.

use super::Change;
use crate::pairs::cave::{Actor, Cave, TICK};
use crate::pairs::judge::unless;
use crate::pairs::path::in_a_step;
use crate::pairs::random_cave::{Wanted, random_cave};
use crate::pairs::shrink::must_hold;
use crate::rng::Rng;
use crate::shapes::world::pair;
use crate::turn::Turn;
use crate::volume::volume;
use tilephys_core::{BodyId, World};

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

fn turned_caves(wanted: Wanted, caves: u64, change: Change) {
    let mut hits = 0;
    for seed in 0..caves {
        let mut cave = random_cave(&mut Rng::new(seed ^ 0x5EED_0027), Wanted { inside: false, ..wanted });
        // They fly out of the cave, and to the end of the world.
        cave.actors.retain(|a| !a.passes());
        let near = Turn::shift([-700, 1_100]);
        let shift = |cave: &Cave| Some(if seed % 4 == 3 { near } else { far_away(cave) });
        let turn = |cave: &Cave| change.turn(|| shift(cave)).expect("every cave can be shifted");
        hits += must_hold(seed, &cave, &|cave: &Cave| turned_alike(cave, turn(cave)));
    }
    assert!(hits > 100 * caves, "only {hits} hits");
}

/// Half a million tiles of 16 px; of larger ones as many as the world holds.
fn far_away(cave: &Cave) -> Turn {
    Turn::shift([0, 1].map(|k| (8_000_000 / i64::from(cave.map.tile_px[k])) * (1 - 2 * k as i64)))
}

pub(super) fn with_one_up(change: Change) {
    turned_caves(Wanted::ALL, volume(20, 500), change);
}

pub(super) fn with_mixed_ups(change: Change) {
    turned_caves(Wanted { mixed_ups: true, ..Wanted::ALL }, volume(30, 500), change);
}
