//! Uniform grid of the broad phase: rows of cells, as high and wide as most boxes, hashed into a table with a list per cell.

use crate::aabb::Aabb;
use glam::I64Vec2;

/// Boxes whose sizes are sampled for the cell size.
const SAMPLES: usize = 256;

/// Rows or columns from which a box goes to the separate list of large boxes.
pub(super) const MAX_SPAN: u32 = 8;

/// Rows and columns of cells, and the mapping of each cell to a table.
///
/// The cells of a row are consecutive in the table, which wraps around; each row begins at another index. So a table as long as
/// the number of boxes serves a plane of any size and shape, and distant boxes cost nothing extra. Fibonacci hashing spreads
/// the beginnings of neighbouring rows (Knuth, "The Art of Computer Programming", volume 3, 6.4).
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    /// Shifts from lattice units to columns and rows.
    shift_x: u32,
    shift_y: u32,
    /// Bits of an index into the table.
    bits: u32,
}

impl Default for Cells {
    fn default() -> Self {
        Cells { shift_x: 0, shift_y: 0, bits: 1 }
    }
}

/// The cells of a box; the box is listed in the first column of each of its rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) first_row: i32,
    pub(super) last_row: i32,
    pub(super) first_column: i32,
    pub(super) last_column: i32,
}

impl Span {
    /// Rows after the first.
    #[inline]
    pub(super) fn more_rows(self) -> u32 {
        self.last_row.wrapping_sub(self.first_row) as u32
    }

    /// Columns after the first.
    #[inline]
    pub(super) fn more_columns(self) -> u32 {
        self.last_column.wrapping_sub(self.first_column) as u32
    }
}

impl Cells {
    /// Cells for these boxes: larger than three in four of them. The sizes of the others have no influence.
    pub(super) fn of(boxes: &[Aabb]) -> Self {
        let mut widths = [0usize; 33];
        let mut heights = [0usize; 33];
        // A sample suffices: the sizes only decide the speed.
        let apart = boxes.len().div_ceil(SAMPLES).max(1);
        let mut count = 0;
        for aabb in boxes.iter().step_by(apart) {
            widths[bit_length(aabb.min.x, aabb.max.x)] += 1;
            heights[bit_length(aabb.min.y, aabb.max.y)] += 1;
            count += 1;
        }
        let most = count * 3 / 4;
        let [width, height] = [widths, heights].map(|lengths| {
            let mut smaller = 0;
            let suits = |length: &usize| {
                smaller += length;
                smaller > most
            };
            lengths.iter().position(suits).unwrap_or(0) as u32
        });
        let bits = (2 * boxes.len()).next_power_of_two().trailing_zeros().clamp(6, 30);
        // Twice as high: a box in two rows costs more than testing some more neighbours.
        Cells { shift_x: width.min(31), shift_y: (height + 1).min(31), bits }
    }

    /// Width and height of a cell, in lattice units.
    pub(super) fn size(self) -> I64Vec2 {
        I64Vec2::new(1 << self.shift_x, 1 << self.shift_y)
    }

    /// Number of lists in the table.
    #[inline]
    pub(super) fn len(self) -> usize {
        1 << self.bits
    }

    #[inline]
    pub(super) fn row(self, y: i32) -> i32 {
        y >> self.shift_y
    }

    #[inline]
    pub(super) fn column(self, x: i32) -> i32 {
        x >> self.shift_x
    }

    /// The cells that contain the interior of a box; the cells of its upper left corner for a box without interior.
    #[inline]
    pub(super) fn span(self, aabb: Aabb) -> Span {
        let last = |min: i32, max: i32| if max > min { max - 1 } else { min };
        Span {
            first_row: self.row(aabb.min.y),
            last_row: self.row(last(aabb.min.y, aabb.max.y)),
            first_column: self.column(aabb.min.x),
            last_column: self.column(last(aabb.min.x, aabb.max.x)),
        }
    }

    /// Index of a cell in the table.
    #[inline]
    pub(super) fn index_of(self, row: i32, column: i32) -> usize {
        let begin = (row as u32).wrapping_mul(0x9E37_79B9) >> (32 - self.bits);
        begin.wrapping_add(column as u32) as usize & (self.len() - 1)
    }
}

/// Number of bits of the distance between two coordinates.
#[inline]
fn bit_length(min: i32, max: i32) -> usize {
    (32 - (max.wrapping_sub(min) as u32).leading_zeros()) as usize
}
