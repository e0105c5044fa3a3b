//! Query view of the grid: outlines of whole tiles and of convex parts, by their cells.

use super::outline::{Name, Outline};
use super::{Query, Solid};
use crate::aabb::Aabb;
use crate::grid::{CellRect, NO_BOX, Piece, PieceName, ShapeId, TileGrid, View};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;

/// The grid as a query sees it.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub(super) view: View<'a>,
    pub(super) query: Query<'a>,
}

impl<'a> Sight<'a> {
    #[inline]
    pub(super) fn new(grid: &'a TileGrid, query: Query<'a>) -> Self {
        Sight { view: grid.view(query.mask), query }
    }

    /// True if the solid passes the filter, or there is none.
    #[inline]
    fn passes(&self, solid: impl FnOnce() -> Solid) -> bool {
        self.query.filter.is_none_or(|filter| filter(&solid()))
    }

    /// The visible whole tile of the lowest layer in a cell.
    pub(super) fn whole(&self, cell: TileCoord) -> Option<(LayerId, TileId)> {
        let mut all = self.view.grid.whole_tiles(cell, self.query.mask);
        all.find(|&(layer, tile)| self.passes(|| self.whole_solid(cell, layer, tile)))
    }

    /// True if there is a visible whole tile.
    #[inline]
    pub(super) fn has_whole(&self, col: i32, row: i32) -> bool {
        let cell = TileCoord::new(col, row);
        self.view.is_solid(col, row) && (self.query.filter.is_none() || self.whole(cell).is_some())
    }

    #[inline]
    pub(super) fn whole_solid(&self, cell: TileCoord, layer: LayerId, tile: TileId) -> Solid {
        let off_grid = None;
        let aabb = self.cell_box(cell);
        Solid { layer, cell, tile, off_grid, part: 0, one_way: false, aabb }
    }

    /// True if the solid is the reported whole tile of its cell.
    pub(super) fn is_lowest(&self, solid: &Solid) -> bool {
        self.whole(solid.cell) == Some((solid.layer, solid.tile))
    }

    /// The box of a cell in the world.
    pub(super) fn cell_box(&self, cell: TileCoord) -> Aabb {
        let tile = self.view.cells().tile();
        let min = IVec2::new(cell.col, cell.row) * tile;
        Aabb { min, max: min + tile }
    }

    pub(super) fn outline_of_cell(&self, cell: TileCoord) -> Outline<'a> {
        Outline::of_box(self.cell_box(cell), Name::of_cell(cell))
    }

    #[inline]
    pub(super) fn outline_of(&self, piece: &Piece<'a>) -> Outline<'a> {
        Outline::of_piece(piece, self.view.grid)
    }

    /// True if a part is visible.
    #[inline]
    pub(super) fn sees(&self, piece: &Piece<'a>) -> bool {
        let is_line = piece.part.one_way.is_some();
        (!is_line || self.query.one_ways) && self.passes(|| self.solid_of_piece(piece))
    }

    pub(super) fn solid_of_piece(&self, piece: &Piece) -> Solid {
        let PieceName { row, col, off_grid, layer, part, tile } = piece.name;
        let is_own = off_grid == NO_BOX || self.view.grid.is_of_cell(off_grid);
        Solid {
            layer: LayerId::from_index(layer.into()),
            cell: TileCoord::new(col, row),
            tile,
            off_grid: (!is_own).then_some(ShapeId(off_grid)),
            part,
            one_way: piece.part.one_way.is_some(),
            aabb: Aabb { min: piece.origin + piece.part.min, max: piece.origin + piece.part.max },
        }
    }

    /// The visible solid of this name.
    pub(super) fn solid(&self, name: Name) -> Solid {
        if let Some(piece) = name.piece {
            return self.solid_of_piece(&self.view.piece(piece));
        }
        let (layer, tile) = self.whole(name.cell).expect("what is found is there");
        self.whole_solid(name.cell, layer, tile)
    }

    /// The part of this name.
    pub(super) fn outline(&self, name: Name) -> Outline<'a> {
        match name.piece {
            Some(piece) => self.outline_of(&self.view.piece(piece)),
            None => self.outline_of_cell(name.cell),
        }
    }

    /// Calls `visit` with everything visible in a few cells, until it returns true; returns whether it did. Shapes in several
    /// cells are visited several times, whole tiles once a cell.
    pub(super) fn any(&self, cells: CellRect, mut visit: impl FnMut(&Outline<'a>) -> bool) -> bool {
        for row in cells.row0..=cells.row1 {
            for col in cells.col0..=cells.col1 {
                if self.has_whole(col, row) && visit(&self.outline_of_cell(TileCoord::new(col, row))) {
                    return true;
                }
            }
        }
        self.any_part(cells, visit)
    }

    /// Like [`any`](Self::any), without whole tiles.
    pub(super) fn any_part(&self, cells: CellRect, mut visit: impl FnMut(&Outline<'a>) -> bool) -> bool {
        self.view.has_shapes()
            && self.view.any_piece(cells, |piece| self.sees(piece) && visit(&self.outline_of(piece)))
    }
}

/// The rectangle of one cell.
pub(super) fn only(cell: TileCoord) -> CellRect {
    CellRect { col0: cell.col, row0: cell.row, col1: cell.col, row1: cell.row }
}
