//! Raycasts and shape casts through the map and the bodies together.

use super::{BodyIndex, BodyQuery, IndexHit};
use crate::aabb::Aabb;
use crate::grid::TileGrid;
use crate::query::{GridHit, Query};
use crate::ratio::Ratio;
use glam::IVec2;

/// First hit of a path: on the map or on a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstHit {
    /// Hit on a tile or an off-grid shape.
    Grid(GridHit),
    /// Hit on a body.
    Body(IndexHit),
}

impl FirstHit {
    /// Returns the time of impact as an exact part of the path.
    #[must_use]
    pub fn fraction(&self) -> Ratio {
        match self {
            FirstHit::Grid(hit) => hit.fraction,
            FirstHit::Body(hit) => hit.fraction,
        }
    }

    /// Returns the hit point, in lattice units: see [`GridHit::point`] and [`IndexHit::point`].
    #[must_use]
    pub fn point(&self) -> IVec2 {
        match self {
            FirstHit::Grid(hit) => hit.point,
            FirstHit::Body(hit) => hit.point,
        }
    }

    /// Returns the first of two hits; the map hit at equal fractions.
    fn of(grid: Option<GridHit>, body: Option<IndexHit>) -> Option<FirstHit> {
        match (grid, body) {
            (Some(grid), Some(body)) if body.fraction < grid.fraction => Some(FirstHit::Body(body)),
            (Some(grid), _) => Some(FirstHit::Grid(grid)),
            (None, body) => body.map(FirstHit::Body),
        }
    }
}

impl BodyIndex {
    /// Returns the first hit of a segment on the map or a body, by the rules of [`TileGrid::cast`] and
    /// [`cast`](Self::cast). At equal fractions the map wins.
    ///
    /// A solid body is in the map too. To hit it as a body, leave its category out of `map`.
    #[doc(alias = "raycast")]
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

    /// Returns the first hit of a box on the map or a body on its straight path by `translation`, in lattice
    /// units. At equal fractions the map wins.
    ///
    /// By the rules of [`TileGrid::sweep`] and [`sweep`](Self::sweep). A solid body is in the map too. To hit
    /// it as a body, leave its category out of `map`.
    ///
    /// # Panics
    /// As [`TileGrid::sweep`].
    #[doc(alias = "shape cast")]
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
