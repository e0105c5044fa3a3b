//! Exact fractions of whole numbers, and exact rounding.

use std::cmp::Ordering;

/// `num / den` with `den` above zero. Parts stay below 2^63 where fractions are compared, so that products of two fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact {
    pub(crate) num: i128,
    pub(crate) den: i128,
}

impl Exact {
    pub(crate) const ZERO: Exact = Exact { num: 0, den: 1 };
    pub(crate) const ONE: Exact = Exact { num: 1, den: 1 };

    pub(crate) fn new(num: i128, den: i128) -> Self {
        assert!(den != 0, "a denominator of zero");
        if den < 0 { Exact { num: -num, den: -den } } else { Exact { num, den } }
    }

    /// The mean of two fractions.
    pub(crate) fn middle(self, other: Exact) -> Exact {
        Exact::new(self.num * other.den + other.num * self.den, 2 * self.den * other.den)
    }

    /// `whole` times this, rounded toward zero.
    pub(crate) fn part_of(self, whole: i64) -> i64 {
        (i128::from(whole) * self.num / self.den) as i64
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Exact {}

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

/// `whole` times a finite factor of zero or more, rounded half to even, from the factor's own bits.
pub(crate) fn scaled_half_to_even(whole: i64, factor: f32) -> i64 {
    let bits = factor.to_bits();
    let (exponent, mantissa) = ((bits >> 23) as i32, i128::from(bits & 0x7F_FFFF));
    let (mantissa, power) =
        if exponent == 0 { (mantissa, -149) } else { (mantissa | 1 << 23, exponent - 150) };
    let product = i128::from(whole.unsigned_abs()) * mantissa;
    let magnitude = if power >= 0 {
        product << power.min(60)
    } else if power < -90 {
        0
    } else {
        let (unit, low) = (1i128 << -power, product >> -power);
        match (product - low * unit).cmp(&(unit / 2)) {
            Ordering::Less => low,
            Ordering::Greater => low + 1,
            Ordering::Equal => low + (low & 1),
        }
    };
    // No translation is longer than 2^32.
    let magnitude = magnitude.min(1 << 40) as i64;
    if whole < 0 { -magnitude } else { magnitude }
}
