//! Draws what lies behind the level: rough cave wall with hollows, and the dark beyond them.

use crate::blob;
use crate::canvas::{Canvas, TILE, hash};
use crate::palette::{CLEAR, Ink, WALL};
use crate::stones::Stones;

/// Variants of wall, side by side and one above the other.
pub(crate) const VARIANTS: (i32, i32) = (4, 4);
/// Variants of a wall with an edge.
pub(crate) const EDGE_VARIANTS: (i32, i32) = (4, 1);

const BLOCKS: Stones = Stones { spacing: (16, 16), period: (TILE * 4, TILE * 4), salt: 41 };
const PEBBLES: Stones = Stones { spacing: (8, 8), period: (TILE * 4, TILE * 4), salt: 47 };

/// The wall with a blob mask; where it is not joined it breaks off and shows the dark.
pub(crate) fn tile(mask: u8, variant: (i32, i32)) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            canvas.set(x, y, wall(mask, variant.0 * TILE + x, variant.1 * TILE + y));
        }
    }
    canvas
}

fn wall(mask: u8, u: i32, v: i32) -> Ink {
    let (x, y) = (u % TILE, v % TILE);
    let block = BLOCKS.at(u, v);
    let near = blob::distance(mask, x, y).map_or(4096, |(squared, _)| squared);
    // The edge follows the stones, so that it looks broken and not cut.
    let reach = i32::isqrt(near * 4) - (block.stone % 11) as i32 - (PEBBLES.at(u, v).stone % 9) as i32;
    if reach < 2 {
        return CLEAR;
    }
    if reach < 6 {
        return WALL[0];
    }
    if reach < 10 && near < 1024 {
        return WALL[3];
    }
    let pebble = PEBBLES.at(u, v);
    if block.crack {
        return WALL[1];
    }
    if BLOCKS.at(u, v - 1).crack {
        return WALL[3];
    }
    if pebble.crack && pebble.stone % 3 == 0 && block.stone % 2 == 0 {
        return WALL[1];
    }
    WALL[if block.stone % 4 == 0 && pebble.stone % 2 == 0 { 1 } else { 2 }]
}

/// The dark beyond the wall, with a far row of stones just to be made out.
pub(crate) fn dark(variant: (i32, i32)) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            let (u, v) = (variant.0 * TILE + x, variant.1 * TILE + y);
            let spot = PEBBLES.at(u, v);
            let lit = BLOCKS.at(u, v).stone % 3 == 0 && !spot.crack && PEBBLES.at(u, v - 1).crack;
            canvas.set(x, y, WALL[usize::from(lit && hash(u, v, 5) % 4 != 0)]);
        }
    }
    canvas
}
