//! The kinds of tile of a loaded grid with the tiles and objects behind them, and where the cells of a layer are in a grid.

use crate::data::parts::Cell;
use crate::settings::reason::Reason;
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::TileId;

/// The tile or object behind a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// The tile of a gid without flags.
    Tile(u32),
    /// The object of this id.
    Object(u32),
}

/// All kinds with their origins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    origins: BTreeMap<TileId, Origin>,
    /// Reason for the collision of each kind.
    reasons: BTreeMap<TileId, Reason>,
    /// Kinds of each tile with its flips.
    by_cell: BTreeMap<Cell, Vec<TileId>>,
}

impl Kinds {
    /// Adds a kind with its origin and reason.
    pub(crate) fn push(&mut self, kind: TileId, origin: Origin, reason: Option<Reason>) {
        self.origins.insert(kind, origin);
        self.reasons.extend(reason.map(|reason| (kind, reason)));
    }

    /// Iterates over all kinds.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (TileId, Origin)> + '_ {
        self.origins.iter().map(|(kind, origin)| (*kind, *origin))
    }

    /// Minimum number of kinds in a grid that has all of these.
    pub(crate) fn end(&self) -> usize {
        self.origins.last_key_value().map_or(0, |(kind, _)| kind.index() + 1)
    }

    /// The tiles that have kinds, with their flips.
    pub(crate) fn names(&self) -> impl Iterator<Item = (Cell, &[TileId])> + '_ {
        self.by_cell.iter().map(|(cell, kinds)| (*cell, &kinds[..]))
    }

    /// Number of kinds.
    pub(crate) fn len(&self) -> usize {
        self.origins.len()
    }

    /// Adds the kinds of a tile with its flips, unless it has some.
    pub(crate) fn name(&mut self, cell: Cell, kinds: &[TileId]) {
        self.by_cell.entry(cell).or_insert_with(|| kinds.to_vec());
    }

    pub(crate) fn of_cell(&self, cell: Cell) -> &[TileId] {
        self.by_cell.get(&cell).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn reason(&self, kind: TileId) -> Option<&Reason> {
        self.reasons.get(&kind)
    }

    /// The reason of the first kind of an object.
    pub(crate) fn reason_of_object(&self, id: u32) -> Option<&Reason> {
        let found = self.origins.iter().find(|(_, origin)| **origin == Origin::Object(id));
        self.reasons.get(found?.0)
    }

    pub(crate) fn origin(&self, kind: TileId) -> Option<Origin> {
        self.origins.get(&kind).copied()
    }
}

/// Mapping from the cells of a layer to the grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayerMemory {
    /// Offset of its cells, in columns and rows; `None` if they are off the grid's cells, or none collides.
    pub(crate) shift: Option<(i32, i32)>,
    /// Kinds of its colliding tiles, by gids with their flags.
    pub(crate) kinds: BTreeMap<u32, TileId>,
    /// Gids with their flags whose tiles have sensors.
    pub(crate) sensed: BTreeSet<u32>,
    /// False if the map keeps the layer out of the grid.
    pub(crate) collides: bool,
}

impl LayerMemory {
    /// Mapping of a layer with this offset and these kinds.
    pub(crate) fn new((cols, rows): (i64, i64), kinds: BTreeMap<u32, TileId>) -> Self {
        // Colliding cells are in the world, so the offset fits `i32`.
        let shift = (!kinds.is_empty()).then_some((cols as i32, rows as i32));
        LayerMemory { shift, kinds, ..LayerMemory::default() }
    }
}
