//! Bit plane: one bit a cell, for the cells of a chunk.

use crate::limits::CHUNK_SIZE;

/// Bits of the cells of a chunk: a word is a row, a bit is a column.
pub(crate) type Plane = [u64; CHUNK_SIZE as usize];

/// The plane without set bits.
pub(crate) const EMPTY_PLANE: Plane = [0; CHUNK_SIZE as usize];
