//! Ranges of positions in which the overlaps of bodies with regions stay as they are.
//!
//! A body whose path lies in its range enters and leaves no region, so its path is not recorded. The sensor phase finds a new range
//! where a body has left the last one. Ranges are a cache: steps have equal results without them.

use crate::aabb::Aabb;
use crate::controller::RecordedSegment;
use crate::dynamics::ids::BodyId;
use crate::grid::{Region, TileGrid};
use glam::IVec2;

/// Path of a body between two min corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyPath {
    pub(crate) body: BodyId,
    pub(crate) size: IVec2,
    /// Least and greatest min corner, in lattice units.
    corners: [IVec2; 2],
}

impl BodyPath {
    #[inline(always)]
    pub(crate) fn straight(body: BodyId, size: IVec2, [from, to]: [IVec2; 2]) -> Self {
        BodyPath { body, size, corners: [from.min(to), from.max(to)] }
    }

    /// Returns the path of some segments, at least one.
    pub(crate) fn of(body: BodyId, size: IVec2, legs: &[RecordedSegment]) -> Self {
        let ends = || legs.iter().flat_map(|leg| [leg.from, leg.to]);
        let low = ends().fold(IVec2::MAX, IVec2::min);
        let high = ends().fold(IVec2::MIN, IVec2::max);
        BodyPath { body, size, corners: [low, high] }
    }

    /// Returns the bounds of the body on its path, in lattice units.
    pub(crate) fn bounds(&self) -> Aabb {
        let [low, high] = self.corners;
        Aabb { min: low, max: high + self.size }
    }

    /// Returns the box that the body covers all the time, in lattice units; empty or inverted if there is none.
    pub(crate) fn core(&self) -> Aabb {
        let [low, high] = self.corners;
        Aabb { min: high, max: low + self.size }
    }
}

/// Positions in which a body of one size overlaps the regions that it overlaps now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverlapRange {
    pub(crate) body: BodyId,
    pub(crate) category: u32,
    pub(crate) size: IVec2,
    /// Least and greatest min corner, in lattice units. The least exceeds the greatest if there are none.
    pub(crate) low: IVec2,
    pub(crate) high: IVec2,
    /// True if the body may overlap a region.
    pub(crate) is_inside: bool,
}

impl OverlapRange {
    pub(crate) const NONE: OverlapRange = OverlapRange {
        body: BodyId(0),
        category: 0,
        size: IVec2::ZERO,
        low: IVec2::MAX,
        high: IVec2::MIN,
        is_inside: false,
    };

    /// Restricts the range around the min corner `at` to positions with an equal overlap with a region.
    pub(crate) fn restrict(&mut self, region: &Region, at: IVec2) {
        if region.mask & self.category == 0 {
            return;
        }
        // Min corners of bodies that touch the region at their end or begin.
        let before = region.aabb.min.saturating_sub(self.size);
        let behind = region.aabb.max;
        if at.cmpgt(before).all() && at.cmplt(behind).all() {
            self.is_inside = true;
            if region.report_stay {
                self.low = IVec2::MAX;
            }
            // A polygon is not its box, so only a body that does not move overlaps it for sure as before.
            let is_box = region.shape.is_none();
            self.low = self.low.max(if is_box { before + 1 } else { at });
            self.high = self.high.min(if is_box { behind - 1 } else { at });
            return;
        }
        // Outside of a box, each side that separates is a bound; the farthest leaves most room.
        let [x, y] = before.saturating_sub(at).to_array();
        let [past_x, past_y] = at.saturating_sub(behind).to_array();
        let gaps = [x, y, past_x, past_y];
        let widest = (0..4).reduce(|a, b| if gaps[b] > gaps[a] { b } else { a }).unwrap_or(0);
        let axis = widest % 2;
        if widest < 2 {
            self.high[axis] = self.high[axis].min(before[axis]);
        } else {
            self.low[axis] = self.low[axis].max(behind[axis]);
        }
    }
}

/// Ranges by the low bits of the body id. A body with the low bits of another takes its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverlapRanges {
    list: Vec<OverlapRange>,
    /// Fingerprint of the regions that the ranges belong to.
    regions: u64,
    /// Length of a path for which a range is worth its search: the body then stays in it for some steps. In lattice units.
    short: u32,
}

impl OverlapRanges {
    /// Makes room for the ranges of some bodies. Drops all ranges if the regions have changed, and returns false: the next step may
    /// change them again.
    pub(crate) fn begin(&mut self, grid: &TileGrid, bodies: usize) -> bool {
        let regions = grid.regions.fingerprint;
        if self.regions != regions {
            self.list.clear();
            self.regions = regions;
            return false;
        }
        if self.list.len() < bodies {
            self.list.clear();
            self.list.resize(bodies.next_power_of_two(), OverlapRange::NONE);
            self.short = grid.tile_size().min_element().unsigned_abs() / 4;
        }
        true
    }

    /// True if the ranges belong to the regions of the grid.
    pub(crate) fn fit(&self, grid: &TileGrid) -> bool {
        !self.list.is_empty() && self.regions == grid.regions.fingerprint
    }

    /// True if a range is worth its search for a body with this path.
    pub(crate) fn pay(&self, path: &BodyPath) -> bool {
        let [low, high] = path.corners;
        // The greatest distance in a world fits 32 bits without a sign.
        high.wrapping_sub(low).as_uvec2().max_element() < self.short
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Drops the ranges of bodies for which `is_gone` returns true.
    pub(crate) fn forget(&mut self, is_gone: impl Fn(BodyId) -> bool) {
        for range in &mut self.list {
            if is_gone(range.body) {
                *range = OverlapRange::NONE;
            }
        }
    }

    pub(crate) fn set(&mut self, range: OverlapRange) {
        let mask = self.list.len().wrapping_sub(1);
        if let Some(entry) = self.list.get_mut(range.body.0 as usize & mask) {
            *entry = range;
        }
    }

    /// Returns the range of a body of this category, if its whole path lies in it.
    #[inline(always)]
    pub(crate) fn find(&self, category: u32, path: &BodyPath) -> Option<&OverlapRange> {
        let BodyPath { body, size, corners: [low, high] } = *path;
        let mask = self.list.len().wrapping_sub(1);
        let range = self.list.get(body.0 as usize & mask)?;
        let is_its = range.body == body && range.category == category && range.size == size;
        (is_its && low.cmpge(range.low).all() && high.cmple(range.high).all()).then_some(range)
    }
}

#[cfg(test)]
mod tests {
    use super::OverlapRange;
    use crate::aabb::Aabb;
    use crate::dynamics::ids::BodyId;
    use crate::grid::Region;
    use glam::IVec2;

    #[test]
    fn in_its_range_a_body_overlaps_the_regions_that_it_overlapped_and_some_range_ends_at_each_side() {
        let size = IVec2::new(3, 2);
        let regions = [(0, 0, 7, 5), (4, 2, 6, 9), (-5, -4, 3, 4), (9, 1, 2, 2)]
            .map(|(x, y, w, h)| Region::new(Aabb::from_min_size(IVec2::new(x, y), IVec2::new(w, h))));
        let all = || (-12..16).flat_map(|y| (-12..16).map(move |x| IVec2::new(x, y)));
        let overlaps = |at: IVec2| regions.map(|region| region.aabb.overlaps(Aabb::from_min_size(at, size)));
        let mut wide = 0;
        for at in all() {
            let limits = [IVec2::splat(-12), IVec2::splat(15)];
            let mut range =
                OverlapRange { category: 1, size, low: limits[0], high: limits[1], ..OverlapRange::NONE };
            range.body = BodyId(7);
            regions.iter().for_each(|region| range.restrict(region, at));
            let within = |p: &IVec2| p.cmpge(range.low).all() && p.cmple(range.high).all();
            assert!(within(&at), "{at} is not in {range:?}");
            assert_eq!(range.is_inside, overlaps(at).contains(&true), "at {at}");
            for other in all().filter(within) {
                assert_eq!(overlaps(other), overlaps(at), "{other} in the range of {at}");
                wide += 1;
            }
        }
        assert!(wide > 20_000, "the ranges have {wide} positions together");
    }
}
