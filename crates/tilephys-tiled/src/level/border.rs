//! Solid cells around a map that is closed.

use crate::level::TileRect;
use crate::things::rules::{Bounds, LevelRules};
use tilephys_core::{CHUNK, LayerId, Tile, TileCoord, TileGrid, TileId, TileShape, WORLD_LIMIT};

/// The name of the grid's layer in which the cells around closed maps are.
const LAYER: &str = "bounds";

/// The ring of solid cells around a closed map, in a layer of the grid of its own: neither the map's tiles nor those of a
/// neighbour in the same grid are touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Border {
    /// The map that it closes; `None` for an open one.
    around: Option<TileRect>,
    /// Where the ring is in the grid, or was while the map was closed.
    place: Option<(LayerId, TileId)>,
}

impl Border {
    /// The border that a map asks for, not yet in a grid. With `closes` an open map has a closed border.
    pub(crate) fn of(rules: Option<&LevelRules>, bounds: Option<TileRect>, closes: bool) -> Self {
        let asked = rules.map_or(Bounds::Open, |rules| rules.bounds);
        let is_closed = asked == Bounds::Closed || closes && asked == Bounds::Open;
        Border { around: bounds.filter(|_| is_closed), place: None }
    }

    /// The layer of the grid that it has.
    pub(crate) fn layer(&self) -> Option<LayerId> {
        self.place.map(|(layer, _)| layer)
    }

    /// How many chunks of a grid its ring covers at most.
    pub(crate) fn chunks(&self) -> u64 {
        let along = |cells: u32| u64::from(cells).div_ceil(CHUNK as u64) + 1;
        self.around.map_or(0, |rect| 2 * (along(rect.size.x) + along(rect.size.y)))
    }

    /// How many layers and kinds of tile a grid needs besides those of `old` for it: 0 or 1.
    pub(crate) fn needs(&self, old: &Border) -> usize {
        usize::from(self.around.is_some() && old.place.is_none())
    }

    /// Puts it into a grid in the place of `old`, of which cells that the game has changed stay as they are.
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
            // Whatever the mask of a body is, it does not leave.
            let wall = Tile { shape: TileShape::Full, category: u32::MAX, ..Tile::default() };
            (grid.add_layer(LAYER), grid.add_tile(wall))
        });
        for at in ring(rect, grid) {
            grid.set_tile(layer, at, Some(kind));
        }
    }
}

/// The cells around a rectangle, with the corners, as far as they are in the world: at its end nothing passes anyway.
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
