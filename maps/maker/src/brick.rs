//! Draws the temple: hewn blocks with a worn slab on top, and the darker wall of the rooms.

use crate::blob::{self, DOWN, LEFT, RIGHT, UP};
use crate::canvas::{Canvas, TILE, hash};
use crate::form::Patch;
use crate::palette::{FIRE, GLASS, Ink, MOSS, STONE, WALL};

/// Variants side by side and one above the other.
pub(crate) const VARIANTS: (i32, i32) = (2, 2);
/// Variants of the wall behind.
pub(crate) const BACK_VARIANTS: (i32, i32) = (4, 4);

/// Where a pixel is in its block.
struct Block {
    /// Tells one block from another.
    id: u32,
    /// Pixels from the block's low corner.
    at: (i32, i32),
    /// Columns and rows of the block, its joint included.
    size: (i32, i32),
}

/// The block at a pixel, in courses 8 px high, of blocks 16 px wide, some of them halved.
fn block(u: i32, v: i32, period: (i32, i32), salt: u32) -> Block {
    let course = v.div_euclid(8).rem_euclid(period.1 / 8);
    let along = (u + (course % 2) * 8).rem_euclid(period.0);
    let whole = along / 16;
    let id = hash(whole, course, salt);
    if id.is_multiple_of(4) {
        Block { id: hash(along / 8, course, salt + 1), at: (along % 8, v.rem_euclid(8)), size: (8, 8) }
    } else {
        Block { id, at: (along % 16, v.rem_euclid(8)), size: (16, 8) }
    }
}

/// The brick with a blob mask, at a place of the repeating texture.
pub(crate) fn tile(mask: u8, variant: (i32, i32)) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            canvas.set(x, y, brick(mask, variant, x, y));
        }
    }
    if mask & UP == 0 {
        slab(&mut canvas, mask, variant);
    }
    canvas
}

/// The tile of a cell whose own form or a neighbour's is neither full nor air: exactly the pixels of its form.
pub(crate) fn shaped(patch: &Patch, variant: (i32, i32)) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let solid = |x: i32, y: i32| patch.solid(x, y) == Some(true);
    for y in 0..TILE {
        for x in (0..TILE).filter(|&x| solid(x, y)) {
            let near = patch.distance(x, y, false).map(|(squared, (_, dy))| (squared, dy));
            canvas.set(x, y, brick_at(near, variant, x, y));
        }
    }
    for x in 0..TILE {
        let u = variant.0 * TILE + x;
        for top in patch.floors(x) {
            for (y, ink) in (top..).zip(slab_at(u)).filter(|(y, _)| (0..TILE).contains(y)) {
                if solid(x, y) {
                    canvas.set(x, y, ink);
                }
            }
        }
    }
    canvas
}

fn brick(mask: u8, variant: (i32, i32), x: i32, y: i32) -> Ink {
    brick_at(blob::distance(mask, x, y).map(|(squared, (_, side))| (squared, side)), variant, x, y)
}

/// A pixel of brick, with the squared distance to the nearest air in half pixels and whether that is above or below.
fn brick_at(near: Option<(i32, i32)>, variant: (i32, i32), x: i32, y: i32) -> Ink {
    let (u, v) = (variant.0 * TILE + x, variant.1 * TILE + y);
    let (squared, side) = near.unwrap_or((4096, 0));
    if squared < 4 {
        return if side < 0 { STONE[4] } else { STONE[0] };
    }
    let block = block(u, v, (TILE * VARIANTS.0, TILE * VARIANTS.1), 61);
    let depth = i32::isqrt(squared * 4) + (block.id % 7) as i32;
    let mut tone = match depth {
        ..20 => 3,
        20..38 => 2,
        38..54 => 1,
        _ => 0,
    } - i32::from(side > 0 && depth < 20);
    let deep = tone < 2;
    if block.at.0 == block.size.0 - 1 || block.at.1 == block.size.1 - 1 {
        return if deep && tone == 0 { WALL[1] } else { STONE[(tone - 2).max(0) as usize] };
    }
    let rim = block.at.1 == 0 || (block.at.0 == 0 && !deep);
    let worn = hash(u, v, 66).is_multiple_of(23);
    tone += i32::from(rim && (!deep || block.id.is_multiple_of(7))) - i32::from(worn && !deep);
    if block.id.is_multiple_of(6) {
        tone -= 1;
    }
    STONE[tone.clamp(0, 5) as usize]
}

/// The floor: a light slab four pixels high with joints and a band of inlays below its lip.
fn slab(canvas: &mut Canvas, mask: u8, variant: (i32, i32)) {
    let (first, last) = (mask & LEFT == 0, mask & RIGHT == 0);
    for x in 0..TILE {
        let u = variant.0 * TILE + x;
        for (y, ink) in (0..).zip(slab_at(u)) {
            canvas.set(x, y, ink);
        }
        let inlay = variant.1 == 0 && u % 8 == 3;
        canvas.set(x, 2, if inlay { GLASS[0] } else { canvas.get(x, 2) });
    }
    for (free, x) in [(first, 0), (last, TILE - 1)] {
        if free {
            (1..4).for_each(|y| canvas.set(x, y, STONE[1]));
        }
    }
    if variant == (1, 1) && mask & DOWN != 0 {
        for (x, drop) in [(2, 3), (3, 5), (4, 4), (9, 2), (10, 3)] {
            (0..drop).for_each(|y| canvas.set(x, y, MOSS[if y == 0 { 3 } else { 2 }]));
        }
    }
}

/// The pixels of a slab from its top down.
fn slab_at(u: i32) -> [Ink; 4] {
    let joint = u % 32 == 31;
    let chip = hash(u, 3, 71).is_multiple_of(11);
    [5, 4, 3, 1].map(|tone: i32| {
        let worn = usize::from(tone == 5 && chip);
        STONE[if joint { (tone - 2).max(0) } else { tone } as usize - worn]
    })
}

/// The wall of a room, dark enough to stand back.
pub(crate) fn back(variant: (i32, i32)) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            let (u, v) = (variant.0 * TILE + x, variant.1 * TILE + y);
            let block = block(u, v, (TILE * 4, TILE * 4), 81);
            let joint = block.at.0 == block.size.0 - 1 || block.at.1 == block.size.1 - 1;
            let lit = block.at.1 == 0 && block.id.is_multiple_of(3);
            let dim = block.id.is_multiple_of(5);
            let ink = match (joint, lit, dim) {
                (true, ..) => WALL[0],
                (_, true, _) => WALL[3],
                (.., true) => WALL[1],
                _ => WALL[2],
            };
            canvas.set(x, y, ink);
        }
    }
    canvas
}

/// A frieze for the wall of a room: a meander between two lines.
pub(crate) fn frieze() -> Canvas {
    let mut canvas = back((0, 0));
    const ART: [&str; 7] = [
        "aaaaaaaaaaaaaaaa",
        "................",
        "bbbbbb.bbbbbbb.b",
        "b....b.b.....b.b",
        "b.bb.b.b.bbb.b.b",
        "b.b..bbb.b...bbb",
        "aaaaaaaaaaaaaaaa",
    ];
    for (y, row) in ART.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let ink = match c {
                'a' => STONE[1],
                'b' => FIRE[0],
                _ => WALL[0],
            };
            canvas.set(x as i32, y as i32 + 4, ink);
        }
    }
    canvas
}
