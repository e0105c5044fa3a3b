//! Values of a type in a checkpoint.

use crate::components;
use bevy_ecs::change_detection::{DetectChanges, Tick};
use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Mut, Or, Ref, Resource, With};
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World;
use std::hash::{Hash, Hasher};
use tilephys_core::{
    BodyId, MoverId,
    record::{ByteWriter, checksum},
};

/// Filter of the entities that are saved. Queries with it meet the tables in one order.
pub(crate) type Rows = Or<(With<components::BodyId>, With<components::MoverId>)>;

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
    /// Hash of a value that has an id. Sums of such hashes do not depend on the order of values.
    fn sum_of(&mut self, key: Key, write: impl FnOnce(&mut Bytes)) -> u64 {
        self.0.clear();
        key.hash(self);
        write(self);
        self.sum()
    }

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

/// Saved values of a type, by row.
pub(crate) trait Saved: Send + Sync {
    /// Replaces the values by the present ones. `is_same` is true if the last save had the same rows.
    fn save(&mut self, world: &mut World, keys: &[Option<Key>], is_same: bool);

    /// Writes the values back. `entities` has an entity for each row; `None` for an entity that cannot come back. `is_same` is true if
    /// the rows of the world are the saved rows.
    fn load(&self, world: &mut World, entities: &[Option<Entity>], is_same: bool);

    /// Hash of all values with the ids of their entities.
    fn hash(&self, keys: &[Option<Key>]) -> u64;
}

/// Saved value of an entity.
struct SavedValue<T> {
    value: T,
    /// Tick in which the value was written.
    changed: Tick,
    /// Hash of a setting.
    hash: u64,
}

/// Values of a component, by row.
pub(crate) struct ComponentColumn<T> {
    values: Vec<Option<SavedValue<T>>>,
    hash: fn(&T, &mut Bytes),
    /// True if all writes of the component set its tick of change. A value with an equal tick is then neither copied nor hashed again.
    is_setting: bool,
}

impl<T: Component<Mutability = Mutable> + Clone> ComponentColumn<T> {
    pub(crate) fn new(hash: fn(&T, &mut Bytes), is_setting: bool) -> Self {
        ComponentColumn { values: Vec::new(), hash, is_setting }
    }

    fn is_unchanged(&self, saved: &SavedValue<T>, changed: Tick) -> bool {
        self.is_setting && saved.changed == changed
    }

    fn write(&self, saved: &SavedValue<T>, mut present: Mut<'_, T>) {
        if !self.is_unchanged(saved, present.last_changed()) {
            present.clone_from(&saved.value);
        }
    }
}

impl<T: Component<Mutability = Mutable> + Clone> Saved for ComponentColumn<T> {
    fn save(&mut self, world: &mut World, keys: &[Option<Key>], is_same: bool) {
        let mut values = std::mem::take(&mut self.values);
        if !is_same {
            values.clear();
        }
        values.resize_with(keys.len(), || None);
        let mut bytes = Bytes::default();
        let mut query = QueryState::<Option<Ref<T>>, Rows>::new(world);
        for ((saved, value), key) in values.iter_mut().zip(query.iter(world)).zip(keys) {
            let Some(value) = value else {
                *saved = None;
                continue;
            };
            let changed = value.last_changed();
            if saved.as_ref().is_some_and(|saved| self.is_unchanged(saved, changed)) {
                continue;
            }
            let hash = match key {
                Some(key) if self.is_setting => bytes.sum_of(*key, |bytes| (self.hash)(&value, bytes)),
                _ => 0,
            };
            match saved {
                // Allocations of the value are used again.
                Some(saved) => {
                    saved.value.clone_from(&value);
                    (saved.changed, saved.hash) = (changed, hash);
                }
                None => *saved = Some(SavedValue { value: T::clone(&value), changed, hash }),
            }
        }
        self.values = values;
    }

    fn load(&self, world: &mut World, entities: &[Option<Entity>], is_same: bool) {
        if is_same {
            let mut query = QueryState::<Option<&mut T>, Rows>::new(world);
            let mut is_whole = true;
            for (saved, present) in self.values.iter().zip(query.iter_mut(world)) {
                match (saved, present) {
                    (Some(saved), Some(present)) => self.write(saved, present),
                    (None, None) => {}
                    _ => is_whole = false,
                }
            }
            if is_whole {
                return;
            }
        }
        let mut query = QueryState::<&mut T>::new(world);
        for (saved, entity) in self.values.iter().zip(entities) {
            let Some(entity) = *entity else { continue };
            match (saved, query.get_mut(world, entity).ok()) {
                (Some(saved), Some(present)) => self.write(saved, present),
                (None, None) => {}
                (Some(saved), None) => _ = world.entity_mut(entity).insert(saved.value.clone()),
                (None, Some(_)) => _ = world.entity_mut(entity).remove::<T>(),
            }
        }
    }

    fn hash(&self, keys: &[Option<Key>]) -> u64 {
        let mut bytes = Bytes::default();
        let rows = self.values.iter().zip(keys).filter_map(|(saved, key)| Some((saved.as_ref()?, (*key)?)));
        rows.fold(0, |sum, (saved, key)| {
            let hash = match self.is_setting {
                true => saved.hash,
                false => bytes.sum_of(key, |bytes| (self.hash)(&saved.value, bytes)),
            };
            sum.wrapping_add(hash)
        })
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
    fn save(&mut self, world: &mut World, _: &[Option<Key>], _: bool) {
        self.0 = world.get_resource::<T>().cloned();
    }

    fn load(&self, world: &mut World, _: &[Option<Entity>], _: bool) {
        match &self.0 {
            Some(value) => world.insert_resource(value.clone()),
            None => _ = world.remove_resource::<T>(),
        }
    }

    fn hash(&self, _: &[Option<Key>]) -> u64 {
        let mut bytes = Bytes::default();
        self.0.hash(&mut bytes);
        bytes.sum()
    }
}
