//! Exact fractions of whole numbers.

use std::cmp::Ordering;

/// `num / den` with `den` above zero. The parts stay below 2^61 here, so that products of two fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    pub(crate) num: i128,
    pub(crate) den: i128,
}

impl Ratio {
    pub(crate) const ZERO: Ratio = Ratio { num: 0, den: 1 };
    pub(crate) const ONE: Ratio = Ratio { num: 1, den: 1 };

    pub(crate) fn new(num: i128, den: i128) -> Self {
        assert!(den != 0, "a denominator of zero");
        if den < 0 { Ratio { num: -num, den: -den } } else { Ratio { num, den } }
    }

    /// `whole` times this, rounded toward zero.
    pub(crate) fn part_of(self, whole: i64) -> i64 {
        (i128::from(whole) * self.num / self.den) as i64
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
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

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The nearest whole number to `value`, half to even, without the float's own rounding methods.
pub(crate) fn half_to_even(value: f64) -> f64 {
    let low = value - value.rem_euclid(1.0);
    match value - low {
        more if more < 0.5 => low,
        more if more > 0.5 => low + 1.0,
        _ => low + low.rem_euclid(2.0),
    }
}
