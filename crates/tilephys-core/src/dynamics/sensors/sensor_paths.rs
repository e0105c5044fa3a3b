//! Path recording: the trajectories of a step that sensors need.

use super::super::ids::BodyId;
use super::super::profile::Profile;
use super::feet::{Stood, Walker};
use crate::aabb::Aabb;
use crate::controller::{Actor, MotionMode, MoveConfig, RecordedSegment, Sweep, Trajectory};
use crate::fraction::Fraction;
use crate::grid::{CellRect, RegionId, TileGrid};
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

/// Path segments of bodies; for each body in order of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trails {
    pub(super) legs: Vec<(BodyId, RecordedSegment)>,
    /// Bodies that did not move in the step.
    pub(super) skipped: Vec<BodyId>,
    /// Records of floors.
    pub(super) stood: Vec<Stood>,
    /// Buffer, kept to reuse its allocation.
    spare: Vec<RecordedSegment>,
    pub(super) places: Vec<i32>,
}

impl Trails {
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

    /// Ends a path at `to`. Keeps it if sensors may need it: always, or near regions.
    #[inline(never)]
    pub(crate) fn end(
        &mut self,
        walker: &Walker,
        (mut way, to): (Trajectory, IVec2),
        (profile, traced): (&Profile, SensorPath),
    ) {
        way.tread(to, Fraction::ONE);
        if profile.report_tiles {
            self.stand(walker, &way.legs);
        }
        let is_near = || {
            let (mut any, size) = (false, walker.body.size);
            way.legs.iter().for_each(|leg| regions_near(walker.view.grid, size, leg, |_| any = true));
            any
        };
        if traced.always(profile) || is_near() {
            self.legs.extend(way.legs.drain(..).map(|leg| (walker.id, leg)));
        }
        self.spare = way.legs;
    }
}

/// Visits the regions in the cells of a segment, each at least once.
pub(super) fn regions_near(
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
pub(super) fn bounds(size: IVec2, leg: &RecordedSegment) -> Aabb {
    Aabb { min: leg.from.min(leg.to), max: leg.from.max(leg.to) + size }
}

#[cfg(test)]
mod tests {
    use crate::aabb::Aabb;
    use crate::controller::Body;
    use crate::dynamics::parts::StepOutput;
    use crate::dynamics::sensors::Scene;
    use crate::dynamics::{EventKind, ProfileId, SensorId, World};
    use crate::fraction::Fraction;
    use crate::grid::{Region, TileGrid};
    use glam::{IVec2, UVec2};

    #[test]
    fn a_carried_body_passes_regions_at_fraction_0_and_then_along_its_own_path() {
        let mut world = World::new(TileGrid::new(UVec2::splat(16)));
        let region = |x: i32| Region::new(Aabb::from_min_size(IVec2::new(x, 0), IVec2::new(9, 4096)));
        let [carried, walked] = [8_000, 30_000].map(|x| world.add_region(region(x)));
        let id = world.spawn(ProfileId::DEFAULT, Body::on_lattice(IVec2::new(40_480, 0), IVec2::splat(2048)));
        let World { grid, profiles, bodies, places, senses, log, .. } = &mut world;
        let (mut notes, from) = ([StepOutput::default()], IVec2::new(20_000, 0));
        // Recorded in a phase before the sweep, and in the sweep.
        senses.carried.note(id, [IVec2::ZERO, from], Fraction::ZERO, Fraction::ZERO);
        let way = [from, IVec2::new(40_480, 0)];
        notes[0].trails.note(id, way, Fraction::ZERO, Fraction::ONE);
        let scene = Scene { grid, profiles, bodies, places };
        let none = [&mut StepOutput::default(), &mut StepOutput::default(), &mut StepOutput::default()];
        senses.sense(&scene, (&mut notes, none), log);
        let mut found = Vec::new();
        for event in world.events() {
            if let EventKind::Enter { sensor, fraction } | EventKind::Exit { sensor, fraction } = event.kind {
                found.push((sensor, fraction));
            }
        }
        let at = |units: u64| Fraction::from_bits((units << 32) / (80 * 256));
        let [first, second] = [carried, walked].map(SensorId::from);
        let zero = Fraction::ZERO;
        assert_eq!(found, [(first, zero), (first, zero), (second, at(7_952)), (second, at(10_009))]);
    }
}
