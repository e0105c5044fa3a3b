//! Tilesets: the ids of tiles, and the properties written for them.

use crate::blob::{self, BLOBS, FULL};
use crate::canvas::{Canvas, TILE};
use crate::text::{Property, TileText};
use crate::{brick, decor, light, rock, vista, wall};
use std::collections::BTreeMap;

/// Columns of every sheet.
pub(crate) const COLUMNS: i32 = 16;

/// A tileset: its image and what its file says.
#[derive(Clone)]
pub(crate) struct Sheet {
    pub(crate) name: &'static str,
    pub(crate) canvas: Canvas,
    /// Pixels of a tile's width and height.
    pub(crate) tile: (i32, i32),
    /// Tiles from id 0 that are solid, masks one after the other.
    pub(crate) solid: i32,
    /// Tiles of each mask among the solid ones.
    pub(crate) variants: i32,
    /// Properties of the tileset, which its tiles have.
    pub(crate) properties: Vec<Property>,
    /// Properties and shapes of other tiles, by id.
    pub(crate) texts: BTreeMap<i32, TileText>,
}

impl Sheet {
    /// An empty one.
    pub(crate) fn new(name: &'static str, rows: i32) -> Self {
        let canvas = Canvas::new(COLUMNS * TILE, rows * TILE);
        let (properties, texts) = (Vec::new(), BTreeMap::new());
        Self { name, canvas, tile: (TILE, TILE), solid: 0, variants: 1, properties, texts }
    }

    /// The number of tiles, clear ones included.
    pub(crate) fn count(&self) -> i32 {
        self.canvas.width * self.canvas.height / (self.tile.0 * self.tile.1)
    }

    /// Draws a tile.
    pub(crate) fn put(&mut self, id: i32, tile: &Canvas) {
        self.canvas.draw(tile, id % COLUMNS * TILE, id / COLUMNS * TILE);
    }
}

/// The variant at a cell, from a number of variants side by side and one above the other.
fn variant(of: (i32, i32), column: i32, row: i32) -> (i32, i32) {
    (column.rem_euclid(of.0), row.rem_euclid(of.1))
}

/// All variants, row by row.
fn each(of: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    (0..of.0 * of.1).map(move |n| (n % of.0, n / of.0))
}

const WALL_FIRST: i32 = 384;
const DARK_FIRST: i32 = 400;
const WALL_EDGE_FIRST: i32 = 416;
const BACK_FIRST: i32 = 192;

/// The id in `cave` of rock at a cell.
pub(crate) fn rock_id(blob: i32, column: i32, row: i32) -> i32 {
    let (x, y) = variant(rock::VARIANTS, column, row);
    (blob * rock::VARIANTS.1 + y) * rock::VARIANTS.0 + x
}

/// The id in `cave` of the wall behind a cell.
pub(crate) fn wall_id(blob: i32, column: i32, row: i32) -> i32 {
    if blob == BLOBS - 1 {
        let (x, y) = variant(wall::VARIANTS, column, row);
        WALL_FIRST + y * wall::VARIANTS.0 + x
    } else {
        WALL_EDGE_FIRST + blob * wall::EDGE_VARIANTS.0 + variant(wall::EDGE_VARIANTS, column, row).0
    }
}

/// The id in `cave` of the dark beyond the wall.
pub(crate) fn dark_id(column: i32, row: i32) -> i32 {
    let (x, y) = variant(wall::VARIANTS, column, row);
    DARK_FIRST + y * wall::VARIANTS.0 + x
}

/// The id in `temple` of brick at a cell.
pub(crate) fn brick_id(blob: i32, column: i32, row: i32) -> i32 {
    let (x, y) = variant(brick::VARIANTS, column, row);
    (blob * brick::VARIANTS.1 + y) * brick::VARIANTS.0 + x
}

/// The id in `temple` of the wall of a room.
pub(crate) fn back_id(column: i32, row: i32) -> i32 {
    let (x, y) = variant(brick::BACK_VARIANTS, column, row);
    BACK_FIRST + y * brick::BACK_VARIANTS.0 + x
}

/// The id in `temple` of the frieze along a room.
pub(crate) const FRIEZE: i32 = 208;

/// The id in `light` of a tile of the warm halo.
pub(crate) fn warm_id(column: i32, row: i32) -> i32 {
    (3 + row) * COLUMNS + column
}

/// The id in `light` of a tile of the cold halo.
pub(crate) fn cold_id(column: i32, row: i32) -> i32 {
    (3 + row) * COLUMNS + light::WARM_SIDE + column
}

/// Rock, the wall behind it and the dark beyond.
pub(crate) fn cave() -> Sheet {
    let mut sheet = Sheet::new("cave", 38);
    for (place, mask) in blob::masks().into_iter().enumerate() {
        let place = place as i32;
        for at in each(rock::VARIANTS) {
            sheet.put(rock_id(place, at.0, at.1), &rock::tile(mask, at));
        }
        if mask != FULL {
            for at in each(wall::EDGE_VARIANTS) {
                sheet.put(wall_id(place, at.0, at.1), &wall::tile(mask, at));
            }
        }
    }
    for at in each(wall::VARIANTS) {
        sheet.put(wall_id(BLOBS - 1, at.0, at.1), &wall::tile(FULL, at));
        sheet.put(dark_id(at.0, at.1), &wall::dark(at));
    }
    sheet.variants = rock::VARIANTS.0 * rock::VARIANTS.1;
    sheet.solid = BLOBS * sheet.variants;
    sheet
}

/// Brick and the wall of rooms.
pub(crate) fn temple() -> Sheet {
    let mut sheet = Sheet::new("temple", 14);
    for (place, mask) in blob::masks().into_iter().enumerate() {
        for at in each(brick::VARIANTS) {
            sheet.put(brick_id(place as i32, at.0, at.1), &brick::tile(mask, at));
        }
    }
    for at in each(brick::BACK_VARIANTS) {
        sheet.put(back_id(at.0, at.1), &brick::back(at));
    }
    sheet.put(FRIEZE, &brick::frieze());
    sheet.variants = brick::VARIANTS.0 * brick::VARIANTS.1;
    sheet.solid = BLOBS * sheet.variants;
    sheet
}

/// Plants, furniture, signs.
pub(crate) fn decor() -> Sheet {
    let mut sheet = Sheet::new("decor", decor::ROWS);
    // A layer named "water" has shallow water of this tileset, in which no body swims.
    sheet.properties = vec![Property::Enum("TpCollision", "collision", "none")];
    for sprite in decor::sprites() {
        sheet.canvas.draw(&sprite.canvas, sprite.at.0 * TILE, sprite.at.1 * TILE);
    }
    sheet
}

/// Shadows and halos.
pub(crate) fn light() -> Sheet {
    let mut sheet = Sheet::new("light", 10);
    for (place, mask) in blob::masks().into_iter().enumerate() {
        sheet.put(place as i32, &light::shade(mask));
    }
    sheet.canvas.draw(&light::warm(), 0, 3 * TILE);
    sheet.canvas.draw(&light::cold(), light::WARM_SIDE * TILE, 3 * TILE);
    sheet
}

/// The view out of the cave.
pub(crate) fn vista() -> Sheet {
    let mut sheet = Sheet::new("vista", vista::SIZE.1);
    sheet.canvas.draw(&vista::picture(), 0, 0);
    sheet
}
