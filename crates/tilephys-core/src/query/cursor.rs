//! Iterator over the tiles and off-grid shapes in some cells, each once, in order.

use super::query_view::Sight;
use crate::grid::{CellRect, NO_BOX, OffGridShape, Overhang, Piece, PieceName, Rows};
use crate::shape::Convex;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;

/// A tile or an off-grid shape with its parts.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    /// Convex parts; empty for a whole tile.
    pub(super) parts: &'a [Convex],
    origin: IVec2,
    /// Identity of its first part.
    name: PieceName,
}

impl<'a> Item<'a> {
    /// Layer, kind and cell of a whole tile.
    pub(super) fn whole(&self) -> Option<(TileCoord, LayerId, TileId)> {
        let cell = TileCoord::new(self.name.col, self.name.row);
        self.parts.is_empty().then(|| (cell, LayerId::from_index(self.name.layer.into()), self.name.tile))
    }

    pub(super) fn piece(&self, part: usize) -> Piece<'a> {
        let name = PieceName { part: part as u8, ..self.name };
        Piece { part: &self.parts[part], origin: self.origin, name }
    }
}

/// Iterates first over the tiles in the cells, by row, column and layer. The other shapes follow, by the row and column of the
/// first cell that they share with the query. In a cell, off-grid shapes by age precede tiles by row, column and layer.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    sight: Sight<'a>,
    cells: CellRect,
    /// True while tiles are visited.
    tiles: bool,
    rows: Rows<'a>,
    row: Option<i32>,
    /// Column of the present cell while a layer or shape is left in it; else the next cell is right of it.
    col: i32,
    /// Next layer, or next index of an off-grid shape.
    next: u32,
    /// Last visited tile that extends beyond its cell, in the present cell.
    last: Option<Overhang>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(sight: Sight<'a>, cells: CellRect) -> Self {
        let rows = rows_of(sight, cells);
        let mut cursor = Cursor { sight, cells, tiles: true, rows, row: None, col: 0, next: 0, last: None };
        cursor.next_row();
        cursor
    }

    fn next_row(&mut self) {
        self.row = self.rows.next();
        self.go_to(self.cells.col0);
    }

    fn go_to(&mut self, col: i32) {
        self.col = col;
        self.next = 0;
        self.last = None;
    }

    /// Moves to the next column with a candidate in the present row; false if there is none.
    fn enter_col(&mut self, row: i32) -> bool {
        let view = self.sight.view;
        let last = self.cells.col1;
        // Without shapes, the bits of the mask find the solid cells alone.
        let found = if view.has_shapes() {
            view.first_hot(row, self.col, last)
        } else {
            view.first_right(row, self.col, last)
        };
        match found {
            Some(col) if col != self.col => self.go_to(col),
            Some(_) => {}
            None => return false,
        }
        true
    }

    /// The next tile of the present row.
    fn tile_in_row(&mut self, row: i32) -> Option<Item<'a>> {
        let grid = self.sight.view.grid;
        while self.enter_col(row) {
            let cell = TileCoord::new(self.col, row);
            while (self.next as usize) < grid.layers().len() {
                let layer = self.next as u8;
                self.next += 1;
                let seen = grid.tile(LayerId::from_index(layer.into()), cell);
                let Some(tile) = seen.filter(|tile| self.sight.view.sees(*tile)) else { continue };
                // A tile whose parts reach beyond its cell comes later, with the off-grid shapes.
                let Some(parts) = grid.parts_in_cell(tile) else { continue };
                let name = PieceName { row, col: cell.col, off_grid: NO_BOX, layer, part: 0, tile };
                return Some(Item { parts, origin: IVec2::new(cell.col, row) * grid.tile_size(), name });
            }
            self.go_to(self.col + 1);
        }
        None
    }

    /// The next shape that is listed in the present cell: first off-grid shapes.
    fn next_shape(&mut self, row: i32) -> Option<(u32, &'a OffGridShape)> {
        let view = self.sight.view;
        if let Some((index, shape)) = view.next_off_grid(self.col, row, self.next) {
            self.next = index + 1;
            return Some((index, shape));
        }
        let (rank, index, shape) = view.next_overhang(self.col, row, self.last)?;
        self.last = Some(rank);
        Some((index, shape))
    }

    /// The next off-grid entry in the present row.
    fn loose_in_row(&mut self, row: i32) -> Option<Item<'a>> {
        let grid = self.sight.view.grid;
        while self.enter_col(row) {
            while let Some((index, shape)) = self.next_shape(row) {
                // A shape is reported in the first visited cell that it touches. (It may be listed in others around.)
                let low = grid.cell_at(shape.aabb.min);
                let first = [low.col.max(self.cells.col0), low.row.max(self.cells.row0)];
                let is_told = shape.of_cell.is_some() && grid.parts_in_cell(shape.tile).is_some();
                if first == [self.col, row] && !is_told {
                    let cell = shape.of_cell.unwrap_or_else(|| grid.cell_at(shape.aabb.min));
                    let layer = shape.layer.index() as u8;
                    let tile = shape.tile;
                    let (parts, origin) = grid.parts_of(index);
                    let name =
                        PieceName { row: cell.row, col: cell.col, off_grid: index, layer, part: 0, tile };
                    return Some(Item { parts, origin, name });
                }
            }
            self.go_to(self.col + 1);
        }
        None
    }
}

fn rows_of(sight: Sight<'_>, cells: CellRect) -> Rows<'_> {
    sight.view.rows_with_something(cells.row0, cells.row1, cells.col0, cells.col1)
}

impl<'a> Iterator for Cursor<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        loop {
            while let Some(row) = self.row {
                let found = if self.tiles { self.tile_in_row(row) } else { self.loose_in_row(row) };
                if found.is_some() {
                    return found;
                }
                self.next_row();
            }
            // Off-grid shapes come in a second pass over the rows, after all tiles.
            if !(self.tiles && self.sight.view.has_off_grid()) {
                return None;
            }
            self.tiles = false;
            self.rows = rows_of(self.sight, self.cells);
            self.next_row();
        }
    }
}
