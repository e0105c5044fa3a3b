//! Motion of one body in straight segments, advanced from hit to hit.

use super::axis_response::respond;
use super::body::Body;
use super::candidate::Candidate;
use super::config::MoveConfig;
use super::slope_contact::SlopeContact;
use crate::fraction::{Fraction, quotient};
use crate::lattice::Displacement;
use crate::limits::{MAX_HITS, WORLD_LIMIT};
use crate::response::Response;
use glam::{IVec2, Vec2};
use std::hint::select_unpredictable;

/// A move in progress: a pure value that can be advanced from any fraction to any later one.
///
/// Between hits the body is on a straight line from `position` by `left`. Only hits change that line, so interruptions of a move
/// leave no trace in the result.
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

    /// Position at `fraction`, if there is no hit between the last hit and `fraction`. Each axis is rounded down.
    ///
    /// # Panics
    /// If `fraction` is before the last hit.
    #[must_use]
    pub fn position_at(&self, fraction: Fraction) -> IVec2 {
        let now = fraction.to_bits();
        let begun = self.fraction.to_bits();
        assert!(now >= begun, "the piece begins at {:?}, after {fraction:?}", self.fraction);
        // Exact in 128 bits: 31 bits of translation times 32 bits of fraction.
        let whole = i128::from(Fraction::ONE.to_bits() - begun);
        if whole == 0 {
            return self.position;
        }
        let part = |left: i32| (i128::from(left) * i128::from(now - begun)).div_euclid(whole) as i32;
        self.position + IVec2::new(part(self.left.x), part(self.left.y))
    }

    /// A whole move of a body by a displacement on each axis.
    #[inline(always)]
    pub(crate) fn of(body: &Body, [x, y]: [Displacement; 2]) -> Self {
        Motion {
            position: body.position,
            left: IVec2::new(x.units, y.units),
            fraction: Fraction::ZERO,
            velocity: body.velocity,
            remainder: Vec2::new(x.remainder, y.remainder),
            hits: 0,
            struck: Vec2::ZERO,
            leaning: None,
        }
    }

    /// Shortens the translation left so that a box of `size` stays in the world.
    #[inline(always)]
    pub(crate) fn keep_in_world(&mut self, size: IVec2) {
        if !is_well_inside(self.position, size, self.left) {
            self.left = cut_at_the_end_of_the_world(self.position, size, self.left);
        }
    }

    /// Ends the move at the end of the straight line.
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
        self.position += gone;
        self.left -= gone;
        self.remainder = Vec2::new(
            select_unpredictable(on_x, 0.0, self.remainder.x),
            select_unpredictable(on_x, self.remainder.y, 0.0),
        );
        self.fraction = fraction;
        self.hits += 1;
        self.struck = self.velocity;
        self.respond(on_x, config);
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

    /// Replaces the velocity and the translation left across the face that was hit.
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

/// `value` with the sign of `like`; `value` is at most the size of `like`.
#[inline(always)]
fn signed(value: u32, like: i32) -> i32 {
    let sign = like >> 31;
    (value as i32 ^ sign).wrapping_sub(sign)
}
