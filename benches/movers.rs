//! Moving platforms: riders of movers, beside riders on floors of tiles.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use glam::{UVec2, Vec2};
use std::time::{Duration, Instant};
use support::in_turn::Ways;
use tilephys::core::{
    Body, BodyState, ControlContext, MoverId, Profile, StepHooks, Tile, TileCoord, TileGrid, World,
    platform::Mover,
};

const DT: f32 = 1.0 / 60.0;
const PLATFORMS: u32 = 1_000;
const RIDERS: u32 = 10;
/// Steps of one round.
const STEPS: u32 = 60;
/// Columns of platforms, and the cells from one to the next.
const COLUMNS: u32 = 40;
const APART: [u32; 2] = [12, 8];
/// Cells of a platform.
const WIDTH: u32 = 8;

/// Input of riders.
struct Input {
    tick: u32,
    /// Speed of the riders, in px/s; they turn every half second.
    walk: f32,
}

impl StepHooks for Input {
    fn control(&mut self, bodies: &mut ControlContext) {
        let turned = self.tick / 30 % 2 == 1;
        // Not the negated speed, which would be -0 for riders that stand.
        let walk = if turned { 0.0 - self.walk } else { self.walk };
        bodies.slices().x.velocity.fill(walk);
    }
}

/// Platforms of tiles, or of movers, with riders on them.
fn world(moves: bool) -> World {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    let cell = |k: u32| UVec2::new(k % COLUMNS * APART[0] + 4, k / COLUMNS * APART[1] + 4);
    for at in (0..PLATFORMS).filter(|_| !moves).map(cell) {
        for col in at.x..at.x + WIDTH {
            grid.set_tile(layer, TileCoord::new(col as i32, at.y as i32), Some(tile));
        }
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let profile = world.add_profile(Profile { report_hits: false, ..Profile::default() });
    for at in (0..PLATFORMS).map(cell) {
        let corner = at.as_vec2() * 16.0;
        if moves {
            let size = Vec2::new(WIDTH as f32 * 16.0, 16.0);
            world.add_mover(Mover::new(corner, size, layer, tile)).expect("a sound mover");
        }
        for k in 0..RIDERS {
            let place = corner + Vec2::new(20.0 + 8.0 * k as f32, -11.0);
            world.spawn(profile, Body::new(place, Vec2::new(8.0, 11.0)));
        }
    }
    world
}

/// Time and result of `count` steps, in which movers reverse every second.
fn steps(start: &World, walk: f32, ride: Vec2, count: u32) -> (Duration, World) {
    let mut world = start.clone();
    let movers: Vec<MoverId> = world.mover_ids().collect();
    let began = Instant::now();
    for tick in 0..count {
        if tick % 60 == 0 {
            let velocity = if tick / 60 % 2 == 0 { ride } else { -ride };
            for &mover in &movers {
                world.set_mover_velocity(mover, velocity);
            }
        }
        world.step_with(DT, &mut Input { tick, walk });
    }
    (began.elapsed(), world)
}

fn main() {
    let [still, moving] = [false, true].map(|moves| &*Box::leak(Box::new(world(moves))));
    for (title, walk) in [("riders that walk", 30.0), ("riders that stand", 0.0)] {
        let way = |name: &str, start: &'static World, ride: Vec2| {
            let (_, end) = steps(start, walk, ride, 2 * STEPS);
            let stand = end.ids().filter(|id| end.state(*id).is_some_and(BodyState::on_floor)).count();
            println!("{title}, {name}: {stand} stand after {} steps", 2 * STEPS);
            let work: Box<dyn FnMut() -> Duration> = Box::new(move || steps(start, walk, ride, STEPS).0);
            (name.to_owned(), work)
        };
        let all = vec![
            way("on tiles", still, Vec2::ZERO),
            way("on movers that stand", moving, Vec2::ZERO),
            way("on movers that go up and down", moving, Vec2::new(0.0, 30.0)),
            way("on movers that go across", moving, Vec2::new(30.0, 0.0)),
            way("on movers that go aslant", moving, Vec2::new(30.0, 30.0)),
        ];
        Ways { title, items: (PLATFORMS * RIDERS * STEPS) as usize, all }.run();
    }
}
