//! Zones of a world: which of them act on which character.

use crate::state::Throw;
use crate::zones::{FeelZone, ZonesAround, along};
use tilephys_core::{
    Aabb, BodyId, EventKind, Fraction, Profile, SensorId, World, driver::BodyRef, lattice::units_from_px,
};

/// Ladders, bars and water of a world, and the bodies in them.
///
/// Each step lists them anew, by [`begin`](Self::begin), [`add`](Self::add) for each zone and [`find_bodies`](Self::find_bodies).
#[derive(Clone, Debug, Default)]
pub struct Zones {
    /// Ladders, bars and water, by ascending sensor.
    zones: Vec<Zone>,
    /// Bodies in these zones, ascending.
    inside: Vec<(BodyId, Zone)>,
    /// Index after the last body that was looked up. Characters come mostly by ascending id.
    next: usize,
}

/// Sensor that is a ladder, a bar or water.
#[derive(Clone, Copy, Debug)]
struct Zone {
    sensor: SensorId,
    /// Bounds, if the sensor exists.
    bounds: Option<Aabb>,
    kind: FeelZone,
}

impl Zones {
    /// Begins a step without zones.
    pub fn begin(&mut self) {
        self.zones.clear();
        self.inside.clear();
        self.next = 0;
    }

    /// Adds the zone of a sensor. Springs are ignored: they act by the events of their sensors.
    pub fn add(&mut self, world: &World, sensor: SensorId, kind: FeelZone) {
        if !matches!(kind, FeelZone::Spring { .. } | FeelZone::SpringTo { .. }) {
            self.zones.push(Zone { sensor, bounds: bounds_of(world, sensor), kind });
        }
    }

    /// Finds the bodies in the zones.
    pub fn find_bodies(&mut self, world: &World) {
        self.zones.sort_unstable_by_key(|zone| zone.sensor);
        let zones = &self.zones;
        let inside = world.overlaps().filter_map(|(body, sensor)| Some((body, zone_at(zones, sensor)?)));
        self.inside.extend(inside);
    }

    /// True if there are no ladders, bars and waters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// Finds the ladders, bars and waters around a body. With `looks_down` a ladder that begins under its feet counts too.
    /// Fastest for bodies by ascending id.
    #[must_use]
    pub fn around(&mut self, world: &World, id: BodyId, looks_down: bool) -> ZonesAround {
        let (before, behind) = self.inside.split_at(self.next);
        let is_next = before.last().is_none_or(|entry| entry.0 < id)
            && behind.first().is_none_or(|entry| entry.0 >= id);
        let from = if is_next { self.next } else { self.inside.partition_point(|entry| entry.0 < id) };
        let own = self.inside[from..].iter().take_while(|entry| entry.0 == id);
        let count = own.clone().count();
        self.next = from + count;
        // Most characters are in no zone, and look for none.
        let is_asked = count > 0 || looks_down && !self.is_empty();
        let Some(body) = world.body_ref(id).filter(|_| is_asked) else { return ZonesAround::default() };
        let overlapped = own.map(|(_, zone)| (zone.bounds, zone.kind));
        ZonesAround::of(&body, overlapped, looks_down, |visit| self.visit_ladders_below(world, &body, visit))
    }

    /// Visits the bounds of the ladders that begin right under the feet of a body.
    fn visit_ladders_below(&self, world: &World, body: &BodyRef, visit: &mut dyn FnMut(Aabb)) {
        let Profile { movement, category, .. } = body.profile();
        // A unit down: the feet only touch a ladder that begins under them.
        let below = body.aabb().translated(-movement.up.vector());
        world.grid.visit_regions(below, |region, content| {
            let is_met = ZonesAround::begins_under(body, content.aabb) && content.mask & category != 0;
            let zone = zone_at(&self.zones, region.into()).filter(|_| is_met);
            if zone.is_some_and(|zone| zone.kind == FeelZone::Ladder) {
                visit(content.aabb);
            }
        });
    }
}

impl FeelZone {
    /// Calls `throw` with each body that entered a spring in the last step. Of several springs the last call counts, and of equal
    /// times the strongest. `zone_of` gives the zone of a sensor.
    pub fn throw_bodies(
        world: &World,
        zone_of: impl Fn(SensorId) -> Option<FeelZone>,
        mut throw: impl FnMut(BodyId, Throw),
    ) {
        let mut last: Option<(BodyId, Fraction, Throw)> = None;
        for event in world.events() {
            let EventKind::Enter { sensor, fraction } = event.kind else { continue };
            let Some(by) = zone_of(sensor).and_then(|zone| throw_of(world, event.body, sensor, zone)) else {
                continue;
            };
            // Springs at one time: the strongest counts, whatever the order of their entities.
            let before = last.filter(|last| (last.0, last.1) == (event.body, fraction));
            if before.is_some_and(|before| is_stronger(before.2, by)) {
                continue;
            }
            last = Some((event.body, fraction, by));
            throw(event.body, by);
        }
    }
}

/// The throw of a body that has entered the zone of a sensor, if that is a spring.
fn throw_of(world: &World, id: BodyId, sensor: SensorId, zone: FeelZone) -> Option<Throw> {
    match zone {
        FeelZone::Spring { velocity } => Some(Throw::Velocity(velocity)),
        FeelZone::SpringTo { height } => {
            let body = world.body_ref(id)?;
            let up = body.profile().movement.up;
            let [_, top] = along(bounds_of(world, sensor)?, up);
            let [feet, _] = along(body.aabb(), up);
            let rise = i64::from(top) + i64::from(units_from_px(height)?) - i64::from(feet);
            // Feet that are higher already are not thrown.
            Some(Throw::Height(i32::try_from(rise).unwrap_or(0)))
        }
        FeelZone::Ladder | FeelZone::Bar | FeelZone::Water { .. } => None,
    }
}

/// True if throw `a` has priority over throw `b`: a greater height, any height over a velocity, or the faster velocity.
fn is_stronger(a: Throw, b: Throw) -> bool {
    match (a, b) {
        (Throw::Velocity(a), Throw::Velocity(b)) => FeelZone::is_stronger(a, b),
        (Throw::Height(a), Throw::Height(b)) => a > b,
        (Throw::Height(_), Throw::Velocity(_)) => true,
        (Throw::Velocity(_), Throw::Height(_)) => false,
    }
}

/// The zone of a sensor, among all zones.
fn zone_at(all: &[Zone], sensor: SensorId) -> Option<Zone> {
    let index = all.binary_search_by_key(&sensor, |zone| zone.sensor).ok()?;
    Some(all[index])
}

/// Bounds of a sensor.
fn bounds_of(world: &World, sensor: SensorId) -> Option<Aabb> {
    match sensor {
        SensorId::Region(id) => world.grid.region(id).map(|region| region.aabb),
        SensorId::Body(id) => world.body(id).map(|body| body.aabb()),
    }
}
