//! Grid traversal of a segment: the cells that may contain a solid, in the order of the segment.
//!
//! The usual traversal (Amanatides and Woo 1987, "A Fast Voxel Traversal Algorithm for Ray Tracing") tests one cell after the
//! other. Here a row of a chunk is one word, and the part that the segment crosses is tested at once. A steep segment crosses
//! little of each row. So empty rows are skipped by the chunk's word of occupied rows, and eight rows at a time by the union of
//! their words. The columns are computed in fixed point, with a margin far above the error. A superfluous cell only costs time,
//! because the entry into a cell is then decided exactly.

use super::way::Way;
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, CellRect, bits};
use std::ops::ControlFlow;

/// Rows that are tested at once.
const BLOCK: i32 = 8;

/// Columns a row above which fixed point is not used. Such a segment has at most 16 rows.
const FLAT: f64 = (1 << 20) as f64;

/// Number of fractional bits.
const POINT: u32 = 32;

/// Margin of 2^-10 columns; a column has at least 256 units. The error is below 2^-20.
const MARGIN: i64 = 1 << (POINT - 10);

/// Position at which a traversal resumes: at a column of a row, or at the beginning of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Resume {
    /// Row, counted from the first row.
    pub(super) row: i32,
    pub(super) col: Option<i32>,
}

/// Rows of one row of chunks, with the data to test them.
struct Band<'w, 'a> {
    way: &'w Way<'a>,
    /// Lowest and highest column that the segment enters.
    cols: [i32; 2],
    /// Chunks at both ends: columns and slots.
    chunk: [i32; 2],
    slot: [usize; 2],
}

/// Calls `visit` with each cell that may contain a solid, in the order of the segment, until it breaks. For a segment along an edge
/// of cells, with both cells beside it. Includes cells touched at a corner after the start, and some that are not
/// touched. `LINES` includes cells with one-way lines.
#[inline(always)]
pub(super) fn walk<'a, const LINES: bool, T>(
    way: &Way<'a>,
    resume: Resume,
    mut visit: impl FnMut(CellRect) -> ControlFlow<T>,
) -> ControlFlow<T> {
    if way.is_on_edge_of(0) || way.is_on_edge_of(1) {
        return Seam { way, wants_either: LINES && way.sees_lines() }.walk(resume, visit);
    }
    let forth = way.forth[1];
    let rows = way.last(1) as i32 + 1;
    let ends = [way.cell(0, 0), way.cell(0, way.last(0))];
    let cols = if way.forth[0] { ends } else { [ends[1], ends[0]] };
    let mut band = Band { way, cols, chunk: [0; 2], slot: [0; 2] };
    let Some((base, slope)) = columns_by_row(way) else { return band.flat_rows(resume, rows, &mut visit) };
    let step = fixed(slope);
    let mut done = resume.row;
    if resume.col.is_some() && done < rows {
        // The rest of a row is tested separately.
        let (col0, col1) = columns(fixed(base + slope * f64::from(done)), step);
        band.open(way.cell(1, done as u64), col0, col1);
        band.row(way.cell(1, done as u64), band.left_of_row(col0, col1, resume.col), &mut visit)?;
        done += 1;
    }
    while done < rows {
        let first = way.cell(1, done as u64);
        let within = first & CHUNK_MASK;
        let count = (rows - done).min(if forth { CHUNK_MASK + 1 - within } else { within + 1 });
        let mut column = fixed(base + slope * f64::from(done));
        let (col0, col1) = columns(column, step * i64::from(count));
        if band.open(first, col0, col1) {
            // Rows left of the band, and of a block that may contain a solid.
            let mut row = first;
            let mut left = count;
            let mut in_block = 0;
            while left > 0 {
                if in_block == 0 {
                    in_block = left.min(BLOCK - ((if forth { row } else { !row }) & (BLOCK - 1)));
                    if !band.block_may_hold(row, columns(column, step * i64::from(in_block))) {
                        row += if forth { in_block } else { -in_block };
                        left -= in_block;
                        column += step * i64::from(in_block);
                        in_block = 0;
                        continue;
                    }
                }
                let cols = columns(column, step);
                if band.row_may_hold(row, cols) {
                    band.row(row, cols, &mut visit)?;
                }
                row += if forth { 1 } else { -1 };
                left -= 1;
                in_block -= 1;
                column += step;
            }
        }
        done += count;
    }
    ControlFlow::Continue(())
}

/// The column at which the segment enters row 0, and the columns it moves in a row; `None` if fixed point is not usable.
#[inline(always)]
fn columns_by_row(way: &Way) -> Option<(f64, f64)> {
    let float = |v: u64| v as i64 as f64;
    let slope = float(way.run[0]) / float(way.run[1]);
    let column = 1.0 / float(way.tile[0]);
    let a_row = slope * float(way.tile[1]) * column;
    if way.run[1] == 0 || a_row > FLAT {
        return None;
    }
    let crossed = (float(way.offset[0]) - slope * float(way.offset[1])) * column;
    let first = f64::from(way.cell(0, 0));
    Some(if way.forth[0] { (first + crossed, a_row) } else { (first + 1.0 - crossed, -a_row) })
}

#[inline(always)]
fn fixed(columns: f64) -> i64 {
    (columns * (1i64 << POINT) as f64) as i64
}

/// The columns between a place and another `more` columns from there, widened by one on either side at most.
#[inline(always)]
fn columns(column: i64, more: i64) -> (i32, i32) {
    // The negative and positive parts of `more`, without a branch.
    let back = more & (more >> 63);
    (((column + back - MARGIN) >> POINT) as i32, ((column + (more - back) + MARGIN) >> POINT) as i32)
}

impl Band<'_, '_> {
    /// Sets the band to rows of `row`'s row of chunks, between two columns. Returns true if anything is in these.
    #[inline(always)]
    fn open(&mut self, row: i32, col0: i32, col1: i32) -> bool {
        let view = self.way.sight.view;
        let y = row >> CHUNK_SHIFT;
        self.chunk = [col0, col1].map(|col| col.clamp(self.cols[0], self.cols[1]) >> CHUNK_SHIFT);
        self.slot[0] = view.slot(self.chunk[0], y);
        self.slot[1] =
            if self.chunk[0] == self.chunk[1] { self.slot[0] } else { view.slot(self.chunk[1], y) };
        self.chunk[1] - self.chunk[0] > 1 || view.occupied(self.slot[0]) | view.occupied(self.slot[1]) != 0
    }

    #[inline(always)]
    fn slot(&self, x: i32, row: i32) -> usize {
        if x == self.chunk[0] {
            self.slot[0]
        } else if x == self.chunk[1] {
            self.slot[1]
        } else {
            self.way.sight.view.slot(x, row >> CHUNK_SHIFT)
        }
    }

    /// True if these columns of the block of rows of `row` may contain a solid. Wide blocks are not tested.
    #[inline(always)]
    fn block_may_hold(&self, row: i32, (col0, col1): (i32, i32)) -> bool {
        let x = col0 >> CHUNK_SHIFT;
        if x != col1 >> CHUNK_SHIFT {
            return true;
        }
        let low = (row & CHUNK_MASK & !(BLOCK - 1)) as usize;
        let rows = &self.way.sight.view.hot(self.slot(x, row))[low..low + BLOCK as usize];
        rows.iter().fold(0, |all, row| all | row) & bits(col0 & CHUNK_MASK, col1 & CHUNK_MASK) != 0
    }

    /// The columns of a row from the one at which the traversal resumes.
    fn left_of_row(&self, col0: i32, col1: i32, resume: Option<i32>) -> (i32, i32) {
        match resume {
            Some(col) if self.way.forth[0] => (col, col1),
            Some(col) => (col0, col),
            None => (col0, col1),
        }
    }

    /// True if these columns of a row may contain a solid. Columns of several chunks are not tested.
    #[inline(always)]
    fn row_may_hold(&self, row: i32, (col0, col1): (i32, i32)) -> bool {
        let x = col0 >> CHUNK_SHIFT;
        if x != col1 >> CHUNK_SHIFT {
            return true;
        }
        let word = self.way.sight.view.hot(self.slot(x, row))[(row & CHUNK_MASK) as usize];
        word & bits(col0 & CHUNK_MASK, col1 & CHUNK_MASK) != 0
    }

    /// Visits possible solids in some columns of a row, chunk by chunk.
    #[inline(always)]
    fn row<T>(
        &self,
        row: i32,
        (col0, col1): (i32, i32),
        visit: &mut impl FnMut(CellRect) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let view = self.way.sight.view;
        let within = (row & CHUNK_MASK) as usize;
        // The columns were widened by a margin, which must not leave the bounds of the segment.
        let col0 = col0.max(self.cols[0]);
        let col1 = col1.min(self.cols[1]);
        let x0 = col0 >> CHUNK_SHIFT;
        let x1 = col1 >> CHUNK_SHIFT;
        let mut n = 0;
        while n <= x1 - x0 {
            let x = if self.way.forth[0] { x0 + n } else { x1 - n };
            let low = x << CHUNK_SHIFT;
            let columns = bits((col0 - low).max(0), (col1 - low).min(CHUNK_MASK));
            let slot = self.slot(x, row);
            // Hot bits are one word. Candidates for a mask may need several planes.
            if view.hot(slot)[within] & columns != 0 {
                let word = view.candidates(slot, within) & columns;
                cells(self.way, [x, row], 0, word, visit)?;
            }
            n += 1;
        }
        ControlFlow::Continue(())
    }

    /// The traversal for segments with few rows, or only one.
    #[inline(never)]
    fn flat_rows<T>(
        &mut self,
        resume: Resume,
        rows: i32,
        visit: &mut impl FnMut(CellRect) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        if self.way.run == [0, 0] {
            return ControlFlow::Continue(());
        }
        for n in resume.row..rows {
            let row = self.way.cell(1, n as u64);
            let (col0, col1) = if self.way.run[1] == 0 {
                (self.cols[0], self.cols[1])
            } else {
                let (from, to) = self.way.columns_in_row(n as u64);
                let a = self.way.cell(0, from);
                let b = self.way.cell(0, to);
                // One more on each side, because cells that the segment only touches at a corner are included.
                (a.min(b) - 1, a.max(b) + 1)
            };
            self.open(row, col0, col1);
            // Only the first row continues in its middle.
            let resumed = resume.col.filter(|_| n == resume.row);
            self.row(row, self.left_of_row(col0, col1, resumed), visit)?;
        }
        ControlFlow::Continue(())
    }
}

/// Visits the cells of a word, in a column of chunks and a row, each together with `before` cells in the rows before it.
#[inline(always)]
fn cells<T>(
    way: &Way,
    [x, row]: [i32; 2],
    before: i32,
    mut word: u64,
    visit: &mut impl FnMut(CellRect) -> ControlFlow<T>,
) -> ControlFlow<T> {
    while word != 0 {
        // In the direction of the segment, so that the first visited cell is the first entered.
        let bit = if way.forth[0] { word.trailing_zeros() } else { 63 - word.leading_zeros() };
        word &= !(1 << bit);
        let col = (x << CHUNK_SHIFT) + bit as i32;
        visit(CellRect { col0: col, row0: row - before, col1: col, row1: row })?;
    }
    ControlFlow::Continue(())
}

/// The cells on both sides of a segment that runs along an edge of cells.
///
/// A solid on one side only does not stop the segment. Solids on both sides of one place stop it. So do two solids that meet at a
/// corner, one on each side.
struct Seam<'w, 'a> {
    way: &'w Way<'a>,
    /// True if cells with a solid on one side only are visited too.
    wants_either: bool,
}

impl Seam<'_, '_> {
    #[inline(never)]
    fn walk<T>(&self, resume: Resume, mut visit: impl FnMut(CellRect) -> ControlFlow<T>) -> ControlFlow<T> {
        if self.way.run == [0, 0] || resume.row as u64 > self.way.last(1) {
            ControlFlow::Continue(())
        } else if self.way.is_on_edge_of(1) {
            self.along_row(resume.col, &mut visit)
        } else {
            self.along_column(resume.row, &mut visit)
        }
    }

    /// The cells at which the segment may be stopped, from two words on both sides, and the words before them.
    fn both(&self, [a, b]: [u64; 2], [a_before, b_before]: [u64; 2]) -> u64 {
        if self.wants_either { a | b } else { a & (b | b_before) | b & a_before }
    }

    fn along_row<T>(
        &self,
        from: Option<i32>,
        visit: &mut impl FnMut(CellRect) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let way = self.way;
        let view = way.sight.view;
        let forth = way.forth[0];
        let row = way.cell(1, 0);
        let first = from.unwrap_or_else(|| way.cell(0, 0));
        let last = way.cell(0, way.last(0));
        let step = if forth { 1 } else { -1 };
        let end = last >> CHUNK_SHIFT;
        let words = |x: i32| {
            [row, row - 1]
                .map(|row| view.candidates(view.slot(x, row >> CHUNK_SHIFT), (row & CHUNK_MASK) as usize))
        };
        let mut x = first >> CHUNK_SHIFT;
        let mut behind = words(x - step);
        while (end - x) * step >= 0 {
            let here = words(x);
            // Each word shifted by a cell along the segment: solids that meet at a corner stop it too.
            let before = [0, 1].map(|k| {
                let here = here[k];
                let behind = behind[k];
                if forth { here << 1 | behind >> CHUNK_MASK } else { here >> 1 | behind << CHUNK_MASK }
            });
            let low = x << CHUNK_SHIFT;
            let col0 = first.min(last) - low;
            let col1 = first.max(last) - low;
            let columns = bits(col0.max(0), col1.min(CHUNK_MASK));
            cells(way, [x, row], 1, self.both(here, before) & columns, visit)?;
            x += step;
            behind = here;
        }
        ControlFlow::Continue(())
    }

    fn along_column<T>(
        &self,
        from: i32,
        visit: &mut impl FnMut(CellRect) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let way = self.way;
        let view = way.sight.view;
        let forth = way.forth[1];
        let col = way.cell(0, 0);
        let first = way.cell(1, from as u64);
        let last = way.cell(1, way.last(1));
        let step = if forth { 1 } else { -1 };
        let end = last >> CHUNK_SHIFT;
        // The last row that is not empty, and its words: all rows between are empty.
        let mut behind = (first - step, [0; 2]);
        let is_there = |row: i32| {
            [col, col - 1].map(|col| {
                let slot = view.slot(col >> CHUNK_SHIFT, row >> CHUNK_SHIFT);
                view.candidates(slot, (row & CHUNK_MASK) as usize) >> (col & CHUNK_MASK) & 1
            })
        };
        behind.1 = is_there(behind.0);
        let mut y = first >> CHUNK_SHIFT;
        while (end - y) * step >= 0 {
            let low = y << CHUNK_SHIFT;
            let row0 = first.min(last) - low;
            let row1 = first.max(last) - low;
            // Words lie along rows, so a column is read by the occupied rows of its chunks.
            let occupied = [col, col - 1].map(|col| view.occupied(view.slot(col >> CHUNK_SHIFT, y)));
            let mut rows = (occupied[0] | occupied[1]) & bits(row0.max(0), row1.min(CHUNK_MASK));
            while rows != 0 {
                let bit = if forth { rows.trailing_zeros() } else { 63 - rows.leading_zeros() };
                rows &= !(1 << bit);
                let row = low + bit as i32;
                let here = is_there(row);
                // Only the row just before can meet this one at a corner.
                let before = if behind.0 == row - step { behind.1 } else { [0; 2] };
                behind = (row, here);
                if self.both(here, before) != 0 {
                    visit(CellRect { col0: col - 1, row0: row, col1: col, row1: row })?;
                }
            }
            y += step;
        }
        ControlFlow::Continue(())
    }
}
