//! The access to entities that a driver gives to a level.

use crate::component::{LevelComponent, Removable};
use std::fmt::Debug;
use tilephys_columns::{MoverPath, Position};

/// A part of a level that gets an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewPart {
    /// Number of the part. It depends on the content of the map, and stays over a reload and in another process.
    pub number: u64,
    /// Id of the object; `None` for a region that is not the entity of an object.
    pub object: Option<u32>,
}

/// Entities of a driver.
///
/// A game may despawn entities and remove components. Writes to an entity that is gone do nothing.
pub trait Entities {
    /// Handle of an entity.
    type Entity: Copy + Ord + Debug;

    /// True if the entity exists.
    fn contains(&self, entity: Self::Entity) -> bool;

    /// Spawns a part of the level.
    fn spawn(&mut self, part: NewPart, components: Vec<LevelComponent>) -> Self::Entity;

    /// Despawns an entity. True if it existed.
    fn despawn(&mut self, entity: Self::Entity) -> bool;

    /// Adds or replaces a component.
    fn insert(&mut self, entity: Self::Entity, component: LevelComponent);

    /// Replaces a component if the entity has it: a component that the game has removed stays removed.
    fn write(&mut self, entity: Self::Entity, component: LevelComponent);

    /// Removes a component.
    fn remove(&mut self, entity: Self::Entity, component: Removable);

    /// Sets the mover that carries a mover; `None` for no carrier.
    fn set_carrier(&mut self, entity: Self::Entity, carrier: Option<Self::Entity>);

    /// Sets the number of an entity that stays.
    fn set_number(&mut self, entity: Self::Entity, number: u64);

    /// Position of an entity, and its path if it has one.
    fn motion(&self, entity: Self::Entity) -> Option<(Position, Option<MoverPath>)>;

    /// Called after the changes of an object are written to its entity.
    fn finish_change(&mut self, entity: Self::Entity, object: u32);
}
