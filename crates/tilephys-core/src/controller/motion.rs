//! Motion of one body in straight segments, advanced from hit to hit: its start, its recorded trajectory, and its response to a
//! straight face.

use super::body::Body;
use super::candidate::{Candidate, SlopeContact};
use super::config::MoveConfig;
use crate::fraction::{Fraction, quotient};
use crate::lane_mask::{mask, pick};
use crate::lattice::{Displacement, nearest};
use crate::limits::{MAX_HITS, WORLD_LIMIT};
use crate::response::Response;
use glam::{IVec2, Vec2};
use std::hint::select_unpredictable;

/// A move in progress. Between hits the body is on a straight line from `position` by `left`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Min corner at the start of the present straight segment, in lattice units.
    pub position: IVec2,
    /// Translation from there to the end of the move, in lattice units.
    pub left: IVec2,
    /// Fraction of the move at the start of the segment.
    pub fraction: Fraction,
    /// Velocity, changed by the responses to hits, in px/s.
    pub velocity: Vec2,
    /// Rounding remainder, carried to the next move; a hit clears its axis. In lattice units.
    pub remainder: Vec2,
    /// Number of hits so far; [`MAX_HITS`] end the move.
    pub hits: u32,
    /// Velocity on arrival at the last face that was hit, in px/s.
    pub(crate) struck: Vec2,
    /// Plane of the last face that was hit, where there are shapes other than whole tiles.
    pub(crate) leaning: Option<SlopeContact>,
}

impl Motion {
    /// A whole move from `position`, with the translation `left` and a velocity.
    #[must_use]
    pub fn new(position: IVec2, left: IVec2, velocity: Vec2) -> Self {
        let fraction = Fraction::ZERO;
        let remainder = Vec2::ZERO;
        let struck = Vec2::ZERO;
        Motion { position, left, fraction, velocity, remainder, hits: 0, struck, leaning: None }
    }

    #[inline(always)]
    pub(crate) fn of(body: &Body, [x, y]: [Displacement; 2]) -> Self {
        Motion {
            remainder: Vec2::new(x.remainder, y.remainder),
            ..Motion::new(body.position, IVec2::new(x.units, y.units), body.velocity)
        }
    }

    /// Shortens the translation left so that a box of `size` stays in the world.
    #[inline(always)]
    pub(crate) fn keep_in_world(&mut self, size: IVec2) {
        if !is_well_inside(self.position, size, self.left) {
            self.left = cut_at_the_end_of_the_world(self.position, size, self.left);
        }
    }

    #[inline(always)]
    pub(crate) fn finish(&mut self) {
        self.position += self.left;
        self.left = IVec2::ZERO;
        self.fraction = Fraction::ONE;
    }

    /// Moves to a hit and responds. The free axis is rounded toward its start, and keeps the exact rest of its translation. So it
    /// never rounds past an edge, and ends at start plus translation.
    #[inline(always)]
    pub(super) fn take(&mut self, found: &Candidate, fraction: Fraction, size: IVec2, config: &MoveConfig) {
        let on_x = found.axis == 0;
        let into = on_axis(self.left, on_x);
        let along = on_axis(self.left, !on_x);
        // Both axes are computed and one is selected, because the axis of a hit cannot be predicted.
        let to_face = signed(found.distance as u32, into);
        let part = quotient(u64::from(along.unsigned_abs()) * found.distance as u64, into.unsigned_abs());
        let beside = signed(part as u32, along);
        let gone = IVec2::new(
            select_unpredictable(on_x, to_face, beside),
            select_unpredictable(on_x, beside, to_face),
        );
        self.hit_straight(gone, fraction, on_x, size, config);
    }

    /// Moves by `gone` to a straight face across x, or else across y, and responds.
    #[inline(always)]
    pub(super) fn hit_straight(
        &mut self,
        gone: IVec2,
        fraction: Fraction,
        on_x: bool,
        size: IVec2,
        config: &MoveConfig,
    ) {
        self.arrive(gone, fraction);
        self.remainder = Vec2::new(
            select_unpredictable(on_x, 0.0, self.remainder.x),
            select_unpredictable(on_x, self.remainder.y, 0.0),
        );
        self.respond(on_x, config);
        self.end_response(size);
    }

    #[inline(always)]
    pub(crate) fn arrive(&mut self, gone: IVec2, fraction: Fraction) {
        self.position += gone;
        self.left -= gone;
        self.fraction = fraction;
        self.hits += 1;
        self.struck = self.velocity;
    }

    #[inline(always)]
    pub(super) fn end_response(&mut self, size: IVec2) {
        // A bound on the work of a move: a crevice could otherwise hold a body in a loop.
        if self.hits >= MAX_HITS {
            self.left = IVec2::ZERO;
        } else {
            self.keep_in_world(size);
        }
    }

    /// Responds to a hit on a face across x, or else across y: changes the velocity and the translation left.
    #[inline(always)]
    pub(crate) fn respond(&mut self, on_x: bool, config: &MoveConfig) {
        match config.response {
            Response::Slide => self.turn(on_x, 0.0, f32::INFINITY),
            Response::Stop => {
                self.velocity = Vec2::ZERO;
                self.remainder = Vec2::ZERO;
                self.left = IVec2::ZERO;
            }
            Response::Bounce { restitution } => {
                // As in `bounce`: NaN or a negative number counts as zero.
                let restitution = if restitution > 0.0 { restitution } else { 0.0 };
                self.turn(on_x, restitution, config.rest_speed);
            }
            Response::Invert => {
                // Subtracting from zero never gives -0.
                self.velocity = Vec2::ZERO - self.velocity;
                self.remainder = Vec2::ZERO - self.remainder;
                self.left = -self.left;
            }
            Response::PassThrough => {}
        }
    }

    #[inline(always)]
    fn turn(&mut self, on_x: bool, restitution: f32, rest_speed: f32) {
        let was = self.velocity;
        let speed = select_unpredictable(on_x, was.x, was.y);
        let after = respond::<true>(speed, on_axis(self.left, on_x), restitution, rest_speed);
        // Adding zero turns -0 into +0.
        let x = select_unpredictable(on_x, after.speed, was.x) + 0.0;
        let y = select_unpredictable(on_x, was.y, after.speed) + 0.0;
        self.velocity = Vec2::new(x, y);
        self.left = IVec2::new(
            select_unpredictable(on_x, after.left, self.left.x),
            select_unpredictable(on_x, self.left.y, after.left),
        );
    }
}

/// True if the whole motion is so far from the ends of the world that no sum of coordinates overflows. A cheap bound: motions in
/// the last 65,536 px of the world, or as long as that, take the careful path.
#[inline(always)]
fn is_well_inside(position: IVec2, size: IVec2, left: IVec2) -> bool {
    const MARGIN: i32 = 1 << 24;
    // Folds the sign away, then overflows into the sign near the ends of i32.
    let near_end = |v: i32| (v ^ v >> 31).wrapping_add(MARGIN);
    let short = left.x.wrapping_add(MARGIN) as u32 | left.y.wrapping_add(MARGIN) as u32;
    let low = position.wrapping_add(left);
    let high = position.wrapping_add(size).wrapping_add(left);
    short < 2 * MARGIN as u32 && near_end(low.x) | near_end(low.y) | near_end(high.x) | near_end(high.y) >= 0
}

#[cold]
fn cut_at_the_end_of_the_world(position: IVec2, size: IVec2, left: IVec2) -> IVec2 {
    let cut = |at: i32, size: i32, left: i32| {
        let low = -i64::from(WORLD_LIMIT) - i64::from(at);
        let high = i64::from(WORLD_LIMIT) - i64::from(size) - i64::from(at);
        i64::from(left).clamp(low, high) as i32
    };
    IVec2::new(cut(position.x, size.x, left.x), cut(position.y, size.y, left.y))
}

/// A component, selected by value: an index would force the vector into memory, and a motion should stay in registers. (The
/// axis of a hit cannot be predicted, and a misprediction costs more than the rest of a hit.)
#[inline(always)]
pub(super) fn on_axis(v: IVec2, on_x: bool) -> i32 {
    select_unpredictable(on_x, v.x, v.y)
}

#[inline(always)]
fn signed(value: u32, like: i32) -> i32 {
    let sign = like >> 31;
    (value as i32 ^ sign).wrapping_sub(sign)
}

/// Start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The body started outside of all solids.
    Free,
    /// The body started in a solid, and was pushed out by this translation, in lattice units.
    Pushed(IVec2),
    /// The body started in a solid without an exit within one tile; its motion took it out.
    Freed,
    /// The body started in a solid without an exit within one tile, and is still inside.
    Stuck,
}

/// One straight segment of a trajectory: at constant speed from min corner `from` to `to`, while the step goes from `begin` to
/// `end`. Takes no time if the body is displaced: depenetration, corner correction, step-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordedSegment {
    pub(crate) from: IVec2,
    pub(crate) to: IVec2,
    pub(crate) begin: Fraction,
    pub(crate) end: Fraction,
}

#[derive(Debug)]
pub(crate) struct Trajectory {
    at: IVec2,
    when: Fraction,
    pub(crate) legs: Vec<RecordedSegment>,
}

impl Trajectory {
    /// An empty trajectory that begins at `at`; reuses the memory of `legs`.
    pub(crate) fn new(at: IVec2, mut legs: Vec<RecordedSegment>) -> Self {
        legs.clear();
        Trajectory { at, when: Fraction::ZERO, legs }
    }

    /// Records that the body moved straight from its last place to `at` until `when`.
    pub(crate) fn extend_to(&mut self, at: IVec2, when: Fraction) {
        if at != self.at || when != self.when {
            self.legs.push(RecordedSegment { from: self.at, to: at, begin: self.when, end: when });
            self.at = at;
            self.when = when;
        }
    }
}

pub(super) struct AxisResponse {
    pub(super) speed: f32,
    pub(super) left: i32,
}

/// True if a rebound at the speed `back` comes to rest, in px/s. A speed that is no number does.
#[inline(always)]
pub(crate) fn comes_to_rest(back: f32, restitution: f32, rest_speed: f32) -> bool {
    // An infinite speed without a rebound gives no number.
    let is_slow = back.is_nan() | (back.abs() < rest_speed);
    (restitution < 1.0) & is_slow
}

/// The response of a speed and a translation into a face: a rebound, or rest. Sliding is a rebound that always rests: a restitution
/// of 0 with an infinite rest speed.
///
/// A speed out of the face stays, because the game may move a body in another direction than its velocity. With `WIDE` the
/// translation and the restitution may be any number; otherwise the translation is below 2^30 and the restitution from 0 to 1,
/// which vectorizes.
#[inline(always)]
pub(super) fn respond<const WIDE: bool>(
    speed: f32,
    left: i32,
    restitution: f32,
    rest_speed: f32,
) -> AxisResponse {
    let back = speed * restitution;
    let moves_on = !mask(comes_to_rest(back, restitution, rest_speed));
    let is_out = (speed.to_bits() as i32 ^ left) >> 31;
    let kept = pick(is_out, speed.to_bits() as i32, moves_on & (-back).to_bits() as i32);
    let reversed = if WIDE { long_rebound(left, restitution) } else { short_rebound(left, restitution) };
    // Adding zero turns -0 into +0.
    AxisResponse { speed: f32::from_bits(kept as u32) + 0.0, left: moves_on & reversed }
}

/// The translation left after a bounce, half to even.
#[inline(always)]
fn long_rebound(left: i32, restitution: f32) -> i32 {
    if restitution == 1.0 {
        return -left;
    }
    let back = f64::from(left) * f64::from(restitution);
    // A factor above 1 may leave `i32`; the clip is symmetric.
    if restitution > 0.0 { (-back.round_ties_even() as i32).max(-i32::MAX) } else { 0 }
}

/// Like [`long_rebound`], for a restitution of 0 to 1. The product of 15 and 24 bits is exact.
#[inline(always)]
fn short_rebound(left: i32, restitution: f32) -> i32 {
    0i32.wrapping_sub(nearest(f64::from(left) * f64::from(restitution)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_widths_respond_alike_and_an_infinite_speed_leaves_a_number() {
        let speeds = [0.0, -0.0, 3.5, -3.5, 20.0, -400.25, 1e30, -1e30];
        for speed in speeds {
            for left in [0, 1, -1, 7, -4_001, 32_767, -32_767] {
                for restitution in [0.0, 0.25, 0.5, 0.999, 1.0] {
                    for rest_speed in [0.0, 20.0, f32::INFINITY] {
                        let long = respond::<true>(speed, left, restitution, rest_speed);
                        let short = respond::<false>(speed, left, restitution, rest_speed);
                        let text = format!("{speed} {left} {restitution} {rest_speed}");
                        assert_eq!(long.speed.to_bits(), short.speed.to_bits(), "{text}");
                        assert_eq!(long.left, short.left, "{text}");
                    }
                }
            }
        }
        let stopped = respond::<true>(f32::INFINITY, 5, 0.0, f32::INFINITY);
        assert_eq!((stopped.speed, stopped.left), (0.0, 0));
    }
}
