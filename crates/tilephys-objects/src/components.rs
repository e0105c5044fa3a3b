//! Components of entities that describe their Tiled objects.

use glam::Vec2;
use std::sync::Arc;
use tilephys_tiled::{ObjectKind, Properties};

/// Id of the entity's object, unique in its map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TiledId(pub u32);

/// Name of the entity's object; empty if it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TiledName(pub String);

/// Class of the entity's object; empty if it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TiledClass(pub String);

/// Custom properties of the entity's object. Clones share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TiledProperties(pub Arc<Properties>);

/// Shape of the entity's object as drawn in Tiled; it does not follow the entity.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledShape {
    /// Kind of the object: rectangle, point, polygon and so on.
    pub kind: ObjectKind,
    /// Anchor, the pivot of the rotation, in pixels.
    pub anchor: Vec2,
    /// Top left corner before rotation, in pixels; of polygons and polylines the origin of the points.
    pub position: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub size: Vec2,
    /// Rotation about the anchor, clockwise, in degrees.
    pub rotation: f32,
}

/// A start of the player: an object of class `TpSpawn`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnPoint {
    /// Position of the feet, in pixels: the middle of a rectangle's lower edge, or the point.
    pub feet: Vec2,
    /// True if it is the start of its level, [`Level::spawn`](tilephys_tiled::Level::spawn).
    pub is_start: bool,
}
