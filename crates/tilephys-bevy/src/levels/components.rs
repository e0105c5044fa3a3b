//! Components of entities that describe their Tiled objects.

use crate::components::{Body, Collider, Position, components, raw_components};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Bundle, Component};
use bytemuck::TransparentWrapper;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use tilephys_tiled::{Door, Properties};

components! {
    /// Id of the entity's object, unique in its map.
    TiledId(u32);
    /// Name of the entity's object; empty if it has none.
    TiledName(String);
    /// Class of the entity's object; empty if it has none.
    TiledClass(String);
    /// Custom properties of the entity's object.
    TiledProperties(Arc<Properties>);
    /// Meaning of a region, such as a coin or a kill zone.
    RegionKind(tilephys_tiled::RegionKind);
}

raw_components! {
    /// Shape of the entity's object as drawn in Tiled, in the space of the map; it does not follow the entity.
    TiledShape(tilephys_objects::TiledShape);
    /// Built-in class of the object, such as a door with its target.
    Mark(tilephys_tiled::Mark);
    /// The region in the level.
    LevelRegion(tilephys_tiled::LevelRegion);
    /// A start of the player: an object of class `TpSpawn`.
    #[derive(Copy)]
    SpawnPoint(tilephys_objects::SpawnPoint);
}

impl TiledShape {
    /// Top left corner before rotation, in pixels of the map; of polygons and polylines the origin of the points.
    #[must_use]
    pub fn position(&self) -> [f32; 2] {
        self.0.position.to_array()
    }

    /// Width and height, in pixels; zero for points, polygons and polylines.
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        self.0.size.to_array()
    }
}

impl Mark {
    /// The target of a door; `None` for another class.
    #[must_use]
    pub fn door(&self) -> Option<&Door> {
        self.0.door()
    }

    /// Tokens that the player has from now on that touches it: property `gives`.
    #[must_use]
    pub fn gives(&self) -> &[String] {
        &self.0.gives
    }

    /// Tokens without which it does nothing: property `requires`.
    #[must_use]
    pub fn requires(&self) -> &[String] {
        &self.0.requires
    }
}

impl SpawnPoint {
    /// Position of the feet, in pixels of the map: the middle of a rectangle's lower edge, or the point.
    #[must_use]
    pub fn feet(&self) -> [f32; 2] {
        self.0.feet.to_array()
    }

    /// True if it is the start of its level.
    #[must_use]
    pub fn is_start(&self) -> bool {
        self.0.is_start
    }
}

/// Level of an entity. Despawning the level despawns it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship(relationship_target = LevelParts)]
pub struct OfLevel(pub Entity);

/// Entities of a level.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = OfLevel, linked_spawn)]
pub struct LevelParts(Vec<Entity>);

/// Components of a body of `size` that stands with the middle of its lower edge at `feet`, in pixels of the map.
#[must_use]
pub fn body_at(feet: impl Into<[f32; 2]>, size: impl Into<[f32; 2]>) -> impl Bundle {
    let [x, y] = feet.into();
    let [width, height] = size.into();
    (Body, Position::new(x - width / 2.0, y - height), Collider::new(width, height))
}
