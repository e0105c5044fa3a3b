//! Paints the view out of the cave: a morning sky, a sun, ridges and firs.

use crate::canvas::{Canvas, TILE, bayer, hash, noise};
use crate::palette::{FIRE, GLASS, Ink, MOSS, ROCK, STONE, WALL};

/// Columns and rows of the view, in tiles.
pub(crate) const SIZE: (i32, i32) = (16, 12);

/// The whole view.
pub(crate) fn picture() -> Canvas {
    let (width, height) = (SIZE.0 * TILE, SIZE.1 * TILE);
    let mut canvas = Canvas::new(width, height);
    for y in 0..height {
        for x in 0..width {
            canvas.set(x, y, sky(x, y, height));
        }
    }
    ridge(&mut canvas, 96, 34, 40, WALL[4]);
    ridge(&mut canvas, 118, 26, 24, WALL[3]);
    firs(&mut canvas, 142, MOSS[1], 7, 3);
    firs(&mut canvas, 160, MOSS[0], 9, 4);
    canvas
}

fn sky(x: i32, y: i32, height: i32) -> Ink {
    let (dx, dy) = (x - 168, y - 62);
    let far = dx * dx + dy * dy;
    if far < 15 * 15 {
        return FIRE[2];
    }
    if far < 24 * 24 && (24 * 24 - far) / 12 > bayer(x, y) * 2 {
        return ROCK[7];
    }
    let cloud = |y: i32| noise(x, y * 4, 48, 91) + noise(x, y * 4, 16, 92) / 3;
    if cloud(y) > 222 && (12..100).contains(&y) {
        return if cloud(y - 3) > 222 { GLASS[2] } else { STONE[5] };
    }
    let bands = [GLASS[0], GLASS[1], GLASS[1], GLASS[2], GLASS[2], ROCK[7], FIRE[2]];
    let at = y * 150 / height + bayer(x, y);
    bands[(at / 16).clamp(0, 6) as usize]
}

/// A range of mountains with its mean height at row `base`.
fn ridge(canvas: &mut Canvas, base: i32, rise: i32, cell: i32, ink: Ink) {
    for x in 0..canvas.width {
        let top = base - noise(x, base, cell, 95) * rise / 255 - noise(x, base, cell / 4, 96) * rise / 1000;
        for y in top..canvas.height {
            canvas.set(x, y, ink);
        }
    }
}

/// A forest whose ground is at row `base`.
fn firs(canvas: &mut Canvas, base: i32, ink: Ink, step: i32, half: i32) {
    let ground = |x: i32| base + noise(x, 0, 40, 97) / 24;
    for x in 0..canvas.width {
        (ground(x)..canvas.height).for_each(|y| canvas.set(x, y, ink));
    }
    for trunk in (0..canvas.width).step_by(step as usize) {
        let tall = 10 + (hash(trunk, base, 98) % 12) as i32;
        let foot = ground(trunk) + 2;
        for y in 0..tall {
            let wide = (y % 5 + y / 4).min(half + 1) * half / 4;
            (-wide..=wide).for_each(|dx| canvas.set(trunk + dx, foot - tall + y, ink));
        }
    }
}
