//! One giant island: many bodies in one pit, all of which may touch in one step.

use crate::pairs::cave::TICK;
use crate::pairs::stage::{Stage, ball, walker, with};
use crate::rng::Rng;
use crate::volume::volume;
use std::collections::BTreeMap;
use tilephys_core::glam::IVec2;
use tilephys_core::{BodyId, World};

/// Edge of the cells by which overlaps are looked for: no body is larger.
const CELL: i32 = 16 * 256;

/// Ids and boxes.
type Boxes = Vec<(BodyId, IVec2, IVec2)>;

/// Pairs of bodies that overlap, found through a list of the bodies in each cell.
fn overlaps(world: &World) -> usize {
    let mut cells: BTreeMap<(i32, i32), Boxes> = BTreeMap::new();
    for id in world.ids() {
        let body = world.body(id).expect("a body");
        let (lo, hi) = (body.position, body.position + body.size);
        cells.entry((lo.x.div_euclid(CELL), lo.y.div_euclid(CELL))).or_default().push((id, lo, hi));
    }
    let mut count = 0;
    for (&(col, row), here) in &cells {
        for &(id, lo, hi) in here {
            let around = (row - 1..=row + 1).flat_map(|row| (col - 1..=col + 1).map(move |col| (col, row)));
            for (other, a, b) in around.filter_map(|cell| cells.get(&cell)).flatten() {
                let is_in = lo.x < b.x && a.x < hi.x && lo.y < b.y && a.y < hi.y;
                count += usize::from(is_in && *other > id);
            }
        }
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
