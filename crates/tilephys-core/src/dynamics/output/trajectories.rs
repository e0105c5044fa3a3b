//! Path recording: the trajectories of a step that sensors need.

use crate::aabb::Aabb;
use crate::controller::{Actor, MotionMode, MoveConfig, RecordedSegment, Sweep, Trajectory};
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::profile::Profile;
use crate::fraction::Fraction;
use crate::grid::{CellRect, Obstacle, RegionId, TileGrid};
use glam::IVec2;

/// Selection of bodies with recorded paths.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SensorPath {
    /// True if paths near regions are recorded.
    regions: bool,
    /// Categories of bodies that are recorded everywhere. Bodies that sense any category are recorded too.
    sensed: u32,
    /// True if bodies that report tiles are recorded.
    tiles: bool,
}

impl SensorPath {
    /// Records the whole path of every body that has a category.
    pub(crate) const EVERYTHING: SensorPath = SensorPath { regions: false, sensed: u32::MAX, tiles: false };

    pub(crate) fn of(grid: &TileGrid, profiles: &[Profile]) -> Self {
        let sensed = profiles.iter().fold(0, |all, profile| all | profile.sensor);
        let tiles = profiles.iter().any(|profile| profile.report_tiles);
        SensorPath { regions: grid.has_regions(), sensed, tiles }
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

    /// True if bodies of this profile need the scalar path everywhere.
    pub(crate) fn needs_scalar(self, profile: &Profile) -> bool {
        self.always(profile) || profile.report_tiles
    }

    /// True if a path of this profile in these cells is recorded.
    pub(crate) fn watches(self, grid: &TileGrid, profile: &Profile, cells: CellRect) -> bool {
        let mut any = self.any_body() && self.needs_scalar(profile);
        if self.regions {
            grid.regions_in(cells, |_| any = true);
        }
        any
    }

    /// True if bodies of this profile are recorded, at least near regions.
    #[inline(always)]
    pub(crate) fn may_be(self, profile: &Profile) -> bool {
        self.regions || self.any_body() && self.needs_scalar(profile)
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
    /// Records of floors.
    pub(crate) stood: Vec<Stood>,
    /// Buffer, kept to reuse its allocation.
    pub(crate) spare: Vec<RecordedSegment>,
    pub(crate) places: Vec<i32>,
}

impl Trajectories {
    pub(crate) fn clear(&mut self) {
        self.legs.clear();
        self.skipped.clear();
        self.stood.clear();
    }

    /// Records a straight segment between two min corners, instant if `begin` equals `end`.
    pub(crate) fn note(&mut self, body: BodyId, [from, to]: [IVec2; 2], begin: Fraction, end: Fraction) {
        self.legs.push((body, RecordedSegment { from, to, begin, end }));
    }

    /// Returns the segments of a body's path.
    pub(crate) fn legs_of(&self, body: BodyId) -> impl Iterator<Item = RecordedSegment> + '_ {
        self.legs.iter().filter(move |leg| leg.0 == body).map(|leg| leg.1)
    }

    /// Records that a body did not move.
    #[cold]
    pub(crate) fn skip(&mut self, body: BodyId) {
        self.skipped.push(body);
    }

    /// Returns the present lengths of the records.
    pub(crate) fn mark(&self) -> [usize; 2] {
        [self.legs.len(), self.stood.len()]
    }

    /// Drops all records since a mark.
    pub(crate) fn rewind(&mut self, [legs, stood]: [usize; 2]) {
        self.legs.truncate(legs);
        self.stood.truncate(stood);
    }

    /// Begins a path at `at`.
    pub(crate) fn begin(&mut self, at: IVec2) -> Trajectory {
        Trajectory::new(at, std::mem::take(&mut self.spare))
    }

    /// Keeps the paths of bodies for which `is_kept` returns true.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(BodyId) -> bool) {
        self.legs.retain(|leg| is_kept(leg.0));
        self.stood.retain(|stood| is_kept(stood.0));
    }
}

/// Visits the regions in the cells of a segment, each at least once.
pub(crate) fn regions_near(
    grid: &TileGrid,
    size: IVec2,
    leg: &RecordedSegment,
    mut visit: impl FnMut(RegionId),
) {
    /// Number of cells below which a scan of all is faster than a walk along the path.
    const FEW: i64 = 64;
    if !grid.has_regions() {
        return;
    }
    let CellRect { col0, row0, col1, row1 } = {
        let Aabb { min, max } = bounds(size, leg);
        let (x, y) = (grid.divisor(0), grid.divisor(1));
        CellRect {
            col0: x.cell(min.x),
            row0: y.cell(min.y),
            col1: x.cell(max.x - 1),
            row1: y.cell(max.y - 1),
        }
    };
    let cells = (i64::from(col1) - i64::from(col0) + 1) * (i64::from(row1) - i64::from(row0) + 1);
    if cells <= FEW {
        grid.regions_in(CellRect { col0, row0, col1, row1 }, visit);
        return;
    }
    let config = MoveConfig { motion_mode: MotionMode::Floating, ..MoveConfig::default() };
    let actor = Actor::new(grid.view(u32::MAX), size, &config);
    Sweep::new(actor, leg.from, leg.to - leg.from).row_spans(|span, _| {
        grid.regions_in(span, &mut visit);
        true
    });
}

/// Returns the bounds of a box on a segment.
pub(crate) fn bounds(size: IVec2, leg: &RecordedSegment) -> Aabb {
    Aabb { min: leg.from.min(leg.to), max: leg.from.max(leg.to) + size }
}
