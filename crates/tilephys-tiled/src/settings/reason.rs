//! Reasons for collision: element, file and name of the setting that won.

use crate::error::{Place, Position};
use crate::settings::convention::Convention;
use std::fmt;
use std::path::{Path, PathBuf};

/// The reason why an element collides: the nearest of all settings about it.
///
/// Displayed as `property "collides" of tileset "rock" (maps/rock.tsx:2:3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// Kind of the element with the setting.
    pub speaker: Speaker,
    /// Place of that element in the level.
    pub place: Place,
    /// Name of the property: `collision`, `tp_collision`, or an alias from another tool. `class` if the class decides;
    /// empty if only collision shapes do.
    pub name: &'static str,
    /// Row of the conventions that won, if no tilephys property exists.
    pub convention: Option<Convention>,
    /// File of the setting.
    pub file: PathBuf,
    /// Position in the file.
    pub position: Position,
}

/// The kind of element that sets a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Speaker {
    /// A shape in the Tile Collision Editor.
    Shape,
    /// A tile of a tileset.
    Tile,
    /// A tileset.
    Tileset,
    /// An object, or its template.
    Object,
    /// A layer.
    Layer,
    /// A group of layers.
    Group,
    /// The map.
    Map,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.convention, self.name) {
            (Some(row), _) => write!(f, "the convention \"{}: {}\", matched by", row.subject, row.meaning)?,
            (None, "") => f.write_str("the shape")?,
            (None, "class") => f.write_str("the class")?,
            (None, name) => write!(f, "property {name:?}")?,
        }
        match (self.speaker, &self.convention) {
            (Speaker::Map, _) => f.write_str(" of the map")?,
            (_, Some(_)) => write!(f, " {}", self.place)?,
            (_, None) => write!(f, " of {}", self.place)?,
        }
        write!(f, " ({}:{}:{})", self.file.display(), self.position.line, self.position.column)
    }
}

/// An element with a setting about a collider.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By<'a> {
    Shape { tileset: &'a str, tile: u32, shape: u32 },
    Tile { tileset: &'a str, tile: u32 },
    Tileset(&'a str),
    Object { id: u32 },
    Layer(&'a str),
    Group(&'a str),
    Map,
}

impl By<'_> {
    /// The reason for a setting of this element at `position` of `file`.
    pub(crate) fn reason(self, name: &'static str, file: &Path, position: Position) -> Reason {
        let of_tileset = |name: &str| Place { tileset: Some(name.to_owned()), ..Place::default() };
        let of_layer = |path: &str| Place { layer: Some(path.to_owned()), ..Place::default() };
        let (speaker, place) = match self {
            By::Shape { tileset, tile, shape } => {
                let place = Place { tile: Some(tile), object: Some(shape), ..of_tileset(tileset) };
                (Speaker::Shape, place)
            }
            By::Tile { tileset, tile } => (Speaker::Tile, Place { tile: Some(tile), ..of_tileset(tileset) }),
            By::Tileset(name) => (Speaker::Tileset, of_tileset(name)),
            By::Object { id } => (Speaker::Object, Place { object: Some(id), ..Place::default() }),
            By::Layer(path) => (Speaker::Layer, of_layer(path)),
            By::Group(path) => (Speaker::Group, of_layer(path)),
            By::Map => (Speaker::Map, Place::default()),
        };
        Reason { speaker, place, name, convention: None, file: file.to_owned(), position }
    }
}

impl Reason {
    /// The reason for a row of the conventions that matches this element.
    pub(crate) fn of_convention(self, row: &Convention) -> Reason {
        Reason { convention: Some(row.clone()), ..self }
    }
}
