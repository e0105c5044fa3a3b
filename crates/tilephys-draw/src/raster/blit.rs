//! Image blitting with nearest-neighbour sampling: the pixel under a sample's centre, never a mixture.

use super::blend::{over, tint};
use super::canvas::Canvas;
use crate::list::Placed;
use crate::pixels::Pixels;
use tilephys_tiled::Color;

/// Buffers for drawing images, reused between them.
#[derive(Default)]
pub(super) struct Brush {
    /// Contribution of each column and row of samples to the index into the sheet's pixels.
    columns: Vec<usize>,
    rows: Vec<usize>,
}

impl Brush {
    pub(super) fn image(&mut self, canvas: &mut Canvas, sheet: &Pixels, placed: &Placed) {
        let ink = (placed.ink.strength(), placed.ink.tint);
        if ink.0 == 0 {
            return;
        }
        if placed.turn.is_some() {
            return turned(canvas, sheet, placed, ink);
        }
        let [left, top, width, height] = placed.rect;
        let span = |axis: usize, from: f64, length: f64| {
            if placed.repeat[axis] {
                canvas.span(axis, f64::MIN, f64::MAX)
            } else {
                canvas.span(axis, from, from + length)
            }
        };
        let (xs, ys) = (span(0, left, width), span(1, top, height));
        if xs.is_empty() || ys.is_empty() {
            return;
        }
        let share = |axis: usize, index: u32| {
            let at = (canvas.center(axis, index) - placed.rect[axis]) / placed.rect[axis + 2];
            share(sheet, placed, axis, if placed.repeat[axis] { at.rem_euclid(1.0) } else { at })
        };
        self.columns.clear();
        self.columns.extend(xs.clone().map(|x| share(0, x)));
        self.rows.clear();
        self.rows.extend(ys.clone().map(|y| share(1, y)));
        for (y, row) in ys.zip(&self.rows) {
            let samples = canvas.row(y, xs.clone());
            for (under, column) in samples.iter_mut().zip(&self.columns) {
                put(under, sheet.data[row + column], ink);
            }
        }
    }
}

/// Contribution of a coordinate along one axis of an image, from 0 to 1, to the index into the sheet's pixels.
fn share(sheet: &Pixels, placed: &Placed, axis: usize, at: f64) -> usize {
    let [x, y, width, height] = placed.sprite.part;
    let flip = placed.flip;
    let backward = if axis == 0 { flip.horizontal } else { flip.vertical };
    let at = if backward { 1.0 - at } else { at };
    // Flipped along the diagonal, columns of the picture are rows of the image.
    let along_x = (axis == 0) != flip.diagonal;
    let (start, length, stride) = if along_x { (x, width, 1) } else { (y, height, sheet.width) };
    // A cast of a float saturates at 0.
    let pixel = ((at * f64::from(length)).floor() as u32).min(length - 1);
    (start + pixel) as usize * stride as usize
}

fn put(under: &mut [u8; 4], pixel: [u8; 4], (strength, color): (u8, Color)) {
    let pixel = if color == Color::WHITE { pixel } else { tint(pixel, color) };
    over(under, pixel, strength);
}

/// Draws a rotated image: each sample is rotated back into the image.
fn turned(canvas: &mut Canvas, sheet: &Pixels, placed: &Placed, ink: (u8, Color)) {
    let Some(turn) = placed.turn else { return };
    let [left, top, right, bottom] = placed.extent();
    let [x, y, width, height] = placed.rect;
    let xs = canvas.span(0, left, right);
    for row in canvas.span(1, top, bottom) {
        for column in xs.clone() {
            let [u, v] = turn.back([canvas.center(0, column), canvas.center(1, row)]);
            let (u, v) = ((u - x) / width, (v - y) / height);
            if (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v) {
                let index = share(sheet, placed, 0, u) + share(sheet, placed, 1, v);
                put(&mut canvas.row(row, column..column + 1)[0], sheet.data[index], ink);
            }
        }
    }
}
