//! Assists of characters at walls and ceilings, for all lanes of a round at once.
//!
//! A lane decides a hit at which no assist can act, because the tile that was hit is too high or too wide for it. All other hits
//! of such bodies are left to the scalar path.

use super::lane_axis::{Floats, Ints, LANES, LaneAxis};
use super::walk::{SLOPE_RISE, Walk, units};
use crate::direction::Direction;
use crate::lane_mask::{mask, pick};
use glam::IVec2;

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

/// Assists by lane. Pairs are by axis.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneAssists {
    /// True once a lane had a body with assists.
    is_any: bool,
    /// Mask: all ones if floors of the body are across the x axis.
    across_x: Ints,
    /// Mask: all ones if the body moves in positive direction into a floor.
    forth: Ints,
    /// As in [`AssistLimits`].
    wall: Ints,
    ceiling: Ints,
    /// Mask: all ones if the body keeps the speed that a wall removes.
    retains: Ints,
    /// Speed that the last wall removed, 0 for none, in px/s.
    taken: Floats,
}

impl LaneAssists {
    /// True once a lane had a body with assists.
    #[inline(always)]
    pub(crate) fn is_any(&self) -> bool {
        self.is_any
    }

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
