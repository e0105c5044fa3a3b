//! Sensor phase: overlap tests of trigger volumes along the trajectories of a step.

use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::controller::RecordedSegment;
use crate::dynamics::context::StepContext;
use crate::dynamics::ids::{BodyId, SensorId};
use crate::dynamics::output::{BodyPath, EventKind, EventLog, OverlapRanges, StepOutput, Trajectories};
use crate::dynamics::sensors::overlap_interval::pass;
use crate::dynamics::sensors::{GroundTiles, NearRegions, Noted, RANGE_TILES, Track};
use crate::dynamics::state::body_order::merge;
use crate::dynamics::state::{Bodies, BodyOrder, IdMap, SavedState};
use crate::fraction::Fraction;
use crate::grid::{Obstacle, Region, RegionId, ShapeId, TileGrid};
use crate::hash::StateHasher;
use crate::shape::Polygon;
use glam::IVec2;

/// Sensor overlaps at the end of the last step, and buffers of the phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct SensorState {
    /// Pairs of body and sensor, ascending.
    pub(crate) inside: Vec<(BodyId, SensorId)>,
    /// Overlaps whose body or sensor was removed since, ascending for each removal. The next step reports their exits.
    pub(crate) ended: Vec<(BodyId, SensorId)>,
    /// Recorded paths of bodies moved by movers and solid bodies.
    pub(crate) carried: Trajectories,
    /// Overlaps at the end of this step. This and the following fields are kept to reuse their allocations.
    pub(crate) next: Vec<(BodyId, SensorId)>,
    order: BodyOrder,
    pub(crate) unsorted: Vec<(BodyId, RecordedSegment)>,
    /// Path segments of all recorded bodies, by ascending body.
    pub(crate) legs: Vec<RecordedSegment>,
    pub(crate) noted: Vec<Noted>,
    pub(crate) near: NearRegions,
    /// Overlaps of recorded bodies with regions that were removed from the grid, ascending.
    lost: Vec<(BodyId, SensorId)>,
    /// Bounds of `noted`, and pairs of which one may sense the other.
    pub(crate) bounds: Vec<Aabb>,
    pub(crate) broad: SweepAndPrune,
    pub(crate) pairs: Vec<(BodyId, BodyId)>,
    skipped: Vec<BodyId>,
    stay: Vec<BodyId>,
    /// Overlaps that stay as they are.
    kept: Vec<(BodyId, SensorId)>,
    pub(crate) ranges: OverlapRanges,
    pub(crate) feet: GroundTiles,
}

impl SensorState {
    pub(crate) fn of(&self, body: BodyId) -> &[(BodyId, SensorId)] {
        let from = self.inside.partition_point(|entry| entry.0 < body);
        let len = self.inside[from..].iter().take_while(|entry| entry.0 == body).count();
        &self.inside[from..from + len]
    }

    /// Returns all pairs of an existing body and an existing sensor, ascending.
    pub(crate) fn all<'a>(&'a self, indices: &'a IdMap) -> impl Iterator<Item = (BodyId, SensorId)> + 'a {
        let is_there = |id: BodyId| indices.get(id).is_some();
        let is_sensor = move |sensor: SensorId| !matches!(sensor, SensorId::Body(id) if !is_there(id));
        self.inside.iter().copied().filter(move |(body, sensor)| is_there(*body) && is_sensor(*sensor))
    }

    /// Returns the overlaps whose exits the next step reports, also of bodies that a driver has removed since the last step.
    pub(crate) fn pending<'a>(&'a self, indices: &'a IdMap) -> impl Iterator<Item = (BodyId, SensorId)> + 'a {
        let is_gone = |id: BodyId| indices.get(id).is_none();
        let is_over = move |(body, sensor): &(BodyId, SensorId)| {
            is_gone(*body) || matches!(*sensor, SensorId::Body(id) if is_gone(id))
        };
        self.ended.iter().chain(self.inside.iter().filter(move |entry| is_over(entry))).copied()
    }

    /// Returns the existing bodies with a floor, and the floors, ascending.
    pub(crate) fn floors<'a>(&'a self, indices: &'a IdMap) -> impl Iterator<Item = (BodyId, Obstacle)> + 'a {
        self.feet.list.iter().copied().filter(|entry| indices.get(entry.0).is_some())
    }

    /// Replaces the overlaps and floors of all bodies.
    pub(crate) fn restore(&mut self, saved: &SavedState) {
        self.ranges.clear();
        self.inside.clone_from(&saved.inside);
        self.ended.clone_from(&saved.ended);
        self.feet.list.clone_from(&saved.feet);
    }

    /// Replaces the overlaps and floors of bodies that satisfy `meant`.
    pub(crate) fn restore_some(
        &mut self,
        meant: impl Fn(BodyId) -> bool,
        inside: &[(BodyId, SensorId)],
        feet: &[(BodyId, Obstacle)],
    ) {
        self.ranges.forget(&meant);
        self.inside.retain(|entry| !meant(entry.0));
        self.inside.extend(inside.iter().filter(|entry| meant(entry.0)));
        self.inside.sort_unstable();
        self.feet.restore_some(meant, feet);
    }

    /// Drops a despawned body, as visitor and as sensor.
    pub(crate) fn forget(&mut self, body: BodyId) {
        self.ranges.forget(|id| id == body);
        self.end(|entry| entry.0 == body || entry.1 == SensorId::Body(body));
        self.feet.list.retain(|entry| entry.0 != body);
    }

    /// Drops bodies that no longer exist, after ids were reassigned.
    pub(crate) fn forget_gone(&mut self, indices: &IdMap) {
        let is_gone = |id: BodyId| indices.get(id).is_none();
        self.ranges.forget(is_gone);
        self.end(|(body, sensor)| is_gone(body) || matches!(sensor, SensorId::Body(id) if is_gone(id)));
        self.feet.list.retain(|entry| !is_gone(entry.0));
    }

    pub(crate) fn forget_sensor(&mut self, sensor: SensorId) {
        self.end(|entry| entry.1 == sensor);
    }

    /// Ends overlaps whose body or sensor is removed.
    fn end(&mut self, is_over: impl Fn((BodyId, SensorId)) -> bool) {
        self.ended.extend(self.inside.iter().filter(|entry| is_over(**entry)));
        self.inside.retain(|entry| !is_over(*entry));
    }

    pub(crate) fn hash(
        &self,
        hasher: &mut StateHasher,
        indices: &IdMap,
        in_order: impl Fn(ShapeId) -> ShapeId,
    ) {
        for (body, sensor) in self.all(indices) {
            let (kind, id) = match sensor {
                SensorId::Region(id) => (0, id.0),
                SensorId::Body(id) => (1, id.0),
            };
            hasher.pair(body.0, id);
            hasher.pair(kind, 0);
        }
        self.feet.hash(hasher, indices, in_order);
    }

    /// Finds, reports and stores the sensor overlaps from the recorded paths.
    pub(crate) fn sense(
        &mut self,
        context: &StepContext,
        bodies: &Bodies,
        parts: &mut [StepOutput],
        of_pairs: &mut StepOutput,
        log: &mut EventLog,
    ) {
        let all =
            || parts.iter().chain([&*of_pairs]).map(|output| &output.trajectories).chain([&self.carried]);
        let is_noted = all().any(|one| !one.legs.is_empty() || !one.stood.is_empty());
        // Without paths and open overlaps nothing can begin or end.
        let is_ready = !context.grid.has_regions() || self.ranges.fit(context.grid);
        if !is_noted
            && self.inside.is_empty()
            && self.ended.is_empty()
            && self.feet.list.is_empty()
            && is_ready
        {
            return;
        }
        self.gather(context, bodies, parts.iter_mut().chain([of_pairs]));
        self.next.clear();
        let before = log.events.len();
        // Removed bodies have no path in this step, so this list ends their overlaps.
        for (body, sensor) in self.ended.drain(..) {
            log.push(body, EventKind::Exit { sensor, fraction: Fraction::ZERO });
        }
        self.sense_regions(context, bodies.len(), log);
        self.sense_bodies(log);
        self.leave_behind(context.grid, log);
        self.feet.walk(context.indices, &self.skipped, log);
        log.is_timed |= log.events.len() > before;
        // Ascending, so that the next step can look up overlaps by binary search.
        std::mem::swap(&mut self.inside, &mut self.kept);
        merge(&mut self.inside, &mut self.next, &mut self.kept, |entry| *entry);
    }

    /// Sorts the recorded path segments.
    fn gather<'a>(
        &mut self,
        context: &StepContext,
        bodies: &Bodies,
        output: impl Iterator<Item = &'a mut StepOutput>,
    ) {
        let SensorState { carried, order, unsorted, legs, noted, skipped, stay, feet, .. } = self;
        unsorted.clear();
        skipped.clear();
        stay.clear();
        legs.clear();
        noted.clear();
        for trajectories in std::iter::once(carried).chain(output.map(|output| &mut output.trajectories)) {
            unsorted.append(&mut trajectories.legs);
            skipped.append(&mut trajectories.skipped);
            stay.append(&mut trajectories.stay);
            feet.stood.append(&mut trajectories.stood);
        }
        skipped.sort_unstable();
        stay.sort_unstable();
        // Sorted by body, then in the order of recording, whatever part has recorded them.
        let order = order.of(unsorted.iter().map(|leg| leg.0));
        legs.extend(order.iter().map(|index| unsorted[*index as usize].1));
        let mut from = 0;
        for of_one in order.chunk_by(|a, b| unsorted[*a as usize].0 == unsorted[*b as usize].0) {
            let body = unsorted[of_one[0] as usize].0;
            let own = from..from + of_one.len();
            from = own.end;
            // A body that the game removed in this step has a path and no profile.
            let Some(index) = context.indices.get(body) else { continue };
            let Some(profile) = context.profiles.get(bodies.profile[index].index()) else { continue };
            let path = BodyPath::of(body, bodies.get(index).size, &legs[own.clone()]);
            let from = own.start as u32;
            let to = own.end as u32;
            noted.push(Noted { path, from, to, category: profile.category, sensor: profile.sensor });
        }
    }

    /// Finds overlaps with the regions near recorded bodies, and with the regions around them at the last step.
    fn sense_regions(&mut self, context: &StepContext, bodies: usize, log: &mut EventLog) {
        let grid = context.grid;
        let mut near = std::mem::take(&mut self.near);
        let mut next = std::mem::take(&mut self.next);
        let mut lost = std::mem::take(&mut self.lost);
        // The regions may have moved since the last step.
        near.forget();
        lost.clear();
        let mut rest = &self.inside[..];
        let has_regions = grid.has_regions();
        let mut ranges = std::mem::take(&mut self.ranges);
        let finds_ranges = has_regions && ranges.begin(grid, bodies);
        for visitor in &self.noted {
            let track = self.track(visitor);
            // Both lists ascend.
            rest = &rest[rest.iter().take_while(|entry| entry.0 < visitor.path.body).count()..];
            let own = rest.iter().take_while(|entry| entry.0 == visitor.path.body);
            let pays = finds_ranges && ranges.pay(&visitor.path);
            if pays && ranges.find(visitor.category, &visitor.path).is_some() {
                next.extend(own.filter(|(_, sensor)| sensor.region().is_some()));
                continue;
            }
            let reach = if pays { grid.tile_size() * RANGE_TILES } else { IVec2::ZERO };
            let around = has_regions.then(|| near.find(grid, visitor, track.legs, reach)).flatten();
            // The last range stays true for positions in it, wherever a fast body has been since.
            if pays {
                ranges.set(near.range(visitor, track.legs, around));
            }
            let mut regions = near.list.iter().peekable();
            let mut tell = |id: RegionId, region: &Region, was_in: bool| {
                if pass_region(visitor, track, id, region, was_in, log) {
                    next.push((visitor.path.body, id.into()));
                }
            };
            for around in own.filter_map(|(_, sensor)| sensor.region()) {
                while let Some((id, region)) = regions.next_if(|(id, _)| *id < around) {
                    tell(*id, region, false);
                }
                let listed = regions.next_if(|(id, _)| *id == around).map(|(_, region)| region);
                match listed.or_else(|| grid.region(around)) {
                    Some(region) => tell(around, region, true),
                    None => lost.push((visitor.path.body, around.into())),
                }
            }
            regions.for_each(|(id, region)| tell(*id, region, false));
        }
        self.ranges = ranges;
        self.near = near;
        self.next = next;
        self.lost = lost;
    }

    pub(crate) fn track(&self, noted: &Noted) -> Track<'_> {
        Track { legs: &self.legs[noted.from as usize..noted.to as usize], size: noted.path.size, shape: None }
    }

    /// Handles old overlaps that were not tested. Skipped bodies keep theirs; all other pairs end at fraction 0, those with a
    /// removed region too.
    fn leave_behind(&mut self, grid: &TileGrid, log: &mut EventLog) {
        let mut noted = self.noted.iter().peekable();
        let mut stay = self.stay.iter().peekable();
        let mut pairs = self.pairs.iter().peekable();
        self.kept.clear();
        for &(body, sensor) in &self.inside {
            // Both lists ascend.
            while noted.next_if(|noted| noted.path.body < body).is_some() {}
            let is_noted = noted.peek().is_some_and(|noted| noted.path.body == body);
            if is_noted && sensor.region().is_some() && self.lost.binary_search(&(body, sensor)).is_err() {
                continue;
            }
            let is_skipped = |id: BodyId| self.skipped.binary_search(&id).is_ok();
            let (waits, is_done) = match sensor {
                SensorId::Region(id) => {
                    while stay.next_if(|id| **id < body).is_some() {}
                    let stays = stay.peek() == Some(&&body);
                    (stays || grid.region(id).is_some() && is_skipped(body), false)
                }
                SensorId::Body(id) => {
                    // Both lists ascend.
                    while pairs.next_if(|pair| **pair < (body, id)).is_some() {}
                    let is_done = pairs.peek().is_some_and(|pair| **pair == (body, id));
                    (is_skipped(body) || is_skipped(id), is_done)
                }
            };
            if is_done {
                continue;
            }
            if waits {
                self.kept.push((body, sensor));
            } else {
                log.push(body, EventKind::Exit { sensor, fraction: Fraction::ZERO });
            }
        }
    }
}

/// Reports enter and exit events of a body and a region. True if it ends inside.
fn pass_region(
    visitor: &Noted,
    track: Track,
    id: RegionId,
    region: &Region,
    was_in: bool,
    log: &mut EventLog,
) -> bool {
    // A body or region that changed its filter ends the overlap at the start of the step.
    if region.mask & visitor.category == 0 {
        if was_in {
            log.push(visitor.path.body, EventKind::Exit { sensor: id.into(), fraction: Fraction::ZERO });
        }
        return false;
    }
    let from = region.aabb.min;
    let size = region.aabb.max.wrapping_sub(from);
    // A region stands for the whole step. The general test takes it as a track of one segment.
    let standing = [RecordedSegment { from, to: from, begin: Fraction::ZERO, end: Fraction::ONE }];
    let sensor = Track { legs: &standing, size, shape: region.shape.as_ref() };
    let all_step = all_step(visitor, [region.aabb; 2], sensor.shape);
    passes((track, all_step), (visitor.path.body, sensor, id.into()), (was_in, region.report_stay), log)
}

/// Returns true or false for an overlap in all or none of the step, if bounding boxes decide it.
///
/// Takes the sensor's path bounds and the box that it covers all the time.
pub(crate) fn all_step(visitor: &Noted, [bounds, core]: [Aabb; 2], shape: Option<&Polygon>) -> Option<bool> {
    let is_sound = |aabb: Aabb| aabb.min.cmplt(aabb.max).all();
    if !visitor.path.bounds().overlaps(bounds) {
        return Some(false);
    }
    let is_always = shape.is_none()
        && is_sound(visitor.path.core())
        && is_sound(core)
        && visitor.path.core().overlaps(core);
    is_always.then_some(true)
}

/// Reports enter and exit events of a body and a sensor. True if it ends inside.
///
/// `was_in` is true if it was inside before the step, `report_stay` if an unbroken overlap is reported.
pub(crate) fn passes(
    (visitor, all_step): (Track, Option<bool>),
    (body, track, sensor): (BodyId, Track, SensorId),
    (was_in, report_stay): (bool, bool),
    log: &mut EventLog,
) -> bool {
    let mut crossed = false;
    let mut cross = |enters: bool, fraction: Fraction| {
        crossed = true;
        let kind =
            if enters { EventKind::Enter { sensor, fraction } } else { EventKind::Exit { sensor, fraction } };
        log.push(body, kind);
    };
    let is_in = match all_step {
        // Inside or outside for the whole step, so a change can only be at its start.
        Some(is_in) => {
            if is_in != was_in {
                cross(is_in, Fraction::ZERO);
            }
            is_in
        }
        None => pass(visitor, track, was_in, cross),
    };
    // A body that left and entered again in this step has events for both.
    if is_in && !crossed && report_stay {
        log.push(body, EventKind::Stay { sensor });
    }
    is_in
}

#[cfg(test)]
mod tests {
    use crate::aabb::Aabb;
    use crate::controller::Body;
    use crate::dynamics::ids::SensorId;
    use crate::dynamics::output::{EventKind, StepOutput};
    use crate::dynamics::settings::ProfileId;
    use crate::dynamics::world::World;
    use crate::fraction::Fraction;
    use crate::grid::{Region, TileGrid};
    use glam::{IVec2, UVec2};

    #[test]
    fn a_carried_body_passes_regions_at_fraction_0_and_then_along_its_own_path() {
        let mut world = World::new(TileGrid::new(UVec2::splat(16)));
        let region = |x: i32| Region::new(Aabb::from_min_size(IVec2::new(x, 0), IVec2::new(9, 4096)));
        let [carried, walked] = [8_000, 30_000].map(|x| world.add_region(region(x)));
        let id = world.spawn(ProfileId::DEFAULT, Body::on_lattice(IVec2::new(40_480, 0), IVec2::splat(2048)));
        let mut output = StepOutput::default();
        let from = IVec2::new(20_000, 0);
        // Recorded in a phase before the sweep, and in the sweep.
        world.senses.carried.note(id, [IVec2::ZERO, from], Fraction::ZERO, Fraction::ZERO);
        let way = [from, IVec2::new(40_480, 0)];
        output.trajectories.note(id, way, Fraction::ZERO, Fraction::ONE);
        world.output = vec![output];
        world.sense();
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
