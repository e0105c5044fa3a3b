//! Point queries and box queries: the tiles and off-grid shapes in some cells, each once, in order.

use super::outline::{Outline, wide};
use super::query_view::{ExactPoint, Place, Sight};
use super::{Query, Solid};
use crate::aabb::Aabb;
use crate::grid::{CellRect, NO_BOX, OffGridShape, Overhang, Piece, PieceName, Rows, TileGrid};
use crate::shape::Convex;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;

impl TileGrid {
    /// Box query: all solids that the box strictly overlaps.
    ///
    /// The order is first the tiles by row, column and layer. Off-grid shapes and tiles that extend beyond their cell follow, by the
    /// row and column of the first cell shared with the box. In a cell, off-grid shapes by age precede tiles by row, column
    /// and layer.
    ///
    /// Touching is no overlap. Tiles of all layers are reported; [`overlaps`](Self::overlaps) is the cheaper test for any solid. A
    /// tile with several parts in the box is reported once, with the first of them. One-way lines are not solid and not
    /// reported. The cost grows with the cells under the box, 64 empty ones at a time. Nothing is allocated.
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
    pub fn solids_in<'a>(&'a self, aabb: Aabb, query: impl Into<Query<'a>>) -> Solids<'a> {
        aabb.assert_in_world();
        Solids::within(Sight::new(self, query.into()), aabb)
    }

    /// Point query: all solids that contain the point, in the order of [`solids_in`](Self::solids_in).
    ///
    /// A point on the outside of the union is not inside, because touching is no overlap. Seams are no gaps: a point between
    /// adjoining solids is inside, slopes included, and all of the solids are reported. So a point is inside if every
    /// direction from it leads into a solid. (For the cell under a pointer, edges included, use [`cell_at`](Self::cell_at) and
    /// [`tile`](Self::tile).) The point may lie anywhere in `i32`.
    #[doc(alias = "intersect_point")]
    #[doc(alias = "query_point")]
    pub fn solids_at<'a>(&'a self, point: IVec2, query: impl Into<Query<'a>>) -> Solids<'a> {
        let sight = Sight::new(self, query.into());
        if sight.is_inside(&ExactPoint::of(point)) {
            Solids::around(sight, point)
        } else {
            Solids::none(sight)
        }
    }
}

/// The area of a query.
#[derive(Clone, Copy)]
enum Region {
    /// Solids that overlap a box.
    Box(Aabb),
    /// Solids that contain a point, edges included.
    Point(IVec2),
}

/// Iterator over the solids at a place: see [`TileGrid::solids_in`] and [`TileGrid::solids_at`].
pub struct Solids<'a> {
    sight: Sight<'a>,
    /// Position of the iteration; `None` if nothing is there.
    cursor: Option<Cursor<'a>>,
    region: Region,
    /// True if only the first of several whole tiles in a cell is reported.
    one_a_cell: bool,
    last_cell: Option<TileCoord>,
}

impl<'a> Solids<'a> {
    pub(super) fn within(sight: Sight<'a>, aabb: Aabb) -> Self {
        let cells = sight.view.cells().covered(aabb.min, aabb.max);
        Solids::new(sight, Some(cells), Region::Box(aabb))
    }

    /// The solids that contain a point inside the union.
    pub(super) fn around(sight: Sight<'a>, point: IVec2) -> Self {
        Solids::new(sight, Some(sight.cells_around(&ExactPoint::of(point))), Region::Point(point))
    }

    fn none(sight: Sight<'a>) -> Self {
        Solids::new(sight, None, Region::Point(IVec2::ZERO))
    }

    fn new(sight: Sight<'a>, cells: Option<CellRect>, region: Region) -> Self {
        let cursor = cells.map(|cells| Cursor::new(sight, cells));
        Solids { sight, cursor, region, one_a_cell: false, last_cell: None }
    }

    /// The iterator with at most one whole tile a cell.
    pub(super) fn one_a_cell(self) -> Self {
        Solids { one_a_cell: true, ..self }
    }

    fn holds(&self, o: &Outline) -> bool {
        match self.region {
            Region::Point(point) => o.place(&ExactPoint::of(point)) != Place::Outside,
            Region::Box(b) => overlaps_box(o, b),
        }
    }

    /// The reported solid of a tile or an off-grid shape, if it is in the area.
    fn tell(&mut self, item: &Item<'a>) -> Option<Solid> {
        let sight = self.sight;
        if let Some((cell, layer, tile)) = item.whole() {
            let solid = sight.whole_solid(cell, layer, tile);
            // Tiles of one cell come by layer, so the first one is on the lowest layer.
            if self.one_a_cell && self.last_cell == Some(cell)
                || sight.query.filter.is_some_and(|filter| !filter(&solid))
            {
                return None;
            }
            self.last_cell = Some(cell);
            return Some(solid);
        }
        let mut pieces = (0..item.parts.len()).map(|part| item.piece(part));
        let found = pieces.find(|piece| {
            let o = sight.outline_of(piece);
            o.is_solid() && self.holds(&o) && sight.sees(piece)
        })?;
        Some(sight.solid_of_piece(&found))
    }
}

/// True if a box strictly overlaps an outline.
pub(super) fn overlaps_box(o: &Outline, b: Aabb) -> bool {
    let low = wide(b.min);
    let high = wide(b.max);
    o.planes().all(|plane| {
        // The corner of the box that leads against the normal.
        let corner = [0, 1].map(|k| if plane.normal[k] > 0 { low[k] } else { high[k] });
        plane.side_of(corner) < 0
    })
}

impl Iterator for Solids<'_> {
    type Item = Solid;

    fn next(&mut self) -> Option<Solid> {
        loop {
            let item = self.cursor.as_mut()?.next()?;
            if let Some(solid) = self.tell(&item) {
                return Some(solid);
            }
        }
    }
}

impl std::fmt::Debug for Solids<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = match self.region {
            Region::Box(aabb) => aabb,
            Region::Point(point) => Aabb { min: point, max: point },
        };
        f.debug_struct("Solids")
            .field("place", &place)
            .field("query", &self.sight.query)
            .finish_non_exhaustive()
    }
}

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
                    let name = grid.name_of(index)?;
                    let (parts, origin) = grid.parts_of(name);
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
