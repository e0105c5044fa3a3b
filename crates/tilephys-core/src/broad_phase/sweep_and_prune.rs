//! All pairs of boxes that overlap.

use super::cells::{Cells, MAX_SPAN};
use super::filter::Filter;
use crate::aabb::Aabb;
use std::ops::Range;

/// Boxes that one strip sweeps.
const STRIP: usize = 256;

/// Sorts boxes into rows of cells and sweeps each row: finds all pairs of boxes that strictly overlap.
///
/// Boxes are sorted anew each time, by counting; nothing is kept of where they were. A box is listed once in each row that it
/// touches, under its first column, and looks at those after it in the row until its last column. The cells are as large as most
/// boxes are; the few that span many of them are listed apart and look up the others. What it costs follows the number of boxes and how
/// crowded they are, not the size of the world or how far apart they lie.
///
/// ```
/// # use glam::IVec2;
/// # use tilephys_core::{Aabb, SweepAndPrune};
/// let boxes = [0, 5, 10].map(|x| Aabb::from_min_size(IVec2::new(x, 0), IVec2::splat(10)));
/// let (mut sorted, mut pairs) = (SweepAndPrune::default(), Vec::new());
/// sorted.pairs(&boxes, |a, b| pairs.push((a, b)));
/// pairs.sort();
/// assert_eq!(pairs, [(0, 1), (1, 2)]); // The first and the last touch, which is no overlap.
/// ```
#[doc(alias = "sort and sweep")]
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    pub(super) cells: Cells,
    /// By place in the table of cells, the first of its entries; one more for the end.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    /// The boxes that span many cells, by their left sides.
    pub(super) giants: Vec<Entry>,
    /// Columns after its first of the widest other box.
    pub(super) widest: u32,
}

/// A box in one of its rows. Of several, only the first that two boxes share counts as their meeting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) aabb: Aabb,
    /// The place of the box among those that were sorted.
    pub(super) id: u32,
    pub(super) row: i32,
}

impl Entry {
    const NONE: Entry =
        Entry { aabb: Aabb { min: glam::IVec2::ZERO, max: glam::IVec2::ZERO }, id: 0, row: 0 };
}

impl SweepAndPrune {
    /// Takes over boxes, in place of those it had. Their places are their ids.
    ///
    /// # Panics
    /// If there are 2^28 boxes or more.
    pub fn sort(&mut self, boxes: &[Aabb]) {
        assert!(boxes.len() < 1 << 28, "{} boxes are too many to sort", boxes.len());
        self.cells = Cells::of(boxes);
        self.count(boxes);
        self.place(boxes);
        self.giants.sort_unstable_by_key(|giant| (giant.aabb.min.x, giant.id));
    }

    /// Counts the boxes of each cell, and makes of it where the cell ends. Sets the giants apart.
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
                self.starts[cells.place(row, span.first_column)] += u32::from(counts);
            };
            add(span.first_row, true);
            // Most boxes are in one row or in two, which no branch predictor can tell.
            add(span.first_row + 1, span.more_rows() > 0);
            (span.first_row + 2..=span.last_row).for_each(|row| add(row, true));
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.entries.resize(sum as usize + 1, Entry::NONE);
    }

    /// Puts the boxes into their cells, from behind, so that each end becomes a start. What counts not goes to a spare entry.
    fn place(&mut self, boxes: &[Aabb]) {
        let (cells, spare) = (self.cells, self.entries.len() - 1);
        for (id, &aabb) in (0..boxes.len() as u32).zip(boxes).rev() {
            let span = cells.span(aabb);
            if span.more_rows().max(span.more_columns()) >= MAX_SPAN {
                continue;
            }
            let mut put = |row: i32, counts: bool| {
                let start = &mut self.starts[cells.place(row, span.first_column)];
                *start -= u32::from(counts);
                let at = if counts { *start as usize } else { spare };
                self.entries[at] = Entry { aabb, id, row };
            };
            put(span.first_row, true);
            put(span.first_row + 1, span.more_rows() > 0);
            (span.first_row + 2..=span.last_row).for_each(|row| put(row, true));
        }
        self.entries.pop();
    }

    /// Number of strips that the boxes are swept in: some hundred boxes each, or one giant.
    #[must_use]
    pub fn strips(&self) -> usize {
        self.entries.len().div_ceil(STRIP) + self.giants.len()
    }

    /// Calls `found` for the pairs of boxes that strictly overlap, as far as they are found in these strips: in all
    /// strips together each pair once, the smaller place first, in no particular order.
    ///
    /// # Panics
    /// If there are fewer strips.
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

    /// The pairs of an entry with those after it in its row.
    #[inline]
    fn look_ahead(&self, i: usize, found: &mut impl FnMut(u32, u32)) {
        let (cells, a) = (self.cells, self.entries[i]);
        let span = cells.span(a.aabb);
        let mut meet = |others: &[Entry]| {
            for b in others {
                if a.aabb.overlaps(b.aabb) && a.row == b.row {
                    let first = cells.row(a.aabb.min.y.max(b.aabb.min.y));
                    if first == a.row {
                        found(a.id.min(b.id), a.id.max(b.id));
                    }
                }
            }
        };
        let end = cells.place(a.row, span.first_column) + span.more_columns() as usize + 1;
        if end <= cells.len() {
            meet(&self.entries[i + 1..self.starts[end] as usize]);
        } else {
            meet(&self.entries[i + 1..]);
            meet(&self.entries[..self.starts[end - cells.len()] as usize]);
        }
    }

    /// The pairs of a giant with all small boxes and with the giants after it.
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

    /// Takes over boxes and calls `found` for all pairs of them: [`sort`](Self::sort) and [`sweep`](Self::sweep).
    ///
    /// # Panics
    /// As [`sort`](Self::sort).
    pub fn pairs(&mut self, boxes: &[Aabb], found: impl FnMut(u32, u32)) {
        self.sort(boxes);
        self.sweep(0..self.strips(), found);
    }

    /// As [`sweep`](Self::sweep), but only the pairs that [meet](Filter::meets) by the filters of their places.
    ///
    /// # Panics
    /// As [`sweep`](Self::sweep), and if there are fewer filters than boxes.
    pub fn sweep_filtered(&self, strips: Range<usize>, filters: &[Filter], mut found: impl FnMut(u32, u32)) {
        // Boxes that overlap are few beside those that are looked at: so the filters stay out of the entries.
        self.sweep(strips, |a, b| {
            if filters[a as usize].meets(filters[b as usize]) {
                found(a, b);
            }
        });
    }
}
