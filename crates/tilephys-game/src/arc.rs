//! The jump of a character at its full speed, by the controller and the engine themselves.

use super::hero;
use super::script::Keys;
use super::ticks::{DT, TICKS};
use glam::{UVec2, Vec2};
use hecs::World;
use tilephys_core::{Aabb, Tile, TileGrid};
use tilephys_ecs::{Feel, Input, Physics, Position};

/// Ticks of the run-up, and most ticks of a jump.
const RUN_UP: u32 = 2 * TICKS;
const MOST: u32 = 6 * TICKS;

/// Half of the length of the floor, in px: more than the fastest character runs and jumps.
const FLOOR: f32 = 100_000.0;

/// A jump from the floor to a floor of the same height.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JumpArc {
    /// Places of the feet tick by tick, from the first of the jump, in px: forward and down.
    pub points: Vec<Vec2>,
    /// Height of the highest place, in px.
    pub height: f32,
    /// Distance to the landing, in px.
    pub width: f32,
}

/// Plays a jump with the button held to its end, by a character of a size in px. `gravity` is the level's, in px/s².
#[must_use]
pub fn jump_arc(feel: &Feel, size: Vec2, gravity: Vec2) -> JumpArc {
    let mut physics = Physics::new(floor());
    physics.gravity = gravity;
    let mut world = World::new();
    let hero = hero::spawn(&mut physics, &mut world, (Vec2::ZERO, size), feel);
    let corner = |world: &World| world.get::<&Position>(hero).map_or(Vec2::ZERO, |position| position.px());
    let mut input = Input::default();
    let mut step = |world: &mut World, keys: Keys| {
        input = keys.input(input);
        // The hero lives: nothing removes it.
        let _: Result<(), _> = world.insert_one(hero, input);
        physics.step(world, DT);
        input.clear_presses();
    };
    for _ in 0..RUN_UP {
        step(&mut world, Keys { right: true, ..Keys::default() });
    }
    let start = corner(&world);
    let mut points = vec![Vec2::ZERO];
    let mut height = 0.0;
    for _ in 0..MOST {
        step(&mut world, Keys { right: true, jump: true, ..Keys::default() });
        let at = corner(&world) - start;
        points.push(at);
        if -at.y > height {
            height = -at.y;
        }
        if at.y >= 0.0 {
            break;
        }
    }
    let width = points.last().map_or(0.0, |last| last.x);
    // Without a rise there is no jump, only a step of the run.
    if height == 0.0 { JumpArc::default() } else { JumpArc { points, height, width } }
}

/// A level floor with its top at 0.
fn floor() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("floor");
    let tile = grid.add_tile(Tile::default());
    grid.add_box(layer, Aabb::from_px(Vec2::new(-FLOOR, 0.0), Vec2::new(2.0 * FLOOR, 16.0)), tile);
    grid
}
