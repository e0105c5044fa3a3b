//! Path recording: the trajectories of a step that sensors need.

use crate::aabb::Aabb;
use crate::controller::{Actor, MotionMode, MoveConfig, RecordedSegment, Sweep, Trajectory};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::{BodyPath, OverlapRanges};
use crate::dynamics::settings::Profile;
use crate::fraction::Fraction;
use crate::grid::{CellRect, Obstacle, TileGrid};
use glam::IVec2;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SensorPath<'a> {
    /// True if paths near regions are recorded.
    regions: bool,
    /// Ranges in which paths need no record, if they are known for the regions of the grid.
    ranges: Option<&'a OverlapRanges>,
    /// Categories of bodies that are recorded everywhere. Bodies that sense any category are recorded too.
    sensed: u32,
    /// True if bodies that report tiles are recorded.
    tiles: bool,
}

impl<'a> SensorPath<'a> {
    /// Records the whole path of every body that has a category.
    pub(crate) const EVERYTHING: SensorPath<'static> =
        SensorPath { regions: false, ranges: None, sensed: u32::MAX, tiles: false };

    pub(crate) fn of(grid: &TileGrid, profiles: &[Profile], ranges: &'a OverlapRanges) -> Self {
        let sensed = profiles.iter().fold(0, |all, profile| all | profile.sensor);
        let tiles = profiles.iter().any(|profile| profile.report_tiles);
        let ranges = ranges.fit(grid).then_some(ranges);
        SensorPath { regions: grid.has_regions(), ranges, sensed, tiles }
    }

    /// True if any path is recorded.
    pub(crate) fn any(self) -> bool {
        self.regions || self.any_body()
    }

    /// True if any body is recorded everywhere.
    #[inline(always)]
    pub(crate) fn any_body(self) -> bool {
        self.sensed != 0 || self.tiles
    }

    /// True if bodies of this profile are recorded everywhere.
    pub(crate) fn always(self, profile: &Profile) -> bool {
        profile.category & self.sensed != 0 || profile.sensor != 0
    }

    /// True if a path of this profile must be recorded. `is_near` returns true if a region may be near the path. A body that stays
    /// in its regions is added to `stay`.
    #[inline(always)]
    pub(crate) fn must_record(
        self,
        profile: &Profile,
        path: &BodyPath,
        is_near: impl FnOnce() -> bool,
        stay: &mut Vec<BodyId>,
    ) -> bool {
        if self.any_body() && self.always(profile) {
            return true;
        }
        if !self.regions {
            return false;
        }
        // A fast body would leave its range at once, so none is searched.
        let Some(ranges) = self.ranges.filter(|ranges| ranges.pay(path)) else { return is_near() };
        let range = ranges.find(profile.category, path);
        if range.is_some_and(|range| range.is_inside) {
            stay.push(path.body);
        }
        // Without a range the path is recorded, even far from all regions: the sensor phase then finds one.
        range.is_none()
    }

    /// True if bodies of this profile are recorded, at least near regions.
    #[inline(always)]
    pub(crate) fn may_be(self, profile: &Profile) -> bool {
        self.regions || self.any_body() && (self.always(profile) || profile.report_tiles)
    }
}

/// Body, time within the step, and the floor from then on.
pub(crate) type Stood = (BodyId, Fraction, Option<Obstacle>);

/// Path segments of bodies; for each body in order of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trajectories {
    pub(crate) legs: Vec<(BodyId, RecordedSegment)>,
    /// Bodies that did not move in the step.
    pub(crate) skipped: Vec<BodyId>,
    /// Bodies in regions whose overlaps stay as they are, unless they have segments too.
    pub(crate) stay: Vec<BodyId>,
    pub(crate) stood: Vec<Stood>,
    /// Buffer, kept to reuse its allocation.
    pub(crate) spare: Vec<RecordedSegment>,
    pub(crate) indices: Vec<i32>,
}

impl Trajectories {
    pub(crate) fn clear(&mut self) {
        self.legs.clear();
        self.skipped.clear();
        self.stay.clear();
        self.stood.clear();
    }

    /// Records a straight segment between two min corners, instant if `begin` equals `end`.
    pub(crate) fn note(&mut self, body: BodyId, [from, to]: [IVec2; 2], begin: Fraction, end: Fraction) {
        self.legs.push((body, RecordedSegment { from, to, begin, end }));
    }

    pub(crate) fn legs_of(&self, body: BodyId) -> impl Iterator<Item = RecordedSegment> + '_ {
        self.legs.iter().filter(move |leg| leg.0 == body).map(|leg| leg.1)
    }

    #[cold]
    pub(crate) fn skip(&mut self, body: BodyId) {
        self.skipped.push(body);
    }

    /// Returns the present lengths of the records.
    pub(crate) fn mark(&self) -> [usize; 2] {
        [self.legs.len(), self.stood.len()]
    }

    pub(crate) fn rewind(&mut self, [legs, stood]: [usize; 2]) {
        self.legs.truncate(legs);
        self.stood.truncate(stood);
    }

    /// Removes the last `count` segments of a body and returns them, in order of time, in the memory of `spare`.
    pub(crate) fn take_last(&mut self, body: BodyId, count: u32) -> Vec<RecordedSegment> {
        let mut taken = std::mem::take(&mut self.spare);
        taken.clear();
        for _ in 0..count {
            if let Some(index) = self.legs.iter().rposition(|leg| leg.0 == body) {
                taken.push(self.legs.remove(index).1);
            }
        }
        taken.reverse();
        taken
    }

    pub(crate) fn begin(&mut self, at: IVec2) -> Trajectory {
        Trajectory::new(at, std::mem::take(&mut self.spare))
    }

    pub(crate) fn retain(&mut self, is_kept: impl Fn(BodyId) -> bool) {
        self.legs.retain(|leg| is_kept(leg.0));
        self.stood.retain(|stood| is_kept(stood.0));
    }
}

/// Returns the cells of a box if they are so few that a scan of all is faster than a walk along a path.
pub(crate) fn few_cells(grid: &TileGrid, Aabb { min, max }: Aabb) -> Option<CellRect> {
    const FEW: i64 = 64;
    let x = grid.divisor(0);
    let y = grid.divisor(1);
    let [col0, col1] = [min.x, max.x - 1].map(|at| x.cell(at));
    let [row0, row1] = [min.y, max.y - 1].map(|at| y.cell(at));
    // In 64 bits: a box may be a world wide.
    let cells = (i64::from(col1) - i64::from(col0) + 1) * (i64::from(row1) - i64::from(row0) + 1);
    (cells <= FEW).then_some(CellRect { col0, row0, col1, row1 })
}

/// Visits the cells of a segment in rows, at least those with a region, until `visit` returns false.
pub(crate) fn cells_along(
    grid: &TileGrid,
    size: IVec2,
    leg: &RecordedSegment,
    mut visit: impl FnMut(CellRect) -> bool,
) {
    if let Some(cells) = few_cells(grid, bounds(size, leg)) {
        visit(cells);
        return;
    }
    // A long segment crosses few of the cells in its bounds, so the traversal of sweeps lists them.
    let config = MoveConfig { motion_mode: MotionMode::Floating, ..MoveConfig::default() };
    let actor = Actor::new(grid.view(u32::MAX), size, &config);
    Sweep::new(actor, leg.from, leg.to - leg.from).region_spans(visit);
}

pub(crate) fn is_near_region(grid: &TileGrid, size: IVec2, leg: &RecordedSegment) -> bool {
    let mut is_near = false;
    if grid.has_regions() {
        cells_along(grid, size, leg, |cells| {
            is_near |= grid.has_region_in(cells);
            !is_near
        });
    }
    is_near
}

pub(crate) fn bounds(size: IVec2, leg: &RecordedSegment) -> Aabb {
    Aabb { min: leg.from.min(leg.to), max: leg.from.max(leg.to) + size }
}
