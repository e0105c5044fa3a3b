//! Where something is: in a file, and in the level.

use std::fmt;
use std::path::Path;
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

impl Place {
    /// Names what `outer` names and this does not: the innermost caller knows best.
    pub(crate) fn within(&mut self, outer: &Place) {
        fn fill<T: Clone>(known: &mut Option<T>, outer: &Option<T>) {
            if known.is_none() {
                known.clone_from(outer);
            }
        }
        fill(&mut self.layer, &outer.layer);
        fill(&mut self.cell, &outer.cell);
        fill(&mut self.tileset, &outer.tileset);
        fill(&mut self.tile, &outer.tile);
        fill(&mut self.object, &outer.object);
        fill(&mut self.object_name, &outer.object_name);
    }
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

/// Writes `file:line:column: place: message`.
pub(super) fn write_located(
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
