//! Bitmap font rendering, with letters of 8 × 8 pixels.

use super::blend::over;
use super::canvas::Canvas;
use crate::shape::Label;
use font8x8::legacy::{BASIC_LEGACY, LATIN_LEGACY};
use tilephys_tiled::Color;

/// Side of a letter, in pixels.
pub(crate) const LETTER: u32 = 8;

/// Glyph for characters that the font does not have.
const UNKNOWN: [u8; 8] = [0, 0x7E, 0x42, 0x42, 0x42, 0x42, 0x7E, 0];

pub(super) fn label(canvas: &mut Canvas, label: &Label) {
    // Size of a letter's pixel, in samples.
    let dot = i64::from(label.size) * i64::from(canvas.fine);
    if dot == 0 || label.text.is_empty() || !label.at.is_finite() {
        return;
    }
    let fine = f64::from(canvas.fine);
    // Snapped to whole pixels of the picture, so that letters are sharp.
    let snap = |at: f32, axis: usize| {
        let pixels = (f64::from(at) - canvas.corner[axis]) * canvas.scale / fine;
        // Far outside, where letters do not show, sums must not overflow.
        let samples = (pixels.round() * fine) as i64;
        samples.clamp(-(1 << 40), 1 << 40) - if axis == 0 { 0 } else { i64::from(canvas.above) }
    };
    let count = label.text.chars().count() as i64;
    let margin = i64::from(canvas.fine);
    let (left, bottom) = (snap(label.at.x, 0), snap(label.at.y, 1));
    let side = i64::from(LETTER) * dot;
    let top = bottom - side - 2 * margin;
    if let Some(plate) = label.plate {
        fill(canvas, [left, top, left + count * side + 2 * margin, bottom], plate);
    }
    for [x, y, length] in runs(&label.text) {
        let (x, y) = (left + margin + i64::from(x) * dot, top + margin + i64::from(y) * dot);
        fill(canvas, [x, y, x + i64::from(length) * dot, y + dot], label.color);
    }
}

/// The pixels of a text as horizontal runs: column and row of the first, and length.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = [u32; 3]> {
    let rows = (0..)
        .zip(text.chars())
        .flat_map(|(i, letter)| (0..).zip(glyph(letter)).map(move |(y, row)| (i, y, row)));
    rows.flat_map(|(i, y, row)| {
        let on = move |x: u32| x < LETTER && row >> x & 1 == 1;
        let starts = (0..LETTER).filter(move |&x| on(x) && (x == 0 || !on(x - 1)));
        starts.map(move |x| [i * LETTER + x, y, (x..=LETTER).take_while(|&x| on(x)).count() as u32])
    })
}

/// The rows of a letter; the lowest bit is the left pixel.
fn glyph(letter: char) -> [u8; 8] {
    match u32::from(letter) {
        0..32 => BASIC_LEGACY[32],
        code @ 32..127 => BASIC_LEGACY[code as usize],
        code @ 160..256 => LATIN_LEGACY[code as usize - 160],
        _ => UNKNOWN,
    }
}

fn fill(canvas: &mut Canvas, [left, top, right, bottom]: [i64; 4], color: Color) {
    let clip = |at: i64, most: u32| at.clamp(0, i64::from(most)) as u32;
    let (left, right) = (clip(left, canvas.width), clip(right, canvas.width));
    for y in clip(top, canvas.height)..clip(bottom, canvas.height) {
        for under in canvas.row(y, left..right) {
            over(under, [color.red, color.green, color.blue, color.alpha], 255);
        }
    }
}
