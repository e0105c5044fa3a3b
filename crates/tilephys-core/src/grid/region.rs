//! Trigger areas of the map: sensor boxes and polygons that block nothing and report the bodies inside.

use super::cells::CellRect;
use super::off_grid::OffGridCells;
use super::plane::{CHUNK_SHIFT, any_in_rows, bits};
use crate::aabb::Aabb;
use crate::hash::StateHasher;
use crate::shape::Polygon;
use glam::IVec2;
use std::collections::BTreeMap;

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
#[doc(alias = "trigger")]
#[doc(alias = "area")]
#[doc(alias = "sensor")]
#[doc(alias = "Area2D")]
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
        hasher.pair(min.x as u32, min.y as u32);
        hasher.pair(max.x as u32, max.y as u32);
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

/// The regions of a grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    list: BTreeMap<RegionId, Region>,
    pub(super) next: u32,
    /// Hash of the ids, bounds and settings of all regions, in any order.
    pub(super) fingerprint: u64,
}

impl Regions {
    /// All regions by ascending id.
    pub(super) fn list(&self) -> &BTreeMap<RegionId, Region> {
        &self.list
    }

    /// Adds a region, in place of a region with its id.
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
pub(crate) struct RegionCells(Option<Box<OffGridCells>>);

impl RegionCells {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|lists| lists.is_empty())
    }

    pub(super) fn insert(&mut self, cell: usize, region: RegionId) {
        self.0.get_or_insert_with(|| Box::new(OffGridCells::new())).insert(cell, region.0);
    }

    pub(super) fn remove(&mut self, cell: usize, region: RegionId) {
        if let Some(lists) = &mut self.0 {
            lists.remove(cell, region.0);
        }
    }

    /// True if there is a region in some cells of the chunk.
    #[inline(always)]
    pub(super) fn has_in(&self, r: CellRect) -> bool {
        self.0.as_ref().is_some_and(|lists| any_in_rows(&lists.any, r))
    }

    /// True if there is a region in some columns of a row.
    pub(super) fn has_in_row(&self, row: i32, [first, last]: [i32; 2]) -> bool {
        self.0.as_ref().is_some_and(|lists| lists.any[row as usize] & bits(first, last) != 0)
    }

    /// Calls `visit` with the regions in some columns of a row, cell by cell.
    pub(super) fn visit_row(&self, row: i32, [first, last]: [i32; 2], visit: &mut impl FnMut(RegionId)) {
        let Some(lists) = &self.0 else { return };
        let mut word = lists.any[row as usize] & bits(first, last);
        while word != 0 {
            let cell = (row << CHUNK_SHIFT) as usize | word.trailing_zeros() as usize;
            word &= word - 1;
            lists.of(cell, 0).map(RegionId).for_each(&mut *visit);
        }
    }
}
