//! Point queries and box queries: the tiles and off-grid shapes in some cells, each once, in order.

use super::outline::{Outline, wide};
use super::query_view::{ExactPoint, Place, Sight};
use super::{Query, Solid};
use crate::aabb::Aabb;
use crate::grid::{CellRect, NO_BOX, Piece, PieceName, TileGrid};
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
    #[doc(alias("intersect_shape", "query_rect"))]
    pub fn solids_in<'a>(&'a self, aabb: Aabb, query: impl Into<Query<'a>>) -> impl Iterator<Item = Solid> {
        aabb.assert_in_world();
        solids_within(Sight::new(self, query.into()), aabb, false)
    }

    /// Point query: all solids that contain the point, in the order of [`solids_in`](Self::solids_in).
    ///
    /// A point on the outside of the union is not inside, because touching is no overlap. Seams are no gaps: a point between
    /// adjoining solids is inside, slopes included, and all of the solids are reported. So a point is inside if every
    /// direction from it leads into a solid. (For the cell under a pointer, edges included, use [`cell_at`](Self::cell_at) and
    /// [`tile`](Self::tile).) The point may lie anywhere in `i32`.
    #[doc(alias("intersect_point", "query_point"))]
    pub fn solids_at<'a>(&'a self, point: IVec2, query: impl Into<Query<'a>>) -> impl Iterator<Item = Solid> {
        let sight = Sight::new(self, query.into());
        let is_inside = sight.is_inside(&ExactPoint::of(point));
        is_inside.then(|| solids_around(sight, point, false)).into_iter().flatten()
    }
}

/// The solids that overlap a box. With `one_a_cell`, only the first of several whole tiles in a cell.
pub(super) fn solids_within(sight: Sight, aabb: Aabb, one_a_cell: bool) -> impl Iterator<Item = Solid> {
    let cells = sight.view.cells().covered(aabb.min, aabb.max);
    solids(sight, cells, one_a_cell, move |o| overlaps_box(o, aabb))
}

/// Like [`solids_within`], for a point inside the union, edges included.
pub(super) fn solids_around(sight: Sight, point: IVec2, one_a_cell: bool) -> impl Iterator<Item = Solid> {
    let spot = ExactPoint::of(point);
    solids(sight, sight.cells_around(&spot), one_a_cell, move |o| o.place(&spot) != Place::Outside)
}

/// The solids in some cells whose parts `holds` accepts.
fn solids(
    sight: Sight,
    cells: CellRect,
    one_a_cell: bool,
    holds: impl Fn(&Outline) -> bool,
) -> impl Iterator<Item = Solid> {
    let mut last_cell = None;
    items(sight, cells).filter_map(move |item| {
        if let Some((cell, layer, tile)) = item.whole() {
            // Tiles of one cell come by layer, so the first one is on the lowest layer.
            let is_hidden = one_a_cell && last_cell == Some(cell);
            let solid = sight.whole_solid(cell, layer, tile);
            if is_hidden || sight.query.filter.is_some_and(|filter| !filter(&solid)) {
                return None;
            }
            last_cell = Some(cell);
            return Some(solid);
        }
        let found = item.pieces().find(|piece| {
            let o = sight.outline_of(piece);
            o.is_solid() && holds(&o) && sight.sees(piece)
        })?;
        Some(sight.solid_of_piece(&found))
    })
}

fn overlaps_box(o: &Outline, b: Aabb) -> bool {
    let low = wide(b.min);
    let high = wide(b.max);
    o.planes().all(|plane| {
        // The corner of the box that leads against the normal.
        let corner = [0, 1].map(|k| if plane.normal[k] > 0 { low[k] } else { high[k] });
        plane.side_of(corner) < 0
    })
}

#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    /// Convex parts; empty for a whole tile.
    parts: &'a [Convex],
    origin: IVec2,
    name: PieceName,
}

impl<'a> Item<'a> {
    pub(super) fn whole(&self) -> Option<(TileCoord, LayerId, TileId)> {
        let cell = TileCoord::new(self.name.col, self.name.row);
        self.parts.is_empty().then(|| (cell, LayerId::from_index(self.name.layer.into()), self.name.tile))
    }

    pub(super) fn pieces(self) -> impl Iterator<Item = Piece<'a>> {
        let Item { parts, origin, name } = self;
        (0..).zip(parts).map(move |(index, part)| Piece {
            part,
            origin,
            name: PieceName { part: index, ..name },
        })
    }
}

/// First the tiles in the cells, by row, column and layer. The other shapes follow, by the row and column of the first cell that they
/// share with the query. In a cell, off-grid shapes by age precede tiles by row, column and layer.
pub(super) fn items(sight: Sight, cells: CellRect) -> impl Iterator<Item = Item> {
    let view = sight.view;
    let grid = view.grid;
    let tiles = view.candidate_cells(cells).flat_map(move |cell| {
        let TileCoord { col, row } = cell;
        grid.tiles_in(cell).filter(move |(_, tile)| view.sees(*tile)).filter_map(move |(layer, tile)| {
            // A tile whose parts reach beyond its cell comes later, with the off-grid shapes.
            let parts = grid.parts_in_cell(tile)?;
            let name = PieceName { row, col, off_grid: NO_BOX, layer: layer.0, part: 0, tile };
            Some(Item { parts, origin: IVec2::new(col, row) * grid.tile_size(), name })
        })
    });
    let cells_with_loose = (grid.box_count != 0).then(|| view.candidate_cells(cells)).into_iter().flatten();
    let loose = cells_with_loose.flat_map(move |cell| {
        view.loose_in(cell).filter_map(move |(index, shape)| {
            // A shape is reported in the first visited cell that it touches. (It may be listed in others around.)
            let low = grid.cell_at(shape.aabb.min);
            let first = TileCoord::new(low.col.max(cells.col0), low.row.max(cells.row0));
            let is_reported = shape.of_cell.is_some() && grid.parts_in_cell(shape.tile).is_some();
            if first != cell || is_reported {
                return None;
            }
            let name = grid.name_of(index)?;
            let (parts, origin) = grid.parts_of(name);
            Some(Item { parts, origin, name })
        })
    });
    tiles.chain(loose)
}
