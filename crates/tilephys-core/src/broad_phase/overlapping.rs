//! Box query of the broad phase: all boxes that overlap one box.

use super::cells::Span;
use super::sweep_and_prune::{Entry, SweepAndPrune};
use crate::aabb::Aabb;
use glam::I64Vec2;

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

    /// Like [`overlapping`](Self::overlapping), for the separate list of large boxes.
    pub(crate) fn giants_overlapping(&self, aabb: Aabb, mut visit: impl FnMut(u32)) {
        for giant in self.giants.iter().filter(|giant| giant.aabb.overlaps(aabb)) {
            visit(giant.id);
        }
    }

    /// Like [`overlapping`](Self::overlapping), for all boxes but the large ones.
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
            let begin = self.starts[from] as usize;
            let end = from + columns;
            if end <= cells.len() {
                meet(&self.entries[begin..self.starts[end] as usize], Some(row));
            } else {
                meet(&self.entries[begin..], Some(row));
                meet(&self.entries[..self.starts[end - cells.len()] as usize], Some(row));
            }
        }
    }
}
