//! Hits of queries, and their targets.

use crate::aabb::Aabb;
use crate::body_id::BodyId;
use crate::direction::Direction;
use crate::grid::ShapeId;
use crate::ratio::Ratio;
use crate::shape_hit::ShapeHit;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;

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

    /// The hit of a start inside `target`.
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
