//! Trigger areas of the map: sensor boxes and polygons that block nothing and report the bodies inside.
//!
//! A region is listed in the cells that it overlaps, which marks them as shaped. So motions near a region leave the fast paths
//! without a further test, and searches for solids find none there.

use super::contacts::assert_in_world;
use super::journal::{Edit, SavedGrid, is_in_world};
use super::off_grid::OffGridCells;
use super::view::bits;
use super::{CHUNK_MASK, CHUNK_SHIFT, CellRect, TileGrid, within_chunk};
use crate::aabb::Aabb;
use crate::shape::Polygon;
use crate::tile::TileCoord;
use glam::IVec2;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Id of a region, returned by [`TileGrid::add_region`]. A grid never reuses an id.
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

    /// True if the region lies in the world, and its box is the bounding box of its shape.
    pub(crate) fn is_sound(&self) -> bool {
        let size = self.aabb.max.checked_sub(self.aabb.min);
        let fits = |shape: &Polygon| shape.bounds().min == IVec2::ZERO && Some(shape.bounds().max) == size;
        is_in_world(self.aabb) && self.shape.as_ref().is_none_or(fits)
    }
}

/// The regions of a grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    list: BTreeMap<RegionId, Region>,
    next: u32,
}

/// Regions in the cells of a chunk. Chunks that never had a region nearby have no lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionCells(Option<Box<OffGridCells>>);

impl RegionCells {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|lists| lists.is_empty())
    }

    /// True if there is a region in a cell.
    pub(crate) fn has(&self, cell: usize) -> bool {
        let row = self.0.as_ref().map_or(0, |lists| lists.any[cell >> CHUNK_SHIFT]);
        row >> (cell & CHUNK_MASK as usize) & 1 != 0
    }

    fn insert(&mut self, cell: usize, region: RegionId) {
        self.0.get_or_insert_with(|| Box::new(OffGridCells::new())).insert(cell, region.0);
    }

    fn remove(&mut self, cell: usize, region: RegionId) {
        if let Some(lists) = &mut self.0 {
            lists.remove(cell, region.0);
        }
    }

    /// Calls `visit` with the regions in some columns of a row, cell by cell.
    fn visit_row(&self, row: i32, [first, last]: [i32; 2], visit: &mut impl FnMut(RegionId)) {
        let Some(lists) = &self.0 else { return };
        let mut word = lists.any[row as usize] & bits(first, last);
        while word != 0 {
            let cell = (row << CHUNK_SHIFT) as usize | word.trailing_zeros() as usize;
            word &= word - 1;
            lists.of(cell, 0).map(RegionId).for_each(&mut *visit);
        }
    }
}

impl TileGrid {
    /// Adds a region, which senses bodies from the next step on; bodies already inside then enter at fraction 0. The region is
    /// listed in every cell that it overlaps. So its memory and the cost of moving it grow with their number.
    ///
    /// # Panics
    /// If the box has no area, reaches beyond the world, or is not the bounding box of the shape, or after 2^32 regions.
    #[doc(alias = "trigger")]
    #[doc(alias = "area")]
    pub fn add_region(&mut self, region: Region) -> RegionId {
        assert_in_world(region.aabb);
        assert!(region.is_sound(), "the box of a region must be the least one around its shape: {region:?}");
        let id = RegionId(self.regions.next);
        self.regions.next = id.0.checked_add(1).expect("a grid gives fewer than 2^32 regions in its life");
        self.note_edit(|| Edit::AddRegion { region });
        self.put_region(id, region);
        id
    }

    /// Adds a region under an unused id.
    fn put_region(&mut self, id: RegionId, region: Region) {
        self.regions.list.insert(id, region);
        self.mark(id, self.cells.covered(region.aabb.min, region.aabb.max), None);
    }

    /// Id of the next region.
    pub(crate) fn next_region(&self) -> u32 {
        self.regions.next
    }

    /// Restores the regions of the first map, `first`, with the saved removals, additions and changes.
    pub(super) fn restore_regions(&mut self, first: &[(RegionId, Region)], saved: &SavedGrid) {
        let is_kept = |id: RegionId| {
            saved.gone_regions.binary_search(&id).is_err()
                && saved.regions.binary_search_by_key(&id, |entry| entry.0).is_err()
        };
        let mut wanted: Vec<_> = first.iter().filter(|(id, _)| is_kept(*id)).copied().collect();
        wanted.extend_from_slice(&saved.regions);
        wanted.sort_unstable_by_key(|entry| entry.0);
        let is_wanted = |(id, region): (&RegionId, &Region)| {
            wanted.binary_search_by_key(id, |entry| entry.0).is_ok_and(|place| wanted[place].1 == *region)
        };
        let stale = self.regions.list.iter().filter(|entry| !is_wanted(*entry)).map(|(id, _)| *id);
        for id in stale.collect::<Vec<_>>() {
            self.take_region(id);
        }
        for (id, region) in wanted {
            if self.region(id).is_none() {
                self.put_region(id, region);
            }
        }
        self.regions.next = saved.next_region;
    }

    /// Removes a region and returns it; `None` if there is no such region. Bodies inside get no exit event.
    pub fn remove_region(&mut self, id: RegionId) -> Option<Region> {
        self.note_edit(|| Edit::RemoveRegion { id });
        self.take_region(id)
    }

    fn take_region(&mut self, id: RegionId) -> Option<Region> {
        let region = self.regions.list.remove(&id)?;
        self.unmark(id, self.cells.covered(region.aabb.min, region.aabb.max), None);
        Some(region)
    }

    /// Teleports a region. Bodies in the new place enter at fraction 0 of the next step, bodies outside of it leave at fraction 0.
    /// Returns true if the region exists.
    ///
    /// # Panics
    /// If the box has no area, reaches beyond the world, or differs in size from the shape of the region.
    pub fn move_region(&mut self, id: RegionId, aabb: Aabb) -> bool {
        assert_in_world(aabb);
        let Some(region) = self.regions.list.get(&id) else { return false };
        let (old, moved) = (region.aabb, Region { aabb, ..*region });
        assert!(moved.is_sound(), "a region that has a shape keeps its size: {moved:?}");
        self.note_edit(|| Edit::MoveRegion { id, aabb });
        self.regions.list.insert(id, moved);
        let [before, after] = [old, aabb].map(|b| self.cells.covered(b.min, b.max));
        if before != after {
            self.mark(id, after, Some(before));
            self.unmark(id, before, Some(after));
        }
        true
    }

    /// True if a region is valid at a place, or does not exist.
    pub(crate) fn may_move_region(&self, id: RegionId, aabb: Aabb) -> bool {
        is_in_world(aabb) && self.region(id).is_none_or(|region| Region { aabb, ..*region }.is_sound())
    }

    /// The region `id`, unless it was removed.
    #[must_use]
    pub fn region(&self, id: RegionId) -> Option<&Region> {
        self.regions.list.get(&id)
    }

    /// The regions of the map with which the world began.
    pub(crate) fn first_regions(&self) -> Cow<'_, [(RegionId, Region)]> {
        let own = || self.regions().map(|(id, region)| (id, *region)).collect();
        self.journal.as_ref().map_or_else(|| Cow::Owned(own()), |journal| Cow::Borrowed(&journal.regions[..]))
    }

    /// All regions, by ascending id.
    pub fn regions(&self) -> impl Iterator<Item = (RegionId, &Region)> {
        self.regions.list.iter().map(|(id, region)| (*id, region))
    }

    /// True if there are any regions.
    #[inline(always)]
    pub(crate) fn has_regions(&self) -> bool {
        !self.regions.list.is_empty()
    }

    /// Calls `visit` with the regions in some cells; regions in several cells are visited several times.
    pub(crate) fn regions_in(&self, r: CellRect, mut visit: impl FnMut(RegionId)) {
        for y in r.row0 >> CHUNK_SHIFT..=r.row1 >> CHUNK_SHIFT {
            for x in r.col0 >> CHUNK_SHIFT..=r.col1 >> CHUNK_SHIFT {
                let listed = &self.region_cells[self.directory.slot(x, y)];
                if listed.is_empty() {
                    continue;
                }
                let (low_col, low_row) = (x << CHUNK_SHIFT, y << CHUNK_SHIFT);
                let cols = [(r.col0 - low_col).max(0), (r.col1 - low_col).min(CHUNK_MASK)];
                for row in (r.row0 - low_row).max(0)..=(r.row1 - low_row).min(CHUNK_MASK) {
                    listed.visit_row(row, cols, &mut visit);
                }
            }
        }
    }

    /// Lists a region in the cells of `r` that are not in `but`.
    fn mark(&mut self, id: RegionId, r: CellRect, but: Option<CellRect>) {
        for at in cells_of(r, but) {
            let slot = match self.place(at).0 {
                0 => self.open_chunk(at),
                slot => slot,
            };
            self.region_cells[slot].insert(within_chunk(at), id);
            self.refresh(slot, within_chunk(at), at);
        }
    }

    /// Removes a region from the lists of the cells of `r` that are not in `but`.
    fn unmark(&mut self, id: RegionId, r: CellRect, but: Option<CellRect>) {
        for at in cells_of(r, but) {
            let slot = self.place(at).0;
            self.region_cells[slot].remove(within_chunk(at), id);
            self.refresh(slot, within_chunk(at), at);
        }
    }
}

/// The cells of `r` that are not in `but`, row by row.
fn cells_of(r: CellRect, but: Option<CellRect>) -> impl Iterator<Item = TileCoord> {
    let is_in = |at: &TileCoord, r: CellRect| {
        (r.col0..=r.col1).contains(&at.col) && (r.row0..=r.row1).contains(&at.row)
    };
    let all =
        (r.row0..=r.row1).flat_map(move |row| (r.col0..=r.col1).map(move |col| TileCoord::new(col, row)));
    all.filter(move |at| !but.is_some_and(|but| is_in(at, but)))
}
