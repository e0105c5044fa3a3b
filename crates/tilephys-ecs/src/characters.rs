//! Character controller: entities with a [`Feel`], driven in the control phase of each step.

use crate::archetypes::bodies;
use crate::character_parts::has_parts;
use crate::control_context::ControlContext;
use crate::events::Event;
use crate::registered::Registered;
use crate::triggers::Sensors;
use glam::Vec2;
use hecs::{Archetype, Entity, Or, World};
use tilephys_columns::{Gravity, Sensor, Trigger, Up};
use tilephys_core::{BodyId, EventKind, Fault, SensorId, Walk, World as Core};
use tilephys_feel::{Command, Feel, FeelState, FeelZone, Input, Patrol, Zones};

/// Characters of a step, and buffers.
#[derive(Debug, Default)]
pub(crate) struct Characters {
    /// True if there are characters and zones.
    has_zones: bool,
    /// Ladders and water.
    zones: Zones,
    /// Characters with unsound settings, by ascending id.
    uncontrolled: Vec<BodyId>,
    events: Vec<Event>,
    /// Drops and size changes of the control phase.
    commands: Vec<(BodyId, Command)>,
}

fn zone_of(world: &World, entity: Entity) -> Option<FeelZone> {
    world.get::<&FeelZone>(entity).ok().map(|zone| *zone)
}

/// True if the world has an entity that is a zone.
fn has_zones(world: &World) -> bool {
    let is_zone = |a: &Archetype| a.has::<FeelZone>() && (a.has::<Trigger>() || a.has::<Sensor>());
    world.archetypes().any(|archetype| !archetype.is_empty() && is_zone(archetype))
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
        let is_lonely = |a: &Archetype| (a.has::<Input>() || a.has::<Patrol>()) && !a.has::<Feel>();
        if world.archetypes().any(|archetype| !archetype.is_empty() && is_lonely(archetype)) {
            type Lonely<'a> = (Entity, Option<&'a BodyId>, Or<&'a Input, &'a Patrol>);
            let mut lonely = world.query::<Lonely<'_>>().without::<&Feel>();
            for (entity, id, _) in lonely.iter() {
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
        self.zones.begin();
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
        for (entity, region) in bodies.sensors.triggers.regions() {
            if let Some(kind) = zone_of(world, *entity) {
                self.zones.add(core, SensorId::Region(*region), kind);
            }
        }
        for (id, kind) in world.query::<(&BodyId, &FeelZone)>().with::<&Sensor>().iter() {
            self.zones.add(core, SensorId::Body(*id), *kind);
        }
        self.zones.find_bodies(core);
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
                    let zones = self.zones.around(bodies.core.world(), *id, input.upward < 0.0);
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

    /// Throws the characters that entered a [spring](FeelZone::Spring) in the last step.
    pub(crate) fn throw(&mut self, world: &World, core: &Core, sensors: Sensors) {
        if !self.has_zones {
            return;
        }
        let zone = |sensor| sensors.entity(core, sensor).and_then(|entity| zone_of(world, entity));
        FeelZone::throw_bodies(core, zone, |id, velocity| {
            let character = core.index_of(id).and_then(|index| sensors.labels.entities.get(index));
            let state = character.filter(|entity| world.satisfies::<&Feel>(**entity));
            if let Some(mut state) = state.and_then(|entity| world.get::<&mut FeelState>(*entity).ok()) {
                state.throw(velocity);
            }
        });
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
