//! The kinds of tile that a grid was loaded with, so that they have names when the grid is with the game.

use crate::collide::reason::Reason;
use crate::level::look::{Cell, Flip};
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
    /// Why they collide.
    reasons: BTreeMap<TileId, Reason>,
    /// The first kinds of each tile as it stands in a cell.
    by_cell: BTreeMap<(u32, u8), Vec<TileId>>,
}

impl Kinds {
    /// Notes what a kind was made for, and why it collides.
    pub(crate) fn push(&mut self, kind: TileId, origin: Origin, reason: Option<Reason>) {
        self.origins.insert(kind, origin);
        self.reasons.extend(reason.map(|reason| (kind, reason)));
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
    pub(crate) fn names(&self) -> impl Iterator<Item = (Cell, &[TileId])> + '_ {
        self.by_cell.iter().map(|((gid, bits), kinds)| (Cell { gid: *gid, flip: flip(*bits) }, &kinds[..]))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.origins.len()
    }

    /// Notes the kinds of a tile as it stands in a cell, unless it has some.
    pub(crate) fn name(&mut self, cell: Cell, kinds: &[TileId]) {
        self.by_cell.entry((cell.gid, bits(cell.flip))).or_insert_with(|| kinds.to_vec());
    }

    pub(crate) fn of_cell(&self, cell: Cell) -> &[TileId] {
        self.by_cell.get(&(cell.gid, bits(cell.flip))).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn reason(&self, kind: TileId) -> Option<&Reason> {
        self.reasons.get(&kind)
    }

    /// Why the first kind that an object is made of collides.
    pub(crate) fn reason_of_object(&self, id: u32) -> Option<&Reason> {
        let found = self.origins.iter().find(|(_, origin)| **origin == Origin::Object(id));
        self.reasons.get(found?.0)
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
