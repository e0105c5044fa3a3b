//! Events of a step as messages.

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
    /// What happened. It may have a sensor, for [`PhysicsWorld::sensor_entity`](crate::PhysicsWorld::sensor_entity).
    pub kind: EventKind,
}
