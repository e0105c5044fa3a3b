//! Time of impact within one move or step, as a fixed-point fraction.

/// The fraction of a move's translation at an instant of the move, in steps of 2^-32, rounded down.
///
/// Orders all hits of a move, including hits after a slide or a bounce. Within one straight sweep, exact cross products decide
/// the order before this value is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(alias("time_of_impact", "toi", "time of impact"))]
pub struct Fraction(u64);

impl Fraction {
    /// The start of the move.
    pub const ZERO: Fraction = Fraction(0);
    /// The end of the move.
    pub const ONE: Fraction = Fraction(1 << 32);

    /// The fraction of `bits` steps of 2^-32.
    ///
    /// # Panics
    /// If `bits` is more than 2^32.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        assert!(bits <= Self::ONE.0, "a fraction is at most 2^32 steps of 2^-32, not {bits}");
        Fraction(bits)
    }

    /// The number of steps of 2^-32.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// The nearest `f32`.
    #[must_use]
    pub fn as_f32(self) -> f32 {
        (self.0 as f64 / Self::ONE.0 as f64) as f32
    }

    /// The fraction after `done` of `whole` equal parts of the remaining move. `done` is at most `whole`, which is not zero; both
    /// are below 2^32.
    #[inline]
    pub(crate) fn advanced(self, done: u64, whole: u64) -> Self {
        debug_assert!(done <= whole && whole > 0 && whole <= u64::from(u32::MAX));
        Fraction(self.0 + quotient((Self::ONE.0 - self.0) * done, whole as u32))
    }
}

/// The quotient, rounded down.
///
/// Divides in floats where the dividend is exact in `f64`: the division rounds once, so its whole part is at most one too
/// large. A 64-bit division costs more, and so does a branch on whether both numbers fit 32 bits.
#[inline(always)]
pub(crate) fn quotient(dividend: u64, divisor: u32) -> u64 {
    if dividend >= 1 << 53 {
        return dividend / u64::from(divisor);
    }
    let whole = (dividend as i64 as f64 / f64::from(divisor)) as i64;
    (whole - i64::from(whole * i64::from(divisor) > dividend as i64)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_exact_on_both_sides_of_every_multiple() {
        let mut v = 1u64;
        for divisor in [1, 2, 3, 7, 4096, 65_537, 1_000_003, i32::MAX as u32, u32::MAX] {
            for _ in 0..10_000 {
                v = v.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let whole = (v >> 11) / u64::from(divisor) * u64::from(divisor);
                for dividend in [v, v >> 11, whole, whole.wrapping_add(1), whole.saturating_sub(1)] {
                    assert_eq!(
                        quotient(dividend, divisor),
                        dividend / u64::from(divisor),
                        "{dividend} / {divisor}"
                    );
                }
            }
        }
    }
}
