//! Raycasts and shape casts through the map and the bodies together.

use crate::aabb::Aabb;
use crate::dynamics::index::{BodyIndex, BodyQuery};
use crate::grid::TileGrid;
use crate::query::{BodyTarget, Query, QueryHit, Solid};
use glam::IVec2;

/// Returns the first of two hits; the map hit at equal fractions.
fn first(grid: Option<QueryHit<Solid>>, body: Option<QueryHit<BodyTarget>>) -> Option<QueryHit> {
    match (grid, body) {
        (Some(grid), Some(body)) if body.shape.fraction < grid.shape.fraction => Some(body.into_any()),
        (Some(grid), _) => Some(grid.into_any()),
        (None, body) => body.map(QueryHit::into_any),
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
    ) -> Option<QueryHit> {
        first(grid.cast(from, to, map), self.cast(from, to, bodies))
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
    ) -> Option<QueryHit> {
        first(grid.sweep(aabb, translation, map), self.sweep(aabb, translation, bodies))
    }
}
