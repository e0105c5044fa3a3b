//! Read-only view of the grid for one mask, in words of solid cells, with a filter that hides a part of the grid from a body.

use super::cells::{CHUNK_MASK, CHUNK_SHIFT, CellRect, Cells, any_in_rows, bits};
use super::gathered::Gathered;
use super::off_grid::{OVERHANG, OffGridShape, ShapeId};
use super::piece::{NO_BOX, Obstacle, Piece, PieceName};
use super::tile_grid::TileGrid;
use crate::tile::{LayerId, TileCoord, TileId};
use std::iter::successors;
use std::num::NonZeroU16;

/// The grid as a body with a given mask collides with it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) mask: u32,
    /// True if everything hot is solid to the mask.
    pub(crate) sees_all: bool,
    /// True if also all of it are whole tiles, so that the hot bits answer every query.
    pub(super) plain: bool,
    pub(super) filter: Option<&'a dyn Filter>,
    /// Index of a hidden off-grid shape, or [`NO_BOX`].
    pub(super) hidden: u32,
    /// Solids read before, which answer for the grid.
    pub(super) gathered: Option<&'a Gathered<'a>>,
}

impl TileGrid {
    #[inline]
    pub(crate) fn view(&self, mask: u32) -> View<'_> {
        let sees_all = self.categories & !mask == 0;
        let plain = sees_all && self.shaped_cells == 0;
        View { grid: self, mask, sees_all, plain, filter: None, hidden: NO_BOX, gathered: None }
    }
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(crate) fn cells(&self) -> Cells {
        self.grid.cells
    }

    #[inline(always)]
    pub(crate) fn has_shapes(&self) -> bool {
        self.grid.shaped_cells != 0
    }

    /// Cells of a row of a chunk with shapes other than whole tiles.
    #[inline(always)]
    pub(crate) fn shaped(&self, slot: usize, row: usize) -> u64 {
        self.grid.shaped[slot][row]
    }

    /// True if there is anything but whole tiles in these cells.
    #[inline(always)]
    pub(crate) fn is_shaped_in(&self, r: CellRect) -> bool {
        if !self.has_shapes() {
            return false;
        }
        let x = r.col0 >> CHUNK_SHIFT;
        let y = r.row0 >> CHUNK_SHIFT;
        if x != r.col1 >> CHUNK_SHIFT || y != r.row1 >> CHUNK_SHIFT {
            return self.shaped_cells(r, |_, _, _| true);
        }
        any_in_rows(&self.grid.shaped[self.slot(x, y)], r)
    }

    /// Calls `visit` with slot, column and row of each cell with shapes other than whole tiles, until it returns true; returns
    /// whether it did.
    #[inline]
    pub(super) fn shaped_cells(&self, r: CellRect, mut visit: impl FnMut(usize, i32, i32) -> bool) -> bool {
        r.any_chunk(|x, y, within| {
            let slot = self.slot(x, y);
            // The empty chunk has no shaped cells. Only set bits are visited, so the cost follows the shapes and not the cells.
            let columns = bits(within.col0 & CHUNK_MASK, within.col1 & CHUNK_MASK);
            for row in within.row0..within.row1 + 1 {
                let mut word = self.shaped(slot, (row & CHUNK_MASK) as usize) & columns;
                while word != 0 {
                    let col = (x << CHUNK_SHIFT) + word.trailing_zeros() as i32;
                    word &= word - 1;
                    if visit(slot, col, row) {
                        return true;
                    }
                }
            }
            false
        })
    }

    #[inline(always)]
    pub(crate) fn slot(&self, x: i32, y: i32) -> usize {
        self.grid.directory.slot(x, y)
    }

    #[inline(always)]
    pub(crate) fn solid(&self, slot: usize, row: usize) -> u64 {
        let hot = self.grid.hot[slot][row];
        if self.plain || hot == 0 { hot } else { self.whole(slot, row, hot) }
    }

    /// The whole tiles in a row of a chunk whose hot cells are `hot`.
    #[inline]
    fn whole(&self, slot: usize, row: usize, hot: u64) -> u64 {
        if self.sees_all && self.shaped(slot, row) == 0 {
            return hot;
        }
        let word = self.grid.chunks[slot].solid(row, self.mask);
        if self.filter.is_some() { self.let_through(slot, row, word) } else { word }
    }

    /// True if a quick test finds nothing in these cells. Always false for more than four rows or two chunks.
    #[inline(always)]
    pub(crate) fn quick_free(&self, r: CellRect) -> bool {
        let x = r.col0 >> CHUNK_SHIFT;
        let y = r.row0 >> CHUNK_SHIFT;
        if x != r.col1 >> CHUNK_SHIFT || y != r.row1 >> CHUNK_SHIFT || r.row1 - r.row0 > 3 {
            return false;
        }
        !any_in_rows(&self.grid.hot[self.slot(x, y)], r)
    }

    /// The cells of a chunk's row that may be solid to the mask: whole tiles, and all hot cells if there are off-grid shapes.
    #[inline(always)]
    pub(crate) fn candidates(&self, slot: usize, row: usize) -> u64 {
        if self.has_shapes() { self.grid.hot[slot][row] } else { self.solid(slot, row) }
    }

    #[inline]
    pub(crate) fn is_solid(&self, col: i32, row: i32) -> bool {
        let slot = self.slot(col >> CHUNK_SHIFT, row >> CHUNK_SHIFT);
        self.solid(slot, (row & CHUNK_MASK) as usize) >> (col & CHUNK_MASK) & 1 != 0
    }

    /// The cells that may have something solid to the mask, row by row.
    pub(crate) fn candidate_cells(self, r: CellRect) -> impl Iterator<Item = TileCoord> + use<'a> {
        let next =
            move |row: i32, from: i32| Some(TileCoord::new(self.first_candidate(row, from, r.col1)?, row));
        let rows = self.rows_with_something(r.row0, r.row1, r.col0, r.col1);
        rows.flat_map(move |row| successors(next(row, r.col0), move |last| next(row, last.col + 1)))
    }

    /// The off-grid shapes that are listed in a cell and solid to the mask, by index. Tiles that extend beyond their cells follow, by
    /// row, column and layer.
    pub(crate) fn loose_in(self, cell: TileCoord) -> impl Iterator<Item = (u32, &'a OffGridShape)> + use<'a> {
        let listed = move |from: u32| {
            let (slot, within) = self.grid.slot_and_cell(cell);
            let lists = self.grid.chunks[slot].off_grid.iter();
            let listed = lists.flat_map(move |list| list.of(within, from));
            let shapes = listed.filter_map(move |index| Some((index, self.grid.off_grid_at(index)?)));
            shapes.filter(move |(_, shape)| self.sees(shape.tile))
        };
        let shapes = listed(0).take_while(|(index, _)| *index < OVERHANG);
        // The lists do not have this order, and a sorted copy would need memory.
        let after = move |last: Option<(i32, i32, LayerId)>| {
            let ranked = listed(OVERHANG).filter_map(|(index, shape)| {
                let at = shape.of_cell?;
                Some(((at.row, at.col, shape.layer), (index, shape)))
            });
            ranked.filter(|tile| last.is_none_or(|last| tile.0 > last)).min_by_key(|tile| tile.0)
        };
        let tiles = successors(after(None), move |last| after(Some(last.0)));
        shapes.chain(tiles.map(|(_, tile)| tile))
    }

    #[inline]
    pub(crate) fn without(self, hidden: Option<ShapeId>) -> Self {
        View { hidden: hidden.map_or(NO_BOX, |id| id.0), gathered: None, ..self }
    }

    #[inline(always)]
    pub(crate) fn with_gathered(self, gathered: Option<&'a Gathered<'a>>) -> Self {
        View { gathered, ..self }
    }

    #[inline(always)]
    pub(super) fn gathered_in(&self, r: CellRect) -> Option<&'a Gathered<'a>> {
        self.gathered.filter(|gathered| gathered.holds(r))
    }

    /// All cells whose solids are gathered, if these are among them.
    #[inline(always)]
    pub(crate) fn gathered_with(&self, r: CellRect) -> Option<CellRect> {
        self.gathered_in(r).map(|gathered| gathered.cells)
    }

    pub(crate) fn sees(&self, tile: TileId) -> bool {
        self.grid.tile_kind(tile).category & self.mask != 0
    }

    pub(crate) fn filtered(self, filter: Option<&'a dyn Filter>) -> Self {
        let is_open = filter.is_none();
        let sees_all = self.sees_all && is_open;
        let plain = self.plain && is_open;
        View { filter, sees_all, plain, gathered: None, ..self }
    }

    /// The whole tiles of a row of a chunk, of the cells in `word`, that pass the filter.
    #[cold]
    fn let_through(&self, slot: usize, row: usize, word: u64) -> u64 {
        let (x, y) = self.grid.coords[slot];
        let mut kept = word;
        let mut rest = word;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let cell = TileCoord::new((x << CHUNK_SHIFT) + bit as i32, (y << CHUNK_SHIFT) + row as i32);
            if self.whole_tile(cell).is_none() {
                kept &= !(1 << bit);
            }
        }
        kept
    }

    /// The lowest layer whose tile in a cell is whole, solid to the mask and passes the filter, and that tile.
    pub(crate) fn whole_tile(&self, cell: TileCoord) -> Option<(LayerId, TileId)> {
        let mut whole = self.grid.whole_tiles(cell, self.mask);
        whole.find(|&(layer, tile)| self.lets(&Obstacle { layer, cell, tile, off_grid: None }))
    }

    /// Like [`whole_tile`](Self::whole_tile); faster without a filter, if the lowest layer with tiles near the cell has the tile.
    #[inline(always)]
    pub(crate) fn lowest_whole_tile(&self, cell: TileCoord) -> Option<(LayerId, TileId)> {
        let (slot, within) = self.grid.slot_and_cell(cell);
        let (layer, id) = self.grid.chunks[slot].lowest_layer_id(within);
        match NonZeroU16::new(id).map(TileId) {
            Some(tile) if self.filter.is_none() && self.grid.is_whole(tile, self.mask) => {
                Some((LayerId::from_index(layer), tile))
            }
            _ => self.whole_tile(cell),
        }
    }

    fn lets(&self, met: &Obstacle) -> bool {
        self.filter.is_none_or(|filter| filter.lets(met))
    }

    #[inline]
    pub(super) fn lets_piece(&self, name: PieceName) -> bool {
        self.filter.is_none() || self.lets(&self.grid.met(name))
    }

    /// True if the filter lets the body drop through a part; only a one-way line can be dropped.
    #[inline]
    pub(crate) fn drops(&self, piece: &Piece) -> bool {
        piece.part.one_way.is_some() && self.filter.is_some_and(|filter| filter.drops(piece))
    }
}

/// Collision filter of one body, besides its mask.
pub(crate) trait Filter {
    fn lets(&self, met: &Obstacle) -> bool;

    fn drops(&self, _line: &Piece) -> bool {
        false
    }
}

impl<F: Fn(&Obstacle) -> bool> Filter for F {
    fn lets(&self, met: &Obstacle) -> bool {
        self(met)
    }
}
