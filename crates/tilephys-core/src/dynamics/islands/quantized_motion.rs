//! Quantized motion: positions within a step, in whole lattice units.
//!
//! Between events a body moves on a straight path segment. Its position is the start plus the elapsed part of
//! its translation, truncated toward the start on each axis. Times within a step are whole numbers too.
//! Overlap at a time is therefore decided exactly, and alike in a mirrored scene.

use crate::controller::Motion;
use crate::fraction::Fraction;
use glam::IVec2;

/// Time within a step, in units of 2^-32, as in [`Fraction`].
pub(crate) type StepTime = u64;

pub(crate) const END: StepTime = 1 << 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuantizedMotion {
    /// Start position of the segment, and its translation to the end of the step, in lattice units.
    pub(crate) at: i64,
    pub(crate) left: i64,
    pub(crate) begin: StepTime,
}

impl QuantizedMotion {
    pub(crate) fn of(motion: &Motion, axis: usize) -> Self {
        let begin = motion.fraction.to_bits();
        QuantizedMotion { at: motion.position[axis].into(), left: motion.left[axis].into(), begin }
    }

    pub(crate) fn length(self) -> u64 {
        END - self.begin
    }

    #[inline]
    fn gone(self, moment: StepTime) -> u64 {
        let size = self.left.unsigned_abs();
        let since = moment - self.begin;
        if since >= self.length() {
            return size;
        }
        if since == 0 {
            return 0;
        }
        // Both are below 2^33, and almost always small enough for a 64-bit product.
        match size.checked_mul(since) {
            Some(product) => product / self.length(),
            None => (u128::from(size) * u128::from(since) / u128::from(self.length())) as u64,
        }
    }

    #[inline]
    pub(crate) fn coordinate_at(self, moment: StepTime) -> i64 {
        let gone = self.gone(moment) as i64;
        if self.left < 0 { self.at - gone } else { self.at + gone }
    }

    /// Returns the first time at which this many units are moved; `None` if after the step.
    pub(crate) fn moment_of(self, units: u64) -> Option<StepTime> {
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

    /// Returns the first time after `moment` with another position.
    pub(crate) fn next_step(self, moment: StepTime) -> Option<StepTime> {
        self.moment_of(self.gone(moment) + 1)
    }

    pub(crate) fn mirrored(self) -> Self {
        QuantizedMotion { at: -self.at, left: -self.left, begin: self.begin }
    }
}

pub(crate) fn place_at(motion: &Motion, moment: StepTime) -> IVec2 {
    let on_axis = |axis: usize| QuantizedMotion::of(motion, axis).coordinate_at(moment) as i32;
    IVec2::new(on_axis(0), on_axis(1))
}

/// Begins a new segment at a time, at the body's position then.
pub(crate) fn rebase(motion: &mut Motion, moment: StepTime) {
    let index = place_at(motion, moment);
    motion.left -= index - motion.position;
    motion.position = index;
    motion.fraction = Fraction::from_bits(moment);
    if moment == END {
        motion.left = IVec2::ZERO;
    }
}

/// Applies a function to both elements. `map` of arrays is seldom inlined by the compiler.
#[inline(always)]
pub(crate) fn both<A, B>([first, second]: [A; 2], mut of: impl FnMut(A) -> B) -> [B; 2] {
    let first = of(first);
    [first, of(second)]
}
