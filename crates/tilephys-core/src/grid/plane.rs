//! Bit plane: one bit a cell, for the cells of a chunk.

use crate::constants::CHUNK;

/// Bits of the cells of a chunk: a word is a row, a bit is a column.
pub(crate) type Plane = [u64; CHUNK as usize];

/// The plane without set bits.
pub(crate) const EMPTY_PLANE: Plane = [0; CHUNK as usize];
