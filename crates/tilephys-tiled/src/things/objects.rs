//! Objects of object layers.

use crate::level::properties::Properties;
use glam::Vec2;

/// An object of an object layer. The offsets of its layer and groups are included.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Object {
    /// Id, unique in the map.
    pub id: u32,
    /// Name; empty if it has none.
    pub name: String,
    /// Class (called type by some versions of Tiled); empty if it has none.
    pub class: String,
    /// Index of its layer in [`Level::layers`](crate::Level::layers).
    pub layer: usize,
    /// Anchor, the pivot of the rotation, in pixels: top left corner, or origin of the points. For a tile it is the
    /// corner or edge of the tileset's alignment, bottom left by default.
    pub anchor: Vec2,
    /// Top left corner before rotation, in pixels; for polygons and polylines the origin of the points.
    pub position: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub size: Vec2,
    /// Rotation about the anchor, clockwise, in degrees.
    pub rotation: f32,
    /// True if it is visible in Tiled.
    pub visible: bool,
    /// Opacity from 0 to 1, without the layer's. 1 in files from before Tiled 1.12.
    pub opacity: f32,
    /// Kind of shape.
    pub kind: ObjectKind,
    /// Custom properties.
    pub properties: Properties,
}

/// The kind of an [`Object`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ObjectKind {
    /// A rectangle.
    Rectangle,
    /// An ellipse that fills the object's size.
    Ellipse,
    /// A capsule that fills the object's size: a rectangle with half circles at its shorter sides. Tiled 1.12 and
    /// later.
    Capsule,
    /// A point.
    Point,
    /// A closed polygon, with points in pixels relative to the object's position.
    Polygon(Vec<Vec2>),
    /// An open line, with points in pixels relative to the object's position.
    Polyline(Vec<Vec2>),
    /// A text.
    Text(String),
    /// A tile.
    Tile(ObjectTile),
}

/// The tile that an object shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectTile {
    /// Index of the tileset in [`Level::tilesets`](crate::Level::tilesets).
    pub tileset: usize,
    /// Id of the tile in the tileset.
    pub id: u32,
    /// True if mirrored left to right.
    pub flip_horizontal: bool,
    /// True if mirrored top to bottom.
    pub flip_vertical: bool,
}
