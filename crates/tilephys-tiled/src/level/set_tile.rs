//! Cells that a game changes while the level runs: the collision of a tile that takes the place of another.

use crate::data::parts::{Cell, CellBlock, LayerContent};
use crate::level::Level;
use crate::tmx::data::FLAGS;
use std::fmt;
use tilephys_core::{LayerId, Obstacle, TileCoord, TileGrid};

/// A tile in a cell of a tile layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LevelTile {
    /// Index of the layer in [`Level::layers`].
    pub layer: usize,
    /// Cell of the layer, as Tiled counts it: without the offset of the layer.
    pub at: TileCoord,
    /// Gid with flags, which [`Cell::of`] decodes; 0 is an empty cell.
    pub gid: u32,
}

impl LevelTile {
    /// The same cell without a tile.
    #[must_use]
    pub fn emptied(self) -> Self {
        self.with_gid(0)
    }

    /// The same cell with the tile of a gid with flags.
    #[must_use]
    pub fn with_gid(self, gid: u32) -> Self {
        LevelTile { gid, ..self }
    }
}

/// Reason why a cell cannot be changed while the level runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TileFault {
    /// The layer has no such cell, or is no tile layer.
    NoCell,
    /// No cell of the map shows the tile, or it collides and no cell shows it with these flips.
    Unused,
    /// The former tile, or the new one, senses bodies, as spikes, ladders and water do.
    Senses,
    /// The layer collides nowhere so far, so the grid has no layer for it.
    NoGridLayer,
    /// The offset of the layer is no multiple of the tile size.
    OffGrid,
}

impl fmt::Display for TileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TileFault::NoCell => {
                "the map has no such cell: use a tile layer and a cell within it, or draw the layer larger"
            }
            TileFault::Unused => {
                "no cell of the map shows this tile turned so, and its collision is unknown: draw it once in any tile layer"
            }
            TileFault::Senses => {
                "the old or the new tile is a hazard, a ladder, water, a trigger or a bar, which cannot be changed while the \
                 level runs: use an object instead"
            }
            TileFault::NoGridLayer => {
                "the layer has no colliding tile, so this tile cannot collide there: draw one in the layer"
            }
            TileFault::OffGrid => {
                "the layer's offset is not a multiple of the tile size: use one that is, or another layer"
            }
        })
    }
}

impl std::error::Error for TileFault {}

impl Level {
    /// The tile of a cell as the map has it; `None` if the layer has no such cell. Changes of the game are not in it.
    #[must_use]
    pub fn tile_in(&self, layer: usize, at: TileCoord) -> Option<LevelTile> {
        let LayerContent::Tiles(blocks) = &self.layers.get(layer)?.content else { return None };
        let gid = blocks.iter().find_map(|block| block.gids.get(block.index(at)?))?;
        Some(LevelTile { layer, at, gid: *gid })
    }

    /// Class of the tile of a gid with flags; empty for an empty cell, and without a class.
    #[must_use]
    pub fn tile_class(&self, gid: u32) -> &str {
        let tile = Cell::of(gid).and_then(|cell| self.tile(cell.gid));
        tile.and_then(|tile| tile.info).map_or("", |info| &info.class)
    }

    /// The tile that a body has hit, as the map has it. `None` for an object, for a mover, and for a cell that is empty in the
    /// map's layer or outside of it.
    #[must_use]
    pub fn tile_of_hit(&self, target: &Obstacle) -> Option<LevelTile> {
        let is_target = |layer: Option<LayerId>| layer == Some(target.layer);
        let layer = self.layers.iter().position(|info| is_target(info.grid_layer))?;
        let (cols, rows) = self.memory.layers.get(layer)?.shift?;
        let at = TileCoord::new(target.cell.col.checked_sub(cols)?, target.cell.row.checked_sub(rows)?);
        self.tile_in(layer, at).filter(|_| target.off_grid.is_none())
    }

    /// Sets the collision of a cell in a grid: the grid of this level, wherever it is now. `before` is the gid with flags that the
    /// cell has had. The level itself stays as the map has it.
    ///
    /// `SpawnedLevel::set_tile` of `tilephys-level` calls it, and keeps the change for pictures, snapshots and saved games.
    ///
    /// # Errors
    /// If the cell cannot be changed. Nothing is changed then.
    pub fn set_tile(&self, grid: &mut TileGrid, tile: LevelTile, before: u32) -> Result<(), TileFault> {
        let LevelTile { layer, at, gid } = tile;
        self.tile_in(layer, at).ok_or(TileFault::NoCell)?;
        if self.senses(before) || self.senses(gid) {
            return Err(TileFault::Senses);
        }
        let memory = &self.memory.layers[layer];
        let kinds = |bits: u32| Cell::of(bits).map_or(&[][..], |cell| self.kinds_of_cell(cell));
        // A colliding tile that is shown has its unturned kinds too, whatever its flips.
        let is_unknown = !kinds(gid & !FLAGS).is_empty() || !self.shows(gid);
        if gid != 0 && kinds(gid).is_empty() && is_unknown {
            return Err(TileFault::Unused);
        }
        let slot = match self.layers[layer].grid_layer {
            Some(slot) => slot,
            // A layer that the map keeps out of the grid has pictures only.
            None if kinds(gid).is_empty() || !memory.collides => return Ok(()),
            None => return Err(TileFault::NoGridLayer),
        };
        let (cols, rows) = memory.shift.ok_or(TileFault::OffGrid)?;
        let cell = TileCoord::new(at.col.saturating_add(cols), at.row.saturating_add(rows));
        let corner = glam::IVec2::new(cell.col, cell.row) * grid.tile_size();
        let further: Vec<_> = grid
            .off_grid_shapes()
            .filter(|(_, shape)| shape.layer == slot && shape.origin() == corner)
            .filter(|(_, shape)| kinds(before).iter().skip(1).any(|kind| *kind == shape.tile))
            .map(|(id, _)| id)
            .collect();
        further.into_iter().for_each(|id| grid.remove_box(id));
        let first = memory.kinds.get(&gid).or_else(|| kinds(gid).first());
        grid.set_tile(slot, cell, first.copied());
        for kind in kinds(gid).iter().skip(1) {
            grid.add_shape(slot, corner, *kind);
        }
        Ok(())
    }

    /// True if a tile has a sensor in some layer, flips apart.
    fn senses(&self, gid: u32) -> bool {
        let mut sensed = self.memory.layers.iter().flat_map(|layer| &layer.sensed);
        sensed.any(|bits| (bits ^ gid) & !FLAGS == 0)
    }

    /// True if a cell of the map shows the tile, flips apart.
    fn shows(&self, gid: u32) -> bool {
        let is_shown = |block: &CellBlock| block.gids.iter().any(|bits| (bits ^ gid) & !FLAGS == 0);
        self.layers.iter().any(|layer| match &layer.content {
            LayerContent::Tiles(blocks) => blocks.iter().any(is_shown),
            _ => false,
        })
    }
}
