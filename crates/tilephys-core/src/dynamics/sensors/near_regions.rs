//! Regions near the path of a body, and the range of positions in which the body overlaps the same of them.

use crate::aabb::Aabb;
use crate::controller::RecordedSegment;
use crate::dynamics::output::{BodyPath, OverlapRange, cells_along, few_cells};
use crate::grid::{CellRect, Region, RegionId, TileGrid};
use glam::IVec2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Noted {
    pub(crate) path: BodyPath,
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) category: u32,
    pub(crate) sensor: u32,
}

/// Regions near a body, by ascending id. Bodies in the same few cells share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearRegions {
    pub(crate) list: Vec<(RegionId, Region)>,
    /// Ids of the list, and a buffer for the ids near the next body.
    ids: Vec<RegionId>,
    found: Vec<RegionId>,
    /// Cells of the list, if it has all their regions.
    cells: Option<CellRect>,
}

/// Number of regions up to which a list is searched for each one.
const FEW_REGIONS: usize = 8;

/// Distance from a body to which its range may reach, in tiles.
pub(crate) const RANGE_TILES: i32 = 2;

impl NearRegions {
    pub(crate) fn forget(&mut self) {
        self.list.clear();
        self.ids.clear();
        self.cells = None;
    }

    /// Finds the regions in the cells of a body's path, and within `reach` of it if that adds few. Returns the bounds in which all
    /// regions are found then.
    pub(crate) fn find(
        &mut self,
        grid: &TileGrid,
        visitor: &Noted,
        legs: &[RecordedSegment],
        reach: IVec2,
    ) -> Option<Aabb> {
        let around = visitor.path.bounds().grown(reach);
        let wide = few_cells(grid, around);
        let cells = wide.or_else(|| few_cells(grid, visitor.path.bounds()));
        let around = wide.map(|_| around);
        if cells.is_some() && cells == self.cells {
            return around;
        }
        self.cells = cells;
        self.found.clear();
        let found = &mut self.found;
        // A region is listed in each of its cells: of a few, each id is taken once.
        let mut add = |id: RegionId| {
            if found.len() >= FEW_REGIONS || !found.contains(&id) {
                found.push(id);
            }
        };
        match cells {
            Some(cells) => grid.regions_in(cells, add),
            None => legs.iter().for_each(|leg| {
                cells_along(grid, visitor.path.size, leg, |cells| {
                    grid.regions_in(cells, &mut add);
                    true
                });
            }),
        }
        self.found.sort_unstable();
        self.found.dedup();
        // Neighbors mostly are below the same regions.
        if self.found != self.ids {
            std::mem::swap(&mut self.ids, &mut self.found);
            self.list.clear();
            self.list.extend(self.ids.iter().filter_map(|id| Some((*id, *grid.region(*id)?))));
        }
        around
    }

    /// Returns the range of a body at the end of its path. The list has all regions within the bounds `around`; without bounds the
    /// range is empty.
    pub(crate) fn range(
        &self,
        visitor: &Noted,
        legs: &[RecordedSegment],
        around: Option<Aabb>,
    ) -> OverlapRange {
        let Noted { path: BodyPath { body, size, .. }, category, .. } = *visitor;
        let mut range = OverlapRange { body, category, size, ..OverlapRange::NONE };
        if let (Some(Aabb { min, max }), Some(last)) = (around, legs.last()) {
            range.low = min;
            range.high = max.saturating_sub(size);
            self.list.iter().for_each(|(_, region)| range.restrict(region, last.to));
        }
        range
    }
}
