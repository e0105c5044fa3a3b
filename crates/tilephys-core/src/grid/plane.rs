//! One bit a cell, for the cells of a chunk.

use crate::constants::CHUNK;

/// Word = row, bit = column.
pub(crate) type Plane = [u64; CHUNK as usize];

/// No cell.
pub(crate) const EMPTY_PLANE: Plane = [0; CHUNK as usize];
