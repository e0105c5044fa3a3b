//! Tie-breaking among the whole tiles of a window that a motion hits at one time.
//!
//! The result equals [`Sweep`](super::sweep::Sweep), which compares faces of any shape in 128 bits. Here one denominator serves all
//! tiles, and 64 bits hold all products.

use crate::direction::Direction;
use crate::grid::Window;

/// A straight motion at its first hit, relative to the body's min corner. Pairs are by axis.
pub(super) struct TiedTiles {
    /// Translation, in lattice units.
    pub(super) d: [i64; 2],
    pub(super) size: [i64; 2],
    pub(super) tile: [i64; 2],
    /// Low side of the window's first cell.
    pub(super) low: [i64; 2],
    /// Time of the hit: a fraction over the product of the translations, where 1 stands for no translation.
    pub(super) when: i64,
    pub(super) up: Direction,
}

impl TiedTiles {
    /// True if no product overflows: the low side of a tile is less than 8 tiles and a body away, so `2^21 * 2^36` is the
    /// greatest one.
    pub(super) fn fits(&self) -> bool {
        const REACH: i64 = 1 << 18;
        [0, 1].iter().all(|&k| self.d[k].abs() < REACH && self.size[k] + self.tile[k] < REACH)
    }

    /// The bits of the tiles that are hit at the time.
    pub(super) fn hit_among(&self, mut bits: u32) -> u32 {
        let run = self.runs();
        let mut hit = 0;
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let enter = self.enter(self.low_of(Window::cell(bit)), run);
            let leaves = |k: usize| enter[k] + (self.size[k] + self.tile[k]) * run[1 - k] <= self.when;
            let is_hit = enter[0].max(enter[1]) == self.when && !leaves(0) && !leaves(1);
            hit |= u32::from(is_hit) << bit;
        }
        hit
    }

    /// The bit of the tile that comes first by the tie rules, and the axis of its face. All tiles of `bits` are hit at the time.
    #[inline(never)]
    pub(super) fn first(&self, mut bits: u32) -> (u32, usize) {
        let TiedTiles { d, size, tile, when, .. } = *self;
        let run = self.runs();
        let whole = run[0] * run[1];
        let mut best = None;
        let mut named = (0, 0);
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let (col, row) = Window::cell(bit);
            let low = self.low_of((col, row));
            let [x, y] = self.enter(low, run);
            let axis = if x == y { self.axis_of_corner() } else { usize::from(x < y) };
            let free = 1 - axis;
            // Both ends of the contact, over the same denominator as the time. A corner has no extent.
            let from = d[free] * when;
            let at = low[free] * whole;
            let extent = (from + size[free] * whole).min(at + tile[free] * whole) - from.max(at);
            let nearness = -i64::from([col, row][free]) * d[free].signum();
            let rank = (extent, axis == self.up.axis(), nearness, -row, -col);
            if best.is_none_or(|best| rank > best) {
                best = Some(rank);
                named = (bit, axis);
            }
        }
        named
    }

    /// Length of the translation by axis, 1 for none.
    #[inline(always)]
    fn runs(&self) -> [i64; 2] {
        self.d.map(|d| if d == 0 { 1 } else { d.abs() })
    }

    /// Low sides of a cell of the window.
    #[inline(always)]
    fn low_of(&self, (col, row): (i32, i32)) -> [i64; 2] {
        [self.low[0] + i64::from(col) * self.tile[0], self.low[1] + i64::from(row) * self.tile[1]]
    }

    /// Times at which the near faces of a tile are reached. Without motion on an axis, negative there.
    #[inline(always)]
    fn enter(&self, low: [i64; 2], run: [i64; 2]) -> [i64; 2] {
        let near = |k: usize| if self.d[k] > 0 { low[k] - self.size[k] } else { -low[k] - self.tile[k] };
        [near(0) * run[1], near(1) * run[0]]
    }

    /// Corner against corner: a falling body lands on the face along `up`, a rising body keeps rising along the other.
    fn axis_of_corner(&self) -> usize {
        let up = self.up.vector();
        let falls = self.d[0] * i64::from(up.x) + self.d[1] * i64::from(up.y) < 0;
        if falls { self.up.axis() } else { 1 - self.up.axis() }
    }
}
