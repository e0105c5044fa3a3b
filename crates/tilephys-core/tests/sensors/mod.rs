//! Sensors: regions and bodies that sense bodies, with the order and times of enter and exit. The oracle knows the
//! hits of a step, compares fractions exactly, and shares no helper with the engine.

mod bodies;
mod coins;
mod crowd;
mod oracle;
mod regions;
mod tiles;
mod unseen;

use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::*;

const DT: f32 = 1.0 / 60.0;
const PX: i32 = 256;

/// A world without anything solid or gravity.
fn nothing() -> World {
    World::new(TileGrid::new(UVec2::splat(16)))
}

/// A room of so many cells, with a wall around it.
fn room(cols: i32, rows: i32) -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        if row == 0 || col == 0 || row == rows - 1 || col == cols - 1 {
            grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
        }
    }
    grid
}

/// Does nothing but what a hit makes of it.
fn plain(response: Response) -> Profile {
    Profile {
        movement: MoveConfig { response, motion_mode: MotionMode::Floating, ..MoveConfig::default() },
        ..Profile::default()
    }
}

fn px_box(x: i32, y: i32, w: i32, h: i32) -> Aabb {
    Aabb::from_min_size(IVec2::new(x, y) * PX, IVec2::new(w, h) * PX)
}

/// A body that moves by `d` px a step.
fn moving(at: (f32, f32), size: (f32, f32), d: (f32, f32)) -> Body {
    let mut body = Body::new(at, size);
    body.velocity = Vec2::new(d.0 / DT, d.1 / DT);
    body
}

/// Enter and exit events of the last step: body, sensor, true for enter, and time in steps of 2^-32.
fn crossings(world: &World) -> Vec<(BodyId, SensorId, bool, u64)> {
    let of = |kind: &EventKind| match *kind {
        EventKind::Enter { sensor, fraction } => Some((sensor, true, fraction.to_bits())),
        EventKind::Exit { sensor, fraction } => Some((sensor, false, fraction.to_bits())),
        _ => None,
    };
    let all = world.events().iter();
    all.filter_map(|e| of(&e.kind).map(|(sensor, enters, when)| (e.body, sensor, enters, when))).collect()
}
