//! Visits of the convex parts in some cells, for the narrow phase.

use super::cells::{CHUNK_MASK, CHUNK_SHIFT, CellRect, EMPTY_PLANE, Window, bits, within_chunk};
use super::gathered::{Gathered, Listed};
use super::off_grid::ShapeId;
use super::piece::{NO_BOX, Piece, PieceName};
use super::tile_grid::TileGrid;
use super::view::View;
use super::windows::SHAPED;
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
        gathered.begin();
        let solid = if seen.sees_all { self.hot_window(cells) } else { seen.whole_window(cells) };
        let windows = self.read_window::<SHAPED>(cells).zip(solid);
        let Some((shaped, solid)) = windows else { return false };
        // The whole tiles among shapes are found with these.
        gathered.whole = solid.bits & !shaped.bits;
        let mut bits = shaped.bits;
        while bits != 0 {
            let (col, row) = Window::cell(bits.trailing_zeros());
            let at = TileCoord::new(cells.col0 + col, cells.row0 + row);
            let cell = bits & bits.wrapping_neg();
            bits ^= cell;
            let slot = self.slot(at.col >> CHUNK_SHIFT, at.row >> CHUNK_SHIFT);
            if !self.gather_cell(seen, slot, at, cell, gathered) {
                return false;
            }
        }
        gathered.cells = cells;
        true
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
        !self.grid.any_named_in(slot, at, |name| {
            let kind = &self.grid.kinds[name.tile.index()];
            gathered.conveys |= kind.conveys;
            let is_tile = name.off_grid == NO_BOX;
            // Most tiles are whole, and these have no parts.
            if is_tile && kind.parts.is_empty() {
                if seen.sees(name.tile) && seen.lets_piece(name) {
                    gathered.whole |= cell;
                }
                return false;
            }
            // A shape in several cells is added once.
            if !is_tile && gathered.extend(name.off_grid, cell) {
                return false;
            }
            let is_plank = kind.is_plank && is_tile;
            let mut add = |piece: &Piece<'a>| !gathered.add(Listed { piece: *piece, cells: cell, is_plank });
            self.any_part_named(seen, name, &mut add)
        })
    }

    /// True if a conveyor may be under or beside a box. Where solids are gathered, they are those near the box.
    pub(crate) fn may_convey(&self, min: IVec2, max: IVec2) -> bool {
        match self.gathered {
            Some(gathered) => gathered.conveys,
            // Conveyors mark their cells as shaped.
            None => {
                let beside = self.cells().covered(min - IVec2::ONE, max + IVec2::ONE);
                self.grid.has_conveyors && self.is_shaped_in(beside)
            }
        }
    }

    /// Like [`any_piece`](Self::any_piece), but reads the grid.
    fn any_listed(&self, r: CellRect, mut visit: impl FnMut(&Piece<'a>) -> bool) -> bool {
        self.shaped_cells(r, |slot, col, row| {
            let at = TileCoord::new(col, row);
            self.grid.any_named_in(slot, at, |name| self.any_part_named(self, name, &mut visit))
        })
    }

    /// Like [`any_piece`](Self::any_piece), but without the one-way lines that the body drops through.
    pub(crate) fn any_held(&self, r: CellRect, mut visit: impl FnMut(&Piece<'a>) -> bool) -> bool {
        self.any_piece(r, |piece| !self.drops(piece) && visit(piece))
    }

    /// Calls `visit` with each part of a tile or an off-grid shape, if `seen` sees it: this view, or one with a filter.
    #[inline(always)]
    fn any_part_named(
        &self,
        seen: &View,
        name: PieceName,
        visit: &mut impl FnMut(&Piece<'a>) -> bool,
    ) -> bool {
        let (parts, origin) = self.grid.parts_of(name);
        // A solid body is in the grid itself, and must not meet its own shape.
        let is_hidden = name.off_grid != NO_BOX && name.off_grid == seen.hidden;
        // The filter is asked last, because it may be a callback of the game. Whole tiles have no parts.
        if is_hidden || parts.is_empty() || !seen.sees(name.tile) || !seen.lets_piece(name) {
            return false;
        }
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
        !r.any_chunk(|x, y, within| !self.chunk_holds_only(x, y, within, own))
    }

    /// Like [`holds_only`](Self::holds_only), for cells of one chunk. A shape is listed in exactly the cells `own`, so a cell there
    /// with one entry lists that shape.
    #[inline]
    fn chunk_holds_only(&self, x: i32, y: i32, r: CellRect, own: CellRect) -> bool {
        let slot = self.slot(x, y);
        let chunk = &self.grid.chunks[slot];
        let low_col = x << CHUNK_SHIFT;
        let low_row = y << CHUNK_SHIFT;
        let from = (own.col0 - low_col).max(0);
        let to = (own.col1 - low_col).min(CHUNK_MASK);
        let own_columns = if from <= to { bits(from, to) } else { 0 };
        let columns = bits(r.col0 - low_col, r.col1 - low_col);
        let rows = (r.row0 - low_row) as usize..(r.row1 - low_row) as usize + 1;
        let hot = &self.grid.hot[slot];
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
        let (parts, origin) = self.grid.parts_of(name);
        Piece { part: &parts[usize::from(name.part)], origin, name }
    }
}

pub(super) fn visit_parts<'a>(
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

    /// Calls `visit` with each tile in a cell, by layer, then with each off-grid shape that the cell lists, until it returns true;
    /// returns whether it did. A tile that extends beyond its cell is among the off-grid shapes.
    #[inline(always)]
    pub(super) fn any_named_in(
        &self,
        slot: usize,
        at: TileCoord,
        mut visit: impl FnMut(PieceName) -> bool,
    ) -> bool {
        let chunk = &self.chunks[slot];
        let cell = within_chunk(at);
        for layer in 0..chunk.layer_count() {
            let Some(tile) = NonZeroU16::new(chunk.id(layer, cell)).map(TileId) else { continue };
            let layer = layer as u8;
            let name = PieceName { row: at.row, col: at.col, off_grid: NO_BOX, layer, part: 0, tile };
            if !self.kinds[tile.index()].overhangs && visit(name) {
                return true;
            }
        }
        let listed = chunk.off_grid.as_ref().filter(|_| chunk.lists_off_grid(cell));
        listed.is_some_and(|list| list.of(cell, 0).any(|index| self.name_of(index).is_some_and(&mut visit)))
    }

    /// The identity of an off-grid shape; `None` if it was removed.
    pub(crate) fn name_of(&self, off_grid: u32) -> Option<PieceName> {
        let shape = self.off_grid_at(off_grid)?;
        let TileCoord { col, row } = shape.of_cell.unwrap_or_else(|| self.cell_at(shape.aabb.min));
        let layer = shape.layer.index() as u8;
        Some(PieceName { row, col, off_grid, layer, part: 0, tile: shape.tile })
    }

    /// The parts of a tile or an existing off-grid shape, and the origin of their corners. A whole tile has none.
    #[inline]
    pub(crate) fn parts_of(&self, name: PieceName) -> (&[Convex], IVec2) {
        let parts = &self.kinds[name.tile.index()].parts;
        if name.off_grid == NO_BOX {
            return (parts, IVec2::new(name.col, name.row) * self.tile_size());
        }
        let shape = self.off_grid_at(name.off_grid).expect("the off-grid shape exists");
        match &shape.own {
            Some(own) => (std::slice::from_ref(&**own), shape.aabb.min),
            None => (parts, shape.origin()),
        }
    }

    /// Calls `visit` with each part of an off-grid shape until it returns true, and returns whether it did. A removed shape has no
    /// parts. Neither mask nor filter apply: the caller asks about this very shape.
    pub(crate) fn any_part_of(&self, shape: ShapeId, mut visit: impl FnMut(&Piece) -> bool) -> bool {
        let Some(name) = self.name_of(shape.0) else { return false };
        let (parts, origin) = self.parts_of(name);
        visit_parts(parts, origin, name, &mut visit)
    }
}
