//! Chunk geometry and bit planes: one bit a cell, for the cells of a chunk.

use super::cells::CellRect;
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

/// True if any of some cells of a chunk has its bit set.
#[inline(always)]
pub(super) fn any_in_rows(plane: &Plane, r: CellRect) -> bool {
    let more_rows = r.row1 - r.row0;
    let columns = bits(r.col0 & CHUNK_MASK, r.col1 & CHUNK_MASK);
    if more_rows <= 3 {
        // No loop over the rows of a window, because its length is unpredictable.
        let row =
            |k: i32| plane[((r.row0 + if k < more_rows { k } else { more_rows }) & CHUNK_MASK) as usize];
        return (row(0) | row(1) | row(2) | row(3)) & columns != 0;
    }
    let rows = &plane[(r.row0 & CHUNK_MASK) as usize..=(r.row1 & CHUNK_MASK) as usize];
    rows.iter().fold(0, |all, row| all | row) & columns != 0
}

/// Index of a cell in its chunk.
pub(super) fn within_chunk(at: TileCoord) -> usize {
    (((at.row & CHUNK_MASK) << CHUNK_SHIFT) | (at.col & CHUNK_MASK)) as usize
}
