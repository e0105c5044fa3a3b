//! Exact fractions.

use std::cmp::Ordering;

/// `num / den` with `den` above zero, in `i128`: the largest product here has 2^33 · 2^32 · 2^32 units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact {
    pub(crate) num: i128,
    pub(crate) den: i128,
}

impl Exact {
    pub(crate) fn new(num: i128, den: i128) -> Self {
        assert!(den > 0, "a denominator of {den}");
        Exact { num, den }
    }

    pub(crate) fn compare(self, other: Exact) -> Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
    }

    pub(crate) fn is_less(self, other: Exact) -> bool {
        self.compare(other) == Ordering::Less
    }
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
