//! Random levels for characters: a room, characters and zones.

use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Tile,
    shape::{OneWay, TileShape},
};
use tilephys_ecs::{Direction, FeelZone, TileCoord, TileGrid};
use tilephys_feel::{Climb, Crouch, Feel, Ledge};

/// A closed room of 40 x 24 tiles with random stones and one-way lines.
pub(crate) fn grid(rng: &mut Rng) -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let stone = grid.add_tile(Tile::default());
    let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    let line = grid.add_tile(Tile { shape: line, ..Tile::default() });
    for (row, col) in (0..24).flat_map(|row| (0..40).map(move |col| (row, col))) {
        let is_wall = row == 0 || row == 23 || col == 0 || col == 39;
        // Rows of characters at the start stay free.
        let kind = match rng.below(100_u32) {
            _ if is_wall => Some(stone),
            0..12 if row % 6 != 2 => Some(stone),
            12..26 if row % 6 != 2 => Some(line),
            _ => None,
        };
        grid.set_tile(layer, TileCoord::new(col, row), kind);
    }
    grid
}

pub(crate) fn feel(rng: &mut Rng) -> Feel {
    let preset = Feel::preset(Feel::PRESETS[rng.below(4_usize)]).expect("all names are of presets");
    let crouch =
        rng.chance(30).then_some(Crouch { width: 8.0, height: 6.0, standing_height: 11.0, speed: 0.5 });
    let climb = preset.climb.filter(|_| rng.chance(50)).map(|climb| Climb {
        center_speed: 60.0,
        bar_speed: 50.0,
        ledge: rng.chance(70).then_some(Ledge { lines: rng.chance(50), ..Ledge::default() }),
        ..climb
    });
    Feel { crouch, climb: climb.or(preset.climb), ..preset }
}

pub(crate) fn zone(rng: &mut Rng) -> (Aabb, FeelZone) {
    let min = IVec2::new(rng.range(1, 33), rng.range(1, 19)) * 16 * 256;
    let aabb = Aabb { min, max: min + IVec2::new(rng.range(1, 6), rng.range(1, 5)) * 16 * 256 };
    let mut velocity = |top| Vec2::new(rng.range(-60, 60) as f32, rng.range(-300, top) as f32);
    let zone = match velocity(0).x as i32 % 4 {
        0 => FeelZone::Ladder,
        1 | -1 => FeelZone::Water { flow: velocity(300) / 4.0 },
        2 | -2 => FeelZone::Bar,
        _ => FeelZone::Spring { velocity: velocity(0) },
    };
    (aabb, zone)
}
