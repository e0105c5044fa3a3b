//! Boxes of whole numbers: of cells, or of lattice units.

use glam::{I64Vec2, IVec2};
use tilephys::core::{Aabb, WORLD_LIMIT};

/// Box in `i64`, in which no sum of coordinates overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) min: I64Vec2,
    pub(crate) max: I64Vec2,
}

impl Extent {
    pub(crate) fn new(min: IVec2, max: IVec2) -> Self {
        Extent { min: min.as_i64vec2(), max: max.as_i64vec2() }
    }

    /// The world, in lattice units.
    pub(crate) fn world() -> Self {
        Extent::new(IVec2::splat(-WORLD_LIMIT), IVec2::splat(WORLD_LIMIT))
    }

    /// A cell, in cells.
    pub(crate) fn of_cell(cell: I64Vec2) -> Self {
        Extent { min: cell, max: cell + I64Vec2::ONE }
    }

    /// The box in `i32`, which holds the world.
    pub(crate) fn aabb(self) -> Aabb {
        Aabb::new(self.min.as_ivec2(), self.max.as_ivec2())
    }

    pub(crate) fn size(self) -> I64Vec2 {
        self.max - self.min
    }

    pub(crate) fn moved(self, by: I64Vec2) -> Self {
        Extent { min: self.min + by, max: self.max + by }
    }

    /// Converts cells to lattice units, for cells of `tile` units.
    pub(crate) fn in_units(self, tile: IVec2) -> Self {
        Extent { min: self.min * tile.as_i64vec2(), max: self.max * tile.as_i64vec2() }
    }

    /// Cells of `tile` units that overlap the box in lattice units.
    pub(crate) fn in_cells(self, tile: IVec2) -> Self {
        let tile = tile.as_i64vec2();
        let last = self.max - I64Vec2::ONE;
        Extent { min: self.min.div_euclid(tile), max: last.div_euclid(tile) + I64Vec2::ONE }
    }

    /// True if the other box lies within this one; it may touch the border from inside.
    pub(crate) fn holds(self, inner: Self) -> bool {
        self.min.cmple(inner.min).all() && inner.max.cmple(self.max).all()
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Extent { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}
