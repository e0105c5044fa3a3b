//! Draws the background of the level: rough cave wall with hollows, and the dark beyond them.

use crate::blob::{AROUND, FULL};
use crate::canvas::{Canvas, TILE};
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
    let block = BLOCKS.at(u, v);
    let pebble = PEBBLES.at(u, v);
    // The edge follows the stones, so that it looks broken and not cut.
    let worn =
        erosion(mask, u % TILE, v % TILE) + 8 * (block.stone % 9) as i32 + 6 * (pebble.stone % 11) as i32;
    if mask != FULL {
        match worn {
            200.. => return CLEAR,
            178.. => return WALL[0],
            154.. => return WALL[if pebble.crack { 2 } else { 3 }],
            _ => {}
        }
    }
    if block.crack {
        return WALL[1];
    }
    if BLOCKS.at(u, v - 1).crack {
        return WALL[3];
    }
    let faint = (block.stone >> 4).is_multiple_of(3);
    WALL[if pebble.crack && faint { 1 } else { 2 }]
}

/// How much of the wall at a pixel is worn away by the neighbours that are missing; corners that stick out
/// have more of them and are rounded.
fn erosion(mask: u8, x: i32, y: i32) -> i32 {
    let axis = |offset: i32, at: i32| match offset {
        -1 => 2 * at + 1,
        0 => 0,
        _ => 2 * (TILE - at) - 1,
    };
    (0..8)
        .filter(|i| mask & (1 << i) == 0)
        .map(|i| {
            let (dx, dy) = AROUND[i];
            let far = i32::isqrt(axis(dx, x) * axis(dx, x) + axis(dy, y) * axis(dy, y));
            (26 - far).max(0) * (26 - far).max(0) / 4
        })
        .sum()
}

/// The dark beyond the wall, with a far row of stones just to be made out.
pub(crate) fn dark(variant: (i32, i32)) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            let (u, v) = (variant.0 * TILE + x, variant.1 * TILE + y);
            let block = BLOCKS.at(u + 24, v + 40);
            let lit = !block.crack && BLOCKS.at(u + 24, v + 38).crack && block.stone.is_multiple_of(2);
            canvas.set(x, y, WALL[usize::from(lit)]);
        }
    }
    canvas
}
