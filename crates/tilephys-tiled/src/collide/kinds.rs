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

/// All kinds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    /// Each kind with its origin, and the reason for its collision.
    pub(crate) list: BTreeMap<TileId, (Origin, Reason)>,
    /// Kinds of each tile with its flips.
    pub(crate) by_cell: BTreeMap<Cell, Vec<TileId>>,
}

impl Kinds {
    /// Minimum number of kinds in a grid that has all of these.
    pub(crate) fn end(&self) -> usize {
        self.list.last_key_value().map_or(0, |(kind, _)| kind.index() + 1)
    }

    pub(crate) fn origin(&self, kind: TileId) -> Option<Origin> {
        self.list.get(&kind).map(|(origin, _)| *origin)
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
