//! Cells that are made solid or cleared in play. They are edits of the grid, which snapshots and recordings contain.

use tilephys_core::shape::TileShape;
use tilephys_core::{LayerId, Tile, TileCoord, TileGrid, TileId};
use tilephys_ecs::Physics;

/// True if a grid has a whole solid tile to paint with.
#[must_use]
pub fn can_paint(grid: &TileGrid) -> bool {
    brush(grid).is_some()
}

/// True if a cell has a tile that is solid to some body.
#[must_use]
pub fn is_solid(grid: &TileGrid, at: TileCoord) -> bool {
    grid.tiles_in(at).any(|(_, tile)| grid.tile_kind(tile).category != 0)
}

/// The tile that makes cells solid, with its layer: a plain one of the map if there is one, else its first whole tile.
fn brush(grid: &TileGrid) -> Option<(LayerId, TileId)> {
    let is_whole = |tile: TileId| {
        let kind = grid.tile_kind(tile);
        kind.category != 0 && kind.shape == TileShape::Full
    };
    let whole = || grid.tiles().filter(|(_, _, tile)| is_whole(*tile)).map(|(layer, _, tile)| (layer, tile));
    let plain = whole().find(|(_, tile)| grid.tile_kind(*tile).material == Tile::default().material);
    plain.or_else(|| whole().next())
}

/// Makes a cell solid, or takes all tiles out of it.
pub(super) fn paint(physics: &mut Physics, at: TileCoord, is_solid: bool) {
    let grid = physics.grid_mut();
    if is_solid {
        if let Some((layer, tile)) = brush(grid) {
            grid.set_tile(layer, at, Some(tile));
        }
        return;
    }
    let layers: Vec<LayerId> = grid.tiles_in(at).map(|(layer, _)| layer).collect();
    for layer in layers {
        grid.set_tile(layer, at, None);
    }
}
