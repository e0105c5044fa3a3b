//! Random bodies in small worlds, with settings of every kind.

use crate::rng::Rng;
use crate::scenes::anywhere;
use glam::{IVec2, Vec2};
use std::f32::consts::FRAC_PI_4;
use tilephys_core::moves::{Foot, SlopeSpeed, Snap};
use tilephys_core::{Body, Direction, MotionMode, MoveConfig, Obstacle, Response, TileGrid, Walk};

/// A body somewhere in the world, often on the corner of a cell or its quarter.
pub(crate) fn body(rng: &mut Rng, grid: &TileGrid) -> Body {
    let size = [0, 1].map(|_| if rng.chance(50) { 256 * rng.range(2, 20) } else { rng.range(1, 6000) });
    let mut body = Body::on_lattice(anywhere(rng, grid.tile_size()), IVec2::from(size));
    body.velocity = velocity(rng);
    body.remainder = Vec2::new(rng.unit() - 0.5, rng.unit() - 0.5);
    body
}

pub(crate) fn velocity(rng: &mut Rng) -> Vec2 {
    let speed = |rng: &mut Rng| match rng.below(4) {
        0 => 0.0,
        1 => rng.range(-4, 4) as f32 * 60.0,
        _ => (rng.unit() - 0.5) * 2000.0,
    };
    Vec2::new(speed(rng), speed(rng))
}

/// A translation of any length, often the velocity's, sometimes of whole quarters of tiles.
pub(crate) fn translation(rng: &mut Rng, grid: &TileGrid, velocity: Vec2) -> Vec2 {
    let quarter = grid.tile_size().as_vec2() / 1024.0;
    match rng.below(4) {
        0 => quarter * Vec2::new(rng.range(-9, 9) as f32, rng.range(-9, 9) as f32),
        1 if rng.chance(20) => Vec2::new(rng.any_scale(22) as f32, rng.any_scale(22) as f32),
        1 => velocity / 6.0,
        2 => Vec2::new(velocity.x / 60.0, rng.range(0, 8) as f32 * 0.125),
        _ => velocity / 60.0,
    }
}

/// Settings of any kind; most walk.
pub(crate) fn config(rng: &mut Rng) -> MoveConfig {
    let response = match rng.below(10) {
        0 => Response::Bounce { restitution: rng.pick(&[0.0, 0.3, 0.8, 1.0, 1.5]) },
        1 => Response::Stop,
        2 => Response::Invert,
        3 => Response::PassThrough,
        _ => Response::Slide,
    };
    let mut config = MoveConfig {
        mask: rng.pick(&[1, 1, 2, 3, u32::MAX]),
        up: if rng.chance(75) { Direction::Up } else { rng.pick(&Direction::ALL) },
        response,
        rest_speed: 20.0,
        ..MoveConfig::default()
    };
    if rng.chance(80) {
        config.walk = walk(rng);
    } else {
        config.motion_mode = MotionMode::Floating;
    }
    config
}

fn walk(rng: &mut Rng) -> Walk {
    let often = |rng: &mut Rng, px: f32| if rng.chance(50) { px } else { 0.0 };
    Walk {
        floor_max_angle: rng.pick(&[0.0, 0.5, FRAC_PI_4, FRAC_PI_4, 1.2]),
        slope_speed: rng.pick(&[
            SlopeSpeed::KeepLevel,
            SlopeSpeed::KeepSurface,
            SlopeSpeed::Curve { up: 0.5, down: 1.5 },
        ]),
        stop_on_slope: rng.chance(60),
        block_on_steep: rng.chance(60),
        snap: rng.pick(&[Snap::Adaptive, Snap::Adaptive, Snap::Length(3.0), Snap::Off]),
        step_up: often(rng, 6.0),
        slide_on_ceiling: rng.chance(70),
        corner_correct_up: often(rng, 5.0),
        corner_correct_side: often(rng, 5.0),
        gap_bridge: often(rng, 2.0),
        wall_retain_ticks: rng.below(5) as u8,
        foot: if rng.chance(25) { Foot::Center } else { Foot::Corners },
        one_way_nudge: often(rng, 3.0),
        ..Walk::default()
    }
}

/// Lets the body drop through what holds it, or ignore something, now and then.
pub(crate) fn remember(rng: &mut Rng, grid: &TileGrid, body: &mut Body, config: &MoveConfig) {
    if rng.chance(20) {
        grid.drop_through(body, config);
    }
    let all: Vec<_> = grid.tiles().collect();
    if rng.chance(20) && !all.is_empty() {
        let (layer, cell, tile) = rng.pick(&all);
        body.memory.ignore(Obstacle { layer, cell, tile, off_grid: None }, 3);
    }
}
