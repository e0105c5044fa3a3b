//! Sweep and prune in rows of cells: all pairs of boxes that overlap.

use super::cells::{Cells, MAX_SPAN};
use crate::aabb::Aabb;
use std::ops::Range;

/// Number of boxes in a strip.
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
#[doc(alias = "sort and sweep")]
#[doc(alias = "broadphase")]
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    pub(super) cells: Cells,
    /// Index of the first entry of each cell in the table; one more for the end.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    /// Boxes that span many cells, sorted by their left sides.
    pub(super) giants: Vec<Entry>,
    /// Greatest number of columns that a box in the grid spans after its first.
    pub(super) widest: u32,
}

/// A box in one of its rows. A pair in several rows is reported in the first row that both boxes share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) aabb: Aabb,
    /// Index of the box in the sorted slice.
    pub(super) id: u32,
    pub(super) row: i32,
}

impl Entry {
    const NONE: Entry =
        Entry { aabb: Aabb { min: glam::IVec2::ZERO, max: glam::IVec2::ZERO }, id: 0, row: 0 };
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
        self.entries.resize(sum as usize + 1, Entry::NONE);
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

    /// Reports the pairs of an entry with the entries after it in its row.
    #[inline]
    fn look_ahead(&self, i: usize, found: &mut impl FnMut(u32, u32)) {
        let cells = self.cells;
        let a = self.entries[i];
        let span = cells.span(a.aabb);
        let mut meet = |others: &[Entry]| {
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
        };
        let end = cells.index_of(a.row, span.first_column) + span.more_columns() as usize + 1;
        // A row that wraps around the end of the table continues at its start.
        if end <= cells.len() {
            meet(&self.entries[i + 1..self.starts[end] as usize]);
        } else {
            meet(&self.entries[i + 1..]);
            meet(&self.entries[..self.starts[end - cells.len()] as usize]);
        }
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
