//! Plans: rows of letters as a tile grid.

use tilephys_core::glam::{UVec2, Vec2};
use tilephys_core::{Direction, OneWay, Slope, Tile, TileCoord, TileGrid, TileShape, UNITS_PER_PX};

/// Edge of a tile, in px.
pub(crate) const TILE: u32 = 16;

/// Letters of a plan.
pub(crate) const LETTERS: [char; 6] = ['#', '.', '/', '\\', '=', 'P'];

/// The grid of a plan, and the place of the hero's feet, in px.
pub(crate) fn grid(plan: &str) -> (TileGrid, Option<Vec2>) {
    let mut grid = TileGrid::new(UVec2::splat(TILE));
    let layer = grid.add_layer("plan");
    let full = TILE as i32 * UNITS_PER_PX;
    let slope = |heights| TileShape::Slope(Slope { side: Direction::Down, heights });
    let shapes = [
        ('#', TileShape::Full),
        ('/', slope([0, full])),
        ('\\', slope([full, 0])),
        ('=', TileShape::OneWay(OneWay::edge(UVec2::splat(TILE), Direction::Up))),
    ];
    let kinds = shapes.map(|(letter, shape)| (letter, grid.add_tile(Tile { shape, ..Tile::default() })));
    let mut hero = None;
    for (row, letters) in (0..).zip(plan.lines()) {
        for (col, letter) in (0..).zip(letters.chars()) {
            let kind = kinds.iter().find(|(of, _)| *of == letter).map(|(_, kind)| *kind);
            if kind.is_some() {
                grid.set_tile(layer, TileCoord::new(col, row), kind);
            }
            if letter == 'P' {
                let tile = TILE as f32;
                hero = Some(Vec2::new((col as f32 + 0.5) * tile, (row as f32 + 1.0) * tile));
            }
        }
    }
    (grid, hero)
}
