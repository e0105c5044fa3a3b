//! Objects of a level.

use crate::level::properties::Properties;
use glam::Vec2;

/// An object of an object layer, with all offsets of its layer and groups added.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Object {
    /// Its id, which no other object of the map has.
    pub id: u32,
    /// Its name; empty if it has none.
    pub name: String,
    /// Its class, which some versions of Tiled call type; empty if it has none.
    pub class: String,
    /// The layer it is in: an index into [`Level::layers`](crate::Level::layers).
    pub layer: usize,
    /// The point it turns about, in pixels: its top left corner, the origin of its points, or for a tile the
    /// corner or edge that the tileset's alignment names (the bottom left one if it names none).
    pub anchor: Vec2,
    /// Top left corner in pixels as if it were not turned. For polygons and polylines the origin of the points.
    pub position: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub size: Vec2,
    /// Degrees, clockwise, about the anchor.
    pub rotation: f32,
    /// Whether it is shown in Tiled.
    pub visible: bool,
    /// From 0 to 1; its layer's is apart from it. 1 except in Tiled 1.12 and later.
    pub opacity: f32,
    /// What it is.
    pub kind: ObjectKind,
    /// Its custom properties, then those of its template that it does not set.
    pub properties: Properties,
}

/// What an [`Object`] is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ObjectKind {
    /// A rectangle.
    Rectangle,
    /// An ellipse that fills its size.
    Ellipse,
    /// A capsule that fills its size: a rectangle with half circles at its shorter sides. Tiled 1.12 and later.
    Capsule,
    /// A point.
    Point,
    /// A closed polygon, by points in pixels relative to the object's position.
    Polygon(Vec<Vec2>),
    /// An open line, by points in pixels relative to the object's position.
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
    /// Index into [`Level::tilesets`](crate::Level::tilesets).
    pub tileset: usize,
    /// Id in the tileset.
    pub id: u32,
    /// Mirrored left to right.
    pub flip_horizontal: bool,
    /// Mirrored top to bottom.
    pub flip_vertical: bool,
}
