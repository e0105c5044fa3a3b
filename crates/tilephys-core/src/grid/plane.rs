//! Chunk geometry and bit planes: one bit a cell, for the cells of a chunk.

use crate::limits::CHUNK_SIZE;
use crate::tile::TileCoord;

pub(crate) const CHUNK_SHIFT: u32 = CHUNK_SIZE.trailing_zeros();
pub(crate) const CHUNK_MASK: i32 = CHUNK_SIZE - 1;

/// Number of cells in a chunk.
pub(crate) const CELLS: usize = (CHUNK_SIZE * CHUNK_SIZE) as usize;

/// Bits of the cells of a chunk: a word is a row, a bit is a column.
pub(crate) type Plane = [u64; CHUNK_SIZE as usize];

/// The plane without set bits.
pub(crate) const EMPTY_PLANE: Plane = [0; CHUNK_SIZE as usize];

/// The bits `from..=to` of a word.
#[inline(always)]
pub(crate) fn bits(from: i32, to: i32) -> u64 {
    debug_assert!(0 <= from && from <= to && to < 64);
    (u64::MAX << from) & (u64::MAX >> (63 - to))
}

/// Index of a cell in its chunk.
pub(super) fn within_chunk(at: TileCoord) -> usize {
    (((at.row & CHUNK_MASK) << CHUNK_SHIFT) | (at.col & CHUNK_MASK)) as usize
}
