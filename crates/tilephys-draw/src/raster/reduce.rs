//! Mipmaps: halves images for small pictures of large levels, so that fewer samples suffice.

use crate::list::{DisplayList, Sprite};
use crate::picture::Picture;
use crate::pixels::Pixels;
use crate::view::Frame;
use std::collections::HashMap;

/// Maximum number of samples from unreduced images: half a second. Larger pictures use halved images.
const MAX_SAMPLES: u64 = 1 << 26;

/// A picture with smaller images, and its samples per side of a pixel.
pub(super) struct Reduced<'a> {
    pub(super) fine: u32,
    pub(super) list: DisplayList<'a>,
    pub(super) sheets: Vec<Pixels>,
}

/// Samples per side of a pixel for a picture within the limit, and the reduction factor of images.
fn step_of(frame: &Frame) -> (u32, u32) {
    let samples =
        |fine: u32| u64::from(frame.width) * u64::from(frame.height) * u64::from(fine) * u64::from(fine);
    let mut step = 1;
    while frame.fine > step && samples(frame.fine.div_ceil(step)) > MAX_SAMPLES {
        step *= 2;
    }
    (frame.fine.div_ceil(step), step)
}

/// The reduced picture for a frame of very many samples; `None` if no reduction is needed.
pub(super) fn reduce<'a>(picture: &'a Picture<'_>, frame: &Frame) -> Option<Reduced<'a>> {
    let (fine, step) = step_of(frame);
    if step == 1 {
        return None;
    }
    let (list, sheets) = halve(&picture.list, &picture.sheets, step);
    Some(Reduced { fine, list, sheets })
}

/// A list with images that are reduced by about `step` per side.
pub(crate) fn halve<'a>(
    list: &'a DisplayList<'_>,
    images: &[Pixels],
    step: u32,
) -> (DisplayList<'a>, Vec<Pixels>) {
    let mut sprites = Sprites { of: images, step, known: HashMap::new(), sheets: Vec::new() };
    let list = list.with_sprites(&mut |sprite| sprites.reduced(sprite));
    (list, sprites.sheets)
}

/// Parts of sheets as sheets of their own.
struct Sprites<'s> {
    of: &'s [Pixels],
    step: u32,
    known: HashMap<Sprite, usize>,
    sheets: Vec<Pixels>,
}

impl Sprites<'_> {
    fn reduced(&mut self, sprite: Sprite) -> Sprite {
        let Sprites { of, step, known, sheets } = self;
        let image = *known.entry(sprite).or_insert_with(|| {
            sheets.push(halved(&of[sprite.image], sprite.part, *step));
            sheets.len() - 1
        });
        let Pixels { width, height, .. } = sheets[image];
        Sprite { image, part: [0, 0, width, height] }
    }
}

/// Reduces a part of a sheet by about `step` per side, with means weighted with alpha.
fn halved(sheet: &Pixels, [x, y, width, height]: [u32; 4], step: u32) -> Pixels {
    let sides = [width, height].map(|side| (side / step).max(1));
    // Whole pixels: each pixel of the part counts once.
    let range = |i: u32, all: u32, of: u32| {
        let edge = |i: u32| (u64::from(i) * u64::from(all) / u64::from(of)) as usize;
        edge(i)..edge(i + 1)
    };
    let mut pixels = Vec::with_capacity(sides[0] as usize * sides[1] as usize);
    for row in 0..sides[1] {
        for column in 0..sides[0] {
            let (mut sum, mut count) = ([0_u64; 4], 0);
            for line in range(row, height, sides[1]) {
                let start = (y as usize + line) * sheet.width as usize + x as usize;
                let columns = range(column, width, sides[0]);
                for &[red, green, blue, alpha] in &sheet.data[start + columns.start..start + columns.end] {
                    let parts = [red, green, blue].map(|part| u64::from(part) * u64::from(alpha));
                    sum.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
                    sum[3] += u64::from(alpha);
                    count += 1;
                }
            }
            let alpha = sum[3];
            let mean = |sum: u64| (sum + alpha / 2).checked_div(alpha).unwrap_or(0) as u8;
            let of_all = ((alpha + count / 2) / count.max(1)) as u8;
            pixels.push([mean(sum[0]), mean(sum[1]), mean(sum[2]), of_all]);
        }
    }
    Pixels { width: sides[0], height: sides[1], data: pixels }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(side: u32, fine: u32) -> Frame {
        Frame { corner: [0.0; 2], width: side, height: side, scale: 1.0 / f64::from(fine), fine }
    }

    #[test]
    fn only_pictures_of_very_many_samples_are_reduced() {
        assert_eq!(step_of(&frame(800, 10)), (10, 1));
        assert_eq!(step_of(&frame(8000, 1)), (1, 1));
        assert_eq!(step_of(&frame(3277, 10)), (2, 8));
        assert_eq!(step_of(&frame(16_384, 16)), (1, 16));
    }

    #[test]
    fn pixels_of_a_part_become_their_mean() {
        let pixel = |i: u8| if i < 8 { [i * 10, 0, 100, 255] } else { [i, 9, 9, 0] };
        let sheet = Pixels { width: 4, height: 4, data: (0..16).map(pixel).collect() };
        let small = halved(&sheet, [0, 0, 4, 4], 2);
        assert_eq!((small.width, small.height), (2, 2));
        assert_eq!(small.data, [[25, 0, 100, 255], [45, 0, 100, 255], [0; 4], [0; 4]]);
        let one = halved(&sheet, [1, 1, 3, 3], 8);
        assert_eq!((one.width, one.height, one.data), (1, 1, vec![[60, 0, 100, 85]]));
    }
}
