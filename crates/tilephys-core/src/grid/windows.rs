//! Windows of many bodies at a time.

use super::directory::within;
use super::{CHUNK_MASK, CHUNK_SHIFT, View};

/// First and last columns or rows of many windows.
pub(crate) struct Ends<'a> {
    pub(crate) first: &'a [i32],
    pub(crate) last: &'a [i32],
}

/// As many [`Window`](super::Window)s: where they are, then what is in them. First a pass that the compiler
/// vectorises, then one that reads four words for each, then another vector pass.
#[derive(Clone, Debug)]
pub(crate) struct Windows<const N: usize> {
    /// The page and the chunk of the low corner, and the corner in that chunk.
    page: [u32; N],
    within: [u32; N],
    col: [u32; N],
    row: [u32; N],
    /// The bits that are in the window; none if it does not lie in one chunk or is too large.
    mask: [u32; N],
    /// A byte a row, a bit a column.
    pub(crate) bits: [u32; N],
}

impl<const N: usize> Windows<N> {
    pub(crate) fn new() -> Self {
        let none = [0; N];
        Windows { page: none, within: none, col: none, row: none, mask: none, bits: none }
    }

    /// Reads the first `n` windows, all that is hot in them.
    #[inline(always)]
    pub(crate) fn read(&mut self, view: View, x: &Ends, y: &Ends, n: usize) {
        self.locate(view, x, y, n);
        self.fetch(view, n);
        for i in 0..n.min(N) {
            self.bits[i] &= self.mask[i];
        }
    }

    /// Was this window not read, because it does not lie in one chunk or is too large?
    #[inline(always)]
    pub(crate) fn is_missing(&self, i: usize) -> bool {
        self.mask[i] == 0
    }

    #[inline(always)]
    fn locate(&mut self, view: View, x: &Ends, y: &Ends, n: usize) {
        let n = n.min(N);
        let (first_x, last_x) = (&x.first[..n], &x.last[..n]);
        let (first_y, last_y) = (&y.first[..n], &y.last[..n]);
        for i in 0..n {
            let (col, row) = (first_x[i], first_y[i]);
            let (chunk_x, chunk_y) = (col >> CHUNK_SHIFT, row >> CHUNK_SHIFT);
            self.page[i] = view.grid.directory.page(chunk_x, chunk_y);
            self.within[i] = within(chunk_x, chunk_y);
            (self.col[i], self.row[i]) = ((col & CHUNK_MASK) as u32, (row & CHUNK_MASK) as u32);
            let (more_cols, more_rows) =
                (last_x[i].wrapping_sub(col) as u32, last_y[i].wrapping_sub(row) as u32);
            let one_chunk =
                (last_x[i] >> CHUNK_SHIFT == chunk_x) & (last_y[i] >> CHUNK_SHIFT == chunk_y);
            let columns = 0xFF >> (7 - (more_cols & 7));
            let rows = 0x0101_0101 >> (24 - 8 * (more_rows & 3));
            // Copies the byte of columns to each row: the product of two words without a carry.
            let mask = columns * rows;
            self.mask[i] = if one_chunk & (more_cols < 8) & (more_rows < 4) { mask } else { 0 };
        }
    }

    #[inline(always)]
    fn fetch(&mut self, view: View, n: usize) {
        for i in 0..n.min(N) {
            let plane = view.hot(view.grid.directory.slot_in(self.page[i], self.within[i]));
            let row = |k: u32| (plane[(self.row[i] + k) as usize & CHUNK_MASK as usize] >> self.col[i]) as u8;
            self.bits[i] = u32::from_le_bytes([row(0), row(1), row(2), row(3)]);
        }
    }
}
