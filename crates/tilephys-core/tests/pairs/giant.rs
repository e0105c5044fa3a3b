//! One giant island: many bodies in one pit, all of which may touch in one step.

use crate::pairs::cave::TICK;
use crate::rng::Rng;
use crate::stage::{Stage, ball, walker, with};
use crate::volume::volume;
use tilephys_core::{Aabb, World};

/// Pairs of bodies that overlap, each looked for among the boxes that begin before it ends in x.
fn overlaps(world: &World) -> usize {
    let mut boxes: Vec<_> = world.ids().map(|id| world.body(id).expect("a body").aabb()).collect();
    boxes.sort_unstable_by_key(|aabb| aabb.min.x);
    let is_in = |a: &Aabb, b: &Aabb| a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all();
    let mut count = 0;
    for (n, a) in boxes.iter().enumerate() {
        let later = boxes[n + 1..].iter().take_while(|b| b.min.x < a.max.x);
        count += later.filter(|b| is_in(a, b)).count();
    }
    count
}

/// A pit with so many bodies of 4 to 16 px over and in it, one after the other in rows.
fn pit(count: u32, bounces: bool) -> Stage {
    let mut stage = Stage::with_gravity([0.0, 900.0]);
    let mut rng = Rng::new(5);
    stage.tiles(-1..33, 0..2);
    stage.tiles(-1..0, -200..0);
    stage.tiles(32..33, -200..0);
    stage.tiles(-1..33, -201..-200);
    let (mut x, mut y) = (0.0, -17.0);
    for _ in 0..count {
        let size = [0, 1].map(|_| rng.range(4 * 256, 16 * 256) as f32 / 256.0);
        if x + size[0] > 512.0 {
            (x, y) = (0.0, y - 17.0);
        }
        let speed = if bounces { 600.0 } else { 60.0 };
        let velocity = [0, 1].map(|_| (rng.unit() - 0.5) * speed);
        let profile = if bounces && rng.chance(50) { ball(0.9) } else { walker() };
        let profile = with(profile, |c| (c.friction, c.mass) = (0.3, 0.125 + rng.unit() * 7.0));
        stage.add(profile, [x, y], size, velocity);
        x += size[0] + 1.0;
    }
    stage
}

fn settles(count: u32, bounces: bool, steps: u64) {
    let mut stage = pit(count, bounces);
    let (mut waits, mut largest, mut hits) = (0, 0, 0);
    for step in 0..steps {
        stage.world.step(TICK);
        let counts = stage.world.pair_counts();
        waits += counts.deferred;
        largest = largest.max(counts.largest_island);
        hits += counts.hits;
        assert_eq!(overlaps(&stage.world), 0, "step {step}");
    }
    let body_steps = u64::from(count) * steps;
    println!(
        "{count} in a pit: {hits} hits, largest island {largest}, {waits} waits of {body_steps} body-steps"
    );
    println!("   after {steps} steps: {:?}", stage.world.pair_counts());
    assert!(largest > u64::from(count) / 4 && hits > body_steps / 20);
}

#[test]
fn two_thousand_bodies_in_a_pit_finish_each_step_without_overlaps() {
    settles(volume(500, 2_000) as u32, false, volume(120, 300));
}

#[test]
fn two_thousand_bouncing_bodies_finish_each_step_without_overlaps() {
    settles(volume(400, 2_000) as u32, true, volume(100, 200));
}
