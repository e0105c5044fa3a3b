//! Draws light and shadow: translucent tiles that lie over or under others.

use crate::blob;
use crate::canvas::{Canvas, TILE, bayer};
use crate::form::Patch;
use crate::palette::{CLEAR, COLD, Ink, SHADE, WARM};

/// Tiles along the side of a warm halo.
pub(crate) const WARM_SIDE: i32 = 7;
/// Tiles along the side of a cold halo.
pub(crate) const COLD_SIDE: i32 = 5;

/// The shadow that solid neighbours throw on what is behind: the mask has a bit for each neighbour without.
pub(crate) fn shade(mask: u8) -> Canvas {
    shadow(|x, y| blob::distance(mask, x, y).map(|(squared, _)| squared))
}

/// The shadow in a cell whose own form or a neighbour's is neither full nor air.
pub(crate) fn shaped(patch: &Patch) -> Canvas {
    let free = |x, y| patch.solid(x, y) == Some(false);
    shadow(|x, y| patch.distance(x, y, true).filter(|_| free(x, y)).map(|(squared, _)| squared))
}

/// The shadow by the squared distance, in half pixels, to what throws it.
fn shadow(distance: impl Fn(i32, i32) -> Option<i32>) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for y in 0..TILE {
        for x in 0..TILE {
            let Some(squared) = distance(x, y) else { continue };
            let depth = i32::isqrt(squared * 4) + 3 * ((x + y) % 2);
            let ink = match depth {
                ..6 => SHADE[3],
                6..12 => SHADE[2],
                12..20 => SHADE[1],
                20..30 => SHADE[0],
                _ => CLEAR,
            };
            canvas.set(x, y, ink);
        }
    }
    canvas
}

/// A warm halo around the middle of the picture, as of a torch.
pub(crate) fn warm() -> Canvas {
    halo(WARM_SIDE * TILE, WARM)
}

/// A cold halo, as of a crystal.
pub(crate) fn cold() -> Canvas {
    halo(COLD_SIDE * TILE, COLD)
}

fn halo(side: i32, inks: [Ink; 5]) -> Canvas {
    let mut canvas = Canvas::new(side, side);
    let steps = inks.len() as i32;
    for y in 0..side {
        for x in 0..side {
            let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side);
            // 256 in the middle, 0 at the rim.
            let near = 256 - i32::isqrt((dx * dx + dy * dy) * 65_536) / side;
            let step = (near * steps + bayer(x, y) * 16) / 256;
            if near > 0 && step > 0 {
                canvas.set(x, y, inks[(step - 1).min(steps - 1) as usize]);
            }
        }
    }
    canvas
}
