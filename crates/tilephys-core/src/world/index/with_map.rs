//! The map and the bodies together: which is first.

use super::{BodyIndex, BodyQuery, IndexHit};
use crate::aabb::Aabb;
use crate::grid::TileGrid;
use crate::query::{GridHit, Query};
use crate::ratio::Ratio;
use glam::IVec2;

/// What a way meets first: something of the map, or a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstHit {
    /// A tile or a loose shape.
    Grid(GridHit),
    /// A body.
    Body(IndexHit),
}

impl FirstHit {
    /// The part of the way travelled, exactly.
    #[must_use]
    pub fn fraction(&self) -> Ratio {
        match self {
            FirstHit::Grid(hit) => hit.fraction,
            FirstHit::Body(hit) => hit.fraction,
        }
    }

    /// Where, in lattice units: see [`GridHit::point`] and [`IndexHit::point`].
    #[must_use]
    pub fn point(&self) -> IVec2 {
        match self {
            FirstHit::Grid(hit) => hit.point,
            FirstHit::Body(hit) => hit.point,
        }
    }

    /// The first of two; the map if both are met at the same moment.
    fn of(grid: Option<GridHit>, body: Option<IndexHit>) -> Option<FirstHit> {
        match (grid, body) {
            (Some(grid), Some(body)) if body.fraction < grid.fraction => Some(FirstHit::Body(body)),
            (Some(grid), _) => Some(FirstHit::Grid(grid)),
            (None, body) => body.map(FirstHit::Body),
        }
    }
}

impl BodyIndex {
    /// What a segment enters first, of the map and the bodies: the map if both at the same moment. By the rules of
    /// [`TileGrid::cast`] and [`cast`](Self::cast).
    ///
    /// A body that is solid to others is in the map too; whoever wants it as a body leaves its category out of `map`.
    #[must_use]
    pub fn cast_with_map<'a>(
        &self,
        grid: &'a TileGrid,
        from: IVec2,
        to: IVec2,
        map: impl Into<Query<'a>>,
        bodies: impl Into<BodyQuery>,
    ) -> Option<FirstHit> {
        FirstHit::of(grid.cast(from, to, map), self.cast(from, to, bodies))
    }

    /// What a box meets first on its straight way by `translation`, of the map and the bodies: the map if both at the same
    /// moment. By the rules of [`TileGrid::sweep`] and [`sweep`](Self::sweep).
    ///
    /// A body that is solid to others is in the map too; whoever wants it as a body leaves its category out of `map`.
    ///
    /// # Panics
    /// As [`TileGrid::sweep`].
    #[must_use]
    pub fn sweep_with_map<'a>(
        &self,
        grid: &'a TileGrid,
        aabb: Aabb,
        translation: IVec2,
        map: impl Into<Query<'a>>,
        bodies: impl Into<BodyQuery>,
    ) -> Option<FirstHit> {
        FirstHit::of(grid.sweep(aabb, translation, map), self.sweep(aabb, translation, bodies))
    }
}
