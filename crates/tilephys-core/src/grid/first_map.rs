//! First map of a world: the first state of all that changed since, and the recorded edits.

use super::off_grid::{OffGridShape, Region, RegionId, ShapeId};
use crate::aabb::Aabb;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A cell of a layer, in the order of saved edits.
pub(super) type Cell = (i32, i32, LayerId);

/// The first state of everything that was changed since the world began.
#[derive(Clone, Debug)]
pub(super) struct FirstMap {
    /// Number of layers, kinds of tile and off-grid shapes in the first map.
    pub(super) layers: usize,
    pub(super) kinds: usize,
    pub(super) boxes: usize,
    /// First content of each changed cell, by row, column and layer.
    pub(super) cells: BTreeMap<Cell, Option<TileId>>,
    /// First state of the off-grid shapes that were moved or removed.
    pub(super) off_grid: BTreeMap<u32, OffGridShape>,
    pub(super) regions: Vec<(RegionId, Region)>,
    /// Hash of the first map; computed on demand, because that costs as much as the map has tiles.
    pub(super) fingerprint: OnceLock<u64>,
    /// Edits since the last call of `take_edits`, if they are recorded.
    pub(super) log: Option<Vec<Edit>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Edit {
    Tile { layer: LayerId, at: TileCoord, tile: Option<TileId> },
    AddBox { layer: LayerId, aabb: Aabb, tile: TileId },
    AddShape { layer: LayerId, at: IVec2, tile: TileId },
    Remove { id: ShapeId },
    Move { id: ShapeId, min: IVec2 },
    AddRegion { region: Region },
    RemoveRegion { id: RegionId },
    MoveRegion { id: RegionId, aabb: Aabb },
}

/// Edits that were recorded before a pause.
#[derive(Debug)]
pub struct HeldEdits(pub(super) Option<Vec<Edit>>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SavedShape {
    pub(crate) id: ShapeId,
    pub(crate) layer: LayerId,
    pub(crate) tile: TileId,
    pub(crate) min: IVec2,
    /// Size of a box; `None` for the shape of the tile.
    pub(crate) size: Option<IVec2>,
    pub(crate) velocity: Vec2,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct MapDiff {
    /// Changed cells and their contents, by row, column and layer.
    pub(crate) cells: Vec<(TileCoord, LayerId, Option<TileId>)>,
    /// Shapes of the first map that were removed, or are elsewhere, by ascending id.
    pub(crate) changed: Vec<(ShapeId, Option<IVec2>)>,
    pub(crate) added: Vec<SavedShape>,
    pub(crate) next: u32,
    pub(crate) gone_regions: Vec<RegionId>,
    /// Regions that were added or changed, by ascending id.
    pub(crate) regions: Vec<(RegionId, Region)>,
    pub(crate) next_region: u32,
}

impl MapDiff {
    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.changed.clear();
        self.added.clear();
        self.gone_regions.clear();
        self.regions.clear();
    }
}

impl FirstMap {
    pub(super) fn note_tile(
        &mut self,
        layer: LayerId,
        at: TileCoord,
        old: Option<TileId>,
        new: Option<TileId>,
    ) {
        let cell = (at.row, at.col, layer);
        let was = *self.cells.entry(cell).or_insert(old);
        // A cell that has its first tile again is no difference, so the list does not grow with edits.
        if was == new {
            self.cells.remove(&cell);
        }
        if let Some(log) = &mut self.log {
            log.push(Edit::Tile { layer, at, tile: new });
        }
    }

    /// Saves the first state of an off-grid shape that is about to be moved or removed.
    #[inline]
    pub(super) fn note_off_grid(&mut self, id: ShapeId, shape: &OffGridShape) {
        if id.index() < self.boxes {
            self.off_grid.entry(id.0).or_insert_with(|| shape.clone());
        }
    }
}
