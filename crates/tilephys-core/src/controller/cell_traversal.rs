//! Grid traversal: the cells that a motion crosses, row by row.

use super::candidate::{Candidate, PieceBits};
use super::sweep::Sweep;
use crate::aabb::Aabb;
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, CellRect, NO_BOX};

impl Sweep<'_> {
    /// Rows of cells at the start and at the end of the motion, the first covered row first.
    pub(crate) fn first_and_last_row(&self) -> (i32, i32) {
        let start = self.covered_at_start();
        let cells = self.view.cells();
        let [y, dy] = [self.pos[1], self.d[1]];
        if dy >= 0 {
            (start.row0, cells.y.cell((y + dy + self.size[1] - 1) as i32))
        } else {
            (start.row1, cells.y.cell((y + dy) as i32))
        }
    }

    /// Calls `visit` with each row that may contain a solid, in the order of the motion, until `visit` returns false. The
    /// arguments are the swept part of the row, and the y motion at its entry (0 for rows covered at the start).
    pub(crate) fn row_spans(&self, visit: impl FnMut(CellRect, i64) -> bool) {
        let rows = |from, to, col0, col1| self.view.rows_with_something(from, to, col0, col1);
        self.spans_of_rows(rows, visit);
    }

    /// Like [`row_spans`](Self::row_spans), for each row with a region.
    pub(crate) fn region_spans(&self, mut visit: impl FnMut(CellRect) -> bool) {
        let grid = self.view.grid;
        let rows = |from: i32, to: i32, col0, col1| {
            let both_ways = from.min(to)..=from.max(to);
            both_ways.filter(move |&row| grid.has_region_in(CellRect { col0, row0: row, col1, row1: row }))
        };
        self.spans_of_rows(rows, |span, _| visit(span));
    }

    /// Calls `visit` with the rows of `rows` along the motion. Its arguments are the first and the last row of a chunk that the motion
    /// crosses, and the first and the last column there.
    fn spans_of_rows<R: Iterator<Item = i32>>(
        &self,
        rows: impl Fn(i32, i32, i32, i32) -> R,
        mut visit: impl FnMut(CellRect, i64) -> bool,
    ) {
        let dy = self.d[1];
        let (first, last) = self.first_and_last_row();
        let mut at = first;
        while if dy >= 0 { at <= last } else { at >= last } {
            let low = at >> CHUNK_SHIFT << CHUNK_SHIFT;
            let end = if dy >= 0 { last.min(low + CHUNK_MASK) } else { last.max(low) };
            // The columns of a whole band of chunks bound the search for rows. Each row found has fewer
            // columns.
            let (col0, col1) = self.columns_in_rows(at, end);
            for row in rows(at, end, col0, col1) {
                let (col0, col1) = self.columns_in_rows(row, row);
                // A level motion covers all of its rows from the start.
                let enter = if dy == 0 { 0 } else { self.units_to_enter(row) };
                if !visit(CellRect { col0, row0: row, col1, row1: row }, enter) {
                    return;
                }
            }
            at = if dy >= 0 { end + 1 } else { end - 1 };
        }
    }

    /// The columns covered at any time while the box is in any of the rows from `first` to `last`.
    pub(crate) fn columns_in_rows(&self, first: i32, last: i32) -> (i32, i32) {
        if self.run[1] == 0 {
            return self.columns_of_level_motion();
        }
        let leave = self.units_to_row(last) + self.size[1] + self.tile[1];
        self.columns_between(self.units_to_enter(first), leave)
    }

    fn columns_of_level_motion(&self) -> (i32, i32) {
        let cells = self.view.cells();
        let low = self.pos[0].min(self.pos[0] + self.d[0]);
        let high = self.pos[0].max(self.pos[0] + self.d[0]);
        (cells.x.cell(low as i32), cells.x.cell((high + self.size[0] - 1) as i32))
    }

    fn units_to_enter(&self, row: i32) -> i64 {
        self.units_to_row(row).max(0)
    }

    /// Considers all convex parts along the motion, up to the best hit.
    #[inline(never)]
    pub(crate) fn pieces(&self, best: &mut Option<Candidate>) {
        // A short motion reads its few cells at once: skipping rows would save nothing.
        if let Some(cells) = self.few_cells() {
            self.view.any_piece(cells, |piece| {
                if let Some(hit) = self.meets_piece(piece) {
                    self.consider(best, hit);
                }
                false
            });
            return;
        }
        self.row_spans(|span, enter| {
            // Rows come in the order of the motion, so a hit before this row is before all later ones too.
            if best.is_some_and(|b| self.is_before(&b, enter)) {
                return false;
            }
            self.view.any_piece(span, |piece| {
                if let Some(hit) = self.meets_piece(piece) {
                    self.consider(best, hit);
                }
                false
            });
            true
        });
    }

    /// All cells within a unit of the motion, if they are few.
    pub(super) fn few_cells(&self) -> Option<CellRect> {
        /// Number of cells up to which testing all of them is faster than row by row along the motion.
        const FEW: i32 = 64;
        let low = [0, 1].map(|k| (self.pos[k] + self.d[k].min(0) - 1) as i32);
        let high = [0, 1].map(|k| (self.pos[k] + self.d[k].max(0) + self.size[k] + 1) as i32);
        let cells = self.view.cells().covered(low.into(), high.into());
        let cols = cells.col1 - cells.col0 + 1;
        let rows = cells.row1 - cells.row0 + 1;
        (cols <= FEW && rows <= FEW && cols * rows <= FEW).then_some(cells)
    }

    /// The face through which the motion enters a whole tile, unless it starts inside. Compares the near and far fractions of both
    /// axes, as exact integers over `run`.
    pub(crate) fn meets_tile(&self, b: Aabb) -> Option<Candidate> {
        let low = [b.min.x, b.min.y].map(i64::from);
        let high = [b.max.x, b.max.y].map(i64::from);
        let near = |k: usize| {
            if self.forth[k] { low[k] - self.pos[k] - self.size[k] } else { self.pos[k] - high[k] }
        };
        let far = |k: usize| {
            if self.forth[k] { high[k] - self.pos[k] } else { self.pos[k] + self.size[k] - low[k] }
        };
        let overlaps = |k: usize| low[k] < self.pos[k] + self.size[k] && self.pos[k] < high[k];
        // Without motion on an axis, a box beside the tile stays beside it. A tile behind the box is never
        // met.
        for k in [0, 1] {
            if self.run[k] == 0 && !overlaps(k) || self.run[k] != 0 && far(k) <= 0 {
                return None;
            }
        }
        // The box enters through the face that it reaches last, as in the slab test.
        let axis = match [0, 1].map(|k| self.run[k] != 0 && !overlaps(k)) {
            [false, false] => return None,
            [true, false] => 0,
            [false, true] => 1,
            [true, true] => match self.cross(near(0), 0).cmp(&self.cross(near(1), 1)) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => usize::from(self.lands_on_y_at_corner()),
            },
        };
        let distance = near(axis);
        let free = 1 - axis;
        if distance < 0 || distance as u64 >= self.run[axis] {
            return None;
        }
        // The box leaves the tile on the other axis before it arrives on this one, or at that moment: a
        // grazed corner.
        if self.run[free] != 0 && self.cross(distance, axis) >= self.cross(far(free), free) {
            return None;
        }
        let cell = self.view.grid.cell_at(b.min);
        let col = cell.col;
        let row = cell.row;
        Some(Candidate { axis, distance, col, row, off_grid: NO_BOX, piece: PieceBits::WHOLE })
    }

    /// A distance on an axis over that axis' run, as the numerator over both runs.
    fn cross(&self, distance: i64, axis: usize) -> i128 {
        i128::from(distance) * i128::from(self.run[1 - axis])
    }

    /// Visits every whole tile and every convex part that the box enters, in no order, and with duplicates for shapes in
    /// several cells. Solids that the box overlaps at the start are not entered.
    pub(crate) fn all_entered(&self, mut visit: impl FnMut(Candidate)) {
        let tile = glam::IVec2::new(self.tile[0] as i32, self.tile[1] as i32);
        self.row_spans(|span, _| {
            let mut from = span.col0;
            let row = span.row0;
            while let Some(col) = self.view.first_right(row, from, span.col1) {
                let min = glam::IVec2::new(col, row) * tile;
                if let Some(hit) = self.meets_tile(Aabb { min, max: min + tile }) {
                    visit(hit);
                }
                from = col + 1;
            }
            // Whole tiles are found word by word in the bit planes. Shapes need a visit of each cell.
            if self.view.has_shapes() {
                self.view.any_piece(span, |piece| {
                    if let Some(hit) = self.meets_piece(piece) {
                        visit(hit);
                    }
                    false
                });
            }
            true
        });
    }
}
