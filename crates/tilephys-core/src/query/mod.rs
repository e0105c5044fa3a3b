//! Spatial queries on the map: point and box queries, ray casts, shape casts, nearest solid, floors under a box.
//!
//! All queries see the *union of the solids of a [`Query`]*: tiles of all layers, part by part, and off-grid shapes. Their
//! category must share a bit with the query's mask. Adjoining solids have no gap: a point on their seam is inside, slanted seams
//! too, and a ray along the seam is stopped. The outer boundary of the union is not solid: a point on it is outside, and a ray
//! along it or past its corner is not stopped. So a ray passes where a small enough box would pass, on either side of
//! the ray: not between two solids that touch corner to corner.
//!
//! One-way lines are not solid, but stop casts and sweeps that oppose their open side, unless the query excludes them.

mod cast;
mod cursor;
mod entries;
mod gap;
mod hit;
mod meeting;
mod mover;
mod nearest;
mod neighborhood;
mod outline;
mod polygon;
mod query_view;
mod solids;
mod supports;
mod surface;
mod sweep;
mod walk;
mod way;

pub use crate::grid::Edge;
pub use entries::CastAll;
pub use hit::{BodyTarget, HitTarget, QueryHit, Solid};
pub use nearest::Nearest;
pub use solids::Solids;
pub use supports::{FloorContact, FloorContacts};

use crate::direction::Direction;
use glam::IVec2;
use std::cmp::Ordering;

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

/// The direction nearest to a normal; of two equally near ones, up or down.
#[inline(always)]
fn facing(normal: IVec2) -> Direction {
    let axis = usize::from(normal.x.unsigned_abs() <= normal.y.unsigned_abs());
    Direction::along(axis, normal[axis] > 0)
}

/// Compares how much two vectors point up.
fn compare_upness(a: [i64; 2], b: [i64; 2]) -> Ordering {
    let square = |[x, y]: [i64; 2]| i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
    let toward = |n: [i64; 2]| -i128::from(n[1].signum()) * i128::from(n[1]) * i128::from(n[1]);
    (toward(a) * square(b)).cmp(&(toward(b) * square(a)))
}
