//! Conversion of lattice coordinates to cells.

use crate::tile::TileCoord;
use glam::IVec2;

/// Division by a tile's edge, as a multiplication with the rounded-up reciprocal.
///
/// Exact for all `i32`: Granlund and Montgomery 1994, "Division by Invariant Integers using Multiplication", theorem 4.2, proves it
/// for 0 <= v < 2^31. A negative v is the complement of such a number, and so is its cell. In scalar code, tiles of every size
/// cost as much as tiles of a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Divisor {
    edge: i32,
    shift: u32,
    /// 2^shift / edge, rounded up: at least 2^31, so that one multiplication of 32 bits suffices.
    factor: u32,
}

impl Divisor {
    /// The divisor for tiles with an edge of `edge` units, more than zero.
    pub(crate) fn new(edge: i32) -> Self {
        debug_assert!(edge > 0);
        let shift = 31 + edge.unsigned_abs().next_power_of_two().trailing_zeros();
        let factor = (1u64 << shift).div_ceil(u64::from(edge.unsigned_abs()));
        Divisor { edge, shift, factor: u32::try_from(factor).expect("at most 2^31 times 2, less one") }
    }

    /// Edge of the tile, in lattice units.
    #[inline(always)]
    pub(crate) fn edge(self) -> i32 {
        self.edge
    }

    /// The cell of a coordinate: the quotient rounded down.
    #[inline(always)]
    pub(crate) fn cell(self, v: i32) -> i32 {
        let sign = v >> 31;
        ((u64::from((v ^ sign) as u32) * u64::from(self.factor)) >> self.shift) as i32 ^ sign
    }

    /// True if the edge is a power of two.
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

    /// The divisor of an axis, 0 for x and 1 for y.
    #[inline(always)]
    pub(crate) fn axis(self, axis: usize) -> Divisor {
        if axis == 0 { self.x } else { self.y }
    }

    /// The tile's size in units.
    #[inline(always)]
    pub(crate) fn tile(self) -> IVec2 {
        IVec2::new(self.x.edge, self.y.edge)
    }
}

/// An inclusive rectangle of cells.
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
