//! Determinism: the same bits in any order of spawning and on any threads.

use crate::executors::{Adversary, How};
use crate::pairs::cave::{Cave, TICK};
use crate::pairs::judge::unless;
use crate::pairs::random_cave::{Wanted, random_cave};
use crate::pairs::shrink::must_hold;
use crate::rng::Rng;
use crate::stage::{Stage, ball, of_mass};
use crate::volume::{seeds, volume};
use tilephys_core::World;

const STEPS: u32 = 100;

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
        reversed.step_on(&Adversary::new(2, How::SecondHalfFirst), TICK, &mut ());
        shuffled.step_on(&Adversary::new(7, How::SecondHalfFirst), TICK, &mut ());
        threaded.step_on(&Adversary::new(3, How::Threads), TICK, &mut ());
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
        all[0].step_on(&Adversary::new(2, How::SecondHalfFirst), TICK, &mut ());
        all[1].step_on(&Adversary::new(64, How::SecondHalfFirst), TICK, &mut ());
        all[2].step_on(&Adversary::new(4, How::Threads), TICK, &mut ());
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
