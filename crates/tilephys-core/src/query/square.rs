//! Squares of one lattice unit: what is solid in the smallest place there is.
//!
//! All edges lie on the lattice, so a square is either wholly solid or not at all, and what is on each side of a point of
//! the lattice is told by the four squares around it.

use super::{Solid, name_order};
use crate::grid::{CellRect, View};
use glam::IVec2;

/// A square by its low corner, which may lie beyond `i32`.
pub(super) type Square = [i64; 2];

impl View<'_> {
    /// Is the square solid?
    pub(super) fn is_covered(&self, square: Square) -> bool {
        let Some(at) = on_lattice(square) else { return false };
        let cell = self.grid.cell_at(at);
        if self.is_solid(cell.col, cell.row) {
            return true;
        }
        self.has_loose() && {
            let r = CellRect { col0: cell.col, row0: cell.row, col1: cell.col, row1: cell.row };
            self.any_loose(r, |_, b| b.aabb.contains_square(at))
        }
    }

    /// What the square is part of; of several the first by name.
    pub(super) fn first_cover(&self, square: Square) -> Option<Solid> {
        let at = on_lattice(square)?;
        let cell = self.grid.cell_at(at);
        let mut first = Solid::of_cell(*self, cell);
        if self.has_loose() {
            let mut from = 0;
            while let Some((index, b)) = self.next_loose(cell.col, cell.row, from) {
                let new = Solid::of_loose(*self, index, b);
                if b.aabb.contains_square(at) {
                    first = first.map(|old| earlier(old, new)).or(Some(new));
                }
                from = index + 1;
            }
        }
        first
    }

    /// Is the point strictly inside of what is solid: are all four squares around it?
    pub(super) fn is_inside(&self, [x, y]: [i64; 2]) -> bool {
        [[x, y], [x - 1, y], [x, y - 1], [x - 1, y - 1]].into_iter().all(|square| self.is_covered(square))
    }
}

/// The first of both by name.
pub(super) fn earlier(a: Solid, b: Solid) -> Solid {
    if name_order(b.cell, b.loose) < name_order(a.cell, a.loose) { b } else { a }
}

/// Nothing is solid beyond `i32`.
fn on_lattice([x, y]: Square) -> Option<IVec2> {
    Some(IVec2::new(x.try_into().ok()?, y.try_into().ok()?))
}

impl crate::aabb::Aabb {
    /// Is the square with this low corner part of the box?
    fn contains_square(self, at: IVec2) -> bool {
        self.min.x <= at.x && at.x < self.max.x && self.min.y <= at.y && at.y < self.max.y
    }
}
