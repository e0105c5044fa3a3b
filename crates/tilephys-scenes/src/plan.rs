//! Plans: rows of letters as a tile grid.

use std::path::Path;
use tilephys_core::glam::{UVec2, Vec2};
use tilephys_core::{
    Direction, Tile, TileCoord, TileGrid, UNITS_PER_PX,
    shape::{OneWay, Slope, TileShape},
};
use tilephys_tiled::{Level, LoadError, load_from};

/// Edge of a tile, in px.
pub(crate) const TILE: u32 = 16;

/// Letters of a plan.
pub(crate) const LETTERS: [char; 6] = ['#', '.', '/', '\\', '=', 'P'];

/// The level of a plan: a map without layers, with the tiles of the letters and the start of the hero.
pub(crate) fn level(name: &str, plan: &str) -> Result<Level, LoadError> {
    let (columns, rows) = (plan.lines().map(|row| row.chars().count()).max(), plan.lines().count());
    let [width, height] = [columns.unwrap_or(0), rows].map(|side| side.max(1));
    let (grid, hero) = grid(plan);
    let spawn = hero.map_or(String::new(), |Vec2 { x, y }| {
        format!(
            r#"<objectgroup id="1" name="objects"><object id="1" type="TpSpawn" x="{x}" y="{y}"><point/></object></objectgroup>"#
        )
    });
    let map = format!(
        r#"<map version="1.10" orientation="orthogonal" width="{width}" height="{height}" tilewidth="{TILE}" tileheight="{TILE}">{spawn}</map>"#
    );
    let files = |_: &Path| Ok(map.clone().into_bytes());
    let mut level = load_from(&files, format!("{name}.tmx"))?;
    level.grid = grid;
    Ok(level)
}

/// The grid of a plan, and the place of the hero's feet, in px.
fn grid(plan: &str) -> (TileGrid, Option<Vec2>) {
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
