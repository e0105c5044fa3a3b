//! Water: shallow, which is decoration, and deep, in which bodies swim.

use crate::canvas::{Canvas, TILE, pick};
use crate::decor::sprites;
use crate::layers::{Ids, tiles};
use crate::palette::{Ink, WATER};
use crate::plan::Plan;
use crate::sheet::Sheet;
use crate::text::{Property, TileText};

/// Tiles of deep water, each with its frames: the surface and what is below, still and with a current.
const SURFACE: i32 = 0;
const BODY: i32 = 4;
/// Added to both for water with a current.
const CURRENT: i32 = 8;

/// Still water without marks, in which tiles with marks are scattered.
const PLAIN: i32 = 16;

const FRAMES: i32 = 4;
/// Milliseconds of a frame: of still water, and of a current, whose marks go 4 px a frame at its speed.
const STILL: u32 = 240;
const FLOWING: u32 = 66;
/// Speed of the current, in px/s.
const SPEED: &str = "60";

/// Rows of the surface, as its wave goes along.
const WAVE: [i32; 16] = [3, 3, 4, 4, 4, 4, 4, 3, 3, 3, 2, 2, 2, 2, 2, 3];

/// A tile of deep water whose marks, each `long` pixels, have moved by so many pixels.
fn tile(surface: bool, moved: i32, long: i32) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for x in 0..TILE {
        let top = if surface { WAVE[(x - moved).rem_euclid(TILE) as usize] } else { 0 };
        for y in top..TILE {
            let at = |row: i32, from: i32, long: i32| y == row && (x - moved - from).rem_euclid(TILE) < long;
            let is_mark = at(7, 2, long) || at(12, 9, long / 2);
            canvas.set(x, y, ink(surface && y == top || is_mark));
        }
    }
    canvas
}

fn ink(is_bright: bool) -> Ink {
    WATER[usize::from(is_bright)]
}

/// The tileset of deep water.
pub(crate) fn sheet() -> Sheet {
    let mut sheet = Sheet::new("water", 2);
    sheet.properties = vec![Property::Enum("TpCollision", "collision", "water")];
    sheet.put(PLAIN, &tile(false, 0, 0));
    for (first, surface, step, long) in [
        (SURFACE, true, 1, 3),
        (BODY, false, 1, 3),
        (SURFACE + CURRENT, true, 4, 5),
        (BODY + CURRENT, false, 4, 5),
    ] {
        for frame in 0..FRAMES {
            // Still water sways.
            let moved = if step == 1 { [0, 1, 2, 1][frame as usize] } else { frame * step };
            sheet.put(first + frame, &tile(surface, moved, long));
        }
        let flows = first >= CURRENT;
        let frames = (first..first + FRAMES).map(|id| (id, if flows { FLOWING } else { STILL })).collect();
        let properties = if flows { vec![Property::Float("conveyor", SPEED)] } else { Vec::new() };
        sheet.texts.insert(first, TileText { properties, frames, ..TileText::default() });
    }
    sheet
}

/// The deep water in a cell: of a letter of water, or of the nearest one beside it where a thing is in it. True if it has
/// a current, `None` without water.
fn deep(plan: &Plan, column: i32, row: i32) -> Option<bool> {
    // Outside of the map is rock, so that both searches end.
    let beside = |way: i32| {
        (0..).find_map(|reach| match plan.letter(column + way * reach, row) {
            'W' => Some(Some(false)),
            '+' => Some(Some(true)),
            '.' | ':' | '^' | '#' | '%' => Some(None),
            _ => None,
        })
    };
    beside(-1).flatten().or(beside(1).flatten())
}

/// The layer of water: deep cells, and shallow cells with the things that stand beside them.
pub(crate) fn layer(plan: &Plan, ids: &Ids) -> Vec<u32> {
    let sprites = sprites();
    let id =
        |name: &str| sprites.iter().find(|s| s.name == name).map_or(0, |s| ids.decor + s.id(0, 0) as u32);
    let shallow = [id("water_top"), id("water")];
    let wet = |column: i32, row: i32| {
        let beside = |d: i32| plan.letter(column + d, row) == '~';
        let thing = !matches!(plan.letter(column, row), '.' | '#' | '%' | ':' | '^');
        beside(0) || thing && (beside(-1) || beside(1))
    };
    tiles(plan, |(column, row)| {
        if let Some(flows) = deep(plan, column, row) {
            let below = deep(plan, column, row - 1).is_some() || plan.solid(column, row - 1);
            let tile = match (below, flows) {
                (true, false) if pick(column, row, 151, 4) > 0 => PLAIN,
                (true, true) => BODY + CURRENT,
                (true, false) => BODY,
                (false, true) => SURFACE + CURRENT,
                (false, false) => SURFACE,
            };
            return ids.first("water") + tile as u32;
        }
        match (wet(column, row), wet(column, row - 1)) {
            (false, _) => 0,
            (true, below) => shallow[usize::from(below)],
        }
    })
}
