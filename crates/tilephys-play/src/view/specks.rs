//! Points of the screen that are taken, so that a hundred thousand tiny shapes do not draw one point a hundred times.

use eframe::egui::{Pos2, Rect};

/// A bit for each point of a screen.
pub(super) struct Specks {
    screen: Rect,
    width: usize,
    /// Bits by row and column; empty until the first point is taken.
    bits: Vec<u64>,
}

impl Specks {
    pub(super) fn new(screen: Rect) -> Specks {
        Specks { screen, width: screen.width().ceil() as usize + 1, bits: Vec::new() }
    }

    /// Takes the point of the screen under a place. False if it is taken, or not on the screen.
    pub(super) fn take(&mut self, at: Pos2) -> bool {
        if !self.screen.contains(at) {
            return false;
        }
        if self.bits.is_empty() {
            let height = self.screen.height().ceil() as usize + 1;
            self.bits.resize((self.width * height).div_ceil(64), 0);
        }
        // Casts of floats saturate.
        let from = at - self.screen.min;
        let index = from.y as usize * self.width + from.x as usize;
        let Some(word) = self.bits.get_mut(index / 64) else { return false };
        let bit = 1 << (index % 64);
        let is_free = *word & bit == 0;
        *word |= bit;
        is_free
    }
}
