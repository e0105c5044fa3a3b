//! Events of a step as messages.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::Message;
use tilephys_core::geometry::ShapeHit;
use tilephys_core::{BodyId, EventKind, Fraction};

/// Event of the last step. First faults of movers, triggers, characters, crowds and hit boxes, then the events of bodies, by body and by time.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct PhysicsEvent {
    /// Entity of the body, mover or trigger.
    pub entity: Entity,
    /// Body; `None` for a mover or a trigger.
    pub body: Option<BodyId>,
    /// What happened. It may have a sensor, for [`PhysicsWorld::sensor_entity`](crate::PhysicsWorld::sensor_entity).
    ///
    /// Vectors in it are of the engine's version of glam, see [`point`](Self::point) and [`normal`](Self::normal).
    pub kind: EventKind,
}

impl PhysicsEvent {
    /// Contact of a hit on a tile or a body.
    fn shape(&self) -> Option<ShapeHit<Fraction>> {
        match self.kind {
            EventKind::Hit(hit) => Some(hit.shape),
            EventKind::BodyHit(hit) => Some(hit.shape),
            _ => None,
        }
    }

    /// Point of a hit, in pixels of the map.
    #[must_use]
    pub fn point(&self) -> Option<[f32; 2]> {
        Some(self.shape()?.point_px().to_array())
    }

    /// Unit normal of a hit, out of what was hit; y points down.
    #[must_use]
    pub fn normal(&self) -> Option<[f32; 2]> {
        Some(self.shape()?.unit_normal().to_array())
    }
}
