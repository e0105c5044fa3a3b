//! Cells of a grid: from lattice coordinates to cells, rectangles of cells, and bits of cells in a chunk or a window.

use crate::direction::Direction;
use crate::limits::CHUNK_SIZE;
use crate::tile::TileCoord;
use glam::IVec2;

/// Division by a tile's edge, as a multiplication with the rounded-up reciprocal.
///
/// Exact for all `i32`: Granlund and Montgomery 1994, "Division by Invariant Integers using Multiplication", theorem 4.2, proves it
/// for 0 <= v < 2^31. A negative v is the complement of such a number, and so is its cell. In scalar code, tiles of every size
/// cost as much as tiles of a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Divisor {
    pub(crate) edge: i32,
    shift: u32,
    /// 2^shift / edge, rounded up: at least 2^31, so that one multiplication of 32 bits suffices.
    factor: u32,
}

impl Divisor {
    pub(crate) fn new(edge: i32) -> Self {
        debug_assert!(edge > 0);
        let shift = 31 + edge.unsigned_abs().next_power_of_two().trailing_zeros();
        let factor = (1u64 << shift).div_ceil(u64::from(edge.unsigned_abs()));
        Divisor { edge, shift, factor: u32::try_from(factor).expect("at most 2^31 times 2, less one") }
    }

    /// The cell of a coordinate: the quotient rounded down.
    #[inline(always)]
    pub(crate) fn cell(self, v: i32) -> i32 {
        let sign = v >> 31;
        ((u64::from((v ^ sign) as u32) * u64::from(self.factor)) >> self.shift) as i32 ^ sign
    }

    #[inline(always)]
    pub(crate) fn is_power_of_two(self) -> bool {
        self.edge & (self.edge - 1) == 0
    }

    /// Like [`cell`](Self::cell). `POWER` may be true only if the edge is a power of two: a shift then divides.
    ///
    /// Vectors have no product of 32 bits with a high half, so a division takes a dozen instructions more.
    #[inline(always)]
    pub(crate) fn cell_by<const POWER: bool>(self, v: i32) -> i32 {
        if POWER { v >> self.edge.trailing_zeros() } else { self.cell(v) }
    }
}

/// Tile size of a grid, as the divisors of both axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cells {
    pub(crate) x: Divisor,
    pub(crate) y: Divisor,
}

impl Cells {
    pub(crate) fn new(tile: IVec2) -> Self {
        Cells { x: Divisor::new(tile.x), y: Divisor::new(tile.y) }
    }

    #[inline(always)]
    pub(crate) fn axis(self, axis: usize) -> Divisor {
        if axis == 0 { self.x } else { self.y }
    }

    #[inline(always)]
    pub(crate) fn tile(self) -> IVec2 {
        IVec2::new(self.x.edge, self.y.edge)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellRect {
    pub(crate) col0: i32,
    pub(crate) row0: i32,
    pub(crate) col1: i32,
    pub(crate) row1: i32,
}

impl CellRect {
    pub(crate) fn holds(self, at: TileCoord) -> bool {
        (self.col0..=self.col1).contains(&at.col) && (self.row0..=self.row1).contains(&at.row)
    }

    pub(crate) fn cells(self) -> impl Iterator<Item = TileCoord> {
        let cols = move |row| (self.col0..=self.col1).map(move |col| TileCoord::new(col, row));
        (self.row0..=self.row1).flat_map(cols)
    }

    /// Calls `visit` with column and row of each chunk that has some of the cells, and with these cells, until it returns true;
    /// returns whether it did.
    #[inline(always)]
    pub(crate) fn any_chunk(self, mut visit: impl FnMut(i32, i32, CellRect) -> bool) -> bool {
        // Half-open ranges take fewer instructions than closed ones.
        for y in self.row0 >> CHUNK_SHIFT..(self.row1 >> CHUNK_SHIFT) + 1 {
            for x in self.col0 >> CHUNK_SHIFT..(self.col1 >> CHUNK_SHIFT) + 1 {
                let within = CellRect {
                    col0: self.col0.max(x << CHUNK_SHIFT),
                    row0: self.row0.max(y << CHUNK_SHIFT),
                    col1: self.col1.min(x << CHUNK_SHIFT | CHUNK_MASK),
                    row1: self.row1.min(y << CHUNK_SHIFT | CHUNK_MASK),
                };
                if visit(x, y, within) {
                    return true;
                }
            }
        }
        false
    }
}

impl Cells {
    /// The cells that a box strictly overlaps; its size is more than zero on both axes.
    #[inline(always)]
    pub(crate) fn covered(self, min: IVec2, max: IVec2) -> CellRect {
        CellRect {
            col0: self.x.cell(min.x),
            row0: self.y.cell(min.y),
            col1: self.x.cell(max.x - 1),
            row1: self.y.cell(max.y - 1),
        }
    }
}

pub(crate) const CHUNK_SHIFT: u32 = CHUNK_SIZE.trailing_zeros();
pub(crate) const CHUNK_MASK: i32 = CHUNK_SIZE - 1;

pub(crate) const CELLS: usize = (CHUNK_SIZE * CHUNK_SIZE) as usize;

/// Bits of the cells of a chunk: a word is a row, a bit is a column.
pub(crate) type Plane = [u64; CHUNK_SIZE as usize];

pub(crate) const EMPTY_PLANE: Plane = [0; CHUNK_SIZE as usize];

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

pub(super) fn within_chunk(at: TileCoord) -> usize {
    (((at.row & CHUNK_MASK) << CHUNK_SHIFT) | (at.col & CHUNK_MASK)) as usize
}

/// Whole tiles of up to 8 x 4 cells: a byte a row, a bit a column.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) col: i32,
    pub(crate) row: i32,
    pub(crate) bits: u32,
}

impl Window {
    #[inline(always)]
    pub(crate) fn cell(bit: u32) -> (i32, i32) {
        ((bit & 7) as i32, (bit >> 3) as i32)
    }

    /// The bits of the first cell and so many further columns and rows.
    #[inline(always)]
    pub(crate) fn bits_of(more_cols: u32, more_rows: u32) -> u32 {
        // Copies the byte of columns to each row: the carry-free product of two words.
        (0xFF >> (7 - more_cols)) * (0x0101_0101 >> (24 - 8 * more_rows))
    }

    /// The sides of the cells `own` with adjacent tiles in the window. The window covers the cells `grown`, at most one more on each
    /// side. One bit a direction, in their order.
    #[inline(always)]
    pub(crate) fn sides_beside(self, grown: CellRect, own: CellRect) -> u8 {
        let columns = (0xFF_u32 >> (7 - (own.col1 - own.col0))) << (own.col0 - grown.col0);
        let rows = (0x0101_0101_u32 >> (24 - 8 * (own.row1 - own.row0))) << (8 * (own.row0 - grown.row0));
        let up = self.bits & columns;
        let down = self.bits >> (8 * (grown.row1 - grown.row0)) & columns;
        let left = self.bits & rows;
        let right = self.bits >> (grown.col1 - grown.col0) & rows;
        let bit = |word: u32, direction: Direction| u8::from(word != 0) << direction as u8;
        bit(up, Direction::Up)
            | bit(right, Direction::Right)
            | bit(down, Direction::Down)
            | bit(left, Direction::Left)
    }

    /// The tiles that a motion may hit first: excludes tiles behind solid neighbours on both sides through which it would enter.
    #[inline(always)]
    pub(crate) fn can_be_first(self, forth: [bool; 2]) -> u32 {
        let bits = self.bits;
        let before_x = if forth[0] { bits << 1 & 0xFEFE_FEFE } else { bits >> 1 & 0x7F7F_7F7F };
        let before_y = if forth[1] { bits << 8 } else { bits >> 8 };
        bits & !(before_x & before_y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quotients_rounded_down_for_every_edge_and_sign() {
        let mut v = 1u32;
        for edge in
            [1, 2, 3, 255, 256, 2048, 4095, 4096, 4097, 4608, 17_920, 1_000_003, i32::MAX - 1, i32::MAX]
        {
            let divisor = Divisor::new(edge);
            for k in 0..2000i64 {
                v = v.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let multiple = i64::from(edge) * k;
                for at in [multiple - 1, multiple, multiple + 1, i64::from(v as i32), i64::from(i32::MAX) - k]
                {
                    for at in [at, -at - 1] {
                        if let Ok(at) = i32::try_from(at) {
                            assert_eq!(divisor.cell(at), at.div_euclid(edge), "{at} / {edge}");
                            if divisor.is_power_of_two() {
                                assert_eq!(divisor.cell_by::<true>(at), at.div_euclid(edge), "{at} / {edge}");
                            }
                        }
                    }
                }
            }
        }
    }
}
