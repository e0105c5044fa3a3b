//! The cells of a way in which something may be solid, in the order of the way.
//!
//! The usual walk (Amanatides and Woo 1987, "A Fast Voxel Traversal Algorithm for Ray Tracing") looks at one cell after the
//! other. Here a row of a chunk is one word, and what a way crosses of it is tested at once. A steep way crosses little of
//! each row; so rows are skipped by the chunk's word of rows that hold anything, and by eight at a time, whose words are
//! laid over each other. Which columns to look at for that is reckoned in floats, with a margin far above their error: too
//! many cost time and change nothing, since the columns of a row in which there is something are then found exactly.

use super::way::Way;
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, CellRect, bits, first_left_of, first_right_of};

/// Rows that are tested at once.
const BLOCK: i32 = 8;

/// Columns a row above which a way is not steep: its rows are looked at one by one, as they are as wide as blocks.
const STEEP: f64 = 8.0;

/// In columns, one of which is 256 units at least. The error of [`Steep::columns`] is below 2^-20.
const MARGIN: f64 = 1.0 / 1024.0;

/// See the module.
pub(super) struct Walk<'a> {
    way: Way<'a>,
    /// The next row to look at and the last one, counted from the first.
    row: i32,
    last_row: i32,
    steep: Option<Steep>,
    /// What is still to be looked at of the present row or rows.
    span: Option<CellRect>,
}

/// How to skip rows.
struct Steep {
    /// Columns that the way has crossed when it enters row 0, and those that it crosses in a row.
    base: f64,
    slope: f64,
    /// The last row of the present chunks, the chunks' rows that hold anything, their columns and slots.
    band_end: i32,
    occupied: u64,
    chunk: [i32; 2],
    slot: [usize; 2],
    /// The last row of a block in which something was seen.
    block_end: i32,
}

impl<'a> Walk<'a> {
    pub(super) fn new(way: Way<'a>) -> Self {
        let mut walk = Walk { way, row: 0, last_row: way.last(1) as i32, steep: None, span: None };
        if way.run[1] == 0 {
            let row = way.cell(1, 0);
            let before = row - i32::from(way.is_on_edge_of(1));
            walk.span = (way.run[0] != 0).then(|| walk.cells(0, way.last(0), before, row));
            walk.row = walk.last_row + 1;
        } else {
            walk.steep = Steep::new(&way);
        }
        walk
    }

    /// The next cell, or the next two on both sides of a way along an edge, that may hold something solid.
    #[inline]
    pub(super) fn next(&mut self) -> Option<CellRect> {
        loop {
            if let Some(span) = self.span {
                if let Some(step) = self.next_in(span) {
                    return Some(step);
                }
                self.span = None;
            }
            let n = self.next_row()?;
            let row = self.way.cell(1, n as u64);
            self.span = Some(if self.way.run[0] == 0 {
                let col = self.way.cell(0, 0);
                let before = col - i32::from(self.way.is_on_edge_of(0));
                CellRect { col0: before, row0: row, col1: col, row1: row }
            } else {
                let (from, to) = self.way.columns_in_row(n as u64);
                self.cells(from, to, row, row)
            });
        }
    }

    /// The columns from one to another, counted from the first.
    fn cells(&self, from: u64, to: u64, row0: i32, row1: i32) -> CellRect {
        let (from, to) = (self.way.cell(0, from), self.way.cell(0, to));
        let (col0, col1) = if from <= to { (from, to) } else { (to, from) };
        CellRect { col0, row0, col1, row1 }
    }

    /// The first of the cells of a span along the way. Of two rows or columns on both sides of an edge, both must hold
    /// something.
    #[inline]
    fn next_in(&mut self, span: CellRect) -> Option<CellRect> {
        let view = self.way.view;
        let within = |row: i32| (row & CHUNK_MASK) as usize;
        let word = |row: i32| move |x: i32| view.candidates(view.slot(x, row >> CHUNK_SHIFT), within(row));
        if self.way.run[0] == 0 {
            self.span = None;
            let holds = |col: i32| word(span.row0)(col >> CHUNK_SHIFT) >> (col & CHUNK_MASK) & 1 != 0;
            return (holds(span.col0) && holds(span.col1)).then_some(span);
        }
        let (upper, lower) = (word(span.row0), word(span.row1));
        let both = |x: i32| if span.row0 == span.row1 { upper(x) } else { upper(x) & lower(x) };
        let col = if self.way.forth[0] {
            let col = first_right_of(span.col0, span.col1, both)?;
            self.span = (col < span.col1).then_some(CellRect { col0: col + 1, ..span });
            col
        } else {
            let col = first_left_of(span.col1, span.col0, both)?;
            self.span = (col > span.col0).then_some(CellRect { col1: col - 1, ..span });
            col
        };
        Some(CellRect { col0: col, col1: col, ..span })
    }

    /// The next row in which something may be, counted from the first.
    #[inline]
    fn next_row(&mut self) -> Option<i32> {
        while self.row <= self.last_row {
            let Some(steep) = &mut self.steep else {
                self.row += 1;
                return Some(self.row - 1);
            };
            if self.row > steep.band_end {
                steep.open_band(&self.way, self.row, self.last_row);
            }
            if self.row > steep.block_end {
                self.row = steep.skip(&self.way, self.row);
            }
            while self.row <= steep.block_end {
                self.row += 1;
                if steep.holds_something(&self.way, self.row - 1, self.row - 1) {
                    return Some(self.row - 1);
                }
            }
        }
        None
    }
}

impl Steep {
    /// `None` for a way that is not steep.
    fn new(way: &Way) -> Option<Self> {
        let float = |v: u64| v as i64 as f64;
        let slope = float(way.run[0]) / float(way.run[1]);
        let column = 1.0 / float(way.tile[0]);
        let columns_a_row = slope * float(way.tile[1]) * column;
        (columns_a_row <= STEEP).then(|| Steep {
            base: (float(way.offset[0]) - slope * float(way.offset[1])) * column,
            slope: columns_a_row,
            band_end: -1,
            occupied: 0,
            chunk: [0; 2],
            slot: [0; 2],
            block_end: -1,
        })
    }

    /// The columns, lower first, that the way crosses in the rows from one to another, and maybe one more.
    #[inline(always)]
    fn columns(&self, way: &Way, first: i32, last: i32) -> (i32, i32) {
        let enter = (self.base + self.slope * f64::from(first) - MARGIN) as i32;
        let leave = (self.base + self.slope * f64::from(last + 1) + MARGIN) as i32;
        let (a, b) = (way.cell(0, enter.max(0) as u64), way.cell(0, leave.max(0) as u64));
        if way.is_on_edge_of(0) {
            (a - 1, b)
        } else if way.forth[0] {
            (a, b)
        } else {
            (b, a)
        }
    }

    /// Looks at the chunks of the rows from `row` on.
    fn open_band(&mut self, way: &Way, row: i32, last_row: i32) {
        let at = way.cell(1, row as u64);
        let rest = if way.forth[1] { CHUNK_MASK - (at & CHUNK_MASK) } else { at & CHUNK_MASK };
        self.band_end = last_row.min(row + rest);
        let (col0, col1) = self.columns(way, row, self.band_end);
        self.chunk = [col0 >> CHUNK_SHIFT, col1 >> CHUNK_SHIFT];
        self.slot = self.chunk.map(|x| way.view.slot(x, at >> CHUNK_SHIFT));
        self.occupied = if self.chunk[1] - self.chunk[0] <= 1 {
            way.view.occupied(self.slot[0]) | way.view.occupied(self.slot[1])
        } else {
            u64::MAX
        };
    }

    /// The next row from `row` on that is in a block in which something may be, or one beyond the band.
    fn skip(&mut self, way: &Way, mut row: i32) -> i32 {
        while row <= self.band_end {
            let within = way.cell(1, row as u64) & CHUNK_MASK;
            let ahead = if way.forth[1] {
                (self.occupied >> within).trailing_zeros()
            } else {
                (self.occupied << (CHUNK_MASK - within)).leading_zeros()
            };
            row += ahead as i32;
            if row > self.band_end {
                break;
            }
            let within = way.cell(1, row as u64) & CHUNK_MASK & (BLOCK - 1);
            let rest = if way.forth[1] { BLOCK - 1 - within } else { within };
            let end = self.band_end.min(row + rest);
            if self.holds_something(way, row, end) {
                self.block_end = end;
                return row;
            }
            row = end + 1;
        }
        self.band_end + 1
    }

    /// May something be in the cells that the way crosses in these rows of one block?
    #[inline(always)]
    fn holds_something(&self, way: &Way, row: i32, end: i32) -> bool {
        let (col0, col1) = self.columns(way, row, end);
        let (x, at) = (col0 >> CHUNK_SHIFT, way.cell(1, row as u64));
        if x != col1 >> CHUNK_SHIFT {
            return true;
        }
        let slot = if x == self.chunk[0] {
            self.slot[0]
        } else if x == self.chunk[1] {
            self.slot[1]
        } else {
            way.view.slot(x, at >> CHUNK_SHIFT)
        };
        let (plane, within) = (way.view.hot(slot), (at & CHUNK_MASK) as usize);
        let word = if row == end {
            plane[within]
        } else {
            let low = within & !(BLOCK as usize - 1);
            plane[low..low + BLOCK as usize].iter().fold(0, |all, row| all | row)
        };
        word & bits(col0 & CHUNK_MASK, col1 & CHUNK_MASK) != 0
    }
}
