//! Levels in a world: their components, events and messages.

use super::asset::LevelAsset;
use bevy_asset::Handle;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Component, EntityEvent, Message};
use std::ops::Deref;
use std::sync::Arc;
use tilephys_objects::{LevelEntities, Rules};
use tilephys_tiled::{Level, LevelChanges, Object};

/// Makes an entity a level, which is spawned once its file is loaded.
#[derive(Component, Clone, Debug)]
#[require(LastLoad)]
pub struct LevelMap(pub Handle<LevelAsset>);

/// Number of the last load that was spawned or refused; 0 for none.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct LastLoad(pub(crate) u64);

/// A level whose objects are entities. It derefs to the lookup of its entities by id, name and class.
#[derive(Component, Debug)]
pub struct SpawnedLevel {
    pub(crate) level: Level,
    pub(crate) entities: LevelEntities<Entity>,
    pub(crate) rules: Rules,
}

impl SpawnedLevel {
    /// The level, whose grid is in the physics.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.level
    }
}

impl Deref for SpawnedLevel {
    type Target = LevelEntities<Entity>;

    fn deref(&self) -> &LevelEntities<Entity> {
        &self.entities
    }
}

/// Event of an entity whose object is new, or changed in the file. It derefs to the [`Object`], with its class, size and properties.
///
/// All entities of the level exist when the first event is sent, in the order of the map. An observer adds the components of a class:
/// it replaces equal ones, so a changed object begins again.
#[derive(EntityEvent, Clone, Debug)]
pub struct LevelObject {
    /// Entity of the object.
    pub entity: Entity,
    /// Entity of the level.
    pub level: Entity,
    /// The object in the map.
    pub object: Arc<Object>,
    /// True if the entity is new; false if the designer has changed its object.
    pub is_new: bool,
}

impl Deref for LevelObject {
    type Target = Object;

    fn deref(&self) -> &Object {
        &self.object
    }
}

/// A level was spawned or reloaded, or a file of it was refused.
#[derive(Message, Clone, Debug)]
pub struct LevelChange {
    /// Entity of the level.
    pub level: Entity,
    /// What happened.
    pub kind: LevelChangeKind,
}

/// What happened to a level.
#[derive(Clone, Debug)]
pub enum LevelChangeKind {
    /// Its objects are entities now.
    Spawned,
    /// It follows its changed files.
    Reloaded(LevelChanges),
    /// It stays as it was; the text names file, object and remedy.
    Refused(String),
}
