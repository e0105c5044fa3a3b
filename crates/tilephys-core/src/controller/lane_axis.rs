//! One axis of the SIMD moves in [`Lanes`](super::Lanes), and the assists of characters at walls and ceilings.
//!
//! A lane decides a hit at which no assist can act, because the tile that was hit is too high or too wide for it. All other hits
//! of such bodies are left to the scalar path.

use super::config::{SLOPE_RISE, Walk, units};
use super::motion::respond;
use crate::direction::Direction;
use crate::grid::{Divisor, Ends};
use crate::lane_mask::{mask, pick};
use glam::IVec2;

/// Number of bodies that move side by side.
pub(crate) const LANES: usize = 16;

pub(crate) type Ints = [i32; LANES];
pub(crate) type Floats = [f32; LANES];

#[derive(Clone, Debug)]
pub(crate) struct LaneAxis {
    /// Min corner, size, and the translation left, in lattice units.
    pub(crate) at: Ints,
    pub(crate) size: Ints,
    pub(crate) left: Ints,
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

impl Default for LaneAxis {
    fn default() -> Self {
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
}

impl LaneAxis {
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
        let is_on = |side: i32| cells.cell(side).wrapping_mul(cells.edge) == side;
        is_on(self.at[lane]) | is_on(self.at[lane].wrapping_add(self.size[lane]))
    }

    #[inline(always)]
    pub(super) fn cells(&self) -> Ends<'_> {
        Ends { first: &self.first, last: &self.last }
    }

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

/// Limits of the assists of one profile, in lattice units.
#[derive(Clone, Copy)]
pub(crate) struct AssistLimits {
    /// Greatest height of a wall's top over the feet of a body that steps onto it; -1 for none.
    wall: i32,
    /// Greatest shift past the corner of a ceiling; -1 for none.
    ceiling: i32,
    /// True if a body in level flight may shift past the corner of a wall.
    shifts_past_walls: bool,
    /// True if the body keeps the speed that a wall removes.
    retains: bool,
}

impl Walk {
    /// The limits of the assists of [`Walking::pass`](super::walking::Walking), and of the responses to walls and ceilings.
    pub(crate) fn assist_limits(&self) -> AssistLimits {
        let step = units(self.gap_bridge).max(units(self.step_up));
        let shift = units(self.corner_correct_up);
        let ceiling = if !self.slide_on_ceiling {
            // The lanes slide along ceilings.
            i32::MAX
        } else if shift > 0 {
            shift
        } else {
            -1
        };
        AssistLimits {
            wall: if step > 0 { step + SLOPE_RISE } else { -1 },
            ceiling,
            shifts_past_walls: units(self.corner_correct_side) > 0,
            retains: self.wall_retain_ticks > 0,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct LaneAssists {
    /// True once a lane had a body with assists.
    pub(super) is_any: bool,
    /// Mask: all ones if floors of the body are across the x axis.
    across_x: Ints,
    /// Mask: all ones if the body moves in positive direction into a floor.
    forth: Ints,
    wall: Ints,
    ceiling: Ints,
    retains: Ints,
    /// Speed that the last wall removed, 0 for none, in px/s.
    taken: Floats,
}

impl LaneAssists {
    /// Sets the limits for the body of a lane with this `up`. `axis` is the axis along `up`, before the first round.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, limits: Option<AssistLimits>, up: Direction, axis: &LaneAxis) {
        self.is_any |= limits.is_some();
        if !self.is_any {
            return;
        }
        self.across_x[lane] = mask(up.axis() == 0);
        self.forth[lane] = mask(up.sign() < 0.0);
        self.taken[lane] = 0.0;
        // No height at a hit is at most -1, so that a lane without assists is never refused.
        let mut wall = -1;
        let mut ceiling = -1;
        let mut retains = false;
        if let Some(limits) = limits {
            let speed = axis.velocity[lane] * up.sign();
            let rises = speed > 0.0 || axis.left[lane] as f32 * up.sign() > 0.0;
            wall = if limits.shifts_past_walls && speed == 0.0 {
                // In level flight any wall may have a corner to pass.
                i32::MAX
            } else if rises {
                -1
            } else {
                limits.wall
            };
            ceiling = limits.ceiling;
            retains = limits.retains;
        }
        self.wall[lane] = wall;
        self.ceiling[lane] = ceiling;
        self.retains[lane] = mask(retains);
    }

    /// The speed that a wall removed from the body of a lane, if the body keeps it.
    #[inline(always)]
    pub(crate) fn taken(&self, lane: usize) -> Option<f32> {
        Some(self.taken[lane]).filter(|speed| self.is_any && *speed != 0.0)
    }

    /// Refuses the lanes at whose hits an assist may act, and notes the speeds that walls remove. The lanes are at their hits, and
    /// have not responded. `hit` is the tile within the window, negative for none; `tile` is the size of tiles, in lattice units.
    #[inline(always)]
    pub(super) fn meet(&mut self, x: &LaneAxis, y: &LaneAxis, tile: IVec2, hit: &Ints, refused: &mut Ints) {
        for i in 0..LANES {
            let across_x = self.across_x[i];
            let is_hit = !(hit[i] >> 31);
            let is_wall = is_hit & (x.hit[i] ^ across_x);
            let into = pick(x.hit[i], x.left[i], y.left[i]);
            let is_ceiling = is_hit & !(x.hit[i] ^ across_x) & (mask(into > 0) ^ self.forth[i]);
            // The box and the tile along x and y, then along up and across it.
            let low_x = x.first[i].wrapping_add(hit[i] & 7).wrapping_mul(tile.x);
            let low_y = y.first[i].wrapping_add(hit[i] >> 3).wrapping_mul(tile.y);
            let before_x = x.at[i].wrapping_add(x.size[i]).wrapping_sub(low_x);
            let before_y = y.at[i].wrapping_add(y.size[i]).wrapping_sub(low_y);
            let behind_x = low_x.wrapping_add(tile.x).wrapping_sub(x.at[i]);
            let behind_y = low_y.wrapping_add(tile.y).wrapping_sub(y.at[i]);
            let before_up = pick(across_x, before_x, before_y);
            let behind_up = pick(across_x, behind_x, behind_y);
            let height = pick(self.forth[i], before_up, behind_up);
            let before = pick(across_x, before_y, before_x);
            let behind = pick(across_x, behind_y, behind_x);
            let shift = if before < behind { before } else { behind };
            let may_act =
                is_wall & mask(height <= self.wall[i]) | is_ceiling & mask(shift <= self.ceiling[i]);
            refused[i] |= may_act & 2;

            let velocity = pick(x.hit[i], x.velocity[i].to_bits() as i32, y.velocity[i].to_bits() as i32);
            let is_against = !((velocity ^ into) >> 31) & mask(velocity << 1 != 0);
            let takes = self.retains[i] & is_wall & is_against;
            self.taken[i] = f32::from_bits(pick(takes, velocity, self.taken[i].to_bits() as i32) as u32);
        }
    }
}
