//! Independence of map size: a room alone and in the middle of a map of 10,000 x 10,000 tiles, where a step must
//! cost the same.
//!
//! `cargo run --release -p tilephys-benches --example map_size` compares times. With `--edge N --steps N` it steps the
//! room in a map of that size and prints the state hash. `.ci/map_size` counts the instructions of that, which other
//! work on the machine does not disturb.

#[path = "support/paired.rs"]
mod paired;

use criterion::Criterion;
use glam::{UVec2, Vec2};
use paired::Pair;
use std::time::{Duration, Instant};
use tilephys::core::{Body, MoveConfig, Profile, Response, Tile, TileCoord, TileGrid, World};

/// Edge of the closed room, in tiles.
const ROOM: i32 = 10;
const BODIES: usize = 200;
const STEPS: usize = 500;

/// A map of `edge` x `edge` tiles around the room; outside of it one tile in each 16 x 16.
fn map(edge: i32) -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("ground");
    let tile = grid.add_tile(Tile::default());
    let low = -(edge - ROOM) / 2;
    for row in (low..low + edge).step_by(16) {
        for col in (low..low + edge).step_by(16) {
            let in_room = (0..ROOM).contains(&row) && (0..ROOM).contains(&col);
            if edge > ROOM && !in_room {
                grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
            }
        }
    }
    for row in 0..ROOM {
        for col in 0..ROOM {
            let border = row == 0 || col == 0 || row == ROOM - 1 || col == ROOM - 1;
            if border || (col, row) == (3, 5) || (col, row) == (6, 4) {
                grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
            }
        }
    }
    grid
}

fn world(edge: i32) -> World {
    let mut world = World::new(map(edge));
    let movement = MoveConfig { response: Response::Bounce { restitution: 1.0 }, ..MoveConfig::default() };
    let profile = world.add_profile(Profile { movement, ..Profile::default() });
    for i in 0..BODIES {
        let mut body =
            Body::new(Vec2::new(20.0 + (i % 20) as f32 * 5.0, 20.0 + (i / 20) as f32), Vec2::splat(4.0));
        body.velocity = Vec2::new(i as f32 * 13.0 - 1200.0, 900.0 - i as f32 * 7.0);
        world.spawn(profile, body);
    }
    world
}

fn run(mut world: World, steps: usize) -> (Duration, u64) {
    let began = Instant::now();
    for _ in 0..steps {
        world.step(1.0 / 60.0);
    }
    (began.elapsed(), world.state_hash())
}

fn argument(name: &str) -> Option<usize> {
    let value = std::env::args().skip_while(|arg| arg != name).nth(1)?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} takes a number, not {value}")))
}

fn main() {
    if let (Some(edge), Some(steps)) = (argument("--edge"), argument("--steps")) {
        println!("{:016x}", run(world(edge as i32), steps).1);
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    let (small, large) = (world(ROOM), world(10_000));
    assert_eq!(run(small.clone(), STEPS).1, run(large.clone(), STEPS).1, "the map's size changes the motion");
    let (reference, ours) = (|| run(small.clone(), STEPS).0, || run(large.clone(), STEPS).0);
    Pair { title: "10 x 10 against 10,000 x 10,000 tiles", items: BODIES * STEPS, reference, ours }
        .run(&mut criterion);
    criterion.final_summary();
}
