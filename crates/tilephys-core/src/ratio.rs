//! Exact rational time of impact: a fraction of a translation.
//!
//! The time of a hit is a quotient of two lattice distances. As a quotient it compares without rounding, so the order of hits
//! is identical on every platform and at every place in the world.

use glam::{I64Vec2, IVec2};
use std::cmp::Ordering;

/// An exact fraction, such as the part of a translation travelled at a hit.
///
/// Comparison is by value: 1/2 equals 2/4. The fraction is not reduced, so [`Ratio::num`] and [`Ratio::den`] of equal ratios
/// may differ. Both fit in `i64`, and a comparison takes two widening multiplications.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    num: i64,
    den: i64,
}

impl Ratio {
    /// 0/1: at the start.
    pub const ZERO: Self = Self { num: 0, den: 1 };

    /// 1/1: at the end.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// The fraction `num / den`, with the sign moved to the numerator.
    ///
    /// # Panics
    ///
    /// If `den` is zero, or is negative and the sign cannot be moved because one of the two is `i64::MIN`.
    #[must_use]
    pub const fn new(num: i64, den: i64) -> Self {
        assert!(den != 0, "a Ratio needs a denominator that is not zero");
        if den > 0 {
            return Self { num, den };
        }
        assert!(num != i64::MIN && den != i64::MIN, "a Ratio cannot negate i64::MIN");
        Self { num: -num, den: -den }
    }

    /// The fraction `num / den` of a `den` above zero.
    #[inline(always)]
    pub(crate) const fn positive(num: i64, den: i64) -> Self {
        debug_assert!(den > 0);
        Self { num, den }
    }

    #[inline(always)]
    pub(crate) const fn clamped(self) -> Self {
        Self { num: if self.num < 0 { 0 } else { self.num }, den: self.den }
    }

    /// The numerator, as given or negated by [`Ratio::new`].
    #[must_use]
    pub const fn num(self) -> i64 {
        self.num
    }

    /// The denominator; above zero.
    #[must_use]
    pub const fn den(self) -> i64 {
        self.den
    }

    /// The quotient as an `f32`, for display and effects. Exact decisions need the ratio itself.
    #[must_use]
    pub fn as_f32(self) -> f32 {
        self.as_f64() as f32
    }

    /// The quotient as an `f64`; the nearest one while both parts are below 2^53, which holds for every `fraction`.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// The translation times this fraction, in lattice units, each axis rounded toward zero, which is toward the start.
    ///
    /// Exact on the axis of a hit when only one of the two boxes moves. Rounding toward the start keeps two approaching bodies from
    /// passing the point where they touch. A ratio beyond 1 may leave `i32`; the result is then clipped.
    #[must_use]
    pub fn of(self, translation: IVec2) -> IVec2 {
        IVec2::new(clip(self.part(translation.x)), clip(self.part(translation.y)))
    }

    /// Like [`Ratio::of`], without the clip, for sums that are clipped later.
    pub(crate) fn of_wide(self, translation: IVec2) -> I64Vec2 {
        I64Vec2::new(self.part(translation.x), self.part(translation.y))
    }

    fn part(self, length: i32) -> i64 {
        let length = i64::from(length);
        match self.num.checked_mul(length) {
            Some(product) => product / self.den,
            None => {
                let part = i128::from(self.num) * i128::from(length) / i128::from(self.den);
                part.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
            }
        }
    }
}

impl Ord for Ratio {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        // Products of small numbers fit 64 bits; most are small.
        let all = self.num.unsigned_abs() | other.num.unsigned_abs() | (self.den | other.den) as u64;
        if all < 1 << 31 {
            return (self.num * other.den).cmp(&(other.num * self.den));
        }
        wide(self.num, other.den).cmp(&wide(other.num, self.den))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ratio {}

/// The exact product of two `i64`: one instruction on 64-bit machines.
#[inline]
pub(crate) fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// The nearest `i32`. Only coordinates far outside the world are clipped.
pub(crate) fn clip(units: i64) -> i32 {
    units.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
