//! Resting contacts: characters at rest on floors, beside the same characters running.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod characters;
#[allow(dead_code)]
mod support;

use characters::{GRAVITY, RUN, SIZE};
use criterion::Criterion;
use glam::{UVec2, Vec2};
use std::time::{Duration, Instant};
use support::paired::Pair;
use support::workload::{DT, Random, TILE};
use tilephys::core::{Body, BodyState, ControlContext, Profile, StepHooks, Tile, TileCoord, TileGrid, World};

const CHARACTERS: u32 = 10_000;
/// Steps of one round.
const STEPS: u32 = 60;
/// Cells from one of the [`FLOORS`] floors to the next, and their length.
const STOREY: i32 = 7;
const FLOORS: u32 = 40;
const LENGTH: i32 = 300;

/// Speed at which all run to the right, in px/s.
struct Run(f32);

impl StepHooks for Run {
    fn control(&mut self, bodies: &mut ControlContext) {
        bodies.slices().x.velocity.fill(self.0);
    }
}

/// Level floors with a crowd on each, after all characters have landed.
fn crowd(profile: Profile) -> World {
    let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
    let (layer, tile) = (grid.add_layer("floors"), grid.add_tile(Tile::default()));
    for floor in 1..=FLOORS as i32 {
        for col in 0..LENGTH {
            grid.set_tile(layer, TileCoord::new(col, floor * STOREY), Some(tile));
        }
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, GRAVITY);
    let (profile, mut random) = (world.add_profile(profile), Random(5));
    for _ in 0..CHARACTERS {
        // Far enough from the right end that no character runs off it.
        let x = random.within(TILE, TILE * LENGTH as f32 - 1.5 * RUN);
        let floor = (1 + random.below(FLOORS)) as f32 * STOREY as f32 * TILE;
        world.spawn(profile, Body::new(Vec2::new(x, floor - SIZE.y), SIZE));
    }
    (0..3).for_each(|_| world.step(DT));
    world
}

fn time(start: &World, speed: f32) -> Duration {
    let mut world = start.clone();
    world.step_with(DT, &mut Run(speed));
    let began = Instant::now();
    for _ in 0..STEPS {
        world.step_with(DT, &mut Run(speed));
    }
    let took = began.elapsed();
    let stands = |id| world.state(id).is_some_and(BodyState::on_floor);
    assert!(world.ids().all(stands), "a character has left the floor");
    took
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for (title, report_hits) in [("rest, all flags", false), ("rest, all flags and every hit an event", true)]
    {
        let start = crowd(Profile { report_hits, ..Profile::default() });
        let (reference, ours) = (|| time(&start, RUN), || time(&start, 0.0));
        Pair { title, items: (CHARACTERS * STEPS) as usize, reference, ours }.run(&mut criterion);
    }
    criterion.final_summary();
}
