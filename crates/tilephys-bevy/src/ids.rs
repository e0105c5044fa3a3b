//! Ids and entities as arguments: a call takes either.

use crate::physics_world::PhysicsWorld;
use crate::spawn_order::Spawned;
use bevy_ecs::entity::Entity;
use tilephys_core::platform::PushSource;
use tilephys_core::{BodyId, MoverId};

/// Argument that stands for an id of the engine: the id itself, or the [`Entity`] with it in the last step.
pub trait IdOf<T>: Copy {
    /// The id, if there is one.
    #[doc(hidden)]
    fn find(self, physics: &PhysicsWorld) -> Option<T>;
}

impl<T: Copy> IdOf<T> for T {
    fn find(self, _: &PhysicsWorld) -> Option<T> {
        Some(self)
    }
}

impl IdOf<BodyId> for Entity {
    fn find(self, physics: &PhysicsWorld) -> Option<BodyId> {
        let index = physics.bodies.index_of(self)?;
        physics.core.ids_by_place().get(index).copied()
    }
}

impl IdOf<PushSource> for Entity {
    fn find(self, physics: &PhysicsWorld) -> Option<PushSource> {
        let mover = physics.movers.id(Spawned(self)).map(PushSource::Mover);
        mover.or_else(|| Some(PushSource::Body(self.find(physics)?)))
    }
}

impl IdOf<PushSource> for BodyId {
    fn find(self, _: &PhysicsWorld) -> Option<PushSource> {
        Some(PushSource::Body(self))
    }
}

impl IdOf<PushSource> for MoverId {
    fn find(self, _: &PhysicsWorld) -> Option<PushSource> {
        Some(PushSource::Mover(self))
    }
}
