//! Settings at their ends that once overflowed in a step.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Body, BodyId, Collide, Controls, Direction, MAX_SETTING_LENGTH, MoveConfig, Mover, Profile, Riding,
    StepHooks, Tile, TileCoord, TileGrid, Walk, World,
};

const DT: f32 = 1.0 / 60.0;

/// A world with a floor of 40 tiles in row 10 and a wall on it in column 20, `rows` tiles high.
fn walled(rows: i32) -> World {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
    for col in 0..40 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(tile));
    }
    for row in 10 - rows..10 {
        grid.set_tile(layer, TileCoord::new(20, row), Some(tile));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    world
}

#[test]
fn assists_of_the_greatest_length_pass_a_wall_and_nothing_overflows() {
    let all = Walk {
        step_up: MAX_SETTING_LENGTH,
        gap_bridge: MAX_SETTING_LENGTH,
        corner_correct_up: MAX_SETTING_LENGTH,
        corner_correct_side: MAX_SETTING_LENGTH,
        one_way_nudge: MAX_SETTING_LENGTH,
        ..Walk::default()
    };
    for collide in [None, Some(Collide::default())] {
        let mut world = walled(6);
        let movement = MoveConfig { walk: Some(all), ..MoveConfig::default() };
        let profile = world.add_profile(Profile { movement, collide, ..Profile::default() });
        let hero = world.spawn(profile, Body::new(Vec2::new(280.0, 140.0), Vec2::splat(8.0)));
        let _other = world.spawn(profile, Body::new(Vec2::new(340.0, 152.0), Vec2::splat(8.0)));
        for _ in 0..40 {
            let now = world.body(hero).expect("it is there").velocity;
            world.set_velocity(hero, Vec2::new(200.0, now.y));
            world.step(DT);
        }
        assert!(world.body(hero).expect("it is there").position_px().x > 330.0, "{collide:?}");
    }
}

/// Jumps in the third tick.
struct Jumper(BodyId, u32);

impl StepHooks for Jumper {
    fn control(&mut self, bodies: &mut Controls) {
        self.1 += 1;
        if self.1 == 3 {
            bodies.set_velocity(self.0, Vec2::new(0.0, -300.0));
        }
    }
}

#[test]
fn a_jump_off_a_lift_takes_its_velocity_with_the_most_lift_ticks() {
    let mut jumps = Vec::new();
    for lift_ticks in [6, 254, 255] {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let (layer, tile) = (grid.add_layer("lifts"), grid.add_tile(Tile::default()));
        let mut world = World::new(grid);
        world.gravity = Vec2::new(0.0, 900.0);
        let lift = Mover::new(Vec2::new(0.0, 100.0), Vec2::new(200.0, 8.0), layer, tile);
        world.add_mover(Mover { velocity: Vec2::new(120.0, -60.0), ..lift }).expect("a sound mover");
        let riding = Riding { lift_ticks, ..Riding::default() };
        let profile = world.add_profile(Profile { riding, ..Profile::default() });
        let rider = world.spawn(profile, Body::new(Vec2::new(50.0, 92.0), Vec2::splat(8.0)));
        let mut jumper = Jumper(rider, 0);
        for _ in 0..3 {
            world.step_with(DT, &mut jumper);
        }
        jumps.push(world.body(rider).expect("it is there").velocity);
    }
    assert_eq!(jumps, [Vec2::new(120.0, -360.0); 3]);
}

#[test]
fn any_size_is_taken_or_refused_at_any_place() {
    let grid = walled(0).grid;
    let sizes = [i32::MAX, i32::MIN, i32::MIN + 1, 0];
    for at in [-1000.0, 50.0, 1000.0] {
        let body = Body::new(Vec2::splat(at), Vec2::splat(8.0));
        for (x, y) in sizes.into_iter().flat_map(|x| sizes.map(|y| (x, y))) {
            for up in Direction::ALL {
                let config = MoveConfig { up, ..MoveConfig::default() };
                let mut there = body;
                let has_grown = grid.resize(&mut there, IVec2::new(x, y), &config);
                assert_eq!(has_grown, there != body, "{x} x {y}, {up:?}");
                assert!(!has_grown || x > 0 && y > 0, "{x} x {y}, {up:?}");
            }
        }
    }
}
