//! Reads of the bits of few cells: windows for one body or for many bodies at a time, and searches along rows in words of 64
//! cells.

use super::cells::{CHUNK_MASK, CHUNK_SHIFT, CellRect, Window, bits};
use super::chunk::within;
use super::view::View;
use crate::limits::{CHUNK_SIZE, PAGE};
use std::iter::from_fn;

const WINDOW_ROWS: i32 = 4;

/// What a window reads: cells that may be hit, whole tiles, or cells with anything else.
const HOT: u8 = 0;
const WHOLE: u8 = 1;
pub(super) const SHAPED: u8 = 2;

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
    above: [u32; N],
    /// Bits that are in the window; zero if it does not lie in one chunk or is too large.
    mask: [u32; N],
    /// Bytes of four rows in sequence, from the window's first column on.
    rows: [[u8; WINDOW_ROWS as usize]; N],
    pub(crate) bits: [u32; N],
}

impl<const N: usize> Default for Windows<N> {
    fn default() -> Self {
        let none = [0; N];
        let rows = [[0; WINDOW_ROWS as usize]; N];
        Windows { page: none, within: none, col: none, row: none, above: none, mask: none, rows, bits: none }
    }
}

impl<const N: usize> Windows<N> {
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

    #[inline(always)]
    pub(crate) fn can_hold(r: CellRect) -> bool {
        (r.col1.wrapping_sub(r.col0) as u32) < 8 && (r.row1.wrapping_sub(r.row0) as u32) < WINDOW_ROWS as u32
    }

    /// True if this window was not read, because it does not lie in one chunk or is too large.
    #[inline(always)]
    pub(crate) fn is_missing(&self, i: usize) -> bool {
        self.mask[i] == 0
    }

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
            let mask = Window::bits_of(more_cols & 7, more_rows & 3);
            self.mask[i] = if one_chunk & (more_cols < 8) & (more_rows < 4) { mask } else { 0 };
        }
    }

    #[inline(always)]
    fn fetch(&mut self, view: View, n: usize) {
        let directory = &view.grid.directory;
        let planes = &view.grid.hot[..];
        for i in 0..n.min(N) {
            let plane = &planes[directory.slot_in(self.page[i], self.within[i])];
            let rows = &plane[self.row[i] as usize..][..WINDOW_ROWS as usize];
            let row = |k: usize| (rows[k] >> (self.col[i] & CHUNK_MASK as u32)) as u8;
            self.rows[i] = [row(0), row(1), row(2), row(3)];
        }
    }
}

impl View<'_> {
    /// The cells' whole tiles, if they are at most 8 x 4 and nothing else is solid to the mask.
    #[inline(always)]
    pub(crate) fn window(&self, r: CellRect) -> Option<Window> {
        if let Some(gathered) = self.gathered_in(r) {
            let is_shaped = gathered.any_piece(r, |_| true);
            return (!is_shaped).then(|| gathered.whole(r));
        }
        let fits = r.col1 - r.col0 <= 7 && r.row1 - r.row0 <= 3;
        if !self.sees_all || !fits || self.is_shaped_in(r) { None } else { self.hot_window(r) }
    }

    /// The cells that may be hit, if they are at most 8 x 4.
    #[inline(always)]
    pub(crate) fn hot_window(&self, r: CellRect) -> Option<Window> {
        self.read_window::<HOT>(r)
    }

    /// The cells' whole tiles, if they are at most 8 x 4, regardless of other shapes.
    #[inline(always)]
    pub(crate) fn whole_window(&self, r: CellRect) -> Option<Window> {
        match self.gathered_in(r) {
            Some(gathered) => Some(gathered.whole(r)),
            None => self.read_whole_window(r),
        }
    }

    #[inline(never)]
    fn read_whole_window(&self, r: CellRect) -> Option<Window> {
        if self.plain { self.hot_window(r) } else { self.read_window::<WHOLE>(r) }
    }

    /// The hot or shaped bits of the cells, or their whole tiles; `None` if they are more than 8 x 4.
    #[inline(always)]
    pub(super) fn read_window<const BITS: u8>(&self, r: CellRect) -> Option<Window> {
        let more_cols = r.col1 - r.col0;
        let more_rows = r.row1 - r.row0;
        if more_cols > 7 || more_rows > 3 {
            return None;
        }
        let columns = u64::MAX >> (63 - more_cols);
        let shift = r.col0 & CHUNK_MASK;
        let x = r.col0 >> CHUNK_SHIFT;
        let y = r.row0 >> CHUNK_SHIFT;
        let in_two = x != r.col1 >> CHUNK_SHIFT;
        let mut bits = 0;
        if !in_two && y == r.row1 >> CHUNK_SHIFT {
            let slot = self.slot(x, y);
            // Always four rows: a fixed loop has no branch. Rows beyond the window are cleared below.
            for k in 0..4 {
                let is_read = BITS != WHOLE || k <= more_rows;
                let mask = if is_read { columns << shift } else { 0 };
                let word = self.window_word::<BITS>(slot, r.row0 + k, mask) >> shift & columns;
                bits |= (word as u32) << (8 * k);
            }
        } else {
            // Across the border of chunks, each row is joined from two words.
            for k in 0..=more_rows {
                let row = r.row0 + k;
                let y = row >> CHUNK_SHIFT;
                let mut joined = self.window_word::<BITS>(self.slot(x, y), row, columns << shift) >> shift;
                if in_two {
                    let right = self.window_word::<BITS>(self.slot(x + 1, y), row, columns);
                    // Two shifts, because a single shift by 64 overflows.
                    joined |= right << 1 << (CHUNK_MASK - shift);
                }
                bits |= ((joined & columns) as u32) << (8 * k);
            }
        }
        bits &= u32::MAX >> (24 - 8 * more_rows);
        Some(Window { col: r.col0, row: r.row0, bits })
    }

    /// The bits of a chunk's row, of which only the bits of a mask are read.
    #[inline(always)]
    fn window_word<const BITS: u8>(&self, slot: usize, row: i32, mask: u64) -> u64 {
        let within = (row & CHUNK_MASK) as usize;
        let shaped = self.shaped(slot, within);
        let bits = if BITS == SHAPED { shaped } else { self.grid.hot[slot][within] } & mask;
        // Most rows are empty, or have nothing but whole tiles in these cells.
        let is_known = BITS != WHOLE || bits == 0 || self.sees_all && shaped & bits == 0;
        if is_known { bits } else { self.solid(slot, within) }
    }

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
    pub(crate) fn any_whole(&self, r: CellRect, mut visit: impl FnMut(i32, i32) -> bool) {
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
}

impl<'a> View<'a> {
    /// The leftmost [candidate](Self::candidates) of a row in the columns `from..=to`.
    pub(crate) fn first_candidate(&self, row: i32, from: i32, to: i32) -> Option<i32> {
        let within = (row & CHUNK_MASK) as usize;
        leftmost([from, to], |x| self.candidates(self.slot(x, row >> CHUNK_SHIFT), within))
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

    /// Rows of `from..=to` (either order), in that order, that may have hot cells in the columns `col0..=col1`.
    #[inline]
    pub(crate) fn rows_with_something(
        self,
        from: i32,
        to: i32,
        col0: i32,
        col1: i32,
    ) -> impl Iterator<Item = i32> + use<'a> {
        let down = to >= from;
        let first = from >> CHUNK_SHIFT;
        let x = [col0 >> CHUNK_SHIFT, col1 >> CHUNK_SHIFT];
        let rows = if down { [from, to] } else { [to, from] };
        (0..=first.abs_diff(to >> CHUNK_SHIFT) as i32).flat_map(move |n| {
            let y = if down { first + n } else { first - n };
            let low = y << CHUNK_SHIFT;
            // Of a wide row of chunks, only the pages that exist are read.
            let occupied = if x[1] - x[0] >= PAGE {
                let slots = self.grid.directory.row_slots(y, x);
                slots.fold(0, |rows, slot| rows | self.grid.occupied[slot])
            } else {
                (x[0]..=x[1]).fold(0, |rows, x| rows | self.grid.occupied[self.slot(x, y)])
            };
            let mut ahead = occupied & bits((rows[0] - low).max(0), (rows[1] - low).min(CHUNK_MASK));
            from_fn(move || {
                let bit = if down { ahead.trailing_zeros() } else { ahead.leading_zeros() ^ 63 };
                let found = (ahead != 0).then(|| low + bit as i32);
                ahead &= !(1u64.wrapping_shl(bit));
                found
            })
        })
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
