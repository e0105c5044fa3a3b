//! Characters: entities with a [`Feel`], driven in the control phase of each step.

use crate::components::{
    BodyId, Feel, FeelCommand, FeelState, FeelZone, GravityScale, Input, Patrol, Sensor, Trigger, Up, Walk,
};
use crate::events::PhysicsEvent;
use crate::spawn_order::Spawned;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Or, With};
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World as Entities;
use tilephys_columns::{Regions, Resized};
use tilephys_core::{ControlContext, EventKind, SensorId, World};
use tilephys_feel::{Command, Zones};

/// Settings of a character, and the settings that follow from its feel.
type Settings = (
    Entity,
    &'static Feel,
    &'static BodyId,
    &'static mut GravityScale,
    &'static mut Walk,
    Option<&'static Up>,
);

/// Components that a character's controller reads and writes.
type Controls = (
    &'static Feel,
    &'static BodyId,
    &'static mut FeelState,
    &'static mut Input,
    Option<&'static mut FeelCommand>,
    Option<&'static mut Patrol>,
);

/// A zone; `BodyId` if it is a body's.
type Zone = (Entity, &'static FeelZone, Option<&'static BodyId>);

/// Filter of the entities that sense bodies.
type OfSensors = Or<(With<Trigger>, With<Sensor>)>;

/// Queries of characters and their zones.
pub(crate) struct CharacterQueries {
    settings: QueryState<Settings>,
    characters: QueryState<Controls>,
    zones: QueryState<Zone, OfSensors>,
}

impl CharacterQueries {
    pub(crate) fn new(world: &mut Entities) -> Self {
        CharacterQueries {
            settings: QueryState::new(world),
            characters: QueryState::new(world),
            zones: QueryState::new(world),
        }
    }
}

/// Characters of a step.
#[derive(Debug, Default)]
pub(crate) struct Characters {
    /// True if there are any.
    pub(crate) is_present: bool,
    /// Ladders and water.
    zones: Zones,
    /// Drops and size changes of the control phase.
    commands: Vec<(tilephys_core::BodyId, Command)>,
    /// Characters with unsound settings.
    events: Vec<PhysicsEvent>,
}

impl Characters {
    /// Applies each [`Feel`] to the gravity scale and the walk settings of its entity, and lists unsound ones.
    pub(crate) fn prepare(&mut self, queries: &mut CharacterQueries, world: &mut Entities, core: &World) {
        self.events.clear();
        self.is_present = false;
        for (entity, feel, id, mut gravity, mut walk, up) in queries.settings.iter_mut(world) {
            self.is_present = true;
            // An unsound character keeps its last settings, and is reported in each step.
            if let Some((field, fault)) = feel.fault() {
                let kind = EventKind::Uncontrolled { field, fault };
                self.events.push(PhysicsEvent { entity, body: id.get(), kind });
                continue;
            }
            let up = up.map_or(tilephys_columns::Up::default(), |up| up.0);
            gravity.scale = feel.gravity_scale(core.gravity[up.0.axis()]);
            walk.0 = feel.walk(walk.0);
        }
        // Tables come in any order.
        self.events.sort_unstable_by_key(|event| (event.body, Spawned(event.entity)));
    }

    /// Runs the controller of each character.
    ///
    /// All decide before any drops or changes its size, and then do so by ascending id. So the order of entities does not matter.
    pub(crate) fn drive(
        &mut self,
        queries: &mut CharacterQueries,
        world: &mut Entities,
        regions: &Regions<Spawned>,
        bodies: &mut ControlContext,
        resized: &mut Vec<Resized>,
    ) {
        self.find_zones(queries, world, regions, bodies.world());
        for (feel, id, mut state, mut input, output, patrol) in queries.characters.iter_mut(world) {
            if let (Some(id), Some(mut patrol)) = (id.get(), patrol) {
                input.along = patrol.steer(bodies.world(), id, feel, bodies.dt());
            }
            // Unsound settings leave the body to gravity.
            let id = id.get().filter(|_| self.events.is_empty() || feel.fault().is_none());
            let command = id.and_then(|id| {
                let zones = self.zones.around(bodies.world(), id, input.upward < 0.0);
                feel.decide(bodies, id, &mut state, &mut input, |around| zones.add_to(around))
            });
            // Also without a decision: an old press must not act later.
            input.clear_presses();
            let command = command.unwrap_or_default();
            if let Some(id) = id
                && (command.drop_through || command.resize.is_some())
            {
                self.commands.push((id, command));
            }
            if let Some(mut output) = output {
                output.0 = command;
            }
        }
        self.commands.sort_unstable_by_key(|(id, _)| *id);
        for (id, command) in self.commands.drain(..) {
            let before = bodies.body(id).map(|body| body.position);
            command.apply(bodies, id);
            if let (Some(size), Some(before), Some(body)) = (command.resize, before, bodies.body(id))
                && body.size == size
            {
                resized.push(Resized { id, by: body.position.wrapping_sub(before), size });
            }
        }
    }

    /// Lists the sensors that are ladders or water, and the bodies in them.
    fn find_zones(
        &mut self,
        queries: &mut CharacterQueries,
        world: &mut Entities,
        regions: &Regions<Spawned>,
        core: &World,
    ) {
        self.zones.begin();
        for (entity, zone, id) in queries.zones.iter(world) {
            let of_body = id.and_then(BodyId::get).map(SensorId::Body);
            let sensor = regions.region(Spawned(entity)).map(SensorId::Region).or(of_body);
            if let Some(sensor) = sensor {
                self.zones.add(core, sensor, zone.0);
            }
        }
        self.zones.find_bodies(core);
    }

    /// Characters without control in the last step.
    pub(crate) fn events(&self) -> impl Iterator<Item = PhysicsEvent> + '_ {
        self.events.iter().copied()
    }
}
