//! Visits of the convex parts in some cells, for the narrow phase.

use super::cells::CellRect;
use super::gathered::{Gathered, Listed};
use super::off_grid::ShapeId;
use super::piece::{NO_BOX, Piece, PieceName};
use super::plane::{CHUNK_MASK, CHUNK_SHIFT, EMPTY_PLANE, bits, within_chunk};
use super::tile_grid::TileGrid;
use super::view::View;
use crate::shape::Convex;
use crate::tile::{TileCoord, TileId};
use glam::IVec2;
use std::num::NonZeroU16;

impl<'a> View<'a> {
    /// Calls `visit` with each part in the cells that is solid to the mask, until it returns true; returns whether it did. Parts in
    /// several cells are visited several times.
    #[inline]
    pub(crate) fn any_piece(&self, r: CellRect, visit: impl FnMut(&Piece<'a>) -> bool) -> bool {
        match self.gathered_in(r) {
            Some(gathered) => gathered.any_piece(r, visit),
            None => self.any_listed(r, visit),
        }
    }

    /// Gathers the solids of these cells that `seen` sees: this view, or one with a filter. False if there are too many cells or parts;
    /// then nothing is gathered.
    #[inline(never)]
    pub(crate) fn gather(&self, seen: &View, cells: CellRect, gathered: &mut Gathered<'a>) -> bool {
        let window = seen.whole_window(cells);
        gathered.begin(window.map_or(0, |window| window.bits));
        let is_full = window.is_none()
            || self.shaped_cells(cells, |slot, col, row| {
                let cell = 1 << (8 * (row - cells.row0) + (col - cells.col0));
                !self.gather_cell(seen, slot, TileCoord::new(col, row), cell, gathered)
            });
        if !is_full {
            gathered.end(cells);
        }
        !is_full
    }

    /// Gathers the parts in a cell of a chunk, which has this bit. False if there are too many.
    #[inline(always)]
    fn gather_cell(
        &self,
        seen: &View,
        slot: usize,
        at: TileCoord,
        cell: u32,
        gathered: &mut Gathered<'a>,
    ) -> bool {
        let grid = self.grid;
        let chunk = &grid.chunks[slot];
        let within = within_chunk(at);
        let TileCoord { col, row } = at;
        for layer in 0..chunk.layer_count() {
            let Some(tile) = NonZeroU16::new(chunk.id(layer, within)).map(TileId) else { continue };
            let kind = &grid.kinds[tile.index()];
            gathered.note_surface(kind);
            // Whole tiles have no parts. A tile that overhangs is listed among the off-grid shapes below.
            if kind.parts.is_empty() || kind.overhangs || !seen.sees(tile) {
                continue;
            }
            let name = PieceName { row, col, off_grid: NO_BOX, layer: layer as u8, part: 0, tile };
            // The filter is asked last, because it may be a callback of the game.
            if !seen.lets_piece(name) {
                continue;
            }
            let origin = IVec2::new(col, row) * self.cells().tile();
            let is_plank = kind.is_plank;
            let mut add = |piece: &Piece<'a>| !gathered.add(Listed { piece: *piece, cells: cell, is_plank });
            if visit_parts(&kind.parts, origin, name, &mut add) {
                return false;
            }
        }
        let Some(list) = chunk.off_grid.as_ref().filter(|_| chunk.lists_off_grid(within)) else {
            return true;
        };
        let mut shapes = list.of(within, 0);
        shapes.all(|index| {
            if let Some(shape) = grid.off_grid_at(index) {
                gathered.note_surface(&grid.kinds[shape.tile.index()]);
            }
            // A shape in several cells is added once.
            if gathered.extend(index, cell) {
                return true;
            }
            let mut add =
                |piece: &Piece<'a>| !gathered.add(Listed { piece: *piece, cells: cell, is_plank: false });
            !self.loose_pieces(seen, index, &mut add)
        })
    }

    /// True if a conveyor may be under or beside a box. Where solids are gathered, they are those near the box.
    pub(crate) fn may_convey(&self, min: IVec2, max: IVec2) -> bool {
        match self.gathered {
            Some(gathered) => gathered.conveys(),
            // Conveyors mark their cells as shaped.
            None => {
                let beside = self.cells().covered(min - IVec2::ONE, max + IVec2::ONE);
                self.grid.has_conveyors() && self.is_shaped_in(beside)
            }
        }
    }

    /// Like [`any_piece`](Self::any_piece), but reads the grid.
    fn any_listed(&self, r: CellRect, mut visit: impl FnMut(&Piece<'a>) -> bool) -> bool {
        let grid = self.grid;
        self.shaped_cells(r, |slot, col, row| {
            let cell = ((row & CHUNK_MASK) << CHUNK_SHIFT | (col & CHUNK_MASK)) as usize;
            let chunk = &grid.chunks[slot];
            for layer in 0..chunk.layer_count() {
                let Some(tile) = NonZeroU16::new(chunk.id(layer, cell)).map(TileId) else { continue };
                let kind = &grid.kinds[tile.index()];
                // Whole tiles have no parts. A tile that overhangs is listed among the off-grid shapes below.
                if kind.parts.is_empty() || kind.overhangs || !self.sees(tile) {
                    continue;
                }
                let origin = IVec2::new(col, row) * self.cells().tile();
                let name = PieceName { row, col, off_grid: NO_BOX, layer: layer as u8, part: 0, tile };
                // The filter is asked last, because it may be a callback of the game.
                if !self.lets_piece(name) {
                    continue;
                }
                if visit_parts(&kind.parts, origin, name, &mut visit) {
                    return true;
                }
            }
            let Some(list) = &chunk.off_grid else { return false };
            list.of(cell, 0).any(|index| self.loose_pieces(self, index, &mut visit))
        })
    }

    /// Like [`any_piece`](Self::any_piece), but without the one-way lines that the body drops through.
    pub(crate) fn any_held(&self, r: CellRect, mut visit: impl FnMut(&Piece<'a>) -> bool) -> bool {
        self.any_piece(r, |piece| !self.drops(piece) && visit(piece))
    }

    /// Calls `visit` with each part of an off-grid shape, if the shape exists and `seen` sees it: this view, or one with a filter.
    pub(super) fn loose_pieces(
        &self,
        seen: &View,
        index: u32,
        visit: &mut impl FnMut(&Piece<'a>) -> bool,
    ) -> bool {
        let grid = self.grid;
        // A solid body is in the grid itself, and must not meet its own shape.
        if index == seen.hidden {
            return false;
        }
        let Some(shape) = grid.off_grid_at(index).filter(|b| seen.sees(b.tile)) else {
            return false;
        };
        let cell = shape.of_cell.unwrap_or_else(|| grid.cell_at(shape.aabb.min));
        let row = cell.row;
        let col = cell.col;
        let layer = shape.layer.index() as u8;
        let name = PieceName { row, col, off_grid: index, layer, part: 0, tile: shape.tile };
        if !seen.lets_piece(name) {
            return false;
        }
        let (parts, origin) = grid.parts_of(index);
        visit_parts(parts, origin, name, visit)
    }

    /// True if an off-grid shape exists, and these cells contain nothing else for any mask, and no region.
    pub(crate) fn holds_only(&self, r: CellRect, index: u32) -> bool {
        let Some(own) = self.grid.off_grid_at(index).map(|shape| self.grid.cells_of(shape)) else {
            return false;
        };
        // A region is no obstacle, but a body near it needs its trajectory recorded.
        if self.grid.has_regions() && self.grid.has_region_in(r) {
            return false;
        }
        let x = r.col0 >> CHUNK_SHIFT;
        let y = r.row0 >> CHUNK_SHIFT;
        if x == r.col1 >> CHUNK_SHIFT && y == r.row1 >> CHUNK_SHIFT {
            return self.chunk_holds_only(x, y, r, own);
        }
        let columns = x..=r.col1 >> CHUNK_SHIFT;
        let mut rows = y..=r.row1 >> CHUNK_SHIFT;
        rows.all(|y| columns.clone().all(|x| self.chunk_holds_only(x, y, r, own)))
    }

    /// Like [`holds_only`](Self::holds_only), for one chunk. A shape is listed in exactly the cells `own`, so a cell there with one
    /// entry lists that shape.
    #[inline]
    fn chunk_holds_only(&self, x: i32, y: i32, r: CellRect, own: CellRect) -> bool {
        let slot = self.slot(x, y);
        let chunk = &self.grid.chunks[slot];
        let low_col = x << CHUNK_SHIFT;
        let low_row = y << CHUNK_SHIFT;
        let columns = |r: CellRect| {
            let from = (r.col0 - low_col).max(0);
            let to = (r.col1 - low_col).min(CHUNK_MASK);
            if from <= to { bits(from, to) } else { 0 }
        };
        let own_columns = columns(own);
        let columns = columns(r);
        let rows = (r.row0 - low_row).max(0) as usize..(r.row1 - low_row).min(CHUNK_MASK) as usize + 1;
        let hot = self.hot(slot);
        let many = chunk.off_grid.as_ref().map(|off_grid| &off_grid.many);
        let mut others = 0;
        let many = many.unwrap_or(&EMPTY_PLANE);
        for row in rows.clone() {
            let at = low_row + row as i32;
            // A cell with several entries counts as another shape's, even if this shape is among them.
            let own = if (own.row0 <= at) & (at <= own.row1) { own_columns & !many[row] } else { 0 };
            others |= hot[row] & columns & !own;
        }
        // Tiles and shapes share the hot bits, so the cells of the shape are searched for tiles too.
        others == 0 && !rows.into_iter().any(|row| chunk.has_tiles_in(row, hot[row] & columns))
    }

    /// The part of this identity, which was found before.
    pub(crate) fn piece(&self, name: PieceName) -> Piece<'a> {
        let grid = self.grid;
        let (parts, origin) = if name.off_grid == NO_BOX {
            let parts = &grid.kinds[name.tile.index()].parts[..];
            (parts, IVec2::new(name.col, name.row) * self.cells().tile())
        } else {
            grid.parts_of(name.off_grid)
        };
        Piece { part: &parts[usize::from(name.part)], origin, name }
    }
}

fn visit_parts<'a>(
    parts: &'a [Convex],
    origin: IVec2,
    name: PieceName,
    visit: &mut impl FnMut(&Piece<'a>) -> bool,
) -> bool {
    let mut all = (0..).zip(parts);
    all.any(|(index, part)| visit(&Piece { part, origin, name: PieceName { part: index, ..name } }))
}

impl TileGrid {
    /// The parts of a kind of tile if they lie in its cell: empty for a whole tile, `None` if some extend beyond it.
    pub(crate) fn parts_in_cell(&self, tile: TileId) -> Option<&[Convex]> {
        let kind = &self.kinds[tile.index()];
        kind.fits.then_some(&kind.parts)
    }

    /// The parts of an existing off-grid shape, and the origin of their corners.
    pub(crate) fn parts_of(&self, index: u32) -> (&[Convex], IVec2) {
        let shape = self.off_grid_at(index).expect("the off-grid shape exists");
        match &shape.own {
            Some(own) => (std::slice::from_ref(&**own), shape.aabb.min),
            None => (&self.kinds[shape.tile.index()].parts, shape.origin()),
        }
    }

    /// Calls `visit` with each part of an off-grid shape until it returns true, and returns whether it did. A removed shape has no
    /// parts.
    pub(crate) fn any_part_of(&self, shape: ShapeId, mut visit: impl FnMut(&Piece) -> bool) -> bool {
        let Some(off_grid) = self.off_grid_shape(shape) else { return false };
        let (parts, origin) = self.parts_of(shape.0);
        let cell = self.cell_at(off_grid.aabb.min);
        let layer = off_grid.layer.index() as u8;
        // Neither mask nor filter apply: the caller asks about this very shape.
        let name = PieceName {
            row: cell.row,
            col: cell.col,
            off_grid: shape.0,
            layer,
            part: 0,
            tile: off_grid.tile,
        };
        visit_parts(parts, origin, name, &mut visit)
    }
}
