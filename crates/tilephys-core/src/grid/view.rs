//! Read-only view of the grid for one mask: words of solid cells.

use super::filter::Filter;
use super::off_grid::OVERHANG;
use super::plane::Plane;
use super::{CHUNK_MASK, CHUNK_SHIFT, CellRect, Cells, NO_BOX, OffGridShape, ShapeId, TileGrid, Window};
use crate::limits::PAGE;
use crate::tile::{LayerId, TileCoord, TileId};

/// The grid as a body with a given mask collides with it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) mask: u32,
    /// True if everything hot is solid to the mask.
    pub(super) sees_all: bool,
    /// True if also all of it are whole tiles, so that the hot bits answer every query.
    pub(super) plain: bool,
    /// Collision filter, if any.
    pub(super) filter: Option<&'a dyn Filter>,
    /// Index of a hidden off-grid shape, or [`NO_BOX`].
    pub(super) hidden: u32,
}

impl TileGrid {
    /// The grid for bodies with this mask.
    #[inline]
    pub(crate) fn view(&self, mask: u32) -> View<'_> {
        let sees_all = self.categories & !mask == 0;
        let plain = sees_all && self.shaped_cells == 0;
        View { grid: self, mask, sees_all, plain, filter: None, hidden: NO_BOX }
    }
}

/// The bits `from..=to` of a word.
#[inline(always)]
pub(crate) fn bits(from: i32, to: i32) -> u64 {
    debug_assert!(0 <= from && from <= to && to < 64);
    (u64::MAX << from) & (u64::MAX >> (63 - to))
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(crate) fn cells(&self) -> Cells {
        self.grid.cells
    }

    /// True if the hot bits decide solidity for the mask, at least where all shapes are whole tiles.
    #[inline(always)]
    pub(crate) fn sees_all(&self) -> bool {
        self.sees_all
    }

    /// The hot bits of a chunk.
    #[inline(always)]
    pub(crate) fn hot(&self, slot: usize) -> &'a Plane {
        &self.grid.hot[slot]
    }

    /// True if there are off-grid shapes.
    #[inline(always)]
    pub(crate) fn has_off_grid(&self) -> bool {
        self.grid.box_count != 0
    }

    /// Slot of the chunk at these chunk coordinates.
    #[inline(always)]
    pub(crate) fn slot(&self, x: i32, y: i32) -> usize {
        self.grid.directory.slot(x, y)
    }

    /// The rows with hot bits in a chunk.
    #[inline(always)]
    pub(crate) fn occupied(&self, slot: usize) -> u64 {
        self.grid.occupied[slot]
    }

    /// The whole tiles in a row of a chunk.
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
        let (x, y) = (r.col0 >> CHUNK_SHIFT, r.row0 >> CHUNK_SHIFT);
        let more_rows = r.row1 - r.row0;
        if x != r.col1 >> CHUNK_SHIFT || y != r.row1 >> CHUNK_SHIFT || more_rows > 3 {
            return false;
        }
        let plane = &self.grid.hot[self.slot(x, y)];
        let row =
            |k: i32| plane[((r.row0 + if k < more_rows { k } else { more_rows }) & CHUNK_MASK) as usize];
        (row(0) | row(1) | row(2) | row(3)) & bits(r.col0 & CHUNK_MASK, r.col1 & CHUNK_MASK) == 0
    }

    /// The cells of a chunk's row that may be solid to the mask: whole tiles, and all hot cells if there are off-grid shapes.
    #[inline(always)]
    pub(crate) fn candidates(&self, slot: usize, row: usize) -> u64 {
        if self.has_shapes() { self.grid.hot[slot][row] } else { self.solid(slot, row) }
    }

    /// The leftmost hot cell of a row in the columns `from..=to`.
    pub(crate) fn first_hot(&self, row: i32, from: i32, to: i32) -> Option<i32> {
        let y = row >> CHUNK_SHIFT;
        let mut at = from;
        while at <= to {
            let low = at >> CHUNK_SHIFT << CHUNK_SHIFT;
            let word = self.hot(self.slot(at >> CHUNK_SHIFT, y))[(row & CHUNK_MASK) as usize];
            let found = word & bits(at - low, (to - low).min(CHUNK_MASK));
            if found != 0 {
                return Some(low + found.trailing_zeros() as i32);
            }
            at = low + CHUNK_MASK + 1;
        }
        None
    }

    /// The leftmost whole tile of a row in the columns `from..=to`. Empty words and chunks cost one test each.
    #[inline]
    pub(crate) fn first_right(&self, row: i32, from: i32, to: i32) -> Option<i32> {
        let (mut at, y) = (from, row >> CHUNK_SHIFT);
        while at <= to {
            let x = at >> CHUNK_SHIFT;
            let low = x << CHUNK_SHIFT;
            let word = self.solid(self.slot(x, y), (row & CHUNK_MASK) as usize);
            let last = if to - low < CHUNK_MASK { to - low } else { CHUNK_MASK };
            let found = word & bits(at - low, last);
            if found != 0 {
                return Some(low + found.trailing_zeros() as i32);
            }
            at = low + CHUNK_MASK + 1;
        }
        None
    }

    /// The rightmost whole tile of a row in the columns `to..=from`.
    #[inline]
    pub(crate) fn first_left(&self, row: i32, from: i32, to: i32) -> Option<i32> {
        let (mut at, y) = (from, row >> CHUNK_SHIFT);
        while at >= to {
            let x = at >> CHUNK_SHIFT;
            let low = x << CHUNK_SHIFT;
            let word = self.solid(self.slot(x, y), (row & CHUNK_MASK) as usize);
            let first = if to > low { to - low } else { 0 };
            let found = word & bits(first, at - low);
            if found != 0 {
                return Some(low + 63 - found.leading_zeros() as i32);
            }
            at = low - 1;
        }
        None
    }

    /// The first whole tile of a row from column `from` toward `to`, both included, in that direction.
    #[inline]
    pub(crate) fn first_toward(&self, row: i32, from: i32, to: i32, right: bool) -> Option<i32> {
        if right { self.first_right(row, from, to) } else { self.first_left(row, from, to) }
    }

    /// True if the cell is a whole tile.
    #[inline]
    pub(crate) fn is_solid(&self, col: i32, row: i32) -> bool {
        let slot = self.slot(col >> CHUNK_SHIFT, row >> CHUNK_SHIFT);
        self.solid(slot, (row & CHUNK_MASK) as usize) >> (col & CHUNK_MASK) & 1 != 0
    }

    /// Rows of `from..=to` (either order), in that order, that may have hot cells in the columns `col0..=col1`. Skips whole chunks
    /// without them.
    pub(crate) fn rows_with_something(&self, from: i32, to: i32, col0: i32, col1: i32) -> Rows<'a> {
        Rows { view: *self, at: from, to, down: to >= from, col0, col1, band: None, occupied: 0 }
    }

    /// The first whole tile of the cells, row by row.
    pub(crate) fn any_solid(&self, r: CellRect) -> Option<(i32, i32)> {
        if let Some(window) = self.whole_window(r) {
            let (col, row) = Window::cell(window.bits.trailing_zeros());
            return (window.bits != 0).then_some((window.col + col, window.row + row));
        }
        let mut rows = self.rows_with_something(r.row0, r.row1, r.col0, r.col1);
        rows.find_map(|row| Some((self.first_right(row, r.col0, r.col1)?, row)))
    }
}

impl<'a> View<'a> {
    /// The next off-grid shape by index, from `from` on, that is listed in a cell and solid to the mask.
    pub(crate) fn next_off_grid(&self, col: i32, row: i32, from: u32) -> Option<(u32, &'a OffGridShape)> {
        let mut listed = self.loose_in(col, row, from).take_while(|(index, _)| *index < OVERHANG);
        listed.find(|(index, _)| *index != self.hidden)
    }

    /// The next tile that extends beyond its cell, is listed in the given cell and is solid to the mask. In the order of row,
    /// column and layer, after another tile.
    pub(crate) fn next_overhang(
        &self,
        col: i32,
        row: i32,
        after: Option<Overhang>,
    ) -> Option<(Overhang, u32, &'a OffGridShape)> {
        let ranked = self.loose_in(col, row, OVERHANG).filter_map(|(index, shape)| {
            let at = shape.of_cell?;
            Some(((at.row, at.col, shape.layer), index, shape))
        });
        ranked.filter(|tile| after.is_none_or(|after| tile.0 > after)).min_by_key(|tile| tile.0)
    }

    fn loose_in(&self, col: i32, row: i32, from: u32) -> impl Iterator<Item = (u32, &'a OffGridShape)> {
        let (view, grid) = (*self, self.grid);
        let (slot, cell) = grid.place(TileCoord::new(col, row));
        let listed = grid.chunks[slot].off_grid.iter().flat_map(move |list| list.of(cell, from));
        let shapes = listed.filter_map(|index| Some((index, grid.off_grid_at(index)?)));
        shapes.filter(move |(_, shape)| view.sees(shape.tile))
    }

    /// The view without one off-grid shape.
    #[inline]
    pub(crate) fn without(self, hidden: Option<ShapeId>) -> Self {
        View { hidden: hidden.map_or(NO_BOX, |id| id.0), ..self }
    }

    /// True if this kind of tile is solid to the mask.
    pub(crate) fn sees(&self, tile: TileId) -> bool {
        self.grid.tile_kind(tile).category & self.mask != 0
    }
}

impl Rows<'_> {
    /// Finds the rows of a wide band with hot cells. Returns false if its whole row of pages is empty there.
    #[cold]
    fn find_occupied(&mut self, band: i32, columns: [i32; 2]) -> bool {
        let mut slots = self.view.grid.directory.row_slots(band, columns).peekable();
        let is_any = slots.peek().is_some();
        self.occupied = slots.fold(0, |rows, slot| rows | self.view.occupied(slot));
        is_any
    }

    /// The first row after the pages of a band.
    fn after_page(&self, band: i32) -> i32 {
        let first = band & !(PAGE - 1);
        if self.down { (first + PAGE) << CHUNK_SHIFT } else { (first << CHUNK_SHIFT) - 1 }
    }
}

/// Row, column and layer of a tile that extends beyond its cell.
pub(crate) type Overhang = (i32, i32, LayerId);

/// See [`View::rows_with_something`].
#[derive(Clone)]
pub(crate) struct Rows<'a> {
    view: View<'a>,
    at: i32,
    to: i32,
    down: bool,
    col0: i32,
    col1: i32,
    /// Row of chunks to which `occupied` belongs.
    band: Option<i32>,
    occupied: u64,
}

impl Iterator for Rows<'_> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        while if self.down { self.at <= self.to } else { self.at >= self.to } {
            let band = self.at >> CHUNK_SHIFT;
            if self.band != Some(band) {
                self.band = Some(band);
                let columns = [self.col0 >> CHUNK_SHIFT, self.col1 >> CHUNK_SHIFT];
                if columns[1] - columns[0] >= PAGE {
                    if !self.find_occupied(band, columns) {
                        self.at = self.after_page(band);
                        continue;
                    }
                } else {
                    self.occupied = (columns[0]..=columns[1])
                        .fold(0, |rows, x| rows | self.view.occupied(self.view.slot(x, band)));
                }
            }
            let within = self.at & CHUNK_MASK;
            let (ahead, low) = if self.down {
                (self.occupied & (u64::MAX << within), band << CHUNK_SHIFT)
            } else {
                (self.occupied & (u64::MAX >> (CHUNK_MASK - within)), band << CHUNK_SHIFT)
            };
            if ahead == 0 {
                self.at = if self.down { low + CHUNK_MASK + 1 } else { low - 1 };
                continue;
            }
            let found = if self.down {
                low + ahead.trailing_zeros() as i32
            } else {
                low + CHUNK_MASK - ahead.leading_zeros() as i32
            };
            self.at = if self.down { found + 1 } else { found - 1 };
            let inside = if self.down { found <= self.to } else { found >= self.to };
            return inside.then_some(found);
        }
        None
    }
}
