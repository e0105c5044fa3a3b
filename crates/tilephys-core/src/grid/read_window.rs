//! Reads of windows: the whole tiles of a few cells in one register.

use super::cells::CellRect;
use super::plane::{CHUNK_MASK, CHUNK_SHIFT};
use super::view::View;
use super::window::Window;

impl View<'_> {
    /// The cells' whole tiles, if they are at most 8 x 4 and nothing else is solid to the mask.
    #[inline(always)]
    pub(crate) fn window(&self, r: CellRect) -> Option<Window> {
        if let Some(gathered) = self.gathered_in(r) {
            let is_shaped = gathered.any_piece(r, |_| true);
            return (!is_shaped).then(|| gathered.whole(r));
        }
        let fits = r.col1 - r.col0 <= 7 && r.row1 - r.row0 <= 3;
        if !self.sees_all() || !fits || self.is_shaped_in(r) { None } else { self.hot_window(r) }
    }

    /// The cells that may be hit, if they are at most 8 x 4.
    #[inline(always)]
    pub(crate) fn hot_window(&self, r: CellRect) -> Option<Window> {
        let more_cols = r.col1 - r.col0;
        let more_rows = r.row1 - r.row0;
        if more_cols > 7 || more_rows > 3 {
            return None;
        }
        let columns = u64::MAX >> (63 - more_cols);
        let x = r.col0 >> CHUNK_SHIFT;
        let one_chunk = x == r.col1 >> CHUNK_SHIFT && r.row0 >> CHUNK_SHIFT == r.row1 >> CHUNK_SHIFT;
        let mut bits = 0;
        if one_chunk {
            let plane = self.hot(self.slot(x, r.row0 >> CHUNK_SHIFT));
            // Always four rows: a fixed loop has no branch. Rows beyond the window are cleared below.
            for k in 0..4 {
                let word = plane[((r.row0 + k) & CHUNK_MASK) as usize] >> (r.col0 & CHUNK_MASK) & columns;
                bits |= (word as u32) << (8 * k);
            }
        } else {
            for k in 0..=more_rows {
                bits |= ((self.row_across(r.col0, r.row0 + k) & columns) as u32) << (8 * k);
            }
        }
        bits &= u32::MAX >> (24 - 8 * more_rows);
        Some(Window { col: r.col0, row: r.row0, bits })
    }

    /// The cells' whole tiles, if they are at most 8 x 4, regardless of other shapes.
    #[inline]
    pub(crate) fn whole_window(&self, r: CellRect) -> Option<Window> {
        if let Some(gathered) = self.gathered_in(r) {
            return Some(gathered.whole(r));
        }
        if self.plain {
            return self.hot_window(r);
        }
        let more_cols = r.col1 - r.col0;
        let more_rows = r.row1 - r.row0;
        if more_cols > 7 || more_rows > 3 {
            return None;
        }
        let columns = u64::MAX >> (63 - more_cols);
        let x = r.col0 >> CHUNK_SHIFT;
        let shift = r.col0 & CHUNK_MASK;
        let in_two = x != r.col1 >> CHUNK_SHIFT;
        let mut bits = 0;
        // Most windows lie in one chunk, and most of their rows are empty: these cost one hot word each.
        if !in_two && r.row0 >> CHUNK_SHIFT == r.row1 >> CHUNK_SHIFT {
            let slot = self.slot(x, r.row0 >> CHUNK_SHIFT);
            for k in 0..4 {
                let within = ((r.row0 + k) & CHUNK_MASK) as usize;
                if k <= more_rows && self.hot(slot)[within] >> shift & columns != 0 {
                    bits |= ((self.solid(slot, within) >> shift & columns) as u32) << (8 * k);
                }
            }
            return Some(Window { col: r.col0, row: r.row0, bits });
        }
        // Across the border of chunks, each row is joined from two words.
        for k in 0..=more_rows {
            let y = (r.row0 + k) >> CHUNK_SHIFT;
            let within = ((r.row0 + k) & CHUNK_MASK) as usize;
            let mut word = self.solid(self.slot(x, y), within) >> shift;
            if in_two {
                // Two shifts, because a single shift by 64 overflows.
                word |= self.solid(self.slot(x + 1, y), within) << 1 << (CHUNK_MASK - shift);
            }
            bits |= ((word & columns) as u32) << (8 * k);
        }
        Some(Window { col: r.col0, row: r.row0, bits })
    }

    /// The first whole tile of the cells, row by row.
    pub(crate) fn any_solid(&self, r: CellRect) -> Option<(i32, i32)> {
        let mut first = None;
        self.any_whole(r, |col, row| {
            first = Some((col, row));
            true
        });
        first
    }

    /// Calls `visit` with column and row of each whole tile of the cells, row by row, until it returns true.
    #[inline]
    pub(super) fn any_whole(&self, r: CellRect, mut visit: impl FnMut(i32, i32) -> bool) {
        // Most areas fit a window, whose bits need no further lookup.
        if let Some(window) = self.whole_window(r) {
            let mut bits = window.bits;
            while bits != 0 {
                let (col, row) = Window::cell(bits.trailing_zeros());
                bits &= bits - 1;
                if visit(window.col + col, window.row + row) {
                    return;
                }
            }
            return;
        }
        for row in self.rows_with_something(r.row0, r.row1, r.col0, r.col1) {
            let mut from = r.col0;
            while let Some(col) = self.first_right(row, from, r.col1) {
                from = col + 1;
                if visit(col, row) {
                    return;
                }
            }
        }
    }

    /// 64 cells of a row from a column on, from two chunks.
    #[inline(always)]
    fn row_across(&self, col: i32, row: i32) -> u64 {
        let x = col >> CHUNK_SHIFT;
        let y = row >> CHUNK_SHIFT;
        let within = (row & CHUNK_MASK) as usize;
        let left = self.hot(self.slot(x, y))[within];
        let right = self.hot(self.slot(x + 1, y))[within];
        let shift = col & CHUNK_MASK;
        // Two shifts, because a single shift by 64 overflows.
        left >> shift | right << 1 << (CHUNK_MASK - shift)
    }
}
