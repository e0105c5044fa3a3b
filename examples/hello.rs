//! The smallest program: one body falls on a floor and slides.
//!
//! ```sh
//! cargo run --example hello
//! ```

use tilephys::core::{EventKind, Tile, TileCoord, TileGrid};
use tilephys::ecs::{BodyState, Collider, Physics, Position, Velocity};
use tilephys::glam::{UVec2, Vec2};
use tilephys::hecs::World;

fn main() {
    // The map: cells of 16 x 16 px, empty by default, and twenty solid tiles in row 10.
    // `tilephys::tiled::load("level.tmx")` loads such a grid from a Tiled map.
    let mut grid = TileGrid::new(UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    for col in 0..20 {
        grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
    }

    // The physics world. Positions are in pixels and y points down, so gravity is positive.
    let mut physics = Physics::new(grid);
    physics.gravity = Vec2::new(0.0, 900.0);

    // A body is any entity with these three components. The position is the box's upper left corner.
    let mut world = World::new();
    let player =
        world.spawn((Position::new(40.0, 100.0), Velocity::new(60.0, 0.0), Collider::new(8.0, 11.0)));

    println!("a floor at y = 160, and a body of 8 x 11 px at 40, 100 that falls and drifts to the right");

    // One second. A resting body hits the floor in every step, because gravity pulls it down in every step; those
    // hits are not printed.
    for step in 1..=60 {
        physics.step(&mut world, 1.0 / 60.0);
        for event in physics.events().filter(|e| !matches!(e.kind, EventKind::Hit(_))) {
            println!("step {step}: {event}");
        }
        if step % 10 == 0 {
            let at = world.get::<&Position>(player).expect("it was spawned above").px();
            println!("step {step}: at {:.1}, {:.1} px", at.x, at.y);
        }
    }

    // The body rests on the floor exactly, at 160 - 11 px, and went on sliding.
    let at = world.get::<&Position>(player).expect("it was spawned above").px();
    assert_eq!(at, Vec2::new(100.0, 149.0));
    assert!(world.get::<&BodyState>(player).expect("the first step gave it one").on_floor());
}
