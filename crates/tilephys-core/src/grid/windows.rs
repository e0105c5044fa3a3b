//! SIMD reads of windows for many bodies at a time.

use super::cells::CellRect;
use super::directory::within;
use super::plane::{CHUNK_MASK, CHUNK_SHIFT};
use super::view::View;
use crate::limits::CHUNK_SIZE;

/// Number of rows of a window.
const WINDOW_ROWS: i32 = 4;

/// First and last columns or rows of many windows.
pub(crate) struct Ends<'a> {
    pub(crate) first: &'a [i32],
    pub(crate) last: &'a [i32],
}

/// Places and contents of `N` [`Window`](super::Window)s. The read is a pass that the compiler vectorizes, then a pass that reads
/// four words for each window, then another vector pass.
#[derive(Clone, Debug)]
pub(crate) struct Windows<const N: usize> {
    /// Page and chunk of the low corner, and the corner in that chunk.
    page: [u32; N],
    within: [u32; N],
    col: [u32; N],
    row: [u32; N],
    /// Number of rows read above the window.
    above: [u32; N],
    /// Bits that are in the window; zero if it does not lie in one chunk or is too large.
    mask: [u32; N],
    /// Bytes of four rows in sequence, from the window's first column on.
    rows: [[u8; WINDOW_ROWS as usize]; N],
    /// Bits of the window: a byte a row, a bit a column.
    pub(crate) bits: [u32; N],
}

impl<const N: usize> Windows<N> {
    pub(crate) fn new() -> Self {
        let none = [0; N];
        let rows = [[0; WINDOW_ROWS as usize]; N];
        Windows { page: none, within: none, col: none, row: none, above: none, mask: none, rows, bits: none }
    }

    /// Reads the hot bits of the first `n` windows.
    #[inline(always)]
    pub(crate) fn read(&mut self, view: View, x: &Ends, y: &Ends, n: usize) {
        self.locate(view, x, y, n);
        self.fetch(view, n);
        for i in 0..n.min(N) {
            let rows = u32::from_le_bytes(self.rows[i]);
            self.bits[i] = rows >> (8 * (self.above[i] & 3)) & self.mask[i];
        }
    }

    /// True if these cells fit a window.
    #[inline(always)]
    pub(crate) fn can_hold(r: CellRect) -> bool {
        (r.col1.wrapping_sub(r.col0) as u32) < 8 && (r.row1.wrapping_sub(r.row0) as u32) < WINDOW_ROWS as u32
    }

    /// True if this window was not read, because it does not lie in one chunk or is too large.
    #[inline(always)]
    pub(crate) fn is_missing(&self, i: usize) -> bool {
        self.mask[i] == 0
    }

    /// Sets a window that was read by itself.
    #[inline(always)]
    pub(crate) fn fill(&mut self, i: usize, bits: u32) {
        self.bits[i] = bits;
        self.mask[i] = u32::MAX;
    }

    #[inline(always)]
    fn locate(&mut self, view: View, x: &Ends, y: &Ends, n: usize) {
        let n = n.min(N);
        let first_x = &x.first[..n];
        let last_x = &x.last[..n];
        let first_y = &y.first[..n];
        let last_y = &y.last[..n];
        for i in 0..n {
            let col = first_x[i];
            let row = first_y[i];
            let chunk_x = col >> CHUNK_SHIFT;
            let chunk_y = row >> CHUNK_SHIFT;
            self.page[i] = view.grid.directory.page(chunk_x, chunk_y);
            self.within[i] = within(chunk_x, chunk_y);
            self.col[i] = (col & CHUNK_MASK) as u32;
            // Four consecutive rows, of which the first may lie before the window.
            let row_in_chunk = (row & CHUNK_MASK) as u32;
            let last_place = (CHUNK_SIZE - WINDOW_ROWS) as u32;
            self.row[i] = if row_in_chunk < last_place { row_in_chunk } else { last_place };
            self.above[i] = row_in_chunk - self.row[i];
            let more_cols = last_x[i].wrapping_sub(col) as u32;
            let more_rows = last_y[i].wrapping_sub(row) as u32;
            let one_chunk = (last_x[i] >> CHUNK_SHIFT == chunk_x) & (last_y[i] >> CHUNK_SHIFT == chunk_y);
            let columns = 0xFF >> (7 - (more_cols & 7));
            let rows = 0x0101_0101 >> (24 - 8 * (more_rows & 3));
            // Copies the byte of columns to each row: the carry-free product of two words.
            let mask = columns * rows;
            self.mask[i] = if one_chunk & (more_cols < 8) & (more_rows < 4) { mask } else { 0 };
        }
    }

    #[inline(always)]
    fn fetch(&mut self, view: View, n: usize) {
        let tables = view.grid.directory.tables();
        let planes = &view.grid.hot[..];
        for i in 0..n.min(N) {
            let plane = &planes[tables.slot(self.page[i], self.within[i])];
            let rows = &plane[self.row[i] as usize..][..WINDOW_ROWS as usize];
            let row = |k: usize| (rows[k] >> (self.col[i] & CHUNK_MASK as u32)) as u8;
            self.rows[i] = [row(0), row(1), row(2), row(3)];
        }
    }
}
