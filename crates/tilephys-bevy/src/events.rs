//! Events of a step as messages.

use crate::physics_world::PhysicsWorld;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::Message;
use tilephys_core::{BodyId, EventKind};

/// Event of the last step. First faults of movers, triggers and characters, then the events of bodies, by body and by time.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct PhysicsEvent {
    /// Entity of the body, mover or trigger.
    pub entity: Entity,
    /// Body; `None` for a mover or a trigger.
    pub body: Option<BodyId>,
    /// What happened. It may have a sensor, for [`PhysicsWorld::sensor_entity`].
    pub kind: EventKind,
}

/// Lists the events of the last step.
pub(crate) fn events(physics: &PhysicsWorld) -> Vec<PhysicsEvent> {
    let movers = physics.movers.faults();
    let regions = physics.regions.faults().iter().copied();
    let unsound = movers.chain(regions).map(|(spawned, field, fault)| {
        let kind = EventKind::Rejected { field, fault };
        PhysicsEvent { entity: spawned.0, body: None, kind }
    });
    let of_bodies = physics.core.events().iter().filter_map(|event| {
        let entity = physics.bodies.entity_or_departed(&physics.core, event.body)?;
        Some(PhysicsEvent { entity, body: Some(event.body), kind: event.kind })
    });
    unsound.chain(physics.characters.events()).chain(of_bodies).collect()
}
