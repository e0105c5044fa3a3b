//! Planks: one-way lines along the whole upper edge of a cell. To a body over them they are like the upper faces of whole tiles.

use super::cells::CellRect;
use super::piece::Kind;
use super::plane::within_chunk;
use super::tile_grid::TileGrid;
use super::view::View;
use crate::tile::TileCoord;

impl View<'_> {
    /// The cells with planks: a byte a row, a bit a column, as in a [window](super::Window) of these cells. `None` if there is
    /// anything else but whole tiles, or a plank together with other tiles. At most four rows and eight columns.
    pub(crate) fn planks_in(&self, r: CellRect) -> Option<u32> {
        let mut planks = 0;
        let is_other = self.shaped_cells(r, |slot, col, row| {
            planks |= 1 << (8 * (row - r.row0) + col - r.col0);
            self.grid.any_in_cell(slot, TileCoord::new(col, row), |kind| !kind.is_plank || kind.conveys)
        });
        (!is_other).then_some(planks)
    }

    /// True if a conveyor may be in these cells.
    pub(crate) fn may_convey_in(&self, r: CellRect) -> bool {
        let conveys =
            |slot, col, row| self.grid.any_in_cell(slot, TileCoord::new(col, row), |kind| kind.conveys);
        self.grid.has_conveyors && self.shaped_cells(r, conveys)
    }
}

impl TileGrid {
    /// True if a tile in a cell satisfies `is_meant`, or an off-grid shape is there.
    fn any_in_cell(&self, slot: usize, at: TileCoord, is_meant: impl Fn(&Kind) -> bool) -> bool {
        let cell = within_chunk(at);
        let chunk = &self.chunks[slot];
        let mut ids = (0..chunk.layer_count()).map(|layer| usize::from(chunk.id(layer, cell)));
        chunk.lists_off_grid(cell) || ids.any(|id| id != 0 && is_meant(&self.kinds[id - 1]))
    }
}
