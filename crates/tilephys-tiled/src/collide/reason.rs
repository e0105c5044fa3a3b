//! Why something collides: which element of which file said so, and by which name.

use crate::conventions::Convention;
use crate::error::{Place, Position};
use std::fmt;
use std::path::{Path, PathBuf};

/// Why something is to bodies what it is: the word that won, the nearest of all that were said of it.
///
/// Displayed as `property "collides" of tileset "rock" (maps/rock.tsx:2:3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// Who says so.
    pub speaker: Speaker,
    /// The same by name.
    pub place: Place,
    /// The property that says so: `collision`, `tp_collision`, or a name that other tools have for it. `class` if it is the
    /// class, and empty if nobody says anything and it collides because a tile has collision shapes.
    pub name: &'static str,
    /// The row of the conventions that won, if no property of ours says anything.
    pub convention: Option<Convention>,
    /// The file in which it says so.
    pub file: PathBuf,
    /// Where in the file.
    pub position: Position,
}

/// What kind of element says that something collides.
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
            (Some(row), _) => write!(f, "the convention \"{}: {}\", met by", row.subject, row.meaning)?,
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

/// An element that says something of a collider.
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
    /// That it says so at `position` of `file`.
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
    /// That a row of the conventions says so, for what the element is called or has.
    pub(crate) fn of_convention(self, row: &Convention) -> Reason {
        Reason { convention: Some(row.clone()), ..self }
    }
}
