//! One axis of the SIMD moves in [`Lanes`](super::Lanes).

use super::axis_response::respond;
use crate::grid::{Divisor, Ends};
use crate::lane_mask::pick;

/// Number of bodies that move side by side.
pub(crate) const LANES: usize = 16;

pub(crate) type Ints = [i32; LANES];
pub(crate) type Floats = [f32; LANES];

/// One axis of all lanes.
#[derive(Clone, Debug)]
pub(crate) struct LaneAxis {
    /// Min corner, size, and the translation left, in lattice units.
    pub(crate) at: Ints,
    pub(crate) size: Ints,
    pub(crate) left: Ints,
    /// As in [`Motion`](super::Motion).
    pub(crate) velocity: Floats,
    pub(crate) remainder: Floats,
    /// First and last cell under the rest of the motion.
    pub(super) first: Ints,
    pub(super) last: Ints,
    /// Distance to the near face of the window's first cell, and from one cell to the next.
    pub(super) near: Ints,
    pub(super) step: Ints,
    /// Factor that turns a distance into a fraction over the product of both scales.
    pub(super) scale: Ints,
    /// Mask: all ones if a face across this axis was hit.
    pub(super) hit: Ints,
}

impl LaneAxis {
    pub(super) fn new() -> Self {
        let ints = [0; LANES];
        let floats = [0.0; LANES];
        LaneAxis {
            at: ints,
            // One instead of zero, as `park` sets it: lanes without a body are computed like all others.
            size: [1; LANES],
            left: ints,
            velocity: floats,
            remainder: floats,
            first: ints,
            last: ints,
            near: ints,
            step: ints,
            scale: [1; LANES],
            hit: ints,
        }
    }

    /// Fills an unused lane with harmless values.
    pub(crate) fn park(&mut self, lane: usize) {
        self.at[lane] = 0;
        self.size[lane] = 1;
        self.left[lane] = 0;
        self.velocity[lane] = 0.0;
        self.remainder[lane] = 0.0;
    }

    /// True if a side of the box lies on a grid line. Other sides touch no whole tile.
    #[inline(always)]
    pub(crate) fn is_on_line(&self, lane: usize, cells: Divisor) -> bool {
        let is_on = |side: i32| cells.cell(side).wrapping_mul(cells.edge()) == side;
        is_on(self.at[lane]) | is_on(self.at[lane].wrapping_add(self.size[lane]))
    }

    #[inline(always)]
    pub(super) fn cells(&self) -> Ends<'_> {
        Ends { first: &self.first, last: &self.last }
    }

    /// Computes the cells of the swept bounds.
    #[inline(always)]
    pub(super) fn cover(&mut self, cells: Divisor) {
        if cells.is_power_of_two() {
            self.cover_by::<true>(cells);
        } else {
            self.cover_by::<false>(cells);
        }
    }

    /// Like [`cover`](Self::cover). `POWER` may be true only if the edge of a tile is a power of two.
    #[inline(always)]
    fn cover_by<const POWER: bool>(&mut self, cells: Divisor) {
        for i in 0..LANES {
            [self.first[i], self.last[i]] = self.swept::<POWER>(i, cells);
        }
    }

    /// First and last cell of the swept bounds of a lane.
    #[inline(always)]
    fn swept<const POWER: bool>(&self, i: usize, cells: Divisor) -> [i32; 2] {
        let back = self.left[i] & self.left[i] >> 31;
        let low = self.at[i].wrapping_add(back);
        let high = self.at[i].wrapping_add(self.size[i]).wrapping_add(self.left[i].wrapping_sub(back));
        [cells.cell_by::<POWER>(low), cells.cell_by::<POWER>(high.wrapping_sub(1))]
    }

    /// The first cell of the swept bounds, counted from the window's first cell, and the number of further cells.
    #[inline(always)]
    pub(super) fn within_window(&self, cells: Divisor) -> [Ints; 2] {
        let mut from = [0; LANES];
        let mut more = [0; LANES];
        let is_power = cells.is_power_of_two();
        for i in 0..LANES {
            let [first, last] =
                if is_power { self.swept::<true>(i, cells) } else { self.swept::<false>(i, cells) };
            from[i] = first.wrapping_sub(self.first[i]);
            more[i] = last.wrapping_sub(first);
        }
        [from, more]
    }

    /// The cells a unit before and behind the box, counted from the window's first cell.
    #[inline(always)]
    pub(super) fn beside(&self, cells: Divisor) -> [Ints; 2] {
        let mut before = [0; LANES];
        let mut behind = [0; LANES];
        let is_power = cells.is_power_of_two();
        let cell = |v: i32| if is_power { cells.cell_by::<true>(v) } else { cells.cell_by::<false>(v) };
        for i in 0..LANES {
            before[i] = cell(self.at[i].wrapping_sub(1)).wrapping_sub(self.first[i]);
            behind[i] = cell(self.at[i].wrapping_add(self.size[i])).wrapping_sub(self.first[i]);
        }
        [before, behind]
    }

    /// Responds to hits on faces across this axis, like `Motion::respond`.
    #[inline(always)]
    pub(super) fn respond(&mut self, restitution: &Floats, rest_speed: &Floats) {
        for i in 0..LANES {
            let hit = self.hit[i];
            let left = self.left[i];
            let speed = self.velocity[i];
            let after = respond::<false>(speed, left, restitution[i], rest_speed[i]);
            let speed = pick(hit, after.speed.to_bits() as i32, speed.to_bits() as i32);
            // Adding zero turns -0 into +0.
            self.velocity[i] = f32::from_bits(speed as u32) + 0.0;
            self.remainder[i] = f32::from_bits(self.remainder[i].to_bits() & !hit as u32);
            self.left[i] = pick(hit, after.left, left);
        }
    }

    /// Low side of the window's first cell, from the min corner of the box.
    #[inline(always)]
    pub(super) fn low_side(&self, i: usize) -> i32 {
        let forth = self.near[i].wrapping_add(self.size[i]);
        let back = self.step[i].wrapping_sub(self.near[i]);
        if self.left[i] > 0 { forth } else { back }
    }

    /// Computes distances to the near faces of the window's cells.
    #[inline(always)]
    pub(super) fn approach(&mut self, tile: i32) {
        for i in 0..LANES {
            let gap = self.first[i].wrapping_mul(tile).wrapping_sub(self.at[i]);
            let forth = self.left[i] > 0;
            self.near[i] = if forth { gap.wrapping_sub(self.size[i]) } else { (-tile).wrapping_sub(gap) };
            self.step[i] = if forth { tile } else { -tile };
        }
    }
}
