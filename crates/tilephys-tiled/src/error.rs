//! What is wrong with a file, and where.

use std::fmt;
use std::path::{Path, PathBuf};
use tilephys_core::TileCoord;

/// A place in a text file; both count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

/// What in a level is meant, as far as known.
///
/// Displayed as `layer "caves/ground", column 3, row 5, tile 7 of tileset "rock"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Names of the groups and of the layer, joined with `/`.
    pub layer: Option<String>,
    /// The cell of the map.
    pub cell: Option<TileCoord>,
    /// Name of the tileset.
    pub tileset: Option<String>,
    /// Id of a tile in that tileset.
    pub tile: Option<u32>,
    /// Id of an object in the map, or in the collision shapes of a tile.
    pub object: Option<u32>,
    /// Name of that object, if it has one.
    pub object_name: Option<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(layer) = &self.layer {
            parts.push(format!("layer {layer:?}"));
        }
        if let Some(TileCoord { col, row }) = self.cell {
            parts.push(format!("column {col}, row {row}"));
        }
        match (&self.tileset, self.tile) {
            (Some(tileset), Some(tile)) => parts.push(format!("tile {tile} of tileset {tileset:?}")),
            (Some(tileset), None) => parts.push(format!("tileset {tileset:?}")),
            (None, Some(tile)) => parts.push(format!("tile {tile}")),
            (None, None) => {}
        }
        match (self.object, &self.object_name) {
            (Some(object), Some(name)) => parts.push(format!("object {object} {name:?}")),
            (Some(object), None) => parts.push(format!("object {object}")),
            (None, Some(name)) => parts.push(format!("object {name:?}")),
            (None, None) => {}
        }
        f.write_str(&parts.join(", "))
    }
}

/// The kind of a [`LoadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// A file cannot be read, or is no UTF-8.
    File,
    /// A file is no well-formed XML.
    Xml,
    /// An element or an attribute is missing, misplaced, or has a value that Tiled would not write.
    Format,
    /// Cell data does not decode to as many cells as it should.
    Data,
    /// A gid belongs to no tileset.
    Gid,
    /// A file refers to itself, or to files too deep.
    Reference,
    /// A file refers to one outside of the map's root folder.
    Outside,
    /// A size or a depth beyond what is read.
    Limit,
    /// A property that says how to collide has an unknown value.
    Setting,
    /// A shape that nothing can collide with: without area, bent inward, with crossing edges.
    Shape,
    /// The orientation of the map is not orthogonal.
    Orientation,
    /// It would collide, but this version cannot read it yet.
    NotReadYet,
    /// It loads, but a level that runs cannot become it: see [`Level::update`](crate::Level::update).
    Update,
    /// The `tiled` crate refused what the checked pass let through.
    Model,
}

/// Why a level could not be loaded.
///
/// Displayed as one line: file, line and column as far as known, the place in the level, what is wrong, what was
/// expected and what to do. Debugged as the same line, which is what a `main` that returns it prints.
pub struct LoadError(Box<Inner>);

struct Inner {
    problem: Problem,
    file: PathBuf,
    position: Option<Position>,
    place: Place,
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl LoadError {
    pub(crate) fn new(problem: Problem, file: &Path, message: impl Into<String>) -> Self {
        LoadError(Box::new(Inner {
            problem,
            file: file.to_owned(),
            position: None,
            place: Place::default(),
            message: message.into(),
            source: None,
        }))
    }

    pub(crate) fn at(mut self, position: Position) -> Self {
        self.0.position = Some(position);
        self
    }

    /// Names the place, except for what is named already: the innermost caller knows best.
    pub(crate) fn within(mut self, place: Place) -> Self {
        let known = &mut self.0.place;
        known.layer = known.layer.take().or(place.layer);
        known.cell = known.cell.or(place.cell);
        known.tileset = known.tileset.take().or(place.tileset);
        known.tile = known.tile.or(place.tile);
        known.object = known.object.or(place.object);
        known.object_name = known.object_name.take().or(place.object_name);
        self
    }

    pub(crate) fn caused_by(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// Its kind.
    #[must_use]
    pub fn problem(&self) -> Problem {
        self.0.problem
    }

    /// The file to look into.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// Where in the file; `None` if the file could not be read at all.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.position
    }

    /// What in the level.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// What is wrong, without file and place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_located(f, &self.0.file, self.0.position, &self.0.place, &self.0.message)
    }
}

/// As [`Display`](fmt::Display): `main` and `unwrap` print errors by `Debug`, and whoever reads that wants the sentence.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|e| e as _)
    }
}

/// The kind of a [`Warning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A layer that collides has a parallax factor: what is drawn and what collides part.
    Parallax,
    /// A property has the name of a setting but not its type, and was not read.
    SettingType,
    /// A property or a class has nearly a name of ours, or a class has an unknown name that begins with `Tp`.
    Name,
    /// Nothing in the level collides.
    NothingCollides,
    /// Something that only shows has a value that Tiled would not write, and is drawn as if it were not set.
    Look,
}

/// Something that loads, but hardly means what its author thinks. Displayed as a [`LoadError`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Its kind.
    pub kind: WarningKind,
    /// The file to look into.
    pub file: PathBuf,
    /// Where in the file.
    pub position: Position,
    /// What in the level.
    pub place: Place,
    /// What is odd and what to do.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_located(f, &self.file, Some(self.position), &self.place, &self.message)
    }
}

fn write_located(
    f: &mut fmt::Formatter<'_>,
    file: &Path,
    position: Option<Position>,
    place: &Place,
    message: &str,
) -> fmt::Result {
    write!(f, "{}:", file.display())?;
    if let Some(Position { line, column }) = position {
        write!(f, "{line}:{column}:")?;
    }
    if *place != Place::default() {
        write!(f, " {place}:")?;
    }
    write!(f, " {message}")
}
