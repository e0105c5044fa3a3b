//! What is at a point or in a box.

use super::Solid;
use crate::aabb::Aabb;
use crate::grid::{CellRect, Rows, TileGrid, View, assert_in_world};
use crate::tile::{LayerId, TileCoord};
use glam::IVec2;

impl TileGrid {
    /// Everything solid to `mask` that the box strictly overlaps: first the tiles by row, column and layer, then each loose
    /// box once, by the row and column of the first cell that it shares with the box, and by age.
    ///
    /// Touching is no overlap. All layers are told; [`overlaps`](Self::overlaps) only asks whether there is anything. The
    /// cost follows the cells under the box, 64 empty ones at a time. Nothing is allocated.
    ///
    /// ```
    /// use glam::{IVec2, UVec2, Vec2};
    /// use tilephys_core::{Aabb, Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// for col in 0..20 {
    ///     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
    /// }
    /// let blast = Aabb::from_px(Vec2::new(40.0, 150.0), Vec2::splat(24.0));
    /// let cols: Vec<i32> = grid.solids_in(blast, u32::MAX).map(|solid| solid.cell.col).collect();
    /// assert_eq!(cols, [2, 3]);
    /// ```
    ///
    /// # Panics
    /// If the box has no area or reaches beyond the world.
    #[doc(alias = "intersect_shape")]
    #[doc(alias = "query_rect")]
    pub fn solids_in(&self, aabb: Aabb, mask: u32) -> Solids<'_> {
        assert_in_world(aabb);
        Solids::new(self.view(mask), aabb)
    }

    /// Everything solid to `mask` that holds the point, in the order of [`solids_in`](Self::solids_in).
    ///
    /// A point on the outside of what is solid is not inside, as touching is no overlap. But seams are no gaps: a point
    /// between adjoining solids is inside, and all of them are told. That is, a point is inside if the four squares of one
    /// lattice unit around it are all solid. (For the cell under a pointer, whichever edge it is on, there are
    /// [`cell_at`](Self::cell_at) and [`tile`](Self::tile).) A point anywhere in `i32` may be asked for.
    #[doc(alias = "intersect_point")]
    #[doc(alias = "query_point")]
    pub fn solids_at(&self, point: IVec2, mask: u32) -> Solids<'_> {
        let view = self.view(mask);
        if !view.is_inside([point.x, point.y].map(i64::from)) {
            return Solids::none(view);
        }
        // The four squares; each of them is solid, so they lie in the world.
        Solids::new(view, Aabb { min: point - IVec2::ONE, max: point + IVec2::ONE })
    }
}

/// The solids at a place: see [`TileGrid::solids_in`] and [`TileGrid::solids_at`].
pub struct Solids<'a> {
    view: View<'a>,
    aabb: Aabb,
    cells: CellRect,
    /// Still among the tiles?
    tiles: bool,
    rows: Rows<'a>,
    row: Option<i32>,
    /// The cell next to look at is right of this one, or this one if a layer or a box is still to be asked for.
    col: i32,
    /// The layer, or the index of the loose box, next to ask for.
    next: u32,
}

impl<'a> Solids<'a> {
    pub(super) fn new(view: View<'a>, aabb: Aabb) -> Self {
        let cells = view.cells().covered(aabb.min, aabb.max);
        let rows = rows_of(view, cells);
        let mut solids = Solids { view, aabb, cells, tiles: true, rows, row: None, col: 0, next: 0 };
        solids.next_row();
        solids
    }

    fn none(view: View<'a>) -> Self {
        let aabb = Aabb { min: IVec2::ZERO, max: IVec2::ZERO };
        let cells = CellRect { col0: 0, row0: 0, col1: 0, row1: 0 };
        let rows = rows_of(view, cells);
        Solids { view, aabb, cells, tiles: false, rows, row: None, col: 0, next: 0 }
    }

    fn next_row(&mut self) {
        (self.row, self.col, self.next) = (self.rows.next(), self.cells.col0, 0);
    }

    fn next_col(&mut self) {
        (self.col, self.next) = (self.col + 1, 0);
    }

    /// The next tile of the present row.
    fn tile_in_row(&mut self, row: i32) -> Option<Solid> {
        let grid = self.view.grid;
        while let Some(col) = self.view.first_right(row, self.col, self.cells.col1) {
            if col != self.col {
                (self.col, self.next) = (col, 0);
            }
            let cell = TileCoord::new(col, row);
            while (self.next as usize) < grid.layers().len() {
                let layer = LayerId::from_index(self.next as usize);
                self.next += 1;
                let Some(tile) = grid.tile(layer, cell).filter(|tile| self.view.sees(*tile)) else {
                    continue;
                };
                return Some(Solid {
                    layer,
                    cell,
                    tile,
                    loose: None,
                    aabb: super::cell_box(self.view, cell),
                });
            }
            self.next_col();
        }
        None
    }

    /// The next loose box of the present row.
    fn box_in_row(&mut self, row: i32) -> Option<Solid> {
        while let Some(col) = self.view.first_hot(row, self.col, self.cells.col1) {
            if col != self.col {
                (self.col, self.next) = (col, 0);
            }
            while let Some((index, b)) = self.view.next_loose(col, row, self.next) {
                self.next = index + 1;
                let solid = Solid::of_loose(self.view, index, b);
                // Of the cells in which it is listed, the first one here tells it.
                let first = [solid.cell.col.max(self.cells.col0), solid.cell.row.max(self.cells.row0)];
                if first == [col, row] && b.aabb.overlaps(self.aabb) {
                    return Some(solid);
                }
            }
            self.next_col();
        }
        None
    }
}

fn rows_of(view: View<'_>, cells: CellRect) -> Rows<'_> {
    view.rows_with_something(cells.row0, cells.row1, cells.col0, cells.col1)
}

impl Iterator for Solids<'_> {
    type Item = Solid;

    fn next(&mut self) -> Option<Solid> {
        loop {
            while let Some(row) = self.row {
                let found = if self.tiles { self.tile_in_row(row) } else { self.box_in_row(row) };
                if found.is_some() {
                    return found;
                }
                self.next_row();
            }
            if !(self.tiles && self.view.has_loose()) {
                return None;
            }
            self.tiles = false;
            self.rows = rows_of(self.view, self.cells);
            self.next_row();
        }
    }
}

impl std::fmt::Debug for Solids<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solids")
            .field("aabb", &self.aabb)
            .field("mask", &self.view.mask)
            .finish_non_exhaustive()
    }
}
