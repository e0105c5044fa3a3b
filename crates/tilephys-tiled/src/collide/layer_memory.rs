//! Bookkeeping for hot reload: where the cells of a layer are in a grid.

use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::TileId;

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
