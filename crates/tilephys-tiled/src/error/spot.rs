//! Source positions: a place in a file, and a place in the level.

use std::fmt;
use tilephys_core::TileCoord;

/// A position in a text file. Both numbers count from 1; columns are in characters, except in very long lines (bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line number, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

/// A place in a level, as far as known.
///
/// Displayed as `layer "caves/ground", column 3, row 5, tile 7 of tileset "rock"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Path of the layer: names of its groups and its own, joined with `/`.
    pub layer: Option<String>,
    /// Cell of the map.
    pub cell: Option<TileCoord>,
    /// Name of the tileset.
    pub tileset: Option<String>,
    /// Id of the tile in its tileset.
    pub tile: Option<u32>,
    /// Id of the object in the map, or in the collision shapes of a tile.
    pub object: Option<u32>,
    /// Name of that object; `None` if it has none.
    pub object_name: Option<String>,
}

impl Place {
    /// Fills the missing fields from `outer`; present fields stay, since the innermost caller is the most exact.
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
