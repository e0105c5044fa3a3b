//! Window: the bits of a few cells in one register.

use super::cells::CellRect;
use crate::direction::Direction;

/// Whole tiles of up to 8 x 4 cells: a byte a row, a bit a column.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) col: i32,
    pub(crate) row: i32,
    pub(crate) bits: u32,
}

impl Window {
    /// Column and row within the window of a bit.
    #[inline(always)]
    pub(crate) fn cell(bit: u32) -> (i32, i32) {
        ((bit & 7) as i32, (bit >> 3) as i32)
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
