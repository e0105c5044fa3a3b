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
    origins: BTreeMap<TileId, Origin>,
    /// The first kind of each tile as it stands in a cell.
    by_cell: BTreeMap<(u32, u8), TileId>,
}

impl Kinds {
    /// Notes what a kind was made for.
    pub(crate) fn push(&mut self, kind: TileId, origin: Origin) {
        self.origins.insert(kind, origin);
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (TileId, Origin)> + '_ {
        self.origins.iter().map(|(kind, origin)| (*kind, *origin))
    }

    /// How many kinds a grid has at least that has all of these.
    pub(crate) fn end(&self) -> usize {
        self.origins.last_key_value().map_or(0, |(kind, _)| kind.index() + 1)
    }

    /// The tiles that have kinds, as they stand in cells.
    pub(crate) fn names(&self) -> impl Iterator<Item = (Cell, TileId)> + '_ {
        self.by_cell.iter().map(|((gid, bits), kind)| (Cell { gid: *gid, flip: flip(*bits) }, *kind))
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
        self.origins.get(&kind).copied()
    }
}

fn flip(bits: u8) -> Flip {
    Flip { horizontal: bits & 1 != 0, vertical: bits & 2 != 0, diagonal: bits & 4 != 0 }
}

/// The three flags as a number.
fn bits(flip: Flip) -> u8 {
    u8::from(flip.horizontal) | u8::from(flip.vertical) << 1 | u8::from(flip.diagonal) << 2
}
