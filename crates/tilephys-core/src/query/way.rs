//! The straight way of a point, in whole numbers.

use crate::aabb::Aabb;
use crate::grid::{CellRect, View};
use crate::ratio::{Ratio, wide};
use crate::sweep::point_entry;
use crate::tile::TileCoord;
use glam::{I64Vec2, IVec2};

/// A point's way through the cells, turned so that it leads away from its start on both axes.
///
/// Cells and units count from the start in the direction of the way, so that both directions are the same arithmetic, and
/// give mirrored results for mirrored ways.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    pub(super) view: View<'a>,
    pub(super) from: IVec2,
    /// From start to end.
    pub(super) d: [i64; 2],
    /// Its absolute value; at most 2^32 - 1.
    pub(super) run: [u64; 2],
    /// Is it toward greater coordinates, or none?
    pub(super) forth: [bool; 2],
    /// The cell ahead of the start.
    first: [i32; 2],
    /// Units from the near edge of that cell to the start: at least 0, less than the tile.
    pub(super) offset: [u64; 2],
    pub(super) tile: [u64; 2],
}

/// When something solid is entered, and the axis of the face by which it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) fraction: Ratio,
    pub(super) axis: usize,
}

/// What is plain to see about a way and a cell.
pub(super) enum Look {
    Misses,
    /// By one face.
    Enters(Entry),
    /// It starts there, or meets a corner, or runs along an edge.
    Unsure,
}

impl<'a> Way<'a> {
    #[inline]
    pub(super) fn new(view: View<'a>, from: IVec2, to: IVec2) -> Self {
        let on_axis = |k: usize| {
            let divisor = view.cells().axis(k);
            let (from, d) = (i64::from(from[k]), i64::from(to[k]) - i64::from(from[k]));
            // Going back, a start on an edge has the cell before that edge ahead.
            let first = divisor.cell(if d < 0 { from - 1 } else { from } as i32);
            let tile = i64::from(divisor.edge());
            let low = i64::from(first) * tile;
            let offset = if d < 0 { low + tile - from } else { from - low };
            (d, first, offset as u64, tile as u64)
        };
        let [x, y] = [on_axis(0), on_axis(1)];
        Way {
            view,
            from,
            d: [x.0, y.0],
            run: [x.0.unsigned_abs(), y.0.unsigned_abs()],
            forth: [x.0 >= 0, y.0 >= 0],
            first: [x.1, y.1],
            offset: [x.2, y.2],
            tile: [x.3, y.3],
        }
    }

    /// The column or row that is `n` from the first one.
    #[inline(always)]
    pub(super) fn cell(&self, axis: usize, n: u64) -> i32 {
        let (n, back) = (n as i32, i32::from(self.forth[axis]) - 1);
        self.first[axis] + ((n ^ back) - back)
    }

    /// Columns or rows from the first one.
    #[inline(always)]
    pub(super) fn steps_to(&self, axis: usize, cell: i32) -> u64 {
        self.first[axis].abs_diff(cell).into()
    }

    /// How far from the first the last column or row is that is entered.
    #[inline(always)]
    pub(super) fn last(&self, axis: usize) -> u64 {
        let end = i64::from(self.from[axis]) + self.d[axis];
        let inside = if self.d[axis] > 0 { end - 1 } else { end };
        self.steps_to(axis, self.view.cells().axis(axis).cell(inside as i32))
    }

    /// Units along an axis until column or row `n` is entered: below 0 for the first one, unless the start is on its edge.
    #[inline(always)]
    pub(super) fn units_to_cell(&self, axis: usize, n: u64) -> i64 {
        (n * self.tile[axis]) as i64 - self.offset[axis] as i64
    }

    /// The first and last column, counted from the first one, of which the way enters the inside while it is inside of
    /// row `n`; it has motion on both axes. Exact: quotients of products below 2^64.
    pub(super) fn columns_in_row(&self, n: u64) -> (u64, u64) {
        let units = |n| (self.units_to_cell(1, n).max(0) as u64).min(self.run[1]);
        let x_in = self.run[0] * units(n) / self.run[1];
        let x_out = (self.run[0] * units(n + 1)).div_ceil(self.run[1]);
        let column = |x: u64| (self.offset[0] + x) / self.tile[0];
        (column(x_in), column(x_out - 1))
    }

    /// Whether the way enters a cell, if that is plain to see: by products of lengths of the way, which are below 2^64.
    #[inline(always)]
    pub(super) fn look_at(&self, col: i32, row: i32) -> Look {
        let near =
            [self.units_to_cell(0, self.steps_to(0, col)), self.units_to_cell(1, self.steps_to(1, row))];
        let axis = if let Some(axis) = self.parallel_to() {
            if self.is_on_edge_of(1 - axis) || near[axis] <= 0 {
                return Look::Unsure;
            }
            axis
        } else {
            // Beyond the end there is nothing to enter, and no product that fits.
            let part = |k: usize, units: i64| (units.max(0) as u64).min(self.run[k]) * self.run[1 - k];
            let enter = [part(0, near[0]), part(1, near[1])];
            let leave = [0, 1].map(|k| part(k, near[k] + self.tile[k] as i64));
            let axis = usize::from(enter[1] > enter[0]);
            if enter[axis] >= leave[1 - axis] {
                return Look::Misses;
            } else if enter[0] == enter[1] {
                return Look::Unsure;
            }
            axis
        };
        Look::Enters(Entry { fraction: Ratio::new(near[axis], self.run[axis] as i64), axis })
    }

    /// The axis that it is parallel to, if it is.
    #[inline(always)]
    pub(super) fn parallel_to(&self) -> Option<usize> {
        match self.run {
            [_, 0] => Some(0),
            [0, _] => Some(1),
            _ => None,
        }
    }

    /// Does it run along an edge of cells that lie on both sides of it? The two columns or rows are then the first one and
    /// the one before.
    #[inline(always)]
    pub(super) fn is_on_edge_of(&self, axis: usize) -> bool {
        self.run[axis] == 0 && self.offset[axis] == 0
    }

    /// Units along an axis from the start to the near side of something, below 0 if it begins behind the start.
    fn units_to(&self, axis: usize, low: i32, high: i32) -> i64 {
        let from = i64::from(self.from[axis]);
        if self.forth[axis] { i64::from(low) - from } else { from - i64::from(high) }
    }

    /// When the way enters a solid, if it does: when it is strictly inside of what is solid from there on, and in this
    /// box. That is the box's inside, unless the way runs along an edge of it: then there must be something solid on
    /// the other side too. A box in which the way starts is not entered.
    pub(super) fn entry(&self, b: Aabb) -> Option<Entry> {
        let Some(axis) = self.parallel_to() else {
            let d = I64Vec2::new(self.d[0], self.d[1]);
            return point_entry(self.from, d, b).map(|(fraction, axis)| Entry { fraction, axis });
        };
        let free = 1 - axis;
        let line = self.from[free];
        let units = self.units_to(axis, b.min[axis], b.max[axis]);
        if line < b.min[free] || b.max[free] < line || units < 0 || units as u64 >= self.run[axis] {
            return None;
        }
        if line == b.min[free] || line == b.max[free] {
            let mut beyond = [0; 2];
            beyond[axis] = self.ahead(axis, units);
            beyond[free] = if line == b.min[free] { i64::from(line) - 1 } else { line.into() };
            if !self.view.is_covered(beyond) {
                return None;
            }
        }
        Some(Entry { fraction: Ratio::new(units, self.run[axis] as i64), axis })
    }

    /// The low side of the unit after `units` of motion along an axis.
    pub(super) fn ahead(&self, axis: usize, units: i64) -> i64 {
        let from = i64::from(self.from[axis]);
        if self.forth[axis] { from + units } else { from - units - 1 }
    }

    /// The low side of the unit before it.
    pub(super) fn behind(&self, axis: usize, units: i64) -> i64 {
        let from = i64::from(self.from[axis]);
        if self.forth[axis] { from + units - 1 } else { from - units }
    }

    /// Is the way in these cells from `fraction` on?
    pub(super) fn is_in(&self, r: CellRect, fraction: Ratio) -> bool {
        let ends = [(r.col0, r.col1), (r.row0, r.row1)];
        [0, 1].into_iter().filter(|k| self.run[*k] != 0).all(|k| {
            let steps = self.steps_to(k, if self.forth[k] { ends[k].0 } else { ends[k].1 });
            let enter = self.units_to_cell(k, steps);
            let at = wide(fraction.num(), self.run[k] as i64);
            wide(enter, fraction.den()) <= at && at < wide(enter + self.tile[k] as i64, fraction.den())
        })
    }

    /// Units along an axis at `fraction`, rounded toward the start, and whether that is exact.
    pub(super) fn units(&self, axis: usize, fraction: Ratio) -> (i64, bool) {
        let (num, den) = (fraction.num() as u64, fraction.den() as u64);
        if den == self.run[axis] {
            return (num as i64, true);
        }
        let product = self.run[axis] * num;
        let whole = product / den;
        (whole as i64, whole * den == product)
    }

    /// The point at `fraction`, rounded toward the start.
    pub(super) fn point(&self, fraction: Ratio) -> IVec2 {
        let on_axis = |k: usize| {
            let (units, _) = self.units(k, fraction);
            (i64::from(self.from[k]) + if self.forth[k] { units } else { -units }) as i32
        };
        IVec2::new(on_axis(0), on_axis(1))
    }
}

/// The box of a cell.
pub(super) fn box_of(view: View, col: i32, row: i32) -> Aabb {
    super::cell_box(view, TileCoord::new(col, row))
}
