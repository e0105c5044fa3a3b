//! What an entity has of the object that it was made for.

use glam::Vec2;
use std::sync::Arc;
use tilephys_tiled::{ObjectKind, Properties};

/// The id of the entity's object, which no other object of its map has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TiledId(pub u32);

/// The name of the entity's object; empty if it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TiledName(pub String);

/// The class of the entity's object; empty if it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TiledClass(pub String);

/// The custom properties of the entity's object. Copies share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TiledProperties(pub Arc<Properties>);

/// What the entity's object is in Tiled and where it is drawn, whatever became of the entity since.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledShape {
    /// A rectangle, a point, a polygon with its corners, and so on.
    pub kind: ObjectKind,
    /// The point it turns about, in pixels.
    pub anchor: Vec2,
    /// Top left corner in pixels as if it were not turned; of polygons and polylines the origin of the points.
    pub position: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub size: Vec2,
    /// Degrees, clockwise, about the anchor.
    pub rotation: f32,
}

/// A place where the player may start: an object of class `TpSpawn`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnPoint {
    /// Where the feet belong, in pixels: the middle of a rectangle's lower edge, or the point.
    pub feet: Vec2,
    /// Is it the one of its level, [`Level::spawn`](tilephys_tiled::Level::spawn)?
    pub is_start: bool,
}
