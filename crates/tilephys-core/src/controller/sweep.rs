//! Grid traversal of a swept box: the exact first face of the grid that a moving box hits.
//!
//! The box enters rows in order. Solids of a row are found in words of 64 cells:
//!
//! 1. In the rows that the box covers at the start, the first tile ahead along x is hit on its x face, unless the box
//!    leaves the row before.
//! 2. When the box enters a row, the tiles that it overlaps in x at that time are hit on their y face. If there are none, the
//!    first tile ahead is hit on its x face as in 1. If the box reaches that tile exactly when it enters the row, a corner
//!    hits a corner.
//! 3. A hit before the next row is entered is the first hit.
//!
//! A box that starts outside of all solids cannot hit a face that another tile hides, because it would have to enter the
//! hiding tile first. Fractions are compared by cross products. The position at the entry of a row is rounded such that comparisons
//! with cell edges, which are integers, give the exact result.

use super::actor::{Actor, MoveExtras};
use super::candidate::{Candidate, SLANTED};
use super::window::axis_of_corner;
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, CellRect, View};
use crate::limits::LONG_MOTION_ROWS;
use crate::ratio::Ratio;
use crate::tile::TileCoord;
use glam::IVec2;

/// One straight motion of a box through a grid.
pub(crate) struct Sweep<'a> {
    pub(crate) view: View<'a>,
    /// Min corner, size, translation and tile size, in lattice units.
    pub(crate) pos: [i64; 2],
    pub(crate) size: [i64; 2],
    pub(crate) d: [i64; 2],
    pub(crate) tile: [i64; 2],
    pub(crate) run: [u64; 2],
    /// True on an axis with a translation toward greater coordinates.
    pub(crate) forth: [bool; 2],
    pub(crate) up: Direction,
    pub(crate) special: Option<&'a MoveExtras<'a>>,
    pub(crate) names_hits: bool,
}

impl<'a> Sweep<'a> {
    /// The actor with its min corner at `pos`, moving by `d`. Start and end lie in the world.
    #[inline(always)]
    pub(crate) fn new(actor: Actor<'a>, pos: IVec2, d: IVec2) -> Self {
        let wide = |v: IVec2| [i64::from(v.x), i64::from(v.y)];
        Sweep {
            view: actor.view,
            pos: wide(pos),
            size: wide(actor.size),
            d: wide(d),
            tile: wide(actor.view.cells().tile()),
            run: [d.x.unsigned_abs().into(), d.y.unsigned_abs().into()],
            forth: [d.x > 0, d.y > 0],
            up: actor.config.up,
            special: actor.special,
            names_hits: actor.names_hits,
        }
    }

    /// The first hit, or `None` if the box travels its whole translation. Solids that it overlaps at the start are not hit.
    #[inline(always)]
    pub(crate) fn first_hit(&self) -> Option<Candidate> {
        let mut best = self.first_whole_tile();
        if self.view.has_shapes() {
            self.pieces(&mut best);
        }
        best
    }

    #[inline(always)]
    pub(crate) fn first_whole_tile(&self) -> Option<Candidate> {
        let mut best = None;
        let start = self.covered_at_start();
        if self.run[0] != 0 {
            self.rows_at_start(start, &mut best);
        }
        if self.run[1] != 0 {
            self.rows_entered(start, &mut best);
        }
        best
    }

    #[inline(always)]
    pub(crate) fn covered_at_start(&self) -> CellRect {
        let min = IVec2::new(self.pos[0] as i32, self.pos[1] as i32);
        self.view.cells().covered(min, min + IVec2::new(self.size[0] as i32, self.size[1] as i32))
    }

    /// Case 1.
    #[inline(always)]
    fn rows_at_start(&self, start: CellRect, best: &mut Option<Candidate>) {
        // Up to a few rows are tested one by one. Of a tall box, only the rows that are not empty.
        let limit = self.last_column(self.d[0]);
        let from = if self.forth[0] { start.col1 + 1 } else { start.col0 - 1 };
        if start.row1 - start.row0 <= LONG_MOTION_ROWS {
            for row in start.row0..=start.row1 {
                self.ahead_in_row(self.ahead_at_start(row, from, limit), best);
            }
        } else {
            let (low, high) = if self.forth[0] { (from, limit) } else { (limit, from) };
            for row in self.view.rows_with_something(start.row0, start.row1, low, high) {
                self.ahead_in_row(self.ahead_at_start(row, from, limit), best);
            }
        }
    }

    #[inline(always)]
    fn ahead_at_start(&self, row: i32, from: i32, limit: i32) -> Ahead {
        Ahead { row, from, limit, units_in_row: self.units_in_start_row(row), entered: None }
    }

    /// Cases 2 and 3.
    #[inline(always)]
    fn rows_entered(&self, start: CellRect, best: &mut Option<Candidate>) {
        let last = self.last_row();
        let step = if self.forth[1] { 1 } else { -1 };
        let mut row = if self.forth[1] { start.row1 + 1 } else { start.row0 - 1 };
        // Testing a few rows costs less than finding out which rows are empty.
        if (last - row).abs() <= LONG_MOTION_ROWS {
            while (last - row) * step >= 0 && self.enter_row(row, best) {
                row += step;
            }
        } else {
            let is_start = |row: i32| (start.row0..=start.row1).contains(&row);
            self.row_spans(|span, _| is_start(span.row0) || self.enter_row(span.row0, best));
        }
    }

    /// Case 2 for one row. Returns true if later rows can still contain the first hit.
    #[inline(always)]
    fn enter_row(&self, row: i32, best: &mut Option<Candidate>) -> bool {
        let distance = self.units_to_row(row);
        if best.is_some_and(|b| self.is_before(&b, distance)) {
            return false;
        }
        let cells = self.view.cells();
        let [low, high] = self.x_when(distance);
        let a = cells.x.cell(low as i32);
        let b = cells.x.cell((high + self.size[0] - 1) as i32);
        // The box lands on this row: no later row can be hit before.
        if let Some(col) = self.widest_below(row, a, b, distance) {
            self.consider(best, Candidate::of_tile(1, distance, TileCoord::new(col, row)));
            return false;
        }
        // Columns that the box reaches after it has entered the row.
        if self.run[0] != 0 {
            let from = if self.forth[0] { b + 1 } else { a - 1 };
            let units_in_row = distance + self.size[1] + self.tile[1];
            let limit = self.limit_in_row(units_in_row);
            self.ahead_in_row(Ahead { row, from, limit, units_in_row, entered: Some(distance) }, best);
        }
        true
    }

    /// Considers the x face of the first tile ahead in a row, if the box reaches it while it is in the row.
    #[inline(always)]
    fn ahead_in_row(&self, ahead: Ahead, best: &mut Option<Candidate>) {
        let Ahead { row, from, limit, units_in_row, entered } = ahead;
        let Some(col) = self.view.first_toward(row, from, limit, self.forth[0]) else { return };
        let distance = if self.forth[0] {
            i64::from(col) * self.tile[0] - self.pos[0] - self.size[0]
        } else {
            self.pos[0] - (i64::from(col) + 1) * self.tile[0]
        };
        // Two times over one denominator. A tile beyond the end of the motion, or of the time in the row, is not hit.
        let reached = distance as u64 * self.run[1];
        if distance as u64 >= self.run[0] || reached >= u64_product(units_in_row, self.run[0]) {
            return;
        }
        let mut hit = Candidate::of_tile(0, distance, TileCoord::new(col, row));
        // The box enters the row and reaches the tile at one time: an exact corner.
        if let Some(entered) = entered
            && reached == entered as u64 * self.run[0]
            && axis_of_corner(self.d, self.up) == 1
        {
            hit.axis = 1;
            hit.distance = entered;
        }
        self.consider(best, hit);
    }

    /// The tile of `row` between the columns `a` and `b` that the box covers most, after `distance` of y motion. Of equals the
    /// first along the motion.
    #[inline(always)]
    fn widest_below(&self, row: i32, a: i32, b: i32, distance: i64) -> Option<i32> {
        let (first, last) = if self.d[0] < 0 { (b, a) } else { (a, b) };
        let right = self.d[0] >= 0;
        let met = self.view.first_toward(row, first, last, right)?;
        // A tile hit in the middle of the box is covered in full; after the last one there is no other.
        if met != first || first == last {
            return Some(met);
        }
        self.wider_than_first(row, first, last, right, distance).or(Some(first))
    }

    /// A tile of the row with a larger contact than `first`, which is only partly covered.
    #[inline(never)]
    fn wider_than_first(&self, row: i32, first: i32, last: i32, right: bool, distance: i64) -> Option<i32> {
        let extent = |col| self.covered_times_run(col, distance);
        let whole = i128::from(self.tile[0]) * i128::from(self.run[1]);
        if extent(first) >= whole {
            return None;
        }
        let next = if right { first + 1 } else { first - 1 };
        let other = self.view.first_toward(row, next, last, right)?;
        (extent(other) > extent(first)).then_some(other)
    }

    /// Covered width of a column when the box has moved `distance` along y, times the run of y.
    fn covered_times_run(&self, col: i32, distance: i64) -> i128 {
        let run = i128::from(self.run[1]);
        let min = i128::from(self.pos[0]) * run + i128::from(self.d[0]) * i128::from(distance);
        let max = min + i128::from(self.size[0]) * run;
        let low = i128::from(col) * i128::from(self.tile[0]) * run;
        max.min(low + i128::from(self.tile[0]) * run) - min.max(low)
    }

    /// Distance of y motion until the box enters `row`.
    #[inline(always)]
    pub(crate) fn units_to_row(&self, row: i32) -> i64 {
        let low = i64::from(row) * self.tile[1];
        if self.forth[1] { low - self.pos[1] - self.size[1] } else { self.pos[1] - low - self.tile[1] }
    }

    /// Distance of y motion until the box has left a row that it covers at the start; the maximum without motion along y.
    #[inline(always)]
    fn units_in_start_row(&self, row: i32) -> i64 {
        if self.run[1] == 0 {
            return i64::MAX;
        }
        let low = i64::from(row) * self.tile[1];
        if self.forth[1] { low + self.tile[1] - self.pos[1] } else { self.pos[1] + self.size[1] - low }
    }

    /// The last column that the box enters when it moves by `dx` in total.
    #[inline(always)]
    fn last_column(&self, dx: i64) -> i32 {
        let edge = if self.forth[0] { self.pos[0] + dx + self.size[0] - 1 } else { self.pos[0] + dx };
        self.view.cells().x.cell(edge as i32)
    }

    /// The last column that the box enters within `units` of its y motion. An upper bound: for a short motion, the end of the
    /// whole motion.
    #[inline(always)]
    fn limit_in_row(&self, units: i64) -> i32 {
        const SHORT: u64 = 1 << 16;
        if self.run[0] < SHORT || units as u64 >= self.run[1] {
            return self.last_column(self.d[0]);
        }
        let [low, high] = self.x_when(units);
        self.view.cells().x.cell(if self.forth[0] { high + self.size[0] - 1 } else { low } as i32)
    }

    /// Min x of the box when it has moved `distance` units along y, rounded down and rounded up.
    #[inline(always)]
    fn x_when(&self, distance: i64) -> [i64; 2] {
        let product = self.run[0] * distance as u64;
        let whole = (product / self.run[1]) as i64;
        let more = i64::from(whole as u64 * self.run[1] != product);
        if self.forth[0] {
            [self.pos[0] + whole, self.pos[0] + whole + more]
        } else {
            [self.pos[0] - whole - more, self.pos[0] - whole]
        }
    }

    /// The columns that the box covers at any time between two distances of y motion.
    pub(crate) fn columns_between(&self, enter: i64, leave: i64) -> (i32, i32) {
        let end = self.run[1] as i64;
        let [a, b] = [self.x_when(enter.clamp(0, end)), self.x_when(leave.clamp(0, end))];
        let cells = self.view.cells();
        let low = a[0].min(b[0]);
        let high = a[1].max(b[1]) + self.size[0] - 1;
        (cells.x.cell(low as i32), cells.x.cell(high as i32))
    }

    /// True if the candidate is hit before the box has moved `distance` along y.
    #[inline(always)]
    pub(crate) fn is_before(&self, c: &Candidate, distance: i64) -> bool {
        if c.axis == SLANTED {
            let when = self.moment(c);
            // A level motion is in all of its rows from the start: their distance is 0.
            return when < Ratio::positive(distance, self.run[1].max(1) as i64);
        }
        c.units() * self.run[1] < u64_product(distance, self.run[c.axis])
    }
}

/// Search along a row for an x face.
#[derive(Clone, Copy)]
struct Ahead {
    row: i32,
    /// Columns to search, the nearest first.
    from: i32,
    limit: i32,
    /// Distance of y motion until the box has left the row.
    units_in_row: i64,
    /// Distance of y motion until the box enters the row, unless it starts in it.
    entered: Option<i64>,
}

/// The product, or the largest number if it overflows. `units` may be the maximum.
#[inline(always)]
fn u64_product(units: i64, run: u64) -> u64 {
    (units as u64).saturating_mul(run)
}

impl Sweep<'_> {
    #[inline(always)]
    fn last_row(&self) -> i32 {
        let ahead = if self.d[1] >= 0 { self.size[1] - 1 } else { 0 };
        self.view.cells().y.cell((self.pos[1] + self.d[1] + ahead) as i32)
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
    pub(crate) fn spans_of_rows<R: Iterator<Item = i32>>(
        &self,
        rows: impl Fn(i32, i32, i32, i32) -> R,
        mut visit: impl FnMut(CellRect, i64) -> bool,
    ) {
        let dy = self.d[1];
        let start = self.covered_at_start();
        let last = self.last_row();
        let mut at = if dy >= 0 { start.row0 } else { start.row1 };
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

    #[inline(never)]
    pub(crate) fn pieces(&self, best: &mut Option<Candidate>) {
        let consider = |cells: CellRect, best: &mut Option<Candidate>| {
            self.view.any_piece(cells, |piece| {
                if let Some(hit) = self.meets_piece(piece) {
                    self.consider(best, hit);
                }
                false
            })
        };
        // A short motion reads its few cells at once: skipping rows would save nothing.
        if let Some(cells) = self.few_cells() {
            consider(cells, best);
            return;
        }
        // Rows come in the order of the motion, so a hit before this row is before all later ones too.
        self.row_spans(|span, enter| {
            let goes_on = !best.is_some_and(|b| self.is_before(&b, enter));
            goes_on && !consider(span, best)
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

    /// Visits every whole tile and every convex part that the box enters, in no order, and with duplicates for shapes in
    /// several cells. Solids that the box overlaps at the start are not entered.
    pub(crate) fn all_entered(&self, mut visit: impl FnMut(Candidate)) {
        let tile = self.view.cells().tile();
        self.row_spans(|span, _| {
            self.view.any_whole(span, |col, row| {
                let min = IVec2::new(col, row) * tile;
                if let Some(hit) = self.meets_tile(Aabb { min, max: min + tile }) {
                    visit(hit);
                }
                false
            });
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
