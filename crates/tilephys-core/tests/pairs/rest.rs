//! Stacks and heaps at rest.

use crate::stage::{Stage, walker, with};
use crate::volume::volume;
use tilephys_core::glam::IVec2;
use tilephys_core::{BodyId, Direction, MotionMode, Profile};

const GRAVITY: f32 = 900.0;

fn crate_with(up: Direction) -> Profile {
    let mut profile = with(walker(), |collide| collide.friction = 0.5);
    profile.movement.up = up;
    profile
}

/// A room with walls all around, 100 cells wide and as high as it must be, with gravity away from `up`.
fn room(up: Direction, far: i32) -> Stage {
    let down = up.opposite().vector().as_vec2() * GRAVITY;
    let mut stage = Stage::with_gravity(down.to_array());
    for (cols, rows) in [(-far..far, far..far + 1), (-far..far, -far - 1..-far)] {
        stage.tiles(cols.clone(), rows.clone());
        stage.tiles(rows, cols);
    }
    stage
}

/// The low corner in px of a crate in a column and row counted from the middle of the floor, upward.
fn place(up: Direction, far: i32, col: f32, row: f32) -> [f32; 2] {
    let end = far as f32 * 16.0;
    match up {
        Direction::Up => [col * 16.0, end - (row + 1.0) * 16.0],
        Direction::Down => [col * 16.0, -end + row * 16.0],
        Direction::Left => [end - (row + 1.0) * 16.0, col * 16.0],
        Direction::Right => [-end + row * 16.0, col * 16.0],
    }
}

/// Steps in which nothing may change.
fn stands_still(stage: &mut Stage, steps: u64) {
    stage.steps(2);
    let before = stage.all();
    let velocities: Vec<[f32; 2]> = stage.world.ids().map(|id| stage.velocity(id)).collect();
    assert!(velocities.iter().all(|v| *v == [0.0; 2]), "{velocities:?}");
    for step in 0..steps {
        stage.step();
        assert!(stage.only_hits(), "step {step}: {:#?}", stage.world.events());
        assert!(stage.all() == before, "step {step}: somebody moved");
    }
    assert!(stage.overlapping().is_empty());
}

#[test]
fn the_ids_of_a_tower_may_run_downward_or_anyhow() {
    for factor in [99, 37] {
        let mut stage = room(Direction::Up, 120);
        for row in 0..100 {
            let (id, at) = (BodyId(row * factor % 101), place(Direction::Up, 120, 0.0, row as f32));
            stage.add_as(id, crate_with(Direction::Up), (at, [16.0; 2]), [0.0; 2]);
        }
        stands_still(&mut stage, volume(200, 3_000));
    }
}

#[test]
fn a_pyramid_stands() {
    let mut stage = room(Direction::Up, 30);
    for row in 0..12 {
        for col in 0..12 - row {
            let at = place(Direction::Up, 30, col as f32 + row as f32 / 2.0, row as f32);
            stage.add(crate_with(Direction::Up), at, [16.0; 2], [0.0; 2]);
        }
    }
    let before: Vec<IVec2> = stage.all().iter().map(|s| s.0).collect();
    stands_still(&mut stage, volume(200, 3_000));
    assert_eq!(stage.all().iter().map(|s| s.0).collect::<Vec<_>>(), before);
}

#[test]
fn crates_dropped_onto_each_other_come_to_rest() {
    for up in Direction::ALL {
        let mut stage = room(up, 60);
        for n in 0..10 {
            // Each a little aside, so that they land on edges, and one as wide as three.
            let wide = if n == 4 { 48.0 } else { 16.0 };
            let at = place(up, 60, (n % 3) as f32 * 0.3, 2.0 + 3.0 * n as f32);
            let size = if up.axis() == 1 { [wide, 16.0] } else { [16.0, wide] };
            stage.add(crate_with(up), at, size, [0.0; 2]);
        }
        for _ in 0..300 {
            stage.step();
            assert!(stage.overlapping().is_empty(), "{up:?}");
        }
        stands_still(&mut stage, volume(300, 3_000));
    }
}

#[test]
fn bouncing_crates_come_to_rest_too() {
    let mut stage = room(Direction::Up, 60);
    for n in 0..10 {
        let mut profile = crate_with(Direction::Up);
        profile.movement.motion_mode = MotionMode::Floating;
        profile.movement.response = tilephys_core::Response::Bounce { restitution: 0.4 };
        stage.add(profile, place(Direction::Up, 60, 0.0, 3.0 * n as f32), [16.0; 2], [0.0; 2]);
    }
    stage.steps(900);
    stands_still(&mut stage, 300);
}
