//! Shapes off the grid and regions, each listed in all cells that it touches. The shapes are static boxes and movers. Regions block
//! nothing, and report the bodies inside.

use super::cells::{CELLS, CHUNK_MASK, CHUNK_SHIFT, CellRect, EMPTY_PLANE, Plane, any_in_rows, bits};
use crate::aabb::Aabb;
use crate::hash::StateHasher;
use crate::limits::{CHUNK_SIZE, WORLD_LIMIT};
use crate::shape::{Convex, Polygon};
use crate::tile::{LayerId, TileCoord, TileId};
use crate::treap::{NOTHING, Treaps};
use glam::{I64Vec2, IVec2, Vec2};
use std::collections::BTreeMap;

/// Id of an off-grid shape, returned by [`TileGrid::add_box`](crate::TileGrid::add_box).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShapeId(pub(crate) u32);

impl ShapeId {
    /// Index of the shape; greater for shapes that were added later.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An off-grid shape: a box or tile shape anywhere on the lattice, with the layer and the kind of tile that hits name.
#[derive(Clone, Debug)]
pub struct OffGridShape {
    /// Bounds of the shape, in lattice units.
    pub aabb: Aabb,
    /// Layer of the shape.
    pub layer: LayerId,
    /// Kind of tile, which also gives the shape, unless it [is a box](Self::is_box).
    pub tile: TileId,
    pub(crate) velocity: Vec2,
    /// Offset from the low corner of the bounds to the origin of the tile's shape.
    pub(crate) to_origin: IVec2,
    /// Convex form of a box, from its low corner; `None` for the shape of the tile.
    pub(crate) own: Option<Box<Convex>>,
    /// Cell of a tile that extends beyond its cell; `None` for other shapes.
    pub(crate) of_cell: Option<TileCoord>,
}

impl OffGridShape {
    pub(super) fn of_box(layer: LayerId, aabb: Aabb, tile: TileId) -> Self {
        let own = Some(Box::new(Convex::of_box(IVec2::ZERO, aabb.max - aabb.min)));
        let velocity = Vec2::ZERO;
        let to_origin = IVec2::ZERO;
        OffGridShape { aabb, layer, tile, velocity, to_origin, own, of_cell: None }
    }

    /// True if the shape is a box, false if it is the shape of its tile.
    #[must_use]
    pub fn is_box(&self) -> bool {
        self.own.is_some()
    }

    /// Velocity of the shape without its surface velocity, zero for all but movers, in px/s.
    #[must_use]
    pub fn velocity(&self) -> Vec2 {
        self.velocity
    }

    /// Least and greatest low corner of the bounds that keep the shape in the world, in lattice units.
    pub(crate) fn range(&self) -> [IVec2; 2] {
        corners_in_world(self.aabb.size(), self.to_origin)
    }

    /// Low corner of the cell of its tile; the low corner of a box. In lattice units.
    #[must_use]
    pub fn origin(&self) -> IVec2 {
        self.aabb.min.saturating_sub(self.to_origin)
    }
}

/// Least and greatest low corner of the bounds of a shape in the world. `to_origin` leads from the low corner of the cell to the
/// low corner of the bounds. The corner of the cell may lie beyond the world, but not beyond `i32`.
pub(crate) fn corners_in_world(size: I64Vec2, to_origin: IVec2) -> [IVec2; 2] {
    let least = |k: usize| Ord::max(-WORLD_LIMIT, i32::MIN + to_origin[k].max(0));
    // A box can be wider than `i32`, but no wider than the world.
    let end = |k: usize| (i64::from(WORLD_LIMIT) - size[k]) as i32;
    let greatest = |k: usize| end(k).min(i32::MAX + to_origin[k].min(0));
    [IVec2::new(least(0), least(1)), IVec2::new(greatest(0), greatest(1))]
}

/// First index of tiles that extend beyond their cell; lesser indices are [`ShapeId`]s.
pub(crate) const OVERHANG: u32 = 1 << 31;

/// Cell lists of one chunk, for off-grid shapes or regions: an ordered set of indices for each cell, all in one array.
///
/// Movers change cells in every step. So a change costs the logarithm of one cell's set and, once the array is long enough, no
/// allocation.
#[derive(Clone, Debug)]
pub(crate) struct OffGridCells {
    pub(crate) any: Plane,
    pub(crate) many: Plane,
    roots: Box<[u32; CELLS]>,
    sets: Treaps<u32>,
}

impl OffGridCells {
    pub(crate) fn new() -> Self {
        let roots = Box::new([NOTHING; CELLS]);
        let sets = Treaps::default();
        OffGridCells { any: EMPTY_PLANE, many: EMPTY_PLANE, roots, sets }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sets.are_empty()
    }

    pub(crate) fn insert(&mut self, cell: usize, index: u32) {
        self.roots[cell] = self.sets.insert(self.roots[cell], index);
        self.mark(cell);
    }

    pub(crate) fn remove(&mut self, cell: usize, index: u32) {
        let Some(root) = self.sets.remove(self.roots[cell], index) else { return };
        self.roots[cell] = root;
        self.mark(cell);
    }

    fn mark(&mut self, cell: usize) {
        let row = cell / CHUNK_SIZE as usize;
        let bit = 1 << (cell % CHUNK_SIZE as usize);
        let has_any = self.roots[cell] != NOTHING;
        let has_many = has_any && self.only(cell).is_none();
        let set = |word: &mut u64, on: bool| *word = if on { *word | bit } else { *word & !bit };
        set(&mut self.any[row], has_any);
        set(&mut self.many[row], has_many);
    }

    /// The shapes listed in a cell, by index, from index `from` on.
    pub(crate) fn of(&self, cell: usize, from: u32) -> impl Iterator<Item = u32> + '_ {
        self.sets.from(self.roots[cell], from)
    }

    #[inline]
    pub(crate) fn only(&self, cell: usize) -> Option<u32> {
        self.sets.only(self.roots[cell])
    }
}

/// Id of a region, returned by [`TileGrid::add_region`](crate::TileGrid::add_region). A grid never reuses an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub(crate) u32);

impl RegionId {
    /// Index of the region; greater for regions that were added later.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A trigger area that senses the bodies inside it: a coin, a door, a pool, a spike, a camera zone.
///
/// A body is inside while the interiors of both intersect; touching is not enough.
#[doc(alias("trigger", "area", "sensor", "Area2D"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Bounding box of the region, in lattice units.
    pub aabb: Aabb,
    /// Polygon of the region, with corners from the box' min corner; `None` for the whole box.
    pub shape: Option<Polygon>,
    /// Category bits of the bodies that it senses, all by default: see [`Profile::category`](crate::Profile::category).
    pub mask: u32,
    /// True if each step that a body spends wholly inside is reported too; false by default.
    pub report_stay: bool,
    /// User data of the game; 0 by default.
    pub user: u64,
}

impl Region {
    /// A box region that senses all bodies, and reports when they enter and leave.
    #[must_use]
    pub fn new(aabb: Aabb) -> Self {
        Region { aabb, shape: None, mask: u32::MAX, report_stay: false, user: 0 }
    }

    /// Like [`new`](Self::new), for a polygon whose corners count from `at`.
    ///
    /// # Panics
    /// If the polygon is more than [`SHAPE_REACH`](crate::limits::SHAPE_REACH) wide or high, or beyond the numbers of the lattice.
    #[must_use]
    pub fn of_polygon(at: IVec2, polygon: &Polygon) -> Self {
        let Aabb { min, max } = polygon.bounds();
        let corners: Vec<IVec2> = polygon.corners().iter().map(|corner| corner - min).collect();
        let place = |corner: IVec2| at.checked_add(corner).expect("a region must lie in the world");
        let aabb = Aabb { min: place(min), max: place(max) };
        Region { shape: Some(Polygon::new(&corners)), ..Region::new(aabb) }
    }

    /// Hash of an id and all that decides which boxes overlap the region, except for the corners of its shape.
    fn hash(&self, id: RegionId) -> u64 {
        let mut hasher = StateHasher::new();
        let Aabb { min, max } = self.aabb;
        hasher.pair(id.0, self.mask);
        hasher.point(min);
        hasher.point(max);
        hasher.pair(u32::from(self.shape.is_some()), u32::from(self.report_stay));
        hasher.finish()
    }

    /// True if the region lies in the world, and its box is the bounding box of its shape.
    pub(crate) fn is_sound(&self) -> bool {
        let size = self.aabb.max.checked_sub(self.aabb.min);
        let fits = |shape: &Polygon| shape.bounds().min == IVec2::ZERO && Some(shape.bounds().max) == size;
        self.aabb.is_in_world() && self.shape.as_ref().is_none_or(fits)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    pub(super) list: BTreeMap<RegionId, Region>,
    pub(crate) next: u32,
    /// Hash of the ids, bounds and settings of all regions, in any order.
    pub(crate) fingerprint: u64,
}

impl Regions {
    pub(super) fn insert(&mut self, id: RegionId, region: Region) {
        self.fingerprint ^= region.hash(id);
        if let Some(old) = self.list.insert(id, region) {
            self.fingerprint ^= old.hash(id);
        }
    }

    pub(super) fn remove(&mut self, id: RegionId) -> Option<Region> {
        let region = self.list.remove(&id)?;
        self.fingerprint ^= region.hash(id);
        Some(region)
    }
}

/// Regions in the cells of a chunk. Chunks that never had a region nearby have no lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionCells(pub(super) Option<Box<OffGridCells>>);

/// What the cells of a chunk list: off-grid shapes by index, or regions.
#[derive(Clone, Copy)]
pub(super) enum Listed {
    Shape(u32),
    Region(RegionId),
}

impl RegionCells {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|lists| lists.is_empty())
    }

    #[inline(always)]
    pub(super) fn has_in(&self, r: CellRect) -> bool {
        self.0.as_ref().is_some_and(|lists| any_in_rows(&lists.any, r))
    }

    pub(super) fn visit_in(&self, r: CellRect, visit: &mut impl FnMut(RegionId)) {
        let Some(lists) = &self.0 else { return };
        let columns = bits(r.col0 & CHUNK_MASK, r.col1 & CHUNK_MASK);
        let mut last = None;
        for row in r.row0 & CHUNK_MASK..=r.row1 & CHUNK_MASK {
            let mut word = lists.any[row as usize] & columns;
            while word != 0 {
                let cell = (row << CHUNK_SHIFT) as usize | word.trailing_zeros() as usize;
                word &= word - 1;
                let only = lists.only(cell);
                // Most cells are in the region of the cell before, and in no other.
                if only.is_some() && only == last {
                    continue;
                }
                last = only;
                lists.of(cell, 0).map(RegionId).for_each(&mut *visit);
            }
        }
    }
}
