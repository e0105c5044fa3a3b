//! Spatial queries on the map: point and box queries, ray casts, shape casts, nearest solid, floors under a box.
//!
//! All queries see the *union of the solids of a [`Query`]*: tiles of all layers, part by part, and off-grid shapes. Their
//! category must share a bit with the query's mask. Adjoining solids have no gap: a point on their seam is inside, slanted seams
//! too, and a ray along the seam is stopped. The outer boundary of the union is not solid: a point on it is outside, and a ray
//! along it or past its corner is not stopped. So a ray passes where a small enough box would pass, on either side of
//! the ray: not between two solids that touch corner to corner.
//!
//! One-way lines are not solid, but stop casts and sweeps that oppose their open side, unless the query excludes them.

pub use crate::grid::Edge;
pub use nearest::Nearest;
pub use supports::FloorContact;

use crate::aabb::Aabb;
use crate::body_id::BodyId;
use crate::direction::Direction;
use crate::grid::ShapeId;
use crate::ratio::Ratio;
use crate::shape_hit::ShapeHit;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;
use std::cmp::Ordering;

mod cast;
mod mover;
mod nearest;
mod outline;
mod query_view;
mod shape_cast;
mod solids;
mod supports;
mod surface;
mod walk;
mod way;

/// Filter of a query. A plain mask, a `u32`, converts into a query.
///
/// ```
/// use glam::{IVec2, UVec2};
/// use tilephys_core::{Tile, TileCoord, TileGrid, query::{Query, Solid}};
///
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let (ground, stone, glass) =
///     (grid.add_layer("ground"), grid.add_tile(Tile::default()), grid.add_tile(Tile::default()));
/// grid.set_tile(ground, TileCoord::new(3, 0), Some(glass));
/// grid.set_tile(ground, TileCoord::new(5, 0), Some(stone));
///
/// let opaque = |solid: &Solid| solid.tile != glass;
/// let hit = grid.cast(IVec2::new(0, 2048), IVec2::new(65_536, 2048), Query::new(u32::MAX).filter(&opaque));
/// assert_eq!(hit.unwrap().target.cell.col, 5);
/// ```
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// Mask bits: a tile is visible if its category shares a bit.
    pub mask: u32,
    /// True if one-way lines are visible; true by default. Such lines are never solid, but stop casts and sweeps from their
    /// open side.
    pub one_ways: bool,
    /// Predicate that hides each solid for which it returns false; `None` by default. Called for each part of a tile
    /// separately, possibly several times.
    pub filter: Option<&'a dyn Fn(&Solid) -> bool>,
}

impl<'a> Query<'a> {
    /// Sees everything that shares a bit with `mask`, one-way lines included.
    #[must_use]
    pub const fn new(mask: u32) -> Self {
        Query { mask, one_ways: true, filter: None }
    }

    /// The query without one-way lines.
    #[must_use]
    pub const fn without_one_ways(self) -> Self {
        Query { one_ways: false, ..self }
    }

    /// The query with only the solids for which `filter` returns true.
    #[must_use]
    pub fn filter(self, filter: &'a dyn Fn(&Solid) -> bool) -> Self {
        Query { filter: Some(filter), ..self }
    }
}

impl From<u32> for Query<'_> {
    /// Sees everything that shares a bit with the mask.
    fn from(mask: u32) -> Self {
        Query::new(mask)
    }
}

impl std::fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Query");
        debug.field("mask", &self.mask).field("one_ways", &self.one_ways);
        debug.field("filter", &self.filter.is_some()).finish()
    }
}

fn compare_upness(a: [i64; 2], b: [i64; 2]) -> Ordering {
    let square = |[x, y]: [i64; 2]| i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
    let toward = |n: [i64; 2]| -i128::from(n[1].signum()) * i128::from(n[1]) * i128::from(n[1]);
    (toward(a) * square(b)).cmp(&(toward(b) * square(a)))
}

/// Hit of a cast or a sweep: contact, face and target.
///
/// The target is a [`Solid`] in queries of the map, a [`BodyTarget`] in queries of the bodies, and a [`HitTarget`] in queries of
/// both.
#[doc(alias = "RaycastHit")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryHit<T = HitTarget> {
    /// Time of impact, normal and position. The fraction is at least 0 and less than 1.
    pub shape: ShapeHit,
    /// Face that is hit, by its outward direction; a slanted face counts as the nearest direction, of two as up or down. `None`
    /// for a start inside.
    pub face: Option<Direction>,
    /// Tile, off-grid shape or body that is hit. Of several whole tiles in a cell, the tile of the lowest layer.
    pub target: T,
}

impl<T> QueryHit<T> {
    /// True if the start is inside the target. The fraction is then 0, and there is no face.
    #[must_use]
    pub fn starts_inside(&self) -> bool {
        self.face.is_none()
    }

    pub(crate) fn inside(position: IVec2, point: IVec2, target: T) -> QueryHit<T> {
        let shape = ShapeHit { fraction: Ratio::ZERO, normal: IVec2::ZERO, point, position };
        QueryHit { shape, face: None, target }
    }

    /// The hit with its target as one of several kinds.
    pub(crate) fn into_any(self) -> QueryHit
    where
        HitTarget: From<T>,
    {
        QueryHit { shape: self.shape, face: self.face, target: self.target.into() }
    }
}

impl QueryHit<Solid> {
    /// Sort key of several hits of one segment. Equal for equal hits only, because a segment enters a part once.
    pub(super) fn order(&self) -> impl Ord + use<> {
        let Solid { cell, off_grid, layer, part, .. } = self.target;
        let starts_later = (self.shape.fraction, self.face.is_some());
        (starts_later, (cell.row, cell.col, off_grid.is_none()), (layer, off_grid, part))
    }
}

/// Target of a query of map and bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitTarget {
    /// Tile or off-grid shape.
    Solid(Solid),
    /// Body.
    Body(BodyTarget),
}

impl From<Solid> for HitTarget {
    fn from(solid: Solid) -> Self {
        HitTarget::Solid(solid)
    }
}

impl From<BodyTarget> for HitTarget {
    fn from(body: BodyTarget) -> Self {
        HitTarget::Body(body)
    }
}

/// Body as the target of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BodyTarget {
    /// Body that is hit.
    pub body: BodyId,
    /// Length of the contact edge, in lattice units; zero for a raycast, a corner contact and a start inside.
    pub extent: Ratio,
}

/// A solid: a tile, an off-grid shape, or one convex part of either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solid {
    /// Layer of the solid.
    pub layer: LayerId,
    /// Cell of the tile; for an off-grid shape the cell of its bounds' low corner.
    pub cell: TileCoord,
    /// Kind of tile.
    pub tile: TileId,
    /// Off-grid shape; `None` for a tile in a cell.
    pub off_grid: Option<ShapeId>,
    /// Index of the part within the tile's shape.
    pub part: u8,
    /// True if the part is a one-way line.
    pub one_way: bool,
    /// Bounds of that part, in lattice units; for a whole tile the cell.
    pub aabb: Aabb,
}
