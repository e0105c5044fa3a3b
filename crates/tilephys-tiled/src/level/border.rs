//! Closed map borders: a ring of solid cells around the map.

use crate::data::tile_rect::TileRect;
use crate::things::rules::{Bounds, LevelRules};
use tilephys_core::{
    LayerId, Tile, TileCoord, TileGrid, TileId, WORLD_LIMIT, limits::CHUNK_SIZE, shape::TileShape,
};

/// Name of the grid layer with the border cells of closed maps.
const LAYER: &str = "bounds";

/// The ring of solid cells around a closed map. The ring has its own layer of the grid, so that it changes no tiles of
/// the map or a neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Border {
    /// Cells of the map that it closes; `None` for an open map.
    around: Option<TileRect>,
    /// Layer and kind of the ring in the grid, kept while the map is open again.
    place: Option<(LayerId, TileId)>,
}

impl Border {
    /// The border that a map asks for, not yet in a grid. With `closes` an open map has a closed border.
    pub(crate) fn of(rules: Option<&LevelRules>, bounds: Option<TileRect>, closes: bool) -> Self {
        let asked = rules.map_or(Bounds::Open, |rules| rules.bounds);
        let is_closed = asked == Bounds::Closed || closes && asked == Bounds::Open;
        Border { around: bounds.filter(|_| is_closed), place: None }
    }

    /// The layer of the grid with the ring; `None` if it has none.
    pub(crate) fn layer(&self) -> Option<LayerId> {
        self.place.map(|(layer, _)| layer)
    }

    /// Maximum number of grid chunks that the ring covers.
    pub(crate) fn chunks(&self) -> u64 {
        let along = |cells: u32| u64::from(cells).div_ceil(CHUNK_SIZE as u64) + 1;
        self.around.map_or(0, |rect| 2 * (along(rect.size.x) + along(rect.size.y)))
    }

    /// Number of layers, and of kinds of tile, that a grid needs for it in addition to `old`: 0 or 1.
    pub(crate) fn needs(&self, old: &Border) -> usize {
        usize::from(self.around.is_some() && old.place.is_none())
    }

    /// Puts the ring into a grid in place of `old`. Cells that the game has changed stay.
    pub(crate) fn replace(&mut self, old: &Border, grid: &mut TileGrid) {
        self.place = old.place;
        if self.around == old.around && (self.place.is_some() || self.around.is_none()) {
            return;
        }
        if let (Some(rect), Some((layer, kind))) = (old.around, old.place) {
            for at in ring(rect, grid) {
                if grid.tile(layer, at) == Some(kind) {
                    grid.set_tile(layer, at, None);
                }
            }
        }
        let Some(rect) = self.around else { return };
        let (layer, kind) = *self.place.get_or_insert_with(|| {
            // The border stops bodies of every mask.
            let wall = Tile { shape: TileShape::Full, category: u32::MAX, ..Tile::default() };
            (grid.add_layer(LAYER), grid.add_tile(wall))
        });
        for at in ring(rect, grid) {
            grid.set_tile(layer, at, Some(kind));
        }
    }
}

/// The cells around a rectangle, with the corners, as far as they are in the world; bodies cannot leave the world.
fn ring(rect: TileRect, grid: &TileGrid) -> Vec<TileCoord> {
    let tile = grid.tile_size();
    let (low, size) = (rect.min, rect.size.as_i64vec2());
    let (left, top) = (i64::from(low.col) - 1, i64::from(low.row) - 1);
    let (right, bottom) = (i64::from(low.col) + size.x, i64::from(low.row) + size.y);
    let level = (left..=right).flat_map(|col| [(col, top), (col, bottom)]);
    let upright = (top + 1..bottom).flat_map(|row| [(left, row), (right, row)]);
    let limit = i64::from(WORLD_LIMIT);
    let is_inside = |cell: i64, edge: i32| {
        let edge = i64::from(edge);
        cell * edge >= -limit && (cell + 1) * edge <= limit
    };
    let cells = level.chain(upright).filter(|(col, row)| is_inside(*col, tile.x) && is_inside(*row, tile.y));
    cells.map(|(col, row)| TileCoord::new(col as i32, row as i32)).collect()
}
