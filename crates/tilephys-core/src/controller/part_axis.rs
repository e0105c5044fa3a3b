//! Input, output and one axis of the SIMD moves in [`PartLanes`](super::PartLanes).

use super::lane_axis::{Floats, Ints, LANES};
use super::lanes::LaneSet;
use crate::grid::{CellRect, Cells};
use crate::lattice::{WIDE_ROUNDER, nearest};
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};
use std::hint::select_unpredictable as choose;

pub(super) type Reals = [f64; LANES];
/// Statements: 1 if true.
pub(super) type Marks = [u64; LANES];

/// One axis of all lanes. Coordinates are from the origin of the part.
#[derive(Clone, Debug)]
pub(super) struct PartAxis {
    /// Min corner, size and translation of the body, in lattice units.
    pub(super) at: Reals,
    pub(super) size: Reals,
    pub(super) d: Reals,
    pub(super) velocity: Reals,
    rest: Floats,
    /// Ends of the cells within a unit of the motion.
    first: Reals,
    last: Reals,
    /// Bounds of the part.
    low: Reals,
    high: Reals,
    /// True if a face across this axis may be hit.
    pub(super) is_open: Marks,
    /// Normal of the face that is hit.
    pub(super) normal: Reals,
    /// Translation to the face, and after it; without a hit the whole translation and zero.
    pub(super) gone: Reals,
    pub(super) left: Reals,
}

/// Ends of the steps of all lanes on one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AxisEnds {
    /// Whole translation, with the part after the hit.
    pub(crate) moved: Ints,
    pub(crate) velocity: Floats,
    pub(crate) rest: Floats,
    /// Ends of the motion after the hit and a unit more, from the start of the body.
    pub(super) low: Ints,
    pub(super) high: Ints,
}

/// A body beside a part, with its motion and its response.
pub(crate) struct LaneStart {
    /// Cell of the part.
    pub(crate) cell: TileCoord,
    pub(crate) at: IVec2,
    pub(crate) size: IVec2,
    pub(crate) d: IVec2,
    pub(crate) velocity: Vec2,
    pub(crate) rest: Vec2,
    /// Cells within a unit of the motion.
    pub(crate) cells: CellRect,
    /// Restitution from 0 to 1, and the speed below which a rebound comes to rest.
    pub(crate) restitution: f32,
    pub(crate) rest_speed: f32,
    pub(crate) up_is_x: bool,
}

/// Lanes after all passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneResults {
    pub(crate) hit: LaneSet,
    pub(crate) refused: LaneSet,
    /// Lanes with a motion after the hit that leaves the cells of the planned motion.
    pub(crate) leaving: LaneSet,
    /// Lanes with bodies that end too far from their parts to touch them, if asked.
    pub(crate) clear: LaneSet,
    pub(crate) x: AxisEnds,
    pub(crate) y: AxisEnds,
}

impl LaneResults {
    /// Cells within a unit of the motion of a lane after its hit. The body started at a place.
    #[inline(always)]
    pub(crate) fn cells_after(&self, lane: usize, start: IVec2, cells: Cells) -> CellRect {
        let low = IVec2::new(self.x.low[lane], self.y.low[lane]);
        let high = IVec2::new(self.x.high[lane], self.y.high[lane]);
        cells.covered(start + low, start + high)
    }
}

impl PartAxis {
    pub(super) const fn new() -> Self {
        let zero = [0.0; LANES];
        PartAxis {
            at: zero,
            size: [1.0; LANES],
            d: zero,
            velocity: zero,
            rest: [0.0; LANES],
            first: zero,
            last: zero,
            low: zero,
            high: zero,
            is_open: [0; LANES],
            normal: zero,
            gone: zero,
            left: zero,
        }
    }

    /// Puts place, size and translation of a body into a lane, with velocity and remainder.
    #[inline(always)]
    pub(super) fn enter(&mut self, lane: usize, [at, size, d]: [i32; 3], [velocity, rest]: [f32; 2]) {
        (self.at[lane], self.size[lane], self.d[lane]) = (at.into(), size.into(), d.into());
        (self.velocity[lane], self.rest[lane]) = (velocity.into(), rest);
    }

    /// Sets the bounds of a lane's part, and the ends of the cells.
    #[inline(always)]
    pub(super) fn surround(
        &mut self,
        lane: usize,
        [low, high]: [i32; 2],
        [first, last]: [i32; 2],
        is_open: bool,
    ) {
        (self.low[lane], self.high[lane]) = (low.into(), high.into());
        (self.first[lane], self.last[lane]) = (first.into(), last.into());
        self.is_open[lane] = is_open.into();
    }

    /// Distances to the near and far side of the bounds.
    #[inline(always)]
    pub(super) fn sides(&self, i: usize) -> [f64; 2] {
        let before = self.low[i] - self.at[i] - self.size[i];
        let behind = self.high[i] - self.at[i];
        let forth = self.d[i] > 0.0;
        [choose(forth, before, -behind), choose(forth, behind, -before)]
    }

    /// The coordinate of the corner that leads against a normal.
    #[inline(always)]
    pub(super) fn corner(&self, i: usize, normal: f64) -> f64 {
        self.at[i] + choose(normal > 0.0, 0.0, self.size[i])
    }

    /// The whole units of the translation to a face, toward the start, and one more unless they are exact.
    #[inline(always)]
    pub(super) fn part_of(&self, i: usize, distance: f64, run: f64) -> [f64; 2] {
        let product = self.d[i].abs() * distance;
        // The quotient is below 2^15 and no closer to the whole number above it than 1 / `run`. So the division does not reach that.
        let part = product / run;
        let near = round(part);
        let whole = near - choose(near > part, 1.0, 0.0);
        let sign = choose(self.d[i] < 0.0, -1.0, 1.0);
        [whole * sign, choose(whole * run == product, 0.0, sign)]
    }

    /// The response to a straight face across this axis, as velocity and translation left, like `Motion::respond`.
    #[inline(always)]
    pub(super) fn bounce(&self, i: usize, left: f64, restitution: f64, rest_speed: f64) -> [f64; 2] {
        let velocity = self.velocity[i];
        // Rounded like a product of two `f32`, which is exact in `f64`.
        let speed = f64::from((velocity * restitution) as f32);
        let rests = (restitution < 1.0) & (speed.abs() < rest_speed);
        let is_out = velocity.is_sign_negative() != (left < 0.0);
        let back = choose(rests, 0.0, -speed);
        [choose(is_out, velocity, back), choose(rests, 0.0, -round(left * restitution))]
    }

    /// Ends of the cells within a unit of the motion after the hit.
    #[inline(always)]
    pub(super) fn ahead(&self, i: usize) -> [f64; 2] {
        let (gone, left) = (self.gone[i], self.left[i]);
        let low = gone + choose(left < 0.0, left, 0.0) - 1.0;
        [low, gone + self.size[i] + choose(left < 0.0, 0.0, left) + 1.0]
    }

    /// True if the motion after the hit leaves the cells of the planned motion.
    #[inline(always)]
    pub(super) fn leaves(&self, i: usize) -> bool {
        let [low, high] = self.ahead(i);
        (self.at[i] + low < self.first[i]) | (self.at[i] + high > self.last[i])
    }

    /// True if the body ends more than a unit from the bounds of the part.
    #[inline(always)]
    pub(super) fn ends_clear(&self, i: usize) -> bool {
        let end = self.at[i] + self.gone[i] + self.left[i];
        (end > self.high[i]) | (end + self.size[i] < self.low[i])
    }

    /// The ends of the steps, in the types of the state.
    #[inline(always)]
    pub(super) fn ends(&self, misses: &Marks) -> AxisEnds {
        let (ints, floats) = ([0; LANES], [0.0; LANES]);
        let mut ends = AxisEnds { moved: ints, velocity: floats, rest: floats, low: ints, high: ints };
        for (i, misses) in misses.iter().enumerate() {
            let [low, high] = self.ahead(i);
            ends.moved[i] = nearest(self.gone[i] + self.left[i]);
            (ends.low[i], ends.high[i]) = (nearest(low), nearest(high));
            ends.velocity[i] = self.velocity[i] as f32;
            ends.rest[i] = choose((*misses != 0) | (self.normal[i] == 0.0), self.rest[i], 0.0);
        }
        ends
    }
}

/// The nearest whole number, half to even, of a number below 2^51 in size.
#[inline(always)]
pub(super) fn round(v: f64) -> f64 {
    (v + WIDE_ROUNDER) - WIDE_ROUNDER
}
