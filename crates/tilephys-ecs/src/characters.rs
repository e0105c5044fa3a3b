//! Character controller: entities with a [`Feel`], driven in the control phase of each step.

use crate::archetypes::bodies;
use crate::character_parts::has_parts;
use crate::control_context::ControlContext;
use crate::events::Event;
use crate::registered::Registered;
use crate::triggers::Sensors;
use glam::Vec2;
use hecs::{Archetype, Entity, World};
use tilephys_columns::{Gravity, Sensor, Trigger, Up};
use tilephys_core::{
    Aabb, BodyId, EventKind, Fault, Fraction, Profile, SensorId, Walk, World as Core, driver::BodyRef,
};
use tilephys_feel::{Command, Feel, FeelState, FeelZone, Input, ZonesAround};

/// Characters of a step, and buffers.
#[derive(Debug, Default)]
pub(crate) struct Characters {
    /// True if there are characters and zones.
    has_zones: bool,
    /// Ladders and water, by ascending sensor.
    zones: Vec<Zone>,
    /// Bodies in these zones, ascending.
    inside: Vec<(BodyId, Zone)>,
    /// Characters with unsound settings, by ascending id.
    uncontrolled: Vec<BodyId>,
    events: Vec<Event>,
    /// Drops and size changes of the control phase.
    commands: Vec<(BodyId, Command)>,
}

/// Sensor that is a ladder or water.
#[derive(Clone, Copy, Debug)]
struct Zone {
    sensor: SensorId,
    /// Bounds, if the sensor exists.
    bounds: Option<Aabb>,
    kind: FeelZone,
}

fn zone_of(world: &World, entity: Entity) -> Option<FeelZone> {
    world.get::<&FeelZone>(entity).ok().map(|zone| *zone)
}

/// True if the world has an entity that is a zone.
fn has_zones(world: &World) -> bool {
    let is_zone = |a: &Archetype| a.has::<FeelZone>() && (a.has::<Trigger>() || a.has::<Sensor>());
    world.archetypes().any(|archetype| !archetype.is_empty() && is_zone(archetype))
}

/// The zone of a sensor, among all zones.
fn zone_at(all: &[Zone], sensor: SensorId) -> Option<Zone> {
    let index = all.binary_search_by_key(&sensor, |zone| zone.sensor).ok()?;
    Some(all[index])
}

/// Finds the ladders and the water around a body. With `looks_down` a ladder under its feet counts too. `None` if there are none, or no
/// body.
fn zones_around(
    all: &[Zone],
    inside: &[(BodyId, Zone)],
    core: &Core,
    id: BodyId,
    looks_down: bool,
) -> Option<ZonesAround> {
    let from = inside.partition_point(|entry| entry.0 < id);
    let is_inside = inside.get(from).is_some_and(|entry| entry.0 == id);
    // Most characters are in no zone, and look for none.
    if !is_inside && !looks_down {
        return None;
    }
    let body = core.body_ref(id)?;
    let own = inside[from..].iter().take_while(|entry| entry.0 == id);
    let overlapped = own.map(|(_, zone)| (zone.bounds, zone.kind));
    Some(ZonesAround::of(&body, overlapped, looks_down, || has_ladder_below(all, core, &body)))
}

/// Bounds of a sensor.
fn bounds_of(core: &Core, sensor: SensorId) -> Option<Aabb> {
    match sensor {
        SensorId::Region(id) => core.grid.region(id).map(|region| region.aabb),
        SensorId::Body(id) => core.body(id).map(|body| body.aabb()),
    }
}

/// True if a ladder begins right under the feet of a body.
fn has_ladder_below(all: &[Zone], core: &Core, body: &BodyRef) -> bool {
    let Profile { movement, category, .. } = body.profile();
    // A unit down: the feet only touch a ladder that begins under them.
    let below = body.probe(|probe| probe.body().aabb()).translated(-movement.up.vector());
    let mut found = false;
    core.grid.visit_regions(below, |region, content| {
        let is_met = ZonesAround::begins_under(body, content.aabb) && content.mask & category != 0;
        found |= is_met && zone_at(all, region.into()).is_some_and(|zone| zone.kind == FeelZone::Ladder);
    });
    found
}

/// Archetypes of registered characters.
fn characters(world: &World) -> impl Iterator<Item = &Archetype> {
    bodies(world).filter(|archetype| archetype.has::<Feel>() && has_parts(archetype))
}

/// True if there are characters.
pub(crate) fn has_characters(world: &World) -> bool {
    characters(world).any(|archetype| !archetype.is_empty())
}

impl Characters {
    /// Applies each [`Feel`] to the gravity scale and the walk settings of its entity, and lists unsound ones.
    pub(crate) fn prepare(&mut self, world: &World, gravity: Vec2) {
        self.forget_events();
        let mut has_characters = false;
        for archetype in characters(world).filter(|archetype| !archetype.is_empty()) {
            has_characters = true;
            self.prepare_rows(archetype, gravity);
        }
        self.has_zones = has_characters && has_zones(world);
        // Archetypes come in any order. Sorted lists make the result independent of it.
        self.uncontrolled.sort_unstable();
        if world.archetypes().any(|a| !a.is_empty() && a.has::<Input>() && !a.has::<Feel>()) {
            let mut lonely = world.query::<(Entity, Option<&BodyId>)>().with::<&Input>().without::<&Feel>();
            for (entity, id) in lonely.iter() {
                let kind = EventKind::Uncontrolled { field: "feel", fault: Fault::Missing };
                self.events.push(Event { entity, body: id.copied(), kind });
            }
        }
        self.events.sort_unstable_by_key(|event| (event.body.is_none(), event.body, event.entity));
    }

    fn prepare_rows(&mut self, archetype: &Archetype, gravity: Vec2) {
        let columns = (
            archetype.get::<&Feel>(),
            archetype.get::<&mut Gravity>(),
            archetype.get::<&mut Walk>(),
            archetype.get::<&BodyId>(),
            archetype.get::<&Registered>(),
        );
        let (Some(feels), Some(mut scales), Some(mut walks), Some(ids), Some(registered)) = columns else {
            return;
        };
        let ups = archetype.get::<&Up>();
        for (row, (feel, id)) in feels.iter().zip(&*ids).enumerate() {
            // An unsound character keeps its last settings, and is reported in each step.
            if let Some((field, fault)) = feel.fault() {
                self.uncontrolled.push(*id);
                let kind = EventKind::Uncontrolled { field, fault };
                let entity = registered[row].entity;
                self.events.push(Event { entity, body: Some(*id), kind });
                continue;
            }
            let up = ups.as_deref().map_or(Up::default(), |ups| ups[row]);
            scales[row].scale = feel.gravity_scale(gravity[up.0.axis()]);
            walks[row] = feel.walk(walks[row]);
        }
    }

    /// Runs the controller of each character in the control phase, after the game.
    ///
    /// All decide before any drops or changes its size, and then do so by ascending id. So the order of entities does not matter.
    pub(crate) fn drive(&mut self, world: &World, bodies: &mut ControlContext) {
        self.zones.clear();
        if self.has_zones {
            self.find_zones(world, bodies);
        }
        for archetype in characters(world) {
            self.drive_rows(archetype, bodies);
        }
        self.commands.sort_unstable_by_key(|(id, _)| *id);
        for (id, command) in self.commands.drain(..) {
            bodies.obey(id, &command);
        }
    }

    /// Lists the sensors that are ladders or water, and the bodies in them.
    fn find_zones(&mut self, world: &World, bodies: &ControlContext) {
        let core = bodies.core.world();
        let mut add = |sensor: SensorId, kind: FeelZone| {
            // Springs act by the events of their sensors.
            if !matches!(kind, FeelZone::Spring { .. }) {
                self.zones.push(Zone { sensor, bounds: bounds_of(core, sensor), kind });
            }
        };
        for (entity, region) in bodies.sensors.triggers.regions() {
            if let Some(kind) = zone_of(world, entity) {
                add(SensorId::Region(region), kind);
            }
        }
        let mut of_bodies = world.query::<(&BodyId, &FeelZone)>().with::<&Sensor>();
        of_bodies.iter().for_each(|(id, kind)| add(SensorId::Body(*id), *kind));
        self.zones.sort_unstable_by_key(|zone| zone.sensor);
        let inside = core.overlaps().filter_map(|(body, sensor)| Some((body, zone_at(&self.zones, sensor)?)));
        self.inside.clear();
        self.inside.extend(inside);
    }

    fn drive_rows(&mut self, archetype: &Archetype, bodies: &mut ControlContext) {
        let columns = (
            archetype.get::<&Feel>(),
            archetype.get::<&mut FeelState>(),
            archetype.get::<&mut Input>(),
            archetype.get::<&BodyId>(),
        );
        let (Some(feels), Some(mut states), Some(mut inputs), Some(ids)) = columns else { return };
        let mut outputs = archetype.get::<&mut Command>();
        let rows = feels.iter().zip(&mut *states).zip(&mut *inputs).zip(&*ids);
        for (row, (((feel, state), input), id)) in rows.enumerate() {
            // Unsound settings are reported once a step, and leave the body to gravity.
            let has_control = self.uncontrolled.is_empty() || self.uncontrolled.binary_search(id).is_err();
            let command = match has_control {
                true if !self.zones.is_empty() => {
                    let core = bodies.core.world();
                    let zones = zones_around(&self.zones, &self.inside, core, *id, input.upward < 0.0);
                    let zones = zones.unwrap_or_default();
                    feel.decide(bodies.core, *id, state, input, |around| zones.add_to(around))
                }
                true => feel.decide(bodies.core, *id, state, input, |_| ()),
                false => None,
            };
            // Also without a decision: an old press must not act later.
            input.clear_presses();
            let command = command.unwrap_or_default();
            if command.drop_through || command.resize.is_some() {
                self.commands.push((*id, command));
            }
            if let Some(outputs) = &mut outputs {
                outputs[row] = command;
            }
        }
    }

    /// Throws the characters that entered a [spring](FeelZone::Spring) in the last step. Of several springs the last counts, and of
    /// equal times the strongest.
    pub(crate) fn throw(&mut self, world: &World, core: &Core, sensors: Sensors) {
        if !self.has_zones {
            return;
        }
        let mut last: Option<(BodyId, Fraction, Vec2)> = None;
        for event in core.events() {
            let EventKind::Enter { sensor, fraction } = event.kind else { continue };
            let zone = sensors.entity(core, sensor).and_then(|entity| zone_of(world, entity));
            let Some(FeelZone::Spring { velocity }) = zone else { continue };
            // Springs at one time: the strongest counts, whatever the order of their entities.
            let before = last.filter(|last| (last.0, last.1) == (event.body, fraction));
            if before.is_some_and(|before| FeelZone::is_stronger(before.2, velocity)) {
                continue;
            }
            last = Some((event.body, fraction, velocity));
            let character = core.index_of(event.body).and_then(|index| sensors.entities.get(index));
            let state = character.filter(|entity| world.satisfies::<&Feel>(**entity));
            if let Some(mut state) = state.and_then(|entity| world.get::<&mut FeelState>(*entity).ok()) {
                state.throw(velocity);
            }
        }
    }

    /// Events of characters without control, by entity.
    pub(crate) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.events.iter().copied()
    }

    pub(crate) fn forget_events(&mut self) {
        self.events.clear();
        self.uncontrolled.clear();
    }
}
