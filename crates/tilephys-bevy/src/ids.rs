//! Ids and entities as arguments: a call takes either.

use crate::bodies::BodyMap;
use crate::spawn_order::Spawned;
use bevy_ecs::entity::Entity;
use tilephys_columns::Movers;
use tilephys_core::platform::PushSource;
use tilephys_core::{BodyId, MoverId, World};

/// Argument that stands for an id of the engine: the id itself, or the [`Entity`] with it in the last step.
pub trait IdOf<T>: Copy {
    /// The id, if there is one.
    #[doc(hidden)]
    fn id_among(self, known: &Known<'_>) -> Option<T>;
}

/// Ids of entities in the last step.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub(crate) core: &'a World,
    pub(crate) bodies: &'a BodyMap,
    pub(crate) movers: &'a Movers<Spawned>,
}

impl<T: Copy> IdOf<T> for T {
    fn id_among(self, _: &Known<'_>) -> Option<T> {
        Some(self)
    }
}

impl IdOf<BodyId> for Entity {
    fn id_among(self, known: &Known<'_>) -> Option<BodyId> {
        let index = known.bodies.index_of(self)?;
        known.core.ids_by_place().get(index).copied()
    }
}

impl IdOf<PushSource> for Entity {
    fn id_among(self, known: &Known<'_>) -> Option<PushSource> {
        let mover = known.movers.id(Spawned(self)).map(PushSource::Mover);
        mover.or_else(|| Some(PushSource::Body(self.id_among(known)?)))
    }
}

impl IdOf<PushSource> for BodyId {
    fn id_among(self, _: &Known<'_>) -> Option<PushSource> {
        Some(PushSource::Body(self))
    }
}

impl IdOf<PushSource> for MoverId {
    fn id_among(self, _: &Known<'_>) -> Option<PushSource> {
        Some(PushSource::Mover(self))
    }
}
