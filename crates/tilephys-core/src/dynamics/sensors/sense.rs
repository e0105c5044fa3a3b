//! Sensor phase: overlap tests of trigger volumes along the trajectories of a step.

use super::super::bodies::Bodies;
use super::super::events::{EventKind, EventLog};
use super::super::hash::StateHasher;
use super::super::ids::{BodyId, IdMap};
use super::super::parts::StepOutput;
use super::super::profile::Profile;
use super::SensorId;
use super::feet::Feet;
use super::overlap_interval::{Track, pass};
use super::sensor_paths::{Trails, regions_near};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::controller::RecordedSegment;
use crate::fraction::Fraction;
use crate::grid::{Obstacle, RegionId, TileGrid};
use crate::shape::Polygon;
use glam::IVec2;

/// Sensor overlaps at the end of the last step, and buffers of the phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Senses {
    /// Pairs of body and sensor, ascending.
    pub(super) inside: Vec<(BodyId, SensorId)>,
    /// Recorded paths of bodies moved by movers and solid bodies.
    pub(crate) carried: Trails,
    /// Overlaps at the end of this step. This and the following fields are kept to reuse their allocations.
    pub(super) next: Vec<(BodyId, SensorId)>,
    pub(super) keys: Vec<u64>,
    pub(super) unsorted: Vec<(BodyId, RecordedSegment)>,
    /// Path segments of all recorded bodies, by ascending body.
    pub(super) legs: Vec<RecordedSegment>,
    /// Recorded bodies.
    pub(super) noted: Vec<Noted>,
    pub(super) near: Vec<RegionId>,
    /// Bounds of `noted`, and pairs of which one may sense the other.
    pub(super) bounds: Vec<Aabb>,
    pub(super) broad: SweepAndPrune,
    pub(super) pairs: Vec<(BodyId, BodyId)>,
    skipped: Vec<BodyId>,
    pub(super) feet: Feet,
}

/// Body with a recorded path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noted {
    pub(super) body: BodyId,
    pub(super) size: IVec2,
    /// Range of its segments.
    pub(super) from: u32,
    pub(super) to: u32,
    /// Bounds of its path, in lattice units.
    pub(super) bounds: Aabb,
    /// Box that it covers all the time, in lattice units; empty or inverted if there is none.
    pub(super) core: Aabb,
    pub(super) category: u32,
    pub(super) sensor: u32,
}

/// Read-only context of the phase.
pub(crate) struct Scene<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) profiles: &'a [Profile],
    pub(crate) bodies: &'a Bodies,
    pub(crate) places: &'a IdMap,
}

impl Senses {
    /// Returns the sensors around a body.
    pub(super) fn of(&self, body: BodyId) -> &[(BodyId, SensorId)] {
        let from = self.inside.partition_point(|entry| entry.0 < body);
        let len = self.inside[from..].partition_point(|entry| entry.0 == body);
        &self.inside[from..from + len]
    }

    /// Returns all pairs of an existing body and an existing sensor, ascending.
    pub(crate) fn all<'a>(&'a self, places: &'a IdMap) -> impl Iterator<Item = (BodyId, SensorId)> + 'a {
        let is_there = |id: BodyId| places.get(id).is_some();
        let is_sensor = move |sensor: SensorId| !matches!(sensor, SensorId::Body(id) if !is_there(id));
        self.inside.iter().copied().filter(move |(body, sensor)| is_there(*body) && is_sensor(*sensor))
    }

    /// Returns the existing bodies with a floor, and the floors, ascending.
    pub(crate) fn floors<'a>(&'a self, places: &'a IdMap) -> impl Iterator<Item = (BodyId, Obstacle)> + 'a {
        self.feet.all().iter().copied().filter(|entry| places.get(entry.0).is_some())
    }

    /// Replaces the overlaps and floors of all bodies.
    pub(crate) fn restore(&mut self, inside: &[(BodyId, SensorId)], feet: &[(BodyId, Obstacle)]) {
        self.inside.clear();
        self.inside.extend_from_slice(inside);
        self.feet.restore(feet);
    }

    /// Replaces the overlaps and floors of bodies that satisfy `meant`.
    pub(crate) fn restore_some(
        &mut self,
        meant: impl Fn(BodyId) -> bool,
        inside: &[(BodyId, SensorId)],
        feet: &[(BodyId, Obstacle)],
    ) {
        self.inside.retain(|entry| !meant(entry.0));
        self.inside.extend(inside.iter().filter(|entry| meant(entry.0)));
        self.inside.sort_unstable();
        self.feet.restore_some(meant, feet);
    }

    /// Drops a despawned body, as visitor and as sensor.
    pub(crate) fn forget(&mut self, body: BodyId) {
        self.inside.retain(|entry| entry.0 != body && entry.1 != SensorId::Body(body));
        self.feet.forget(body);
    }

    /// Drops bodies that no longer exist, after ids were reassigned.
    pub(crate) fn forget_gone(&mut self, places: &IdMap) {
        let is_there = |id: BodyId| places.get(id).is_some();
        let is_sensor = |sensor: SensorId| !matches!(sensor, SensorId::Body(id) if !is_there(id));
        self.inside.retain(|(body, sensor)| is_there(*body) && is_sensor(*sensor));
        self.feet.retain(is_there);
    }

    pub(super) fn forget_sensor(&mut self, sensor: SensorId) {
        self.inside.retain(|entry| entry.1 != sensor);
    }

    /// Adds the overlaps to a hash.
    pub(crate) fn hash(&self, hasher: &mut StateHasher, places: &IdMap) {
        for (body, sensor) in self.all(places) {
            let (kind, id) = match sensor {
                SensorId::Region(id) => (0, id.0),
                SensorId::Body(id) => (1, id.0),
            };
            hasher.pair(body.0, id);
            hasher.pair(kind, 0);
        }
        self.feet.hash(hasher, places);
    }

    /// Finds, reports and stores the sensor overlaps from the recorded paths.
    pub(crate) fn sense(
        &mut self,
        scene: &Scene,
        (notes, others): (&mut [StepOutput], [&mut StepOutput; 3]),
        log: &mut EventLog,
    ) {
        let is_empty = |trails: &Trails| trails.legs.is_empty() && trails.stood.is_empty();
        let is_noted = !is_empty(&self.carried)
            || notes.iter().chain(others.iter().map(|notes| &**notes)).any(|notes| !is_empty(&notes.trails));
        if !is_noted && self.inside.is_empty() && self.feet.is_empty() {
            return;
        }
        self.gather(scene, notes.iter_mut().chain(others));
        self.next.clear();
        let told = log.events.len();
        self.sense_regions(scene, log);
        self.sense_bodies(log);
        self.leave_behind(scene, log);
        self.feet.walk(scene, &self.skipped, log);
        log.is_timed |= log.events.len() > told;
        self.next.sort_unstable();
        std::mem::swap(&mut self.inside, &mut self.next);
    }

    /// Sorts the recorded path segments.
    fn gather<'a>(&mut self, scene: &Scene, notes: impl Iterator<Item = &'a mut StepOutput>) {
        let Senses { carried, keys, unsorted, legs, noted, skipped, feet, .. } = self;
        unsorted.clear();
        skipped.clear();
        keys.clear();
        legs.clear();
        noted.clear();
        for trails in std::iter::once(carried).chain(notes.map(|notes| &mut notes.trails)) {
            unsorted.append(&mut trails.legs);
            skipped.append(&mut trails.skipped);
            feet.take(&mut trails.stood);
        }
        skipped.sort_unstable();
        keys.extend(
            (0..).zip(&*unsorted).map(|(place, (body, _)): (u64, _)| u64::from(body.0) << 32 | place),
        );
        keys.sort_unstable();
        legs.extend(keys.iter().map(|key| unsorted[*key as u32 as usize].1));
        let mut from = 0;
        for of_one in keys.chunk_by(|a, b| a >> 32 == b >> 32) {
            let body = BodyId((of_one[0] >> 32) as u32);
            let own = from..from + of_one.len();
            from = own.end;
            let Some(place) = scene.places.get(body) else { continue };
            let Some(profile) = scene.profiles.get(scene.bodies.profile[place].place()) else { continue };
            let size = IVec2::new(scene.bodies.x.size[place], scene.bodies.y.size[place]);
            let bounds = legs[own.clone()]
                .iter()
                .map(|leg| super::sensor_paths::bounds(size, leg))
                .reduce(Aabb::union);
            let Some(bounds) = bounds else { continue };
            let ends = || legs[own.clone()].iter().flat_map(|leg| [leg.from, leg.to]);
            let core = Aabb {
                min: ends().fold(IVec2::MIN, IVec2::max),
                max: ends().fold(IVec2::MAX - size, IVec2::min) + size,
            };
            let (category, sensor) = (profile.category, profile.sensor);
            noted.push(Noted {
                body,
                size,
                from: own.start as u32,
                to: own.end as u32,
                bounds,
                core,
                category,
                sensor,
            });
        }
    }

    /// Finds overlaps with the regions near recorded bodies.
    fn sense_regions(&mut self, scene: &Scene, log: &mut EventLog) {
        let (mut near, mut next) = (std::mem::take(&mut self.near), std::mem::take(&mut self.next));
        for visitor in &self.noted {
            let track = self.track(visitor);
            near.clear();
            track.legs.iter().for_each(|leg| regions_near(scene.grid, visitor.size, leg, |id| near.push(id)));
            near.extend(self.of(visitor.body).iter().filter_map(|(_, sensor)| match sensor {
                SensorId::Region(id) => Some(*id),
                SensorId::Body(_) => None,
            }));
            near.sort_unstable();
            near.dedup();
            for &id in &near {
                let Some(region) = scene.grid.region(id) else { continue };
                let was_in = self.was_in(visitor.body, id.into());
                if region.mask & visitor.category == 0 {
                    if was_in {
                        let fraction = Fraction::ZERO;
                        log.push(visitor.body, EventKind::Exit { sensor: id.into(), fraction });
                    }
                    continue;
                }
                let (from, size) = (region.aabb.min, region.aabb.max.wrapping_sub(region.aabb.min));
                let standing =
                    [RecordedSegment { from, to: from, begin: Fraction::ZERO, end: Fraction::ONE }];
                let sensor = Track { legs: &standing, size, shape: region.shape.as_ref() };
                let all_step = all_step(visitor, [region.aabb; 2], sensor.shape);
                let of = (visitor.body, sensor, id.into());
                if passes((track, all_step), of, (was_in, region.report_stay), log) {
                    next.push((visitor.body, id.into()));
                }
            }
        }
        (self.near, self.next) = (near, next);
    }

    pub(super) fn track(&self, noted: &Noted) -> Track<'_> {
        Track { legs: &self.legs[noted.from as usize..noted.to as usize], size: noted.size, shape: None }
    }

    pub(super) fn was_in(&self, body: BodyId, sensor: SensorId) -> bool {
        self.inside.binary_search(&(body, sensor)).is_ok()
    }

    /// Handles old overlaps that were not tested. Skipped bodies keep theirs; all other existing pairs end at
    /// fraction 0.
    fn leave_behind(&mut self, scene: &Scene, log: &mut EventLog) {
        let is_noted = |body: BodyId| self.noted.binary_search_by_key(&body, |noted| noted.body).is_ok();
        let mut pairs = self.pairs.iter().peekable();
        for &(body, sensor) in &self.inside {
            let is_there = scene.places.get(body).is_some()
                && match sensor {
                    SensorId::Region(id) => scene.grid.region(id).is_some(),
                    SensorId::Body(id) => scene.places.get(id).is_some(),
                };
            let is_skipped = |id: BodyId| self.skipped.binary_search(&id).is_ok();
            let (waits, is_done) = match sensor {
                SensorId::Region(_) => (is_skipped(body), is_noted(body)),
                SensorId::Body(id) => {
                    // Both lists ascend.
                    while pairs.next_if(|pair| **pair < (body, id)).is_some() {}
                    let is_done = pairs.peek().is_some_and(|pair| **pair == (body, id));
                    (is_skipped(body) || is_skipped(id), is_done)
                }
            };
            if !is_there || is_done {
                continue;
            }
            if waits {
                self.next.push((body, sensor));
            } else {
                log.push(body, EventKind::Exit { sensor, fraction: Fraction::ZERO });
            }
        }
    }
}

/// Returns true or false for an overlap in all or none of the step, if bounding boxes decide it.
///
/// Takes the sensor's path bounds and the box that it covers all the time.
pub(super) fn all_step(visitor: &Noted, [bounds, core]: [Aabb; 2], shape: Option<&Polygon>) -> Option<bool> {
    let is_sound = |aabb: Aabb| aabb.min.cmplt(aabb.max).all();
    if !visitor.bounds.overlaps(bounds) {
        return Some(false);
    }
    let is_always =
        shape.is_none() && is_sound(visitor.core) && is_sound(core) && visitor.core.overlaps(core);
    is_always.then_some(true)
}

/// Reports enter and exit events of a body and a sensor. True if it ends inside.
///
/// `was_in` is true if it was inside before the step, `report_stay` if an unbroken overlap is reported.
pub(super) fn passes(
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
        Some(is_in) => {
            if is_in != was_in {
                cross(is_in, Fraction::ZERO);
            }
            is_in
        }
        None => pass(visitor, track, was_in, cross),
    };
    if is_in && !crossed && report_stay {
        log.push(body, EventKind::Stay { sensor });
    }
    is_in
}
