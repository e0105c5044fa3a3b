//! Outcome of a restore.

use hecs::Entity;

/// Entities that a restored snapshot has spawned and despawned. All lists ascend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Entities of the snapshot that were gone. They are back with all that the snapshot contains: components of the
    /// engine, settings and [registered](crate::Physics::save_plain) components. The game adds all else.
    pub spawned: Vec<Entity>,
    /// Bodies, movers, triggers and entities with registered components that the snapshot lacks.
    pub despawned: Vec<Entity>,
    /// Saved handles of entities that have another handle now, with that handle: bodies and movers of another world, and
    /// entities whose handle another entity has.
    pub remapped: Vec<(Entity, Entity)>,
}

impl Restored {
    /// Present handle of the entity with this handle in the snapshot.
    #[must_use]
    pub fn entity(&self, saved: Entity) -> Entity {
        let index = self.remapped.binary_search_by_key(&saved, |pair| pair.0);
        index.map_or(saved, |index| self.remapped[index].1)
    }
}
