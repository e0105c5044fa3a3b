//! Regions of a grid: adding, moving and finding them.
//!
//! A region is listed in the cells that it overlaps. It is no shape: searches for solids do not see it, and the sweep phase asks
//! for the regions near a motion to record the trajectory there.

use super::cells::{CHUNK_SHIFT, CellRect};
use super::first_map::{Edit, MapDiff};
use super::off_grid::{Listed, Region, RegionId};
use super::tile_grid::TileGrid;
use crate::aabb::Aabb;
use std::borrow::Cow;

impl TileGrid {
    /// Adds a region, which senses bodies from the next step on; bodies already inside then enter at fraction 0. The region is
    /// listed in every cell that it overlaps. So its memory and the cost of moving it grow with their number.
    ///
    /// # Panics
    /// If the box has no area, reaches beyond the world, covers more than 4,194,304 [cells](crate::limits::MAX_SHAPE_CELLS), or is
    /// not the bounding box of the shape, or after 2^32 regions.
    #[doc(alias("trigger", "area"))]
    pub fn add_region(&mut self, region: Region) -> RegionId {
        self.assert_box(region.aabb);
        assert!(region.is_sound(), "the box of a region must be the least one around its shape: {region:?}");
        let id = RegionId(self.regions.next);
        self.regions.next = id.0.checked_add(1).expect("a grid gives fewer than 2^32 regions in its life");
        self.note_edit(|| Edit::AddRegion { region });
        self.put_region(id, region);
        id
    }

    fn put_region(&mut self, id: RegionId, region: Region) {
        self.regions.insert(id, region);
        let cells = self.cells.covered(region.aabb.min, region.aabb.max);
        self.relist(Listed::Region(id), None, Some(cells));
    }

    /// Restores the regions of the first map, `first`, with the saved removals, additions and changes.
    pub(super) fn restore_regions(&mut self, first: &[(RegionId, Region)], saved: &MapDiff) {
        let is_kept = |id: RegionId| {
            saved.gone_regions.binary_search(&id).is_err()
                && saved.regions.binary_search_by_key(&id, |entry| entry.0).is_err()
        };
        let mut wanted: Vec<_> = first.iter().filter(|(id, _)| is_kept(*id)).copied().collect();
        wanted.extend_from_slice(&saved.regions);
        wanted.sort_unstable_by_key(|entry| entry.0);
        let is_wanted = |(id, region): (&RegionId, &Region)| {
            wanted.binary_search_by_key(id, |entry| entry.0).is_ok_and(|index| wanted[index].1 == *region)
        };
        let stale = self.regions.list.iter().filter(|entry| !is_wanted(*entry)).map(|(id, _)| *id);
        // Collected first, because removals change the list.
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

    /// Removes a region and returns it; `None` if there is no such region. The next step of a world reports the exits of bodies inside.
    pub fn remove_region(&mut self, id: RegionId) -> Option<Region> {
        self.note_edit(|| Edit::RemoveRegion { id });
        self.take_region(id)
    }

    fn take_region(&mut self, id: RegionId) -> Option<Region> {
        let region = self.regions.remove(id)?;
        let cells = self.cells.covered(region.aabb.min, region.aabb.max);
        self.relist(Listed::Region(id), Some(cells), None);
        Some(region)
    }

    /// Teleports a region. Bodies in the new place enter at fraction 0 of the next step, bodies outside of it leave at fraction 0.
    /// Returns true if the region exists.
    ///
    /// # Panics
    /// If the box has no area, reaches beyond the world, covers more than 4,194,304 [cells](crate::limits::MAX_SHAPE_CELLS), or
    /// differs in size from the shape of the region.
    pub fn move_region(&mut self, id: RegionId, aabb: Aabb) -> bool {
        self.assert_box(aabb);
        let Some(region) = self.regions.list.get(&id) else { return false };
        let old = region.aabb;
        let moved = Region { aabb, ..*region };
        assert!(moved.is_sound(), "a region that has a shape keeps its size: {moved:?}");
        self.note_edit(|| Edit::MoveRegion { id, aabb });
        self.regions.insert(id, moved);
        let [before, after] = [old, aabb].map(|b| self.cells.covered(b.min, b.max));
        // Cells in both rectangles keep their entries.
        if before != after {
            self.relist(Listed::Region(id), Some(before), Some(after));
        }
        true
    }

    /// True if a region is valid at a place, or does not exist.
    pub(crate) fn may_move_region(&self, id: RegionId, aabb: Aabb) -> bool {
        self.takes_box(aabb) && self.region(id).is_none_or(|region| Region { aabb, ..*region }.is_sound())
    }

    /// The region `id`, unless it was removed.
    #[must_use]
    pub fn region(&self, id: RegionId) -> Option<&Region> {
        self.regions.list.get(&id)
    }

    pub(crate) fn first_regions(&self) -> Cow<'_, [(RegionId, Region)]> {
        let own = || self.regions().map(|(id, region)| (id, *region)).collect();
        self.first_map
            .as_ref()
            .map_or_else(|| Cow::Owned(own()), |first_map| Cow::Borrowed(&first_map.regions[..]))
    }

    /// All regions, by ascending id.
    pub fn regions(&self) -> impl Iterator<Item = (RegionId, &Region)> {
        self.regions.list.iter().map(|(id, region)| (*id, region))
    }

    /// Calls `visit` with each region whose bounds overlap a box, at least once. Visits nothing for a box without an area or
    /// beyond the world.
    pub fn visit_regions(&self, aabb: Aabb, mut visit: impl FnMut(RegionId, &Region)) {
        if !aabb.is_in_world() {
            return;
        }
        self.regions_in(self.cells.covered(aabb.min, aabb.max), |id| {
            if let Some(region) = self.region(id).filter(|region| region.aabb.overlaps(aabb)) {
                visit(id, region);
            }
        });
    }

    #[inline(always)]
    pub(crate) fn has_regions(&self) -> bool {
        !self.regions.list.is_empty()
    }

    /// Calls `visit` with the regions in some cells; regions in several cells are visited several times.
    pub(crate) fn regions_in(&self, r: CellRect, mut visit: impl FnMut(RegionId)) {
        r.any_chunk(|x, y, within| {
            // An absent chunk has slot 0, whose list is empty.
            self.region_cells[self.directory.slot(x, y)].visit_in(within, &mut visit);
            false
        });
    }

    #[inline]
    pub(crate) fn has_region_in(&self, r: CellRect) -> bool {
        // Nearly each body asks, and nearly always in one chunk.
        let x = r.col0 >> CHUNK_SHIFT;
        let y = r.row0 >> CHUNK_SHIFT;
        if x == r.col1 >> CHUNK_SHIFT && y == r.row1 >> CHUNK_SHIFT {
            return self.region_cells[self.directory.slot(x, y)].has_in(r);
        }
        r.any_chunk(|x, y, within| self.region_cells[self.directory.slot(x, y)].has_in(within))
    }
}
