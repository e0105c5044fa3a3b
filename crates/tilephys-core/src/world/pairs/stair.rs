//! Places of bodies within a step, in whole lattice units.
//!
//! Between events a body is on a straight piece of its way. Its place at a moment is the start of the piece and the part of
//! its translation that is over, cut toward the start on each axis: a staircase in whole units over the moments of the
//! step, which are whole numbers too. So whether two bodies overlap at a moment is decided exactly, and mirrored alike.

use crate::fraction::Fraction;
use crate::movement::Motion;
use glam::IVec2;

/// Moments of a step: steps of 2^-32, as in [`Fraction`].
pub(super) type Moment = u64;

/// The end of the step.
pub(super) const END: Moment = 1 << 32;

/// One axis of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stair {
    /// Where the piece began, and the translation from there to the end of the step.
    pub(super) at: i64,
    pub(super) left: i64,
    /// When it began.
    pub(super) begin: Moment,
}

impl Stair {
    /// One axis of a motion that is under way.
    pub(super) fn of(motion: &Motion, axis: usize) -> Self {
        let begin = motion.fraction.to_bits();
        Stair { at: motion.position[axis].into(), left: motion.left[axis].into(), begin }
    }

    /// The length of the piece in moments.
    pub(super) fn length(self) -> u64 {
        END - self.begin
    }

    /// Units gone at a moment that is not before the piece.
    #[inline]
    fn gone(self, moment: Moment) -> u64 {
        let (size, since) = (self.left.unsigned_abs(), moment - self.begin);
        if since >= self.length() {
            return size;
        }
        if since == 0 {
            return 0;
        }
        // Both are below 2^33, and almost always so small that the product fits.
        match size.checked_mul(since) {
            Some(product) => product / self.length(),
            None => (u128::from(size) * u128::from(since) / u128::from(self.length())) as u64,
        }
    }

    /// The place at a moment that is not before the piece.
    #[inline]
    pub(super) fn place(self, moment: Moment) -> i64 {
        let gone = self.gone(moment) as i64;
        if self.left < 0 { self.at - gone } else { self.at + gone }
    }

    /// The first moment at which so many units are gone; `None` if the step ends before.
    pub(super) fn moment_of(self, units: u64) -> Option<Moment> {
        let size = self.left.unsigned_abs();
        if units > size {
            return None;
        }
        if units == 0 {
            return Some(self.begin);
        }
        let moments = match units.checked_mul(self.length()) {
            Some(product) => product.div_ceil(size),
            None => (u128::from(units) * u128::from(self.length())).div_ceil(u128::from(size)) as u64,
        };
        Some(self.begin + moments)
    }

    /// The first moment after this one at which the place is another.
    pub(super) fn next_step(self, moment: Moment) -> Option<Moment> {
        self.moment_of(self.gone(moment) + 1)
    }

    /// The same seen in a mirror.
    pub(super) fn mirrored(self) -> Self {
        Stair { at: -self.at, left: -self.left, begin: self.begin }
    }
}

/// Where a body on a piece of its way is at a moment.
pub(super) fn place_at(motion: &Motion, moment: Moment) -> IVec2 {
    let on_axis = |axis: usize| Stair::of(motion, axis).place(moment) as i32;
    IVec2::new(on_axis(0), on_axis(1))
}

/// Begins a new piece at a moment, where the body is then.
pub(super) fn rebase(motion: &mut Motion, moment: Moment) {
    let place = place_at(motion, moment);
    motion.left -= place - motion.position;
    motion.position = place;
    motion.fraction = Fraction::from_bits(moment);
    if moment == END {
        motion.left = IVec2::ZERO;
    }
}
