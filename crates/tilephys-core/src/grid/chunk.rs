//! Chunks of 64 x 64 cells: solid bits by category, and tile ids by layer.

use super::off_grid::OffGridCells;
use super::plane::{CELLS, EMPTY_PLANE, Plane};
use crate::limits::CHUNK_SIZE;
use crate::tile::TileId;

/// Marks the plane of tiles with all category bits. Border walls have all categories, and would fill 32 planes a chunk.
const ALL_BITS: u8 = 32;

/// The parts of a chunk that are read only when its hot bits are set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chunk {
    /// Planes of whole tiles by category bit, or [`ALL_BITS`]; only planes in use, ascending.
    planes: Vec<(u8, Box<Plane>)>,
    /// Tile ids by layer, 0 for an empty cell; absent for layers without tiles here.
    layers: Vec<Option<Box<[u16; CELLS]>>>,
    /// Off-grid shapes, listed in every cell that they touch.
    pub(crate) off_grid: Option<Box<OffGridCells>>,
    /// Number of ids that are not 0.
    tiles: u32,
}

impl Chunk {
    /// True if the chunk is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.tiles == 0 && self.off_grid.as_ref().is_none_or(|off_grid| off_grid.is_empty())
    }

    /// Frees the chunk's contents, except the empty list of off-grid shapes, which keeps its memory.
    pub(crate) fn clear(&mut self) {
        *self = Chunk { off_grid: self.off_grid.take(), ..Chunk::default() };
    }

    /// The id that `layer` holds in a cell.
    #[inline]
    pub(crate) fn id(&self, layer: usize, cell: usize) -> u16 {
        self.layers.get(layer).and_then(Option::as_ref).map_or(0, |ids| ids[cell])
    }

    /// The lowest layer that may have tiles here, and the id that it holds in a cell.
    #[inline(always)]
    pub(super) fn lowest_layer_id(&self, cell: usize) -> (usize, u16) {
        let lowest = self.layers.iter().position(Option::is_some).unwrap_or(0);
        (lowest, self.id(lowest, cell))
    }

    /// True if any layer has a tile in cells of a row, given as bits.
    #[inline]
    pub(super) fn has_tiles_in(&self, row: usize, mut cells: u64) -> bool {
        while self.tiles != 0 && cells != 0 {
            let cell = row * CHUNK_SIZE as usize + cells.trailing_zeros() as usize;
            cells &= cells - 1;
            if self.layers.iter().flatten().any(|ids| ids[cell] != 0) {
                return true;
            }
        }
        false
    }

    /// True if an off-grid shape is listed in a cell.
    pub(super) fn lists_off_grid(&self, cell: usize) -> bool {
        let row = cell / CHUNK_SIZE as usize;
        self.off_grid.as_ref().is_some_and(|lists| lists.any[row] >> (cell % CHUNK_SIZE as usize) & 1 != 0)
    }

    /// Number of layers that may have tiles here.
    pub(crate) fn layer_count(&self) -> usize {
        self.layers.len()
    }

    /// Changes the id that `layer` holds in a cell.
    pub(crate) fn set_id(&mut self, layer: usize, cell: usize, id: u16) {
        if id == 0 && self.layers.get(layer).is_none_or(Option::is_none) {
            return;
        }
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, None);
        }
        let ids = self.layers[layer].get_or_insert_with(|| Box::new([0; CELLS]));
        self.tiles += u32::from(id != 0);
        self.tiles -= u32::from(ids[cell] != 0);
        ids[cell] = id;
    }

    /// Sets ids in empty cells of a row of `layer`, from `cell` on.
    pub(crate) fn fill(&mut self, layer: usize, cell: usize, tiles: &[Option<TileId>]) {
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, None);
        }
        let ids = self.layers[layer].get_or_insert_with(|| Box::new([0; CELLS]));
        for (id, tile) in ids[cell..].iter_mut().zip(tiles) {
            if let Some(tile) = tile {
                *id = tile.0.get();
                self.tiles += 1;
            }
        }
    }

    /// Makes a cell solid to exactly the category bits of `categories`.
    pub(crate) fn set_categories(&mut self, cell: usize, categories: u32) {
        let row = cell / CHUNK_SIZE as usize;
        let bit = 1u64 << (cell % CHUNK_SIZE as usize);
        for (_, plane) in &mut self.planes {
            plane[row] &= !bit;
        }
        self.add_categories(row, bit, categories);
    }

    /// Makes cells of a row, given as bits, solid to the category bits of `categories` too.
    pub(crate) fn add_categories(&mut self, row: usize, cells: u64, categories: u32) {
        let mut rest = if categories == u32::MAX { 1 << ALL_BITS } else { u64::from(categories) };
        while rest != 0 {
            let category = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let index = self.planes.binary_search_by_key(&category, |p| p.0).unwrap_or_else(|index| {
                self.planes.insert(index, (category, Box::new(EMPTY_PLANE)));
                index
            });
            self.planes[index].1[row] |= cells;
        }
    }

    /// The cells of a row with whole tiles of any category in `mask`.
    #[inline]
    pub(crate) fn solid(&self, row: usize, mask: u32) -> u64 {
        let wanted = u64::from(mask) | u64::from(mask != 0) << ALL_BITS;
        self.planes.iter().filter(|p| wanted >> p.0 & 1 != 0).fold(0, |word, p| word | p.1[row])
    }

    /// Bytes of the bit planes.
    pub(crate) fn plane_bytes(&self) -> usize {
        self.planes.len() * size_of::<Plane>()
    }

    /// Bytes of the tile ids.
    pub(crate) fn id_bytes(&self) -> usize {
        self.layers.iter().flatten().count() * size_of::<[u16; CELLS]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_of_all_categories_take_one_plane_and_are_solid_to_every_mask() {
        let mut chunk = Chunk::default();
        chunk.set_categories(0, u32::MAX);
        chunk.add_categories(0, 0b110, 2);
        assert_eq!(chunk.plane_bytes(), 2 * size_of::<Plane>());
        assert_eq!([0, 1, 2, 1 << 31].map(|mask| chunk.solid(0, mask)), [0, 0b1, 0b111, 0b1]);
        chunk.set_categories(0, 1 << 31);
        chunk.set_categories(1, u32::MAX);
        assert_eq!([0, 1, 2, 1 << 31].map(|mask| chunk.solid(0, mask)), [0, 0b10, 0b110, 0b11]);
    }
}
