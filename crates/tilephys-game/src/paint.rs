//! Cells that are made solid or cleared in play. They are edits of the grid, which snapshots and recordings contain.

use tilephys_core::shape::TileShape;
use tilephys_core::{LayerId, Tile, TileCoord, TileGrid, TileId};
use tilephys_ecs::Physics;

/// True if a cell has a tile that is solid to some body.
#[must_use]
pub fn is_solid(grid: &TileGrid, at: TileCoord) -> bool {
    grid.tiles_in(at).any(|(_, tile)| grid.tile_kind(tile).category != 0)
}

/// A cell with the tile that cells are painted with; `None` in a grid without a whole solid tile.
#[must_use]
pub fn brush_cell(grid: &TileGrid) -> Option<TileCoord> {
    brush(grid).map(|brush| brush.at)
}

/// A tile of a layer, with one of its cells.
#[derive(Clone, Copy)]
struct Brush {
    layer: LayerId,
    at: TileCoord,
    tile: TileId,
}

/// The tile that makes cells solid: a plain one of the map if there is one, else its first whole tile.
fn brush(grid: &TileGrid) -> Option<Brush> {
    let is_whole = |tile: TileId| {
        let kind = grid.tile_kind(tile);
        kind.category != 0 && kind.shape == TileShape::Full
    };
    let whole = || {
        let tiles = grid.tiles().filter(|(_, _, tile)| is_whole(*tile));
        tiles.map(|(layer, at, tile)| Brush { layer, at, tile })
    };
    let plain = whole().find(|brush| grid.tile_kind(brush.tile).material == Tile::default().material);
    plain.or_else(|| whole().next())
}

/// Makes a cell solid, or takes all tiles out of it.
pub(super) fn paint(physics: &mut Physics, at: TileCoord, is_solid: bool) {
    let grid = physics.grid_mut();
    if is_solid {
        if let Some(Brush { layer, tile, .. }) = brush(grid) {
            grid.set_tile(layer, at, Some(tile));
        }
        return;
    }
    let layers: Vec<LayerId> = grid.tiles_in(at).map(|(layer, _)| layer).collect();
    for layer in layers {
        grid.set_tile(layer, at, None);
    }
}
