//! The kinds of tile that a grid was loaded with, so that they have names when the grid is with the game.

use crate::look::{Cell, Flip};
use std::collections::BTreeMap;
use tilephys_core::TileId;

/// What a kind of tile was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// The tile of a gid without flags.
    Tile(u32),
    /// The object of this id.
    Object(u32),
}

/// Kinds of tile and what they were made for.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    /// By [`TileId::index`].
    origins: Vec<Origin>,
    /// The first kind of each tile as it stands in a cell.
    by_cell: BTreeMap<(u32, u8), TileId>,
}

impl Kinds {
    /// Notes what the next kind was made for.
    pub(crate) fn push(&mut self, origin: Origin) {
        self.origins.push(origin);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.origins.len()
    }

    /// Notes the kind of a tile as it stands in a cell, unless it has one.
    pub(crate) fn name(&mut self, cell: Cell, kind: TileId) {
        self.by_cell.entry((cell.gid, bits(cell.flip))).or_insert(kind);
    }

    pub(crate) fn of_cell(&self, cell: Cell) -> Option<TileId> {
        self.by_cell.get(&(cell.gid, bits(cell.flip))).copied()
    }

    pub(crate) fn origin(&self, kind: TileId) -> Option<Origin> {
        self.origins.get(kind.index()).copied()
    }
}

/// The three flags as a number.
fn bits(flip: Flip) -> u8 {
    u8::from(flip.horizontal) | u8::from(flip.vertical) << 1 | u8::from(flip.diagonal) << 2
}
