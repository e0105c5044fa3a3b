//! Order of entities that does not depend on their tables.

use bevy_ecs::entity::Entity;
use std::cmp::Ordering;

/// An entity, ordered by its index and then by its generation. Bevy's own order of entities runs against their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spawned(pub(crate) Entity);

impl Ord for Spawned {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_index = self.0.index_u32().cmp(&other.0.index_u32());
        by_index.then_with(|| self.0.generation().to_bits().cmp(&other.0.generation().to_bits()))
    }
}

impl PartialOrd for Spawned {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
