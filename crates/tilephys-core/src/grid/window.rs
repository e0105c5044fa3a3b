//! Window: the bits of a few cells in one register.

use super::cells::CellRect;
use super::plane::{CHUNK_MASK, CHUNK_SHIFT, bits};
use super::view::View;
use crate::direction::Direction;
use crate::tile::TileCoord;

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

impl View<'_> {
    /// The cells' whole tiles, if they are at most 8 x 4 and nothing else is solid to the mask.
    #[inline(always)]
    pub(crate) fn window(&self, r: CellRect) -> Option<Window> {
        let fits = r.col1 - r.col0 <= 7 && r.row1 - r.row0 <= 3;
        if !self.sees_all() || !fits || self.is_shaped_in(r) { None } else { self.hot_window(r) }
    }

    /// The cells that may be hit, if they are at most 8 x 4.
    #[inline(always)]
    pub(crate) fn hot_window(&self, r: CellRect) -> Option<Window> {
        let (more_cols, more_rows) = (r.col1 - r.col0, r.row1 - r.row0);
        if more_cols > 7 || more_rows > 3 {
            return None;
        }
        let columns = u64::MAX >> (63 - more_cols);
        let x = r.col0 >> CHUNK_SHIFT;
        let one_chunk = x == r.col1 >> CHUNK_SHIFT && r.row0 >> CHUNK_SHIFT == r.row1 >> CHUNK_SHIFT;
        let mut bits = 0;
        if one_chunk {
            let plane = self.hot(self.slot(x, r.row0 >> CHUNK_SHIFT));
            for k in 0..4 {
                let word = plane[((r.row0 + k) & CHUNK_MASK) as usize] >> (r.col0 & CHUNK_MASK) & columns;
                bits |= (word as u32) << (8 * k);
            }
        } else {
            for k in 0..=more_rows {
                bits |= ((self.row_across(r.col0, r.row0 + k) & columns) as u32) << (8 * k);
            }
        }
        bits &= u32::MAX >> (24 - 8 * more_rows);
        Some(Window { col: r.col0, row: r.row0, bits })
    }

    /// The cells' whole tiles, if they are at most 8 x 4, regardless of other shapes.
    #[inline]
    pub(crate) fn whole_window(&self, r: CellRect) -> Option<Window> {
        let (more_cols, more_rows) = (r.col1 - r.col0, r.row1 - r.row0);
        if more_cols > 7 || more_rows > 3 {
            return None;
        }
        let columns = u64::MAX >> (63 - more_cols);
        let (x, shift) = (r.col0 >> CHUNK_SHIFT, r.col0 & CHUNK_MASK);
        let in_two = x != r.col1 >> CHUNK_SHIFT;
        let mut bits = 0;
        if !in_two && r.row0 >> CHUNK_SHIFT == r.row1 >> CHUNK_SHIFT {
            let slot = self.slot(x, r.row0 >> CHUNK_SHIFT);
            for k in 0..4 {
                let within = ((r.row0 + k) & CHUNK_MASK) as usize;
                if k <= more_rows && self.hot(slot)[within] >> shift & columns != 0 {
                    bits |= ((self.solid(slot, within) >> shift & columns) as u32) << (8 * k);
                }
            }
            return Some(Window { col: r.col0, row: r.row0, bits });
        }
        for k in 0..=more_rows {
            let (y, within) = ((r.row0 + k) >> CHUNK_SHIFT, ((r.row0 + k) & CHUNK_MASK) as usize);
            let mut word = self.solid(self.slot(x, y), within) >> shift;
            if in_two {
                // Two shifts, because a single shift by 64 overflows.
                word |= self.solid(self.slot(x + 1, y), within) << 1 << (CHUNK_MASK - shift);
            }
            bits |= ((word & columns) as u32) << (8 * k);
        }
        Some(Window { col: r.col0, row: r.row0, bits })
    }

    /// The only hot one of at most 64 x 4 cells.
    #[inline]
    pub(super) fn only_cell(&self, r: CellRect) -> Option<(i32, i32)> {
        let (more_cols, more_rows) = (r.col1 - r.col0, r.row1 - r.row0);
        if more_cols > 63 || more_rows > 3 {
            return None;
        }
        let columns = u64::MAX >> (63 - more_cols);
        let x = r.col0 >> CHUNK_SHIFT;
        let one_chunk = x == r.col1 >> CHUNK_SHIFT && r.row0 >> CHUNK_SHIFT == r.row1 >> CHUNK_SHIFT;
        let plane = self.hot(self.slot(x, r.row0 >> CHUNK_SHIFT));
        let mut only = None;
        for row in r.row0..=r.row1 {
            let word = if one_chunk {
                plane[(row & CHUNK_MASK) as usize] >> (r.col0 & CHUNK_MASK)
            } else {
                self.row_across(r.col0, row)
            };
            let word = word & columns;
            if word != 0 {
                if only.is_some() || word & (word - 1) != 0 {
                    return None;
                }
                only = Some((r.col0 + word.trailing_zeros() as i32, row));
            }
        }
        only
    }

    /// True if these cells contain nothing for any mask, except perhaps in the cell `only`. False if they are more than four rows,
    /// or more than 8 columns of several chunks.
    #[inline(always)]
    pub(crate) fn has_only(&self, r: CellRect, only: TileCoord) -> bool {
        let (x, y) = (r.col0 >> CHUNK_SHIFT, r.row0 >> CHUNK_SHIFT);
        if x != r.col1 >> CHUNK_SHIFT || y != r.row1 >> CHUNK_SHIFT || r.row1 - r.row0 > 3 {
            return self.has_only_across(r, only);
        }
        let plane = self.hot(self.slot(x, y));
        let is_among = x == only.col >> CHUNK_SHIFT;
        let own = if is_among { 1 << (only.col & CHUNK_MASK) } else { 0 };
        // No loop over the rows, because their number is unpredictable.
        let others = |k: i32| {
            let row = r.row0 + if k < r.row1 - r.row0 { k } else { r.row1 - r.row0 };
            let own = if row == only.row { own } else { 0 };
            plane[(row & CHUNK_MASK) as usize] & !own
        };
        let columns = bits(r.col0 & CHUNK_MASK, r.col1 & CHUNK_MASK);
        (others(0) | others(1) | others(2) | others(3)) & columns == 0
    }

    /// Like [`has_only`](Self::has_only), for cells of several chunks.
    #[inline(never)]
    fn has_only_across(&self, r: CellRect, only: TileCoord) -> bool {
        let Some(Window { bits, .. }) = self.hot_window(r) else { return false };
        let (col, row) = (only.col.wrapping_sub(r.col0), only.row.wrapping_sub(r.row0));
        let is_among = (0..8).contains(&col) && (0..4).contains(&row);
        let own = if is_among { 1 << (8 * row + col) } else { 0 };
        bits & !own == 0
    }

    /// The first whole tile of the cells, row by row.
    pub(crate) fn any_solid(&self, r: CellRect) -> Option<(i32, i32)> {
        if let Some(window) = self.whole_window(r) {
            let (col, row) = Window::cell(window.bits.trailing_zeros());
            return (window.bits != 0).then_some((window.col + col, window.row + row));
        }
        let mut rows = self.rows_with_something(r.row0, r.row1, r.col0, r.col1);
        rows.find_map(|row| Some((self.first_right(row, r.col0, r.col1)?, row)))
    }

    /// 64 cells of a row from a column on, from two chunks.
    #[inline(always)]
    fn row_across(&self, col: i32, row: i32) -> u64 {
        let (x, y, within) = (col >> CHUNK_SHIFT, row >> CHUNK_SHIFT, (row & CHUNK_MASK) as usize);
        let (left, right) = (self.hot(self.slot(x, y))[within], self.hot(self.slot(x + 1, y))[within]);
        let shift = col & CHUNK_MASK;
        // Two shifts, because a single shift by 64 overflows.
        left >> shift | right << 1 << (CHUNK_MASK - shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::TileGrid;
    use crate::tile::Tile;
    use glam::UVec2;

    #[test]
    fn cells_with_a_single_tile_are_found_in_one_and_in_several_chunks() {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let (layer, tile) = (grid.add_layer("map"), grid.add_tile(Tile::default()));
        let tiles = [[63, -1], [66, -1], [61, 1], [64, 2], [2, 2]].map(|[col, row]| TileCoord::new(col, row));
        for at in tiles {
            grid.set_tile(layer, at, Some(tile));
        }
        let (view, mut counts) = (grid.view(u32::MAX), [0; 2]);
        for (col0, row0) in (58..68).flat_map(|col| (-5..4).map(move |row| (col, row))) {
            for (cols, rows) in (0..8).flat_map(|cols| (0..4).map(move |rows| (cols, rows))) {
                let r = CellRect { col0, row0, col1: col0 + cols, row1: row0 + rows };
                let is_in = |at: &TileCoord| {
                    (r.col0..=r.col1).contains(&at.col) && (r.row0..=r.row1).contains(&at.row)
                };
                for only in tiles {
                    let expected = !tiles.iter().any(|at| *at != only && is_in(at));
                    assert_eq!(view.has_only(r, only), expected, "{only:?} in {r:?}");
                    counts[usize::from(expected)] += 1;
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
    }
}
