//! Grid traversal of a segment: the cells that may contain a solid, in the order of the segment.
//!
//! The usual traversal (Amanatides and Woo 1987, "A Fast Voxel Traversal Algorithm for Ray Tracing") tests one cell after the
//! other. Here a row of a chunk is one word, and the part that the segment crosses is tested at once. A steep segment crosses
//! little of each row. So empty rows are skipped by the chunk's word of occupied rows. The columns are computed in fixed point, with a
//! margin far above the error. A superfluous cell only costs time, because the entry into a cell is then decided exactly.

use super::way::Way;
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, CellRect, bits};
use std::ops::ControlFlow;

/// Columns a row above which fixed point is not used. Such a segment has at most 16 rows, which are visited in all its columns.
const FLAT: f64 = (1 << 20) as f64;

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
    if way.run == [0, 0] {
        return ControlFlow::Continue(());
    }
    let view = way.sight.view;
    let columns = Columns::new(way);
    let rows = way.last(1) as i32 + 1;
    let mut done = resume.row;
    while done < rows {
        // The columns of a row of chunks bound the search for its rows that are not empty.
        let first = way.cell(1, done as u64);
        let within = first & CHUNK_MASK;
        let count = (rows - done).min(if way.forth[1] { CHUNK_MASK + 1 - within } else { within + 1 });
        let last = way.cell(1, (done + count - 1) as u64);
        let [col0, col1] = columns.in_rows(done, count);
        for row in view.rows_with_something(first, last, col0, col1) {
            let n = way.steps_to(1, row) as i32;
            let mut cols = columns.in_rows(n, 1);
            // Only the first row continues in its middle.
            if let Some(col) = resume.col.filter(|_| n == resume.row) {
                cols[usize::from(!way.forth[0])] = col;
            }
            cells_in_row(way, row, cols, &mut visit)?;
        }
        done += count;
    }
    ControlFlow::Continue(())
}

struct Columns {
    ends: [i32; 2],
    /// Column at which the segment enters row 0, and the columns it moves in a row; `None` if fixed point is not usable.
    line: Option<(f64, f64)>,
}

impl Columns {
    fn new(way: &Way) -> Self {
        let mut ends = [way.cell(0, 0), way.cell(0, way.last(0))];
        ends.sort_unstable();
        let float = |v: u64| v as i64 as f64;
        let slope = float(way.run[0]) / float(way.run[1]);
        let column = 1.0 / float(way.tile[0]);
        let a_row = slope * float(way.tile[1]) * column;
        let crossed = (float(way.offset[0]) - slope * float(way.offset[1])) * column;
        let first = f64::from(way.cell(0, 0));
        let line = if way.forth[0] { (first + crossed, a_row) } else { (first + 1.0 - crossed, -a_row) };
        Columns { ends, line: (way.run[1] != 0 && a_row <= FLAT).then_some(line) }
    }

    /// The first and the last column in some rows, counted from the first row, or one more on either side.
    #[inline(always)]
    fn in_rows(&self, first: i32, count: i32) -> [i32; 2] {
        let Some((base, slope)) = self.line else { return self.ends };
        let at = |row: i32| ((base + slope * f64::from(row)) * (1i64 << POINT) as f64) as i64;
        let from = at(first);
        let to = at(first + count);
        let cols = [((from.min(to) - MARGIN) >> POINT) as i32, ((from.max(to) + MARGIN) >> POINT) as i32];
        [cols[0].max(self.ends[0]), cols[1].min(self.ends[1])]
    }
}

/// Visits possible solids in some columns of a row, chunk by chunk.
#[inline(always)]
fn cells_in_row<T>(
    way: &Way,
    row: i32,
    [col0, col1]: [i32; 2],
    visit: &mut impl FnMut(CellRect) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let view = way.sight.view;
    let within = (row & CHUNK_MASK) as usize;
    let x0 = col0 >> CHUNK_SHIFT;
    let x1 = col1 >> CHUNK_SHIFT;
    for n in 0..=x1 - x0 {
        let x = if way.forth[0] { x0 + n } else { x1 - n };
        let low = x << CHUNK_SHIFT;
        let columns = bits((col0 - low).max(0), (col1 - low).min(CHUNK_MASK));
        let slot = view.slot(x, row >> CHUNK_SHIFT);
        // Hot bits are one word. Candidates for a mask may need several planes.
        if view.grid.hot[slot][within] & columns != 0 {
            cells(way, [x, row], 0, view.candidates(slot, within) & columns, visit)?;
        }
    }
    ControlFlow::Continue(())
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
        let col = way.cell(0, 0);
        let first = way.cell(1, from as u64);
        let last = way.cell(1, way.last(1));
        let step = if way.forth[1] { 1 } else { -1 };
        let is_there = |row: i32| {
            [col, col - 1].map(|col| {
                let slot = view.slot(col >> CHUNK_SHIFT, row >> CHUNK_SHIFT);
                view.candidates(slot, (row & CHUNK_MASK) as usize) >> (col & CHUNK_MASK) & 1
            })
        };
        // The last row that is not empty, and its words: all rows between are empty.
        let mut behind = (first - step, is_there(first - step));
        for row in view.rows_with_something(first, last, col - 1, col) {
            let here = is_there(row);
            // Only the row just before can meet this one at a corner.
            let before = if behind.0 == row - step { behind.1 } else { [0; 2] };
            behind = (row, here);
            if self.both(here, before) != 0 {
                visit(CellRect { col0: col - 1, row0: row, col1: col, row1: row })?;
            }
        }
        ControlFlow::Continue(())
    }
}
