//! Draws the carpenter's work: planks, bridges, ramps and posts. What stands on it can jump up through it.

use crate::canvas::{Canvas, TILE, hash};
use crate::palette::{CLEAR, Ink, ROCK};
use crate::sheet::Sheet;
use crate::text::{Collider, ONE_WAY, Outline, TileText};

/// Planks with a left end, without ends, with a right end, and with both.
pub(crate) const PLANK: i32 = 0;
/// Boards on a rope, of four variants.
pub(crate) const BRIDGE: i32 = 4;
/// A ramp of 45 degrees that rises to the right, and what of it hangs into the cell below.
pub(crate) const RAMP: i32 = 8;
pub(crate) const RAMP_LOW: i32 = 9;
/// A post, without and with a foot.
pub(crate) const POST: i32 = 10;
pub(crate) const POST_FOOT: i32 = 11;
/// A post of a bridge, at its left and its right end.
pub(crate) const STAKE: i32 = 12;
/// The rope over a bridge, of two variants.
pub(crate) const RAIL: i32 = 14;

/// The tones of a board from its top down.
const BOARD: [Ink; 5] = [ROCK[7], ROCK[6], ROCK[5], ROCK[4], ROCK[1]];

/// A plank: `ends` says whether it ends at the left and at the right.
fn plank(ends: [bool; 2]) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for x in 0..TILE {
        for (y, ink) in (0..).zip(BOARD) {
            let seam = x == 7 && (1..4).contains(&y);
            let grain = (1..4).contains(&y) && hash(x / 3, y, 301).is_multiple_of(5);
            let ink = if seam {
                ROCK[2]
            } else if grain {
                ROCK[4]
            } else {
                ink
            };
            canvas.set(x, y, ink);
        }
    }
    for (free, x, inward) in [(ends[0], 0, 1), (ends[1], TILE - 1, -1)] {
        if free {
            (1..5).for_each(|y| canvas.set(x, y, ROCK[1]));
            (1..4).for_each(|y| canvas.set(x + inward, y, ROCK[3]));
            canvas.set(x + 2 * inward, 2, ROCK[1]);
            // A bracket below the end.
            (5..8).for_each(|y| canvas.set(x + inward * (y - 2), y, ROCK[3]));
            (5..8).for_each(|y| canvas.set(x + inward * (y - 3), y, ROCK[2]));
        }
    }
    canvas
}

/// Boards across two ropes.
fn bridge(variant: i32) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for x in 0..TILE {
        let (board, at) = ((x + 1) / 4, (x + 1) % 4);
        let tone = (hash(board, variant, 302) % 2) as i32;
        // The gaps are not so deep that a foot could be seen to hang in them.
        canvas.set(x, 0, if at == 0 { ROCK[3] } else { ROCK[(7 - tone) as usize] });
        for y in 1..5 {
            let ink = match (at, y) {
                (0, 3) => ROCK[4],
                (0, _) => CLEAR,
                (_, 1) => ROCK[(7 - tone) as usize],
                (_, 2) => ROCK[(6 - tone) as usize],
                (_, 3) => ROCK[4],
                _ => ROCK[1],
            };
            canvas.set(x, y, ink);
        }
    }
    canvas
}

/// The rope beside a bridge, with the strings that the boards hang from, in the cell above.
fn rail(variant: i32) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for x in 0..TILE {
        let sag = [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0][x as usize];
        canvas.set(x, 6 + sag, ROCK[6]);
        canvas.set(x, 7 + sag, ROCK[3]);
        if (x + variant * 3) % 8 == 3 {
            (8 + sag..TILE).for_each(|y| canvas.set(x, y, ROCK[if y % 3 == 0 { 3 } else { 4 }]));
        }
    }
    canvas
}

/// How thick a ramp is, straight down.
const RAMP_THICK: i32 = 6;

/// A ramp, and the part of it that hangs into the cell below where `low` is a tile's height.
fn ramp(low: i32) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for x in 0..TILE {
        for n in 0..RAMP_THICK {
            let y = TILE - 1 - x + n - low;
            let step = x % 4 == 0 && n < 2;
            let ink = match n {
                0 => ROCK[if step { 5 } else { 7 }],
                1 => ROCK[if step { 3 } else { 6 }],
                2 => ROCK[5],
                3 => ROCK[4],
                4 => ROCK[3],
                _ => ROCK[1],
            };
            canvas.set(x, y, ink);
        }
    }
    canvas
}

fn post(foot: bool) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for (x, ink) in (6..).zip([ROCK[1], ROCK[4], ROCK[3], ROCK[1]]) {
            let knot = hash(x, y / 2, 303).is_multiple_of(7);
            canvas.set(x, y, if knot && ink != ROCK[1] { ROCK[2] } else { ink });
        }
    }
    if foot {
        for (y, wide) in [(13, 5), (14, 6), (15, 6)] {
            (8 - wide..8 + wide).for_each(|x| canvas.set(x, y, if y == 13 { ROCK[3] } else { ROCK[1] }));
        }
    }
    canvas
}

/// A stake with the rope of a bridge, which falls to the right or to the left.
fn stake(right: bool) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let x = if right { TILE - 4 } else { 1 };
    for y in 4..TILE {
        for (n, ink) in [ROCK[1], ROCK[5], ROCK[2]].into_iter().enumerate() {
            canvas.set(x + n as i32, y, if y == 4 { ROCK[7] } else { ink });
        }
    }
    let rope = if right { x + 3..TILE } else { 0..x };
    rope.for_each(|x| canvas.set(x, 6, ROCK[6]));
    (6..8).for_each(|y| (0..3).for_each(|n| canvas.set(x + n, y, ROCK[7 - n as usize])));
    canvas
}

/// The tileset.
pub(crate) fn sheet() -> Sheet {
    let mut sheet = Sheet::new("wood", 1);
    let one_way = || TileText { class: crate::project::PLANK, ..TileText::default() };
    for (n, ends) in (0..).zip([[true, false], [false, false], [false, true], [true, true]]) {
        sheet.put(PLANK + n, &plank(ends));
        sheet.texts.insert(PLANK + n, one_way());
        sheet.put(BRIDGE + n, &bridge(n));
        sheet.texts.insert(BRIDGE + n, one_way());
    }
    sheet.put(RAMP, &ramp(0));
    sheet.put(RAMP_LOW, &ramp(TILE));
    let line = Outline::Polyline(vec![(0.0, 0.0), (16.0, -16.0)]);
    let rising = Collider::new((0.0, 16.0), line).with(&[ONE_WAY]);
    sheet.texts.insert(RAMP, TileText { colliders: vec![rising], ..TileText::default() });
    sheet.put(POST, &post(false));
    sheet.put(POST_FOOT, &post(true));
    sheet.put(STAKE, &stake(false));
    sheet.put(STAKE + 1, &stake(true));
    (0..2).for_each(|n| sheet.put(RAIL + n, &rail(n)));
    sheet
}
