//! The case of the articles that the project grew from: something fast meets a wall that comes toward it, at every phase of the
//! step. Here the wall is a mover; `two` has bodies.

use crate::pairs::cave::TICK;
use crate::stage::{Stage, ball};
use crate::volume::volume;
use tilephys_core::glam::Vec2;
use tilephys_core::{Body, lattice::units_from_px, platform::Mover};

/// Edge of the projectile, thickness and length of the wall, in lattice units.
const EDGE: i32 = 1024;
const WALL: [i32; 2] = [4096, 51_200];

/// From which side the projectile comes: axis, and 1 if it flies toward greater coordinates.
const WAYS: [(usize, i32); 4] = [(0, 1), (0, -1), (1, 1), (1, -1)];

fn along(axis: usize, on: f32, across: f32) -> Vec2 {
    if axis == 0 { Vec2::new(on, across) } else { Vec2::new(across, on) }
}

#[test]
fn a_wall_that_is_a_mover_is_never_passed() {
    for times in [1.0, 1_000.0] {
        let closing = units_from_px(6_000.0 * times * TICK).expect("in the world");
        let phases = volume(40, 400) as i32;
        for (axis, sign) in WAYS {
            for phase in 0..2 * phases {
                let gap = (i64::from(closing) * i64::from(phase) / i64::from(phases)) as i32;
                let mut stage = Stage::new();
                let near = if sign > 0 { 0 } else { -EDGE };
                let profile = stage.world.add_profile(ball(1.0));
                let at = along(axis, near as f32, 20_000.0).as_ivec2();
                let mut body = Body::on_lattice(at, Vec2::splat(EDGE as f32).as_ivec2());
                body.velocity = along(axis, 4_000.0 * times * sign as f32, 0.0);
                let id = stage.world.spawn(profile, body);
                let far = if sign > 0 { gap + EDGE } else { -EDGE - gap - WALL[0] };
                let position = along(axis, far as f32, 0.0).as_ivec2();
                let size = Some(along(axis, WALL[0] as f32, WALL[1] as f32).as_ivec2());
                let velocity = along(axis, -2_000.0 * times * sign as f32, 0.0);
                let mover = Mover { size, velocity, ..Mover::of_tile(position, stage.layer, stage.stone) };
                let wall = stage.world.add_mover(mover).expect("a sound mover");
                for _ in 0..5 {
                    stage.step();
                    let (body, wall) =
                        (stage.body(id).position[axis], stage.world.mover(wall).expect("a mover"));
                    let wall = wall.position[axis];
                    let apart = if sign > 0 { wall - (body + EDGE) } else { body - (wall + WALL[0]) };
                    assert!(apart >= 0, "gap {gap}, axis {axis}, sign {sign}: {apart}");
                }
                assert!(stage.velocity(id)[axis] * (sign as f32) < 0.0, "gap {gap}: it did not turn");
            }
        }
    }
}
