//! Questions about what is solid: at a point, in a box, on a straight way, nearest to something, under something.
//!
//! All of them see one thing, *what is solid to a [`Query`]*: the tiles of all layers, part by part, and the loose shapes
//! whose category shares a bit with its mask, put together. Where two of them adjoin there is no gap: a point on the seam
//! of two solids is inside, slanted seams too, and a ray along the seam is stopped. The outer boundary of what is
//! solid is not solid: a point on it is not inside, and a ray along it, or past a corner of it, goes on. So a ray goes
//! where a box that is small enough would, whichever side of the ray the box keeps to: not between two solids that touch
//! corner to corner.
//!
//! One-way lines are not solid. They stop casts and sweeps that go against their open side, unless the query leaves them
//! out.

mod around;
mod cast;
mod cursor;
mod entries;
mod gap;
mod meeting;
mod mover;
mod nearest;
mod outline;
mod polygon;
mod sight;
mod solids;
mod supports;
mod surface;
mod sweep;
mod walk;
mod way;

pub use entries::CastAll;
pub use nearest::Nearest;
pub use solids::Solids;
pub use supports::{Support, Supports};

use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::grid::BoxId;
use crate::ratio::Ratio;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::cmp::Ordering;

/// What a query is to see. A mask alone, a `u32`, will do in its place.
///
/// ```
/// use glam::{IVec2, UVec2};
/// use tilephys_core::{Query, Solid, Tile, TileCoord, TileGrid};
///
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let (ground, stone, glass) =
///     (grid.add_layer("ground"), grid.add_tile(Tile::default()), grid.add_tile(Tile::default()));
/// grid.set_tile(ground, TileCoord::new(3, 0), Some(glass));
/// grid.set_tile(ground, TileCoord::new(5, 0), Some(stone));
///
/// let opaque = |solid: &Solid| solid.tile != glass;
/// let hit = grid.cast(IVec2::new(0, 2048), IVec2::new(65_536, 2048), Query::new(u32::MAX).filter(&opaque));
/// assert_eq!(hit.unwrap().solid.cell.col, 5);
/// ```
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// Filter bits: a tile is seen if its category shares one.
    pub mask: u32,
    /// Are one-way lines seen? They are never solid; but they stop what comes from their open side.
    pub one_ways: bool,
    /// What it says no to is not there, as if the mask left it out. It is asked about each part of a tile by itself, and may
    /// be asked several times about one.
    pub filter: Option<&'a dyn Fn(&Solid) -> bool>,
}

impl<'a> Query<'a> {
    /// All that shares a bit with `mask`, one-way lines too.
    #[must_use]
    pub const fn new(mask: u32) -> Self {
        Query { mask, one_ways: true, filter: None }
    }

    /// The same without one-way lines.
    #[must_use]
    pub const fn without_one_ways(self) -> Self {
        Query { one_ways: false, ..self }
    }

    /// The same, but only what `filter` says yes to.
    #[must_use]
    pub fn filter(self, filter: &'a dyn Fn(&Solid) -> bool) -> Self {
        Query { filter: Some(filter), ..self }
    }
}

impl From<u32> for Query<'_> {
    /// All that shares a bit with the mask.
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

/// A tile, a loose shape, or one convex part of either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solid {
    /// Its layer.
    pub layer: LayerId,
    /// Its cell; for a loose shape the one of the low corner of its bounds.
    pub cell: TileCoord,
    /// The kind of tile.
    pub tile: TileId,
    /// The loose shape, if it is none of the cells.
    pub loose: Option<BoxId>,
    /// Which part of the tile's shape, in their order.
    pub part: u8,
    /// Is it a line that blocks from one side only?
    pub one_way: bool,
    /// The bounds of that part, in lattice units; for a whole tile the cell.
    pub aabb: Aabb,
}

/// What a cast or a sweep through a grid meets: when, where, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GridHit {
    /// The part of the way travelled, exactly: at least 0, less than 1.
    #[doc(alias = "time_of_impact")]
    #[doc(alias = "toi")]
    pub fraction: Ratio,
    /// Out of the face, in the smallest whole numbers: a unit vector along an axis for most faces, (-1, -1) for a floor
    /// that rises to the right by 45°; zero if the way starts inside.
    pub normal: IVec2,
    /// The face that is met, by the direction in which it looks; for a slanted one the nearest, of two up or down. `None` if
    /// the way starts inside.
    pub face: Option<Direction>,
    /// Where, in lattice units. On the axis of a normal along an axis exactly on the face; else the point of a cast is rounded
    /// toward its start; that of a sweep is the middle of the contact, rounded down.
    pub point: IVec2,
    /// The min corner of the swept box, or the place of the swept polygon, at that moment, rounded toward its start; for a
    /// cast the same as `point`.
    pub position: IVec2,
    /// What is met. Of several whole tiles in a cell the one of the lowest layer.
    pub solid: Solid,
}

impl GridHit {
    /// Does the way start inside of what is solid? Then the fraction is 0, and there is no face.
    #[must_use]
    pub fn starts_inside(&self) -> bool {
        self.face.is_none()
    }

    /// The normal as a unit vector; zero if the way starts inside.
    #[must_use]
    pub fn unit_normal(&self) -> Vec2 {
        self.normal.as_vec2().normalize_or_zero()
    }

    /// A start inside of `solid`.
    fn inside(position: IVec2, point: IVec2, solid: Solid) -> GridHit {
        GridHit { fraction: Ratio::ZERO, normal: IVec2::ZERO, face: None, point, position, solid }
    }

    /// The order of several hits on one way. Equal for equal hits only, since a way enters a part once.
    fn order(&self) -> impl Ord + use<> {
        let Solid { cell, loose, layer, part, .. } = self.solid;
        let starts_later = (self.fraction, self.face.is_some());
        (starts_later, (cell.row, cell.col, loose.is_none()), (layer, loose, part))
    }
}

/// The direction to which a normal is nearest, of two up or down.
#[inline(always)]
fn facing(normal: IVec2) -> Direction {
    let axis = usize::from(normal.x.unsigned_abs() <= normal.y.unsigned_abs());
    Direction::along(axis, normal[axis] > 0)
}

/// Compares how much two vectors look up.
fn compare_upness(a: [i64; 2], b: [i64; 2]) -> Ordering {
    let square = |[x, y]: [i64; 2]| i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
    let toward = |n: [i64; 2]| -i128::from(n[1].signum()) * i128::from(n[1]) * i128::from(n[1]);
    (toward(a) * square(b)).cmp(&(toward(b) * square(a)))
}
