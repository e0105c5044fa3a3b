//! Broad phase: overlapping pairs of many boxes, as candidates for the narrow phase.
//!
//! A uniform grid of rows of cells, as high and wide as most boxes, is hashed into a table with a list per cell. Sweep and prune in
//! these rows finds all pairs of boxes that overlap. A box query finds the boxes that overlap one box.

use crate::aabb::Aabb;
use glam::{I64Vec2, IVec2};
use std::ops::Range;

/// Boxes whose sizes are sampled for the cell size.
const SAMPLES: usize = 256;

/// Rows or columns from which a box goes to the separate list of large boxes.
const MAX_SPAN: u32 = 8;

/// Rows and columns of cells, and the mapping of each cell to a table.
///
/// The cells of a row are consecutive in the table, which wraps around; each row begins at another index. So a table as long as
/// the number of boxes serves a plane of any size and shape, and distant boxes cost nothing extra. Fibonacci hashing spreads
/// the beginnings of neighbouring rows (Knuth, "The Art of Computer Programming", volume 3, 6.4).
#[derive(Clone, Copy, Debug)]
struct Cells {
    /// Shifts from lattice units to columns and rows.
    shift_x: u32,
    shift_y: u32,
    bits: u32,
}

impl Default for Cells {
    fn default() -> Self {
        Cells { shift_x: 0, shift_y: 0, bits: 1 }
    }
}

/// The cells of a box; the box is listed in the first column of each of its rows.
#[derive(Clone, Copy, Debug)]
struct Span {
    first_row: i32,
    last_row: i32,
    first_column: i32,
    last_column: i32,
}

impl Span {
    #[inline]
    fn more_rows(self) -> u32 {
        self.last_row.wrapping_sub(self.first_row) as u32
    }

    #[inline]
    fn more_columns(self) -> u32 {
        self.last_column.wrapping_sub(self.first_column) as u32
    }
}

impl Cells {
    /// Cells for these boxes: larger than three in four of them. The sizes of the others have no influence.
    fn of(boxes: &[Aabb]) -> Self {
        let mut widths = [0usize; 33];
        let mut heights = [0usize; 33];
        // A sample suffices: the sizes only decide the speed.
        let apart = boxes.len().div_ceil(SAMPLES).max(1);
        let mut count = 0;
        for aabb in boxes.iter().step_by(apart) {
            widths[bit_length(aabb.min.x, aabb.max.x)] += 1;
            heights[bit_length(aabb.min.y, aabb.max.y)] += 1;
            count += 1;
        }
        let most = count * 3 / 4;
        let [width, height] = [widths, heights].map(|lengths| {
            let mut smaller = 0;
            let suits = |length: &usize| {
                smaller += length;
                smaller > most
            };
            lengths.iter().position(suits).unwrap_or(0) as u32
        });
        let bits = (2 * boxes.len()).next_power_of_two().trailing_zeros().clamp(6, 30);
        // Twice as high: a box in two rows costs more than testing some more neighbours.
        Cells { shift_x: width.min(31), shift_y: (height + 1).min(31), bits }
    }

    fn size(self) -> I64Vec2 {
        I64Vec2::new(1 << self.shift_x, 1 << self.shift_y)
    }

    #[inline]
    fn len(self) -> usize {
        1 << self.bits
    }

    #[inline]
    fn row(self, y: i32) -> i32 {
        y >> self.shift_y
    }

    #[inline]
    fn column(self, x: i32) -> i32 {
        x >> self.shift_x
    }

    /// The cells that contain the interior of a box; the cells of its upper left corner for a box without interior.
    #[inline]
    fn span(self, aabb: Aabb) -> Span {
        let last = |min: i32, max: i32| if max > min { max - 1 } else { min };
        Span {
            first_row: self.row(aabb.min.y),
            last_row: self.row(last(aabb.min.y, aabb.max.y)),
            first_column: self.column(aabb.min.x),
            last_column: self.column(last(aabb.min.x, aabb.max.x)),
        }
    }

    #[inline]
    fn index_of(self, row: i32, column: i32) -> usize {
        let begin = (row as u32).wrapping_mul(0x9E37_79B9) >> (32 - self.bits);
        begin.wrapping_add(column as u32) as usize & (self.len() - 1)
    }
}

#[inline]
fn bit_length(min: i32, max: i32) -> usize {
    (32 - (max.wrapping_sub(min) as u32).leading_zeros()) as usize
}

impl SweepAndPrune {
    /// Width and height of the grid's cells, in lattice units: about the size of most boxes.
    pub(crate) fn cell_size(&self) -> I64Vec2 {
        self.cells.size()
    }

    /// Calls `visit` once for each sorted box that strictly overlaps `aabb`, in no particular order.
    ///
    /// The cost grows with the cells of the box and their contents, and never exceeds a test of each sorted box.
    pub fn overlapping(&self, aabb: Aabb, mut visit: impl FnMut(u32)) {
        self.giants_overlapping(aabb, &mut visit);
        self.others_overlapping(aabb, visit);
    }

    pub(crate) fn giants_overlapping(&self, aabb: Aabb, mut visit: impl FnMut(u32)) {
        for giant in self.giants.iter().filter(|giant| giant.aabb.overlaps(aabb)) {
            visit(giant.id);
        }
    }

    pub(crate) fn others_overlapping(&self, aabb: Aabb, mut visit: impl FnMut(u32)) {
        let cells = self.cells;
        if self.entries.is_empty() {
            return;
        }
        let span = cells.span(aabb);
        let columns = span.more_columns() as usize + 1 + self.widest as usize;
        let looks = (span.more_rows() as usize + 1).saturating_mul(columns);
        let mut meet = |others: &[Entry], row: Option<i32>| {
            for b in others.iter().filter(|b| b.aabb.overlaps(aabb)) {
                // A box in several visited rows is reported in the first of them only.
                let is_first = b.row == cells.row(b.aabb.min.y) || row == Some(span.first_row);
                if is_first && row.is_none_or(|row| row == b.row) {
                    visit(b.id);
                }
            }
        };
        // With more cells than boxes, testing all boxes is faster.
        if looks >= self.entries.len() || columns >= cells.len() {
            return meet(&self.entries, None);
        }
        self.rows(span, columns, meet);
    }

    /// Visits the entries of some columns in each row of a span, widened to the left by the widest box.
    fn rows(&self, span: Span, columns: usize, mut meet: impl FnMut(&[Entry], Option<i32>)) {
        let cells = self.cells;
        for row in span.first_row..=span.last_row {
            let from = cells.index_of(row, span.first_column.wrapping_sub(self.widest as i32));
            self.entries_to(self.starts[from] as usize, from + columns, |entries| meet(entries, Some(row)));
        }
    }

    /// Visits the entries from an index on to the end of a cell of their row, which may wrap around the table.
    #[inline(always)]
    fn entries_to(&self, begin: usize, end: usize, mut visit: impl FnMut(&[Entry])) {
        let len = self.cells.len();
        if end <= len {
            visit(&self.entries[begin..self.starts[end] as usize]);
        } else {
            visit(&self.entries[begin..]);
            visit(&self.entries[..self.starts[end - len] as usize]);
        }
    }
}

const STRIP: usize = 256;

/// Broad phase: sorts boxes into rows of cells, sweeps each row, and finds all pairs of boxes that strictly overlap.
///
/// Each call sorts anew by counting; no state is kept between calls. A box is listed once in each row that it touches, under its
/// first column. The sweep compares it with the boxes after it in the row, up to its last column. The cells are as large as most
/// boxes. The few boxes that span many cells go to a separate list and query the grid. The cost grows with the number of boxes
/// and their density, and not with the size of the world or the distances.
///
/// ```
/// # use glam::IVec2;
/// # use tilephys_core::{Aabb, broad_phase::SweepAndPrune};
/// let boxes = [0, 5, 10].map(|x| Aabb::from_min_size(IVec2::new(x, 0), IVec2::splat(10)));
/// let (mut sorted, mut pairs) = (SweepAndPrune::default(), Vec::new());
/// sorted.pairs(&boxes, |a, b| pairs.push((a, b)));
/// pairs.sort();
/// assert_eq!(pairs, [(0, 1), (1, 2)]); // The first and the last touch, which is no overlap.
/// ```
#[doc(alias("sort and sweep", "broadphase"))]
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    cells: Cells,
    /// Index of the first entry of each cell in the table; one more for the end.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// Boxes that span many cells, sorted by their left sides.
    giants: Vec<Entry>,
    /// Greatest number of columns that a box in the grid spans after its first.
    widest: u32,
}

/// A box in one of its rows. A pair in several rows is reported in the first row that both boxes share.
#[derive(Clone, Copy, Debug)]
struct Entry {
    aabb: Aabb,
    /// Index of the box in the sorted slice.
    id: u32,
    row: i32,
}

impl SweepAndPrune {
    /// Replaces the boxes by `boxes`, with their indices as ids.
    ///
    /// # Panics
    /// If there are 2^28 boxes or more.
    pub fn sort(&mut self, boxes: &[Aabb]) {
        assert!(boxes.len() < 1 << 28, "{} boxes are too many to sort", boxes.len());
        self.cells = Cells::of(boxes);
        self.count(boxes);
        self.fill(boxes);
        self.giants.sort_unstable_by_key(|giant| (giant.aabb.min.x, giant.id));
    }

    /// Counts the boxes of each cell, and turns the counts into the end of each cell. Collects the large boxes.
    fn count(&mut self, boxes: &[Aabb]) {
        let cells = self.cells;
        self.giants.clear();
        self.widest = 0;
        self.starts.clear();
        self.starts.resize(cells.len() + 1, 0);
        for (id, &aabb) in (0..).zip(boxes) {
            let span = cells.span(aabb);
            if span.more_rows().max(span.more_columns()) >= MAX_SPAN {
                self.giants.push(Entry { aabb, id, row: span.first_row });
                continue;
            }
            self.widest = self.widest.max(span.more_columns());
            let mut add = |row: i32, counts: bool| {
                self.starts[cells.index_of(row, span.first_column)] += u32::from(counts);
            };
            add(span.first_row, true);
            // Most boxes are in one row or in two, which no branch predictor can tell.
            add(span.first_row + 1, span.more_rows() > 0);
            if span.more_rows() > 1 {
                (span.first_row + 2..=span.last_row).for_each(|row| add(row, true));
            }
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        let none = Entry { aabb: Aabb { min: IVec2::ZERO, max: IVec2::ZERO }, id: 0, row: 0 };
        self.entries.resize(sum as usize + 1, none);
    }

    /// Writes the boxes into their cells, from the end, so that each end becomes a start. Unused writes go to a spare entry.
    fn fill(&mut self, boxes: &[Aabb]) {
        let cells = self.cells;
        let spare = self.entries.len() - 1;
        // An end that counts down over descending ids leaves each cell in the order of ids.
        for (id, &aabb) in (0..boxes.len() as u32).zip(boxes).rev() {
            let span = cells.span(aabb);
            if span.more_rows().max(span.more_columns()) >= MAX_SPAN {
                continue;
            }
            let mut put = |row: i32, counts: bool| {
                let start = &mut self.starts[cells.index_of(row, span.first_column)];
                *start -= u32::from(counts);
                let at = if counts { *start as usize } else { spare };
                self.entries[at] = Entry { aabb, id, row };
            };
            put(span.first_row, true);
            // As in `count`, without a branch: a box in one row writes its second entry to the spare one.
            put(span.first_row + 1, span.more_rows() > 0);
            if span.more_rows() > 1 {
                (span.first_row + 2..=span.last_row).for_each(|row| put(row, true));
            }
        }
        // The spare entry holds leftovers, and must not be swept.
        self.entries.pop();
    }

    /// Number of strips into which the sweep is divided: some hundred boxes each, or one large box.
    #[must_use]
    pub fn strips(&self) -> usize {
        self.entries.len().div_ceil(STRIP) + self.giants.len()
    }

    /// Calls `found` for the pairs of boxes that strictly overlap, in these strips. All strips together report each pair once, the
    /// smaller index first, in no particular order.
    ///
    /// # Panics
    /// If `strips` ends beyond [`strips`](Self::strips).
    pub fn sweep(&self, strips: Range<usize>, mut found: impl FnMut(u32, u32)) {
        assert!(strips.end <= self.strips(), "no strips {strips:?}, there are {}", self.strips());
        let small = self.entries.len().div_ceil(STRIP);
        let from = (strips.start * STRIP).min(self.entries.len());
        let to = (strips.end * STRIP).min(self.entries.len());
        for i in from..to {
            self.look_ahead(i, &mut found);
        }
        for i in strips.start.max(small)..strips.end {
            self.look_around(i - small, &mut found);
        }
    }

    #[inline]
    fn look_ahead(&self, i: usize, found: &mut impl FnMut(u32, u32)) {
        let cells = self.cells;
        let a = self.entries[i];
        let span = cells.span(a.aabb);
        let end = cells.index_of(a.row, span.first_column) + span.more_columns() as usize + 1;
        self.entries_to(i + 1, end, |others| {
            for b in others {
                // Rows wrap around the table and may share cells, so the row is compared too.
                if a.aabb.overlaps(b.aabb) && a.row == b.row {
                    // A pair that shares several rows is reported in the first of them, so only once.
                    let first = cells.row(a.aabb.min.y.max(b.aabb.min.y));
                    if first == a.row {
                        found(a.id.min(b.id), a.id.max(b.id));
                    }
                }
            }
        });
    }

    /// Reports the pairs of a large box with all small boxes and with the large boxes after it.
    #[cold]
    fn look_around(&self, giant: usize, found: &mut impl FnMut(u32, u32)) {
        let a = self.giants[giant];
        self.others_overlapping(a.aabb, |id| found(a.id.min(id), a.id.max(id)));
        for b in &self.giants[giant + 1..] {
            if b.aabb.min.x >= a.aabb.max.x && b.aabb.min.x > a.aabb.min.x {
                break;
            }
            if a.aabb.overlaps(b.aabb) {
                found(a.id.min(b.id), a.id.max(b.id));
            }
        }
    }

    /// Replaces the boxes and calls `found` for all overlapping pairs: [`sort`](Self::sort) and [`sweep`](Self::sweep).
    ///
    /// # Panics
    /// Like [`sort`](Self::sort).
    pub fn pairs(&mut self, boxes: &[Aabb], found: impl FnMut(u32, u32)) {
        self.sort(boxes);
        self.sweep(0..self.strips(), found);
    }
}
