//! The samples that a renderer paints on.

use std::ops::Range;

/// Offset of samples toward the top left, in samples: a sample exactly between two pixels of an image shows the earlier
/// one, as in Qt. Such samples occur where images are halved, or are half a pixel off.
const EARLIER: f64 = 1.0 / 65_536.0;

/// A band of a picture: rows of samples, with `frame.fine` samples per side of a pixel.
pub(super) struct Canvas {
    /// Position of the picture's top left corner, in pixels of the level.
    pub(super) corner: [f64; 2],
    /// Rows of samples above the band. Rounding counts from the top of the picture, so that the height of bands does
    /// not change the result.
    pub(super) above: u32,
    /// Samples per pixel of the level.
    pub(super) scale: f64,
    /// Samples per pixel of the picture.
    pub(super) fine: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// Rows of samples of the whole picture.
    pub(super) whole: u32,
    pub(super) samples: Vec<[u8; 4]>,
}

impl Canvas {
    /// The samples with centres from `from` to below `to` along an axis, both in pixels of the level.
    pub(super) fn span(&self, axis: usize, from: f64, to: f64) -> Range<u32> {
        let (before, most) = if axis == 0 { (0, self.width) } else { (self.above, self.height) };
        let Range { start, end } = self.whole_span(axis, from, to);
        start.saturating_sub(before).min(most)..end.saturating_sub(before).min(most)
    }

    /// Like [`span`](Self::span), in the whole picture.
    pub(super) fn whole_span(&self, axis: usize, from: f64, to: f64) -> Range<u32> {
        let most = if axis == 0 { self.width } else { self.whole };
        // Casts of floats saturate.
        let index = |at: f64| {
            let index = ((at - self.corner[axis]) * self.scale - 0.5 + EARLIER).ceil() as u32;
            index.min(most)
        };
        index(from)..index(to)
    }

    /// The centre of a sample along an axis, in pixels of the level.
    pub(super) fn center(&self, axis: usize, index: u32) -> f64 {
        let before = if axis == 0 { 0 } else { self.above };
        self.corner[axis] + (f64::from(before + index) + 0.5 - EARLIER) / self.scale
    }

    /// The region of the band: left, top, right, bottom in pixels of the level.
    pub(super) fn window(&self) -> [f64; 4] {
        let [left, top] = [self.corner[0], self.corner[1] + f64::from(self.above) / self.scale];
        let [width, height] = [self.width, self.height].map(|side| f64::from(side) / self.scale);
        [left, top, left + width, top + height]
    }

    /// The samples of some columns of a row.
    pub(super) fn row(&mut self, y: u32, columns: Range<u32>) -> &mut [[u8; 4]] {
        let start = y as usize * self.width as usize;
        &mut self.samples[start + columns.start as usize..start + columns.end as usize]
    }
}
