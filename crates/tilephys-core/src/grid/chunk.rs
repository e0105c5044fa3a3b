//! Chunks of 64 x 64 cells: solid bits by category, and tile ids by layer.
//!
//! Two levels of tables find a chunk, so that memory grows with the chunks that exist.

use super::cells::{CELLS, EMPTY_PLANE, Plane};
use super::off_grid::OffGridCells;
use crate::limits::{CHUNK_SIZE, PAGE};
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
    tiles: u32,
}

fn ids_of(layers: &mut Vec<Option<Box<[u16; CELLS]>>>, layer: usize) -> &mut [u16; CELLS] {
    if layers.len() <= layer {
        layers.resize(layer + 1, None);
    }
    layers[layer].get_or_insert_with(|| Box::new([0; CELLS]))
}

impl Chunk {
    pub(crate) fn is_empty(&self) -> bool {
        self.tiles == 0 && self.off_grid.as_ref().is_none_or(|off_grid| off_grid.is_empty())
    }

    /// Frees the chunk's contents, except the empty list of off-grid shapes, which keeps its memory.
    pub(crate) fn clear(&mut self) {
        *self = Chunk { off_grid: self.off_grid.take(), ..Chunk::default() };
    }

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

    pub(super) fn lists_off_grid(&self, cell: usize) -> bool {
        let row = cell / CHUNK_SIZE as usize;
        self.off_grid.as_ref().is_some_and(|lists| lists.any[row] >> (cell % CHUNK_SIZE as usize) & 1 != 0)
    }

    pub(crate) fn layer_count(&self) -> usize {
        self.layers.len()
    }

    pub(crate) fn set_id(&mut self, layer: usize, cell: usize, id: u16) {
        if id == 0 && self.layers.get(layer).is_none_or(Option::is_none) {
            return;
        }
        let ids = ids_of(&mut self.layers, layer);
        self.tiles += u32::from(id != 0);
        self.tiles -= u32::from(ids[cell] != 0);
        ids[cell] = id;
    }

    /// Sets ids in empty cells of a row of `layer`, from `cell` on.
    pub(crate) fn fill(&mut self, layer: usize, cell: usize, tiles: &[Option<TileId>]) {
        let ids = ids_of(&mut self.layers, layer);
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

    pub(crate) fn plane_bytes(&self) -> usize {
        self.planes.len() * size_of::<Plane>()
    }

    pub(crate) fn id_bytes(&self) -> usize {
        self.layers.iter().flatten().count() * size_of::<[u16; CELLS]>()
    }
}

const PAGE_SHIFT: u32 = PAGE.trailing_zeros();
const PAGE_MASK: i32 = PAGE - 1;

/// Number of slots in a page: a square of chunks, row by row. Slot 0 is the empty chunk.
const PAGE_SLOTS: usize = (PAGE * PAGE) as usize;

/// Chunk slots by chunk coordinates: a rectangle of pages, each allocated with its first chunk.
///
/// Pages are never freed; a freed slot is overwritten with 0.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    low: [i32; 2],
    width: u32,
    height: u32,
    /// Start of each page in `slots`, row by row; 0 is the page without chunks.
    table: Vec<u32>,
    slots: Vec<u32>,
}

impl Directory {
    pub(crate) fn new() -> Self {
        Directory { low: [0, 0], width: 0, height: 0, table: Vec::new(), slots: vec![0; PAGE_SLOTS] }
    }

    /// The slot of the chunk at column `x` and row `y` of chunks; 0 if there is none.
    #[inline(always)]
    pub(crate) fn slot(&self, x: i32, y: i32) -> usize {
        self.slot_in(self.page(x, y), within(x, y))
    }

    /// Start of the page of the chunk at column `x` and row `y` of chunks; beyond the table the page without chunks.
    #[inline(always)]
    pub(crate) fn page(&self, x: i32, y: i32) -> u32 {
        let px = (x >> PAGE_SHIFT).wrapping_sub(self.low[0]) as u32;
        let py = (y >> PAGE_SHIFT).wrapping_sub(self.low[1]) as u32;
        let inside = (px < self.width) & (py < self.height);
        let index = py.wrapping_mul(self.width).wrapping_add(px);
        if inside { index } else { u32::MAX }
    }

    /// The slot of a chunk by its [`page`](Self::page) and its index [`within`] it.
    #[inline(always)]
    pub(crate) fn slot_in(&self, page: u32, within: u32) -> usize {
        let from = self.table.get(page as usize).map_or(0, |from| *from);
        self.slots[(from | within) as usize] as usize
    }

    pub(crate) fn set(&mut self, x: i32, y: i32, slot: usize) {
        let at = [x >> PAGE_SHIFT, y >> PAGE_SHIFT];
        self.include(at);
        let index = ((at[1] - self.low[1]) as u32 * self.width + (at[0] - self.low[0]) as u32) as usize;
        if self.table[index] == 0 {
            self.table[index] = u32::try_from(self.slots.len()).expect("a world has fewer than 2^20 pages");
            self.slots.resize(self.slots.len() + PAGE_SLOTS, 0);
        }
        self.slots[(self.table[index] | within(x, y)) as usize] = slot as u32;
    }

    /// The slots of the chunks in row `y` of chunks from column `x0` to `x1`, including absent ones of existing pages. Skips pages
    /// without chunks at the cost of one lookup each.
    pub(crate) fn row_slots(&self, y: i32, [x0, x1]: [i32; 2]) -> impl Iterator<Item = usize> + '_ {
        let py = (y >> PAGE_SHIFT).wrapping_sub(self.low[1]) as u32;
        let low = (x0 >> PAGE_SHIFT).max(self.low[0]);
        let high = (x1 >> PAGE_SHIFT).min(self.low[0] + self.width as i32 - 1);
        let high = if py < self.height { high } else { low - 1 };
        let pages = (low..=high).filter_map(move |px| {
            let from = self.table[(py * self.width + (px - self.low[0]) as u32) as usize];
            (from != 0).then_some((px << PAGE_SHIFT, from))
        });
        pages.flat_map(move |(first, from)| {
            let columns = x0.max(first)..=x1.min(first | PAGE_MASK);
            columns.map(move |x| self.slots[(from | within(x, y)) as usize] as usize)
        })
    }

    pub(crate) fn slots(&self) -> impl Iterator<Item = (i32, i32, usize)> + '_ {
        self.table.iter().enumerate().filter(|(_, page)| **page != 0).flat_map(move |(index, &page)| {
            let x0 = (self.low[0] + (index as u32 % self.width) as i32) << PAGE_SHIFT;
            let y0 = (self.low[1] + (index as u32 / self.width) as i32) << PAGE_SHIFT;
            self.slots[page as usize..][..PAGE_SLOTS].iter().enumerate().filter(|(_, slot)| **slot != 0).map(
                move |(i, &slot)| (x0 + (i as i32 & PAGE_MASK), y0 + (i as i32 >> PAGE_SHIFT), slot as usize),
            )
        })
    }

    /// Grows the rectangle of pages to contain `at`.
    fn include(&mut self, at: [i32; 2]) {
        let low = self.low;
        let size = [self.width as i32, self.height as i32];
        if self.table.is_empty() {
            self.low = at;
            self.width = 1;
            self.height = 1;
            self.table = vec![0];
            return;
        }
        let new_low = [low[0].min(at[0]), low[1].min(at[1])];
        let new_size = [0, 1].map(|k| (low[k] + size[k]).max(at[k] + 1) - new_low[k]);
        if new_size == size {
            return;
        }
        let mut table = vec![0; new_size[0] as usize * new_size[1] as usize];
        // Pages stay where they are in `slots`. Only the table of their starts is laid out anew.
        for (row, pages) in self.table.chunks(size[0] as usize).enumerate() {
            let y = row + (low[1] - new_low[1]) as usize;
            let from = y * new_size[0] as usize + (low[0] - new_low[0]) as usize;
            table[from..from + pages.len()].copy_from_slice(pages);
        }
        self.low = new_low;
        self.width = new_size[0] as u32;
        self.height = new_size[1] as u32;
        self.table = table;
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.table.len() + self.slots.len()) * size_of::<u32>()
    }
}

#[inline(always)]
pub(crate) fn within(x: i32, y: i32) -> u32 {
    (((y & PAGE_MASK) << PAGE_SHIFT) | (x & PAGE_MASK)) as u32
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

    #[test]
    fn slots_survive_growth_on_every_side_and_absent_ones_are_zero() {
        let mut directory = Directory::new();
        assert_eq!(directory.slot(3, -9), 0);
        let at = [(0, 0), (-1, 0), (70, -200), (-8192, 8191), (63, 64), (8191, -8192)];
        for (i, &(x, y)) in at.iter().enumerate() {
            directory.set(x, y, i + 1);
            for (k, &(x, y)) in at.iter().enumerate() {
                assert_eq!(directory.slot(x, y), if k <= i { k + 1 } else { 0 }, "chunk {k} after {i}");
            }
        }
        assert_eq!(directory.slot(1, 0), 0);
        assert!(
            directory.bytes() < 512 * 1024,
            "{} bytes for six chunks across the world",
            directory.bytes()
        );
    }
}
