//! Bulk edits: many cells of a row at once, for map loading.

use super::plane::{CHUNK_MASK, within_chunk};
use super::tile_grid::TileGrid;
use crate::limits::CHUNK_SIZE;
use crate::tile::{LayerId, TileCoord, TileId};

impl TileGrid {
    /// Sets tiles in cells of `layer`, from `at` on rightward. A `None` leaves its cell unchanged.
    ///
    /// Equivalent to [`set_tile`](Self::set_tile) for each tile, at a fraction of the time.
    ///
    /// # Panics
    /// If a cell that gets a tile reaches beyond the world (±8,388,607 px), or if the layer or a tile belongs to another grid.
    pub fn set_row(&mut self, layer: LayerId, at: TileCoord, tiles: &[Option<TileId>]) {
        let mut col = at.col;
        let mut rest = tiles;
        while !rest.is_empty() {
            let room = (CHUNK_SIZE - (col & CHUNK_MASK)) as usize;
            let (run, after) = rest.split_at(room.min(rest.len()));
            if !self.fill(layer, TileCoord::new(col, at.row), run) {
                for (i, tile) in run.iter().enumerate().filter(|(_, tile)| tile.is_some()) {
                    self.set_tile(layer, TileCoord::new(col + i as i32, at.row), *tile);
                }
            }
            // A row may end at the greatest column number.
            col = col.saturating_add(run.len() as i32);
            rest = after;
        }
    }

    /// Fills empty cells of one chunk and row with tiles that lie within their cells. Returns false and changes nothing if the
    /// tiles or cells are not that simple.
    fn fill(&mut self, layer: LayerId, at: TileCoord, run: &[Option<TileId>]) -> bool {
        let ends = [run.iter().position(Option::is_some), run.iter().rposition(Option::is_some)];
        let [Some(first), Some(last)] = ends else { return true };
        let col = |i: usize| TileCoord::new(at.col + i as i32, at.row);
        let (slot, cell) = self.slot_and_cell(at);
        let lies_within = |run: &[Option<TileId>]| {
            run[0].is_none_or(|t| self.kinds.get(t.index()).is_some_and(|kind| !kind.overhangs))
        };
        // Only where whole words give the result of `set_tile`: no history, other shapes, regions or old
        // tiles.
        let is_plain = self.first_map.is_none()
            && layer.index() < self.layers.len()
            && [first, last].iter().all(|i| self.holds_cell(col(*i)))
            && self.chunks[slot].off_grid.is_none()
            && self.region_cells[slot].is_empty()
            && run.chunk_by(|a, b| a == b).all(lies_within)
            && (first..=last).all(|i| run[i].is_none() || self.chunks[slot].id(layer.index(), cell + i) == 0);
        if !is_plain {
            return false;
        }
        let slot = if slot == 0 { self.open_chunk(at) } else { slot };
        let row = within_chunk(at) / CHUNK_SIZE as usize;
        let mut bit = at.col & CHUNK_MASK;
        self.chunks[slot].fill(layer.index(), cell, run);
        // Maps have long runs of one tile, so each run is looked up and marked once.
        for same in run.chunk_by(|a, b| a == b) {
            let cells = u64::MAX >> (u64::BITS as usize - same.len()) << bit;
            bit += same.len() as i32;
            let Some(tile) = same[0] else { continue };
            let category = self.tiles[tile.index()].category;
            let kind = &self.kinds[tile.index()];
            if kind.parts.is_empty() {
                self.chunks[slot].add_categories(row, cells, category);
            }
            if kind.marks_cells() && category != 0 {
                // Counted before the bits are set: cells marked before must not count twice.
                let new = cells & !self.shaped[slot][row];
                self.shaped_cells += new.count_ones() as usize;
                self.shaped[slot][row] |= cells;
            }
            if category != 0 {
                self.hot[slot][row] |= cells;
                self.occupied[slot] |= 1 << row;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::aabb::Aabb;
    use crate::grid::{Region, TileGrid};
    use crate::limits::MAX_LAYERS;
    use crate::shape::{Part, Polygon, TileShape};
    use crate::tile::{LayerId, Tile, TileCoord, TileId};
    use glam::{IVec2, UVec2};

    /// One kind of every sort: whole, without a category, slope, and extending beyond its cell.
    fn grid() -> (TileGrid, Vec<TileId>, [LayerId; 2]) {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let triangle = |edge| Polygon::new(&[IVec2::ZERO, IVec2::new(edge, 0), IVec2::new(0, edge)]);
        let [within, beyond] = [4096, 9000].map(|edge| TileShape::Parts(vec![Part::Solid(triangle(edge))]));
        let shapes = [TileShape::Full, within, beyond];
        let kinds = shapes.iter().flat_map(|shape| {
            [0, 1, 6].map(|category| Tile { shape: shape.clone(), category, ..Tile::default() })
        });
        let kinds = kinds.collect::<Vec<_>>().into_iter().map(|tile| grid.add_tile(tile)).collect();
        let layers = ["a", "b"].map(|name| grid.add_layer(name));
        (grid, kinds, layers)
    }

    #[test]
    fn set_row_matches_set_tile_for_each_cell() {
        let mut random = 7_u32;
        let mut next = move |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        for off_grid in [false, true] {
            let (mut rows, kinds, layers) = grid();
            if off_grid {
                let aabb = Aabb { min: IVec2::new(-900, 300), max: IVec2::new(9000, 9999) };
                rows.add_box(layers[0], aabb, kinds[1]);
                rows.add_region(Region::new(aabb));
            }
            let mut cells = rows.clone();
            for _ in 0..400 {
                let at = TileCoord::new(next(300) as i32 - 150, next(70) as i32 - 20);
                let layer = layers[next(2) as usize];
                let mostly = next(kinds.len() as u32) as usize;
                let tiles: Vec<_> = (0..next(150))
                    .map(|_| match next(9) {
                        0 => None,
                        1 => Some(kinds[next(kinds.len() as u32) as usize]),
                        _ => Some(kinds[mostly]),
                    })
                    .collect();
                rows.set_row(layer, at, &tiles);
                for (col, tile) in (at.col..).zip(&tiles).filter(|(_, tile)| tile.is_some()) {
                    cells.set_tile(layer, TileCoord::new(col, at.row), *tile);
                }
            }
            assert!(rows.tiles().count() > 5000);
            assert_eq!(format!("{rows:?}"), format!("{cells:?}"), "off the grid: {off_grid}");
        }
    }

    #[test]
    fn a_row_may_reach_beyond_the_world_where_it_is_empty() {
        let (mut grid, kinds, layers) = grid();
        let last = 8_388_607 / 16 - 1;
        grid.set_row(layers[0], TileCoord::new(last, 0), &[Some(kinds[1]), None]);
        grid.set_row(layers[0], TileCoord::new(i32::MAX, 0), &[None, None]);
        assert_eq!(grid.tiles().count(), 1);
        let beyond = std::panic::catch_unwind(move || {
            grid.set_row(layers[0], TileCoord::new(last, 0), &[None, Some(kinds[1])]);
        });
        assert!(beyond.is_err());
    }

    #[test]
    #[should_panic(expected = "is not of this grid")]
    fn a_layer_of_another_grid_is_refused() {
        let (mut grid, kinds, _) = grid();
        grid.set_row(LayerId::from_index(MAX_LAYERS - 1), TileCoord::new(0, 0), &[Some(kinds[1])]);
    }
}
