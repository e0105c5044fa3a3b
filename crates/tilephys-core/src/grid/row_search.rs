//! Searches along rows of cells, in words of 64 cells, and over bands of rows.

use super::plane::{CHUNK_MASK, CHUNK_SHIFT, bits};
use super::view::View;
use crate::limits::PAGE;

impl<'a> View<'a> {
    /// The leftmost hot cell of a row in the columns `from..=to`.
    pub(crate) fn first_hot(&self, row: i32, from: i32, to: i32) -> Option<i32> {
        leftmost([from, to], |x| self.hot(self.slot(x, row >> CHUNK_SHIFT))[(row & CHUNK_MASK) as usize])
    }

    /// The leftmost whole tile of a row in the columns `from..=to`.
    #[inline]
    pub(crate) fn first_right(&self, row: i32, from: i32, to: i32) -> Option<i32> {
        leftmost([from, to], |x| self.solid(self.slot(x, row >> CHUNK_SHIFT), (row & CHUNK_MASK) as usize))
    }

    /// The rightmost whole tile of a row in the columns `to..=from`.
    #[inline]
    pub(crate) fn first_left(&self, row: i32, from: i32, to: i32) -> Option<i32> {
        let mut at = from;
        let y = row >> CHUNK_SHIFT;
        while at >= to {
            let x = at >> CHUNK_SHIFT;
            let low = x << CHUNK_SHIFT;
            let word = self.solid(self.slot(x, y), (row & CHUNK_MASK) as usize);
            let first = if to > low { to - low } else { 0 };
            let found = word & bits(first, at - low);
            // The highest bit of the word is the rightmost cell.
            if found != 0 {
                return Some(low + 63 - found.leading_zeros() as i32);
            }
            at = low - 1;
        }
        None
    }

    /// The first whole tile of a row from column `from` toward `to`, both included, in that direction.
    #[inline]
    pub(crate) fn first_toward(&self, row: i32, from: i32, to: i32, right: bool) -> Option<i32> {
        if right { self.first_right(row, from, to) } else { self.first_left(row, from, to) }
    }

    /// Rows of `from..=to` (either order), in that order, that may have hot cells in the columns `col0..=col1`. Skips whole chunks
    /// without them.
    pub(crate) fn rows_with_something(&self, from: i32, to: i32, col0: i32, col1: i32) -> Rows<'a> {
        Rows { view: *self, at: from, to, down: to >= from, col0, col1, band: None, occupied: 0 }
    }
}

/// The leftmost set bit of a row in the columns `from..=to`. `word_of` gives the word of a column of chunks. Empty words cost one
/// test each.
#[inline(always)]
fn leftmost([from, to]: [i32; 2], word_of: impl Fn(i32) -> u64) -> Option<i32> {
    let mut at = from;
    while at <= to {
        let x = at >> CHUNK_SHIFT;
        let low = x << CHUNK_SHIFT;
        let last = if to - low < CHUNK_MASK { to - low } else { CHUNK_MASK };
        let found = word_of(x) & bits(at - low, last);
        // The lowest bit of the word is the leftmost cell.
        if found != 0 {
            return Some(low + found.trailing_zeros() as i32);
        }
        at = low + CHUNK_MASK + 1;
    }
    None
}

/// See [`View::rows_with_something`].
#[derive(Clone)]
pub(crate) struct Rows<'a> {
    view: View<'a>,
    at: i32,
    to: i32,
    down: bool,
    col0: i32,
    col1: i32,
    /// Row of chunks to which `occupied` belongs.
    band: Option<i32>,
    occupied: u64,
}

impl Rows<'_> {
    /// Finds the rows of a wide band with hot cells. Returns false if its whole row of pages is empty there.
    #[cold]
    fn find_occupied(&mut self, band: i32, columns: [i32; 2]) -> bool {
        let mut slots = self.view.grid.directory.row_slots(band, columns).peekable();
        let is_any = slots.peek().is_some();
        self.occupied = slots.fold(0, |rows, slot| rows | self.view.occupied(slot));
        is_any
    }

    /// The first row after the pages of a band.
    fn after_page(&self, band: i32) -> i32 {
        let first = band & !(PAGE - 1);
        if self.down { (first + PAGE) << CHUNK_SHIFT } else { (first << CHUNK_SHIFT) - 1 }
    }
}

impl Iterator for Rows<'_> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        while if self.down { self.at <= self.to } else { self.at >= self.to } {
            let band = self.at >> CHUNK_SHIFT;
            if self.band != Some(band) {
                self.band = Some(band);
                let columns = [self.col0 >> CHUNK_SHIFT, self.col1 >> CHUNK_SHIFT];
                // A wide band of a sparse map skips all rows of an absent row of pages at once.
                if columns[1] - columns[0] >= PAGE {
                    if !self.find_occupied(band, columns) {
                        self.at = self.after_page(band);
                        continue;
                    }
                } else {
                    self.occupied = (columns[0]..=columns[1])
                        .fold(0, |rows, x| rows | self.view.occupied(self.view.slot(x, band)));
                }
            }
            let within = self.at & CHUNK_MASK;
            let low = band << CHUNK_SHIFT;
            // The rows of the band that are still ahead: empty ones are passed without a look.
            let ahead = if self.down {
                self.occupied & (u64::MAX << within)
            } else {
                self.occupied & (u64::MAX >> (CHUNK_MASK - within))
            };
            if ahead == 0 {
                self.at = if self.down { low + CHUNK_MASK + 1 } else { low - 1 };
                continue;
            }
            let found = if self.down {
                low + ahead.trailing_zeros() as i32
            } else {
                low + CHUNK_MASK - ahead.leading_zeros() as i32
            };
            self.at = if self.down { found + 1 } else { found - 1 };
            let inside = if self.down { found <= self.to } else { found >= self.to };
            return inside.then_some(found);
        }
        None
    }
}
