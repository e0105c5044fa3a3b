//! Changing the map. Every edit is seen by the next query.

use super::chunk::Chunk;
use super::contacts::assert_in_world;
use super::loose::LooseCells;
use super::plane::EMPTY_PLANE;
use super::{BoxId, CHUNK_MASK, CHUNK_SHIFT, LooseBox, TileGrid, within_chunk};
use crate::aabb::Aabb;
use crate::constants::WORLD_LIMIT;
use crate::shape::TileShape;
use crate::tile::{LayerId, TileCoord, TileId};

impl TileGrid {
    /// Puts `tile` into a cell of `layer`, or empties it there. O(1): one cell of one chunk is touched.
    ///
    /// # Panics
    /// If the cell reaches beyond the world (8,388,607 px either way), or if the layer or the tile is not this grid's.
    pub fn set_tile(&mut self, layer: LayerId, at: TileCoord, tile: Option<TileId>) {
        assert!(layer.index() < self.layers.len(), "layer {} is not of this grid", layer.index());
        assert!(tile.is_none_or(|t| t.index() < self.tiles.len()), "tile {tile:?} is not of this grid");
        assert!(self.holds_cell(at), "cell ({}, {}) reaches beyond the world", at.col, at.row);
        let cell = within_chunk(at);
        let slot = match (self.place(at).0, tile) {
            (0, None) => return,
            (0, Some(_)) => self.open_chunk(at),
            (slot, _) => slot,
        };
        self.chunks[slot].set_id(layer.index(), cell, tile.map_or(0, |t| t.0.get()));
        let categories = self.categories_in(slot, cell);
        self.chunks[slot].set_categories(cell, categories);
        self.refresh(slot, cell, at);
    }

    /// Adds a static box at any place of the lattice: for what does not fit a cell. Hits on it name `layer` and `tile`.
    ///
    /// # Panics
    /// If the box has no area or reaches beyond the world, or if the layer or the tile is not this grid's.
    pub fn add_box(&mut self, layer: LayerId, aabb: Aabb, tile: TileId) -> BoxId {
        assert!(layer.index() < self.layers.len(), "layer {} is not of this grid", layer.index());
        assert!(tile.index() < self.tiles.len(), "tile {tile:?} is not of this grid");
        assert_in_world(aabb);
        let id = BoxId(u32::try_from(self.boxes.len()).expect("a grid holds at most 2^32 boxes"));
        self.boxes.push(Some(LooseBox { aabb, layer, tile }));
        self.box_count += 1;
        self.for_cells_of(aabb, |grid, at| {
            let slot = match grid.place(at).0 {
                0 => grid.open_chunk(at),
                slot => slot,
            };
            let list = grid.chunks[slot].loose.get_or_insert_with(|| Box::new(LooseCells::new()));
            list.insert(within_chunk(at), id.0);
            grid.refresh(slot, within_chunk(at), at);
        });
        id
    }

    /// Removes a box; nothing happens if it is gone already.
    pub fn remove_box(&mut self, id: BoxId) {
        let Some(old) = self.boxes.get_mut(id.index()).and_then(Option::take) else { return };
        self.box_count -= 1;
        self.for_cells_of(old.aabb, |grid, at| {
            let (slot, cell) = grid.place(at);
            if let Some(list) = &mut grid.chunks[slot].loose {
                list.remove(cell, id.0);
                if list.is_empty() {
                    grid.chunks[slot].loose = None;
                }
            }
            grid.refresh(slot, cell, at);
        });
    }

    /// Does the whole cell lie in the world?
    fn holds_cell(&self, at: TileCoord) -> bool {
        let inside = |cell: i32, edge: i32| {
            let low = i64::from(cell) * i64::from(edge);
            low >= -i64::from(WORLD_LIMIT) && low + i64::from(edge) <= i64::from(WORLD_LIMIT)
        };
        inside(at.col, self.cells.x.edge()) && inside(at.row, self.cells.y.edge())
    }

    /// The category bits of a cell's whole tiles, all layers together.
    fn categories_in(&self, slot: usize, cell: usize) -> u32 {
        let chunk = &self.chunks[slot];
        (0..chunk.layer_count()).fold(0, |bits, layer| match chunk.id(layer, cell) {
            0 => bits,
            id => match &self.tiles[usize::from(id) - 1] {
                tile if tile.shape == TileShape::Full => bits | tile.category,
                _ => bits,
            },
        })
    }

    /// Brings a cell's hot bit up to date, and gives the chunk back if nothing is left in it.
    fn refresh(&mut self, slot: usize, cell: usize, at: TileCoord) {
        let (row, bit) = (cell >> CHUNK_SHIFT, 1u64 << (cell & CHUNK_MASK as usize));
        let chunk = &self.chunks[slot];
        let loose = chunk.loose.as_ref().is_some_and(|l| l.any[row] & bit != 0);
        if loose || chunk.solid(row, u32::MAX) & bit != 0 {
            self.hot[slot][row] |= bit;
        } else {
            self.hot[slot][row] &= !bit;
        }
        let occupied = u64::from(self.hot[slot][row] != 0) << row;
        self.occupied[slot] = self.occupied[slot] & !(1 << row) | occupied;
        if chunk.is_empty() {
            self.chunks[slot] = Chunk::default();
            self.directory.set(at.col >> CHUNK_SHIFT, at.row >> CHUNK_SHIFT, 0);
            self.free.push(slot);
        }
    }

    fn open_chunk(&mut self, at: TileCoord) -> usize {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.hot.push(EMPTY_PLANE);
            self.occupied.push(0);
            self.chunks.push(Chunk::default());
            self.chunks.len() - 1
        });
        self.directory.set(at.col >> CHUNK_SHIFT, at.row >> CHUNK_SHIFT, slot);
        slot
    }

    fn for_cells_of(&mut self, aabb: Aabb, mut visit: impl FnMut(&mut Self, TileCoord)) {
        let covered = self.cells.covered(aabb.min, aabb.max);
        for row in covered.row0..=covered.row1 {
            for col in covered.col0..=covered.col1 {
                visit(self, TileCoord::new(col, row));
            }
        }
    }
}
