//! Values of a type in a checkpoint.

use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::Resource;
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World;
use std::hash::{Hash, Hasher};
use tilephys_core::{
    BodyId, MoverId,
    record::{ByteWriter, checksum},
};

/// Id of a saved entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    Body(BodyId),
    Mover(MoverId),
}

/// Bytes to hash, equal on all machines: numbers are little-endian.
#[derive(Default)]
pub(crate) struct Bytes(Vec<u8>);

impl Bytes {
    /// Hash of the bytes.
    pub(crate) fn sum(&self) -> u64 {
        checksum(&self.0)
    }

    /// Appends numbers as snapshots do.
    pub(crate) fn writer(&mut self) -> ByteWriter<'_> {
        ByteWriter { bytes: &mut self.0 }
    }
}

impl Hasher for Bytes {
    fn finish(&self) -> u64 {
        self.sum()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

/// Saved values of a type.
pub(crate) trait Saved: Send + Sync {
    /// Replaces the values by the present ones of these entities.
    fn save(&mut self, world: &World, entities: &[Entity]);

    /// Writes the values back. `None` is an entity that cannot come back.
    fn load(&self, world: &mut World, entities: &[Option<Entity>]);

    /// Hash of all values with the ids of their entities.
    fn hash(&self, keys: &[Key]) -> u64;
}

/// Values of a component, by entity.
pub(crate) struct ComponentColumn<T> {
    values: Vec<Option<T>>,
    hash: fn(&T, &mut Bytes),
}

impl<T> ComponentColumn<T> {
    pub(crate) fn new(hash: fn(&T, &mut Bytes)) -> Self {
        ComponentColumn { values: Vec::new(), hash }
    }
}

impl<T: Component<Mutability = Mutable> + Clone> Saved for ComponentColumn<T> {
    fn save(&mut self, world: &World, entities: &[Entity]) {
        self.values.clear();
        // A world that has not met the component has no values of it.
        match QueryState::<Option<&T>>::try_new(world) {
            Some(mut query) => {
                self.values
                    .extend(query.iter_many(world, entities).map(|value| value.ok().flatten().cloned()));
            }
            None => self.values.resize_with(entities.len(), || None),
        }
    }

    fn load(&self, world: &mut World, entities: &[Option<Entity>]) {
        let mut query = QueryState::<&mut T>::new(world);
        for (value, entity) in self.values.iter().zip(entities) {
            let Some(entity) = *entity else { continue };
            let present = query.get_mut(world, entity).ok();
            match (value, present) {
                (Some(value), Some(mut present)) => present.clone_from(value),
                (None, None) => {}
                (Some(value), None) => _ = world.entity_mut(entity).insert(value.clone()),
                (None, Some(_)) => _ = world.entity_mut(entity).remove::<T>(),
            }
        }
    }

    fn hash(&self, keys: &[Key]) -> u64 {
        let mut bytes = Bytes::default();
        for (value, key) in self.values.iter().zip(keys) {
            if let Some(value) = value {
                key.hash(&mut bytes);
                (self.hash)(value, &mut bytes);
            }
        }
        bytes.sum()
    }
}

/// Value of a resource.
pub(crate) struct ResourceColumn<T>(Option<T>);

impl<T> Default for ResourceColumn<T> {
    fn default() -> Self {
        ResourceColumn(None)
    }
}

impl<T: Resource + Clone + Hash> Saved for ResourceColumn<T> {
    fn save(&mut self, world: &World, _: &[Entity]) {
        self.0 = world.get_resource::<T>().cloned();
    }

    fn load(&self, world: &mut World, _: &[Option<Entity>]) {
        match &self.0 {
            Some(value) => world.insert_resource(value.clone()),
            None => _ = world.remove_resource::<T>(),
        }
    }

    fn hash(&self, _: &[Key]) -> u64 {
        let mut bytes = Bytes::default();
        self.0.hash(&mut bytes);
        bytes.sum()
    }
}
