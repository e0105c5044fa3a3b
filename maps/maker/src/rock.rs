//! Draws the tiles of rock: stones that darken inwards, moss on top, a dark outline below and beside.

use crate::blob::{self, DOWN, LEFT, RIGHT, UP};
use crate::canvas::{Canvas, TILE, hash, pick};
use crate::form::Patch;
use crate::palette::{CLEAR, Ink, MOSS, ROCK};
use crate::stones::Stones;

/// Variants side by side and one above the other: the texture runs on across tiles and repeats after these.
pub(crate) const VARIANTS: (i32, i32) = (4, 2);

const STONES: Stones = Stones { spacing: (8, 8), period: (TILE * VARIANTS.0, TILE * VARIANTS.1), salt: 11 };

/// The tile with a blob mask, at a place of the repeating texture.
pub(crate) fn tile(mask: u8, variant: (i32, i32)) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let origin = (variant.0 * TILE, variant.1 * TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            canvas.set(x, y, stone(mask, origin, x, y));
        }
    }
    if mask & UP == 0 {
        moss(&mut canvas, mask, origin.0);
    }
    canvas
}

/// The tile of a cell whose own form or a neighbour's is neither full nor air: exactly the pixels of its form.
pub(crate) fn shaped(patch: &Patch, variant: (i32, i32)) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let origin = (variant.0 * TILE, variant.1 * TILE);
    let solid = |x: i32, y: i32| patch.solid(x, y) == Some(true);
    for y in 0..TILE {
        for x in (0..TILE).filter(|&x| solid(x, y)) {
            let near = patch.distance(x, y, false).map(|(squared, (_, dy))| (squared, dy));
            canvas.set(x, y, stone_at(near, origin, x, y));
        }
    }
    for x in 0..TILE {
        let u = origin.0 + x;
        let hem = hem(u, 0);
        for top in patch.floors(x) {
            // A form without room for moss and rock keeps its lower edge.
            (top.max(0)..(top + hem.0).min(TILE)).filter(|&y| solid(x, y)).for_each(|y| {
                let below = solid(x, y + 1) || y + 1 == TILE;
                canvas.set(x, y, if below || y == top { moss_at(u, y - top, hem.0) } else { MOSS[0] });
            });
            if !hem.1 && (0..TILE).contains(&(top + hem.0)) && solid(x, top + hem.0) {
                canvas.set(x, top + hem.0, ROCK[1]);
            }
        }
    }
    canvas
}

/// How bright the rock is at a depth, in half pixels squared: a lit rim, then darker inwards.
fn brightness(squared: i32, spread: i32) -> i32 {
    let depth = i32::isqrt(squared * 4) + spread;
    match depth {
        ..10 => 5,
        10..24 => 4,
        24..40 => 3,
        40..52 => 2,
        _ => 1,
    }
}

fn stone(mask: u8, origin: (i32, i32), x: i32, y: i32) -> Ink {
    if rounded_off(mask, x, y) {
        return CLEAR;
    }
    stone_at(blob::distance(mask, x, y).map(|(squared, (_, side))| (squared, side)), origin, x, y)
}

/// A pixel of rock, with the squared distance to the nearest air in half pixels and whether that is above or below.
fn stone_at(near: Option<(i32, i32)>, origin: (i32, i32), x: i32, y: i32) -> Ink {
    let (u, v) = (origin.0 + x, origin.1 + y);
    let spot = STONES.at(u, v);
    let (squared, side) = near.unwrap_or((4 * 32 * 32, 0));
    if squared < 4 {
        return if side < 0 { ROCK[5] } else { ROCK[0] };
    }
    let spread = (spot.stone >> 8) as i32 % 9 - 4 + 3 * ((u + v) % 2);
    let mut tone = brightness(squared, spread);
    let deep = tone < 3;
    tone -= i32::from(side > 0 && !deep);
    if spot.crack {
        return ROCK[if deep { tone - 1 } else { (tone - 2).max(1) } as usize];
    }
    let above = STONES.at(u, v - 1);
    let below = STONES.at(u, v + 1);
    if (above.crack || above.stone != spot.stone) && (!deep || tone == 2) {
        tone += 1;
    } else if below.crack && !deep {
        tone -= 1;
    }
    if !deep {
        tone += [-1, 0, 0, 0, 1][(spot.stone % 5) as usize];
    }
    ROCK[tone.clamp(1, 7) as usize]
}

/// Whether a pixel is cut off at a corner that sticks out.
fn rounded_off(mask: u8, x: i32, y: i32) -> bool {
    let last = TILE - 1;
    [(UP, LEFT, 0, 0), (UP, RIGHT, last, 0), (DOWN, LEFT, 0, last), (DOWN, RIGHT, last, last)]
        .into_iter()
        .any(|(a, b, cx, cy)| mask & (a | b) == 0 && (x, y) == (cx, cy))
}

/// Lays moss over the top: a bright line, a body with a ragged hem, drips here and there, a shadow below.
fn moss(canvas: &mut Canvas, mask: u8, origin: i32) {
    for x in 0..TILE {
        let u = origin + x;
        let (hem, drips) = hem(u, hang_over(mask, x));
        for y in 0..hem {
            if canvas.get(x, y) != CLEAR {
                canvas.set(x, y, moss_at(u, y, hem));
            }
        }
        if !drips {
            canvas.set(x, hem, ROCK[1]);
        }
    }
    for (side, x) in [(LEFT, 0), (RIGHT, TILE - 1)] {
        if mask & side == 0 {
            (1..6).for_each(|y| canvas.set(x, y, MOSS[1]));
        }
    }
}

/// How many pixels the moss hangs down in a column, `more` than elsewhere, and whether it drips there.
fn hem(u: i32, more: i32) -> (i32, bool) {
    let period = TILE * VARIANTS.0;
    let wave = pick((u / 3) % (period / 3), 0, 21, 3);
    let drip = if hash(u, 0, 22).is_multiple_of(9) { 2 + pick(u, 0, 23, 3) } else { 0 };
    (3 + wave + pick(u, 0, 24, 2) + drip + more, drip > 0)
}

/// A pixel of moss, `y` below its top.
fn moss_at(u: i32, y: i32, hem: i32) -> Ink {
    match y {
        0 => MOSS[if hash(u, 0, 25).is_multiple_of(4) { 3 } else { 4 }],
        1 => MOSS[if hash(u, 1, 26).is_multiple_of(3) { 4 } else { 3 }],
        _ if y == hem - 1 => MOSS[1],
        _ if hash(u, y, 27).is_multiple_of(6) => MOSS[3],
        _ => MOSS[2],
    }
}

/// Moss hangs lower over a free side.
fn hang_over(mask: u8, x: i32) -> i32 {
    let from_left = if mask & LEFT == 0 { x } else { TILE };
    let from_right = if mask & RIGHT == 0 { TILE - 1 - x } else { TILE };
    (3 - from_left.min(from_right)).max(0)
}
