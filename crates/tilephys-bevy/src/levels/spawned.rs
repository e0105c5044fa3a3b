//! Levels in a world: their components, events and messages.

use super::asset::LevelAsset;
use crate::components::{Body, Collider, Position};
use bevy_asset::Handle;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Bundle, Component, EntityEvent, Message};
use std::sync::Arc;
use tilephys_objects::{LevelEntities, Rules};
use tilephys_tiled::{Level, LevelChanges, Object};

/// Makes an entity a level, which is spawned once its file is loaded.
#[derive(Component, Clone, Debug)]
#[require(LastLoad, Fallen)]
pub struct LevelMap(pub Handle<LevelAsset>);

/// Number of the last load that was spawned or refused; 0 for none.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct LastLoad(pub(crate) u64);

/// Bodies below the map after the last step.
#[derive(Component, Clone, Debug, Default)]
pub(crate) struct Fallen(pub(crate) Vec<Entity>);

/// A level whose objects are entities.
#[derive(Component, Debug)]
pub struct SpawnedLevel {
    pub(crate) level: Level,
    pub(crate) entities: LevelEntities<Entity>,
    pub(crate) rules: Rules,
}

impl SpawnedLevel {
    /// The level as the loader knows it: layers, tilesets, objects, doors. Its vectors are of the engine's version of glam. Its grid is in the
    /// physics.
    #[must_use]
    pub fn raw(&self) -> &Level {
        &self.level
    }

    /// The entity of the object with the id `id`.
    #[must_use]
    pub fn entity(&self, id: u32) -> Option<Entity> {
        self.entities.entity(id)
    }

    /// The entities of the objects with this name, in the order of the map.
    #[must_use]
    pub fn named(&self, name: &str) -> &[Entity] {
        self.entities.named(name)
    }

    /// The entities of the objects of this class, in the order of the map.
    #[must_use]
    pub fn of_class(&self, class: &str) -> &[Entity] {
        self.entities.of_class(class)
    }

    /// The entities of all objects, in the order of the map.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        self.entities.entities()
    }

    /// The entities of regions that are not objects, in the order of the level: regions of tiles, and further parts of concave objects.
    #[must_use]
    pub fn other_regions(&self) -> &[Entity] {
        self.entities.other_regions()
    }

    /// True if the entity is an object or a region of this level, despawned or not.
    #[must_use]
    pub fn owns(&self, entity: Entity) -> bool {
        self.entities.owns(entity)
    }

    /// Lower left and upper right corner of the map in Bevy's space, for the borders of a camera; `None` for an infinite map.
    #[must_use]
    pub fn corners(&self) -> Option<[[f32; 2]; 2]> {
        let rect = self.level.bounds?;
        let [width, height] = self.level.tile_size.to_array().map(|side| side as f32);
        let left = rect.min.col as f32 * width;
        let top = rect.min.row as f32 * height;
        let right = left + rect.size.x as f32 * width;
        let bottom = top + rect.size.y as f32 * height;
        Some([[left, -bottom], [right, -top]])
    }

    /// True if a body has fallen out of a map whose property `bounds` is `kill_below`: its whole box is below the map, and its middle is
    /// between the left and the right border. [`LevelEvent`](super::LevelEvent) reports it once.
    #[must_use]
    pub fn is_below(&self, position: Position, collider: Collider) -> bool {
        self.rules.is_below(position.0, collider.0)
    }
}

/// Event of an entity whose object is new, or changed in the file.
///
/// All entities of the level exist when the first event is sent, in the order of the map. An observer adds the components of a class:
/// it replaces equal ones, so a changed object begins again.
#[derive(EntityEvent, Clone, Debug)]
pub struct LevelObject {
    /// Entity of the object.
    pub entity: Entity,
    /// Entity of the level.
    pub level: Entity,
    /// True if the entity is new; false if the designer has changed its object.
    pub is_new: bool,
    pub(crate) object: Arc<Object>,
}

impl LevelObject {
    /// Position of the feet of a body that stands here, in pixels of the map: the middle of the lower edge, or the point.
    #[must_use]
    pub fn feet(&self) -> [f32; 2] {
        self.object.feet().to_array()
    }

    /// Components of a body whose box is the object before rotation. A point, polygon or polyline has no such box: use
    /// [`body_at`](super::body_at).
    #[must_use]
    pub fn body(&self) -> impl Bundle + use<> {
        let Object { position, size, .. } = *self.object;
        (Body, Position::new(position.x, position.y), Collider::new(size.x, size.y))
    }

    /// Id, unique in its map.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.object.id
    }

    /// Name; empty if it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.object.name
    }

    /// Class; empty if it has none.
    #[must_use]
    pub fn class(&self) -> &str {
        &self.object.class
    }

    /// The property `name` as a number; `default` if unset or of another type.
    #[must_use]
    pub fn number(&self, name: &str, default: f32) -> f32 {
        self.object.number(name, default)
    }

    /// The property `name` as a text; `default` if unset or of another type.
    #[must_use]
    pub fn text<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        self.object.text(name, default)
    }

    /// The property `name` if it is a `bool`; `default` if unset or of another type.
    #[must_use]
    pub fn flag(&self, name: &str, default: bool) -> bool {
        self.object.flag(name, default)
    }

    /// The object as the loader knows it: shape, rotation, all properties. Its vectors are of the engine's version of glam.
    #[must_use]
    pub fn raw(&self) -> &Object {
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
