//! Which body an entity is, for questions that name entities.

use std::sync::OnceLock;

/// Index of the body of each entity, by the number of the entity in its ECS. It is made at the first question after a change.
#[derive(Debug, Default)]
pub struct EntityIndices(OnceLock<Vec<u32>>);

impl EntityIndices {
    /// Marks the indices as outdated, because entities came, went or changed their order.
    pub fn forget(&mut self) {
        self.0.take();
    }

    /// Index of the body whose entity has a number, among entities in the order of bodies. Numbers may have been given again: the
    /// caller compares the whole entity.
    #[must_use]
    pub fn index<E: Copy>(&self, entities: &[E], number_of: impl Fn(E) -> u32, number: u32) -> Option<usize> {
        let indices = self.0.get_or_init(|| {
            let count = entities.iter().map(|entity| number_of(*entity) as usize + 1).max();
            let mut indices = vec![u32::MAX; count.unwrap_or(0)];
            for (index, entity) in (0..).zip(entities) {
                indices[number_of(*entity) as usize] = index;
            }
            indices
        });
        indices.get(number as usize).map(|index| *index as usize)
    }
}
