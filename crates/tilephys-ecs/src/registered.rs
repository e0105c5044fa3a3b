//! Mark of the entities that the engine knows.

use hecs::Entity;

/// Marks an entity that the engine knows. A copy to another entity or world names its original, which tells it apart.
#[derive(Clone, Copy)]
pub(crate) struct Registered {
    pub(crate) entity: Entity,
    /// Number in order of registration. Of two entities with the same id, the lower number keeps the id.
    pub(crate) number: u32,
}
