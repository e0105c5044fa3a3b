//! Rotation about a point, bit-identical on every platform.

use std::f64::consts::PI;

/// A clockwise rotation (y points down) about a point, such as an [`Object`](crate::Object) about its anchor.
///
/// The result is bit-identical on every platform, unlike the standard library's sine, and exact at multiples of 90
/// degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    about: [f64; 2],
    degrees: f64,
    cos: f64,
    sin: f64,
}

impl Turn {
    /// Creates a rotation by `degrees`, any finite number, about a point in pixels.
    #[must_use]
    pub fn new(degrees: f64, about: [f64; 2]) -> Turn {
        let degrees = degrees.rem_euclid(360.0);
        let (cos, sin) = cos_sin(degrees);
        Turn { about, degrees, cos, sin }
    }

    /// The angle in degrees, from 0 to below 360.
    #[must_use]
    pub fn degrees(&self) -> f64 {
        self.degrees
    }

    /// The fixed point, in pixels.
    #[must_use]
    pub fn about(&self) -> [f64; 2] {
        self.about
    }

    /// Rotates `point` backward.
    #[must_use]
    pub fn back(&self, point: [f64; 2]) -> [f64; 2] {
        self.by(point, -self.sin)
    }

    /// Rotates `point` forward.
    #[must_use]
    pub fn forth(&self, point: [f64; 2]) -> [f64; 2] {
        self.by(point, self.sin)
    }

    fn by(&self, point: [f64; 2], sin: f64) -> [f64; 2] {
        let [x, y] = [point[0] - self.about[0], point[1] - self.about[1]];
        [self.about[0] + x * self.cos - y * sin, self.about[1] + x * sin + y * self.cos]
    }
}

/// Cosine and sine of an angle from 0 to 360 degrees, exact at right angles.
///
/// Taylor series about the nearest right angle, so up to π/4; the first omitted term is below 1e-15.
fn cos_sin(degrees: f64) -> (f64, f64) {
    let quarters = (degrees / 90.0).round();
    let x = (degrees - quarters * 90.0) * PI / 180.0;
    let square = x * x;
    let (mut cos, mut sin, mut term) = (0.0, 0.0, 1.0);
    for n in 0..8 {
        cos += term;
        term /= f64::from(2 * n + 1);
        sin += term;
        term *= -square / f64::from(2 * n + 2);
    }
    sin *= x;
    match quarters as u32 % 4 {
        0 => (cos, sin),
        1 => (-sin, cos),
        2 => (-cos, -sin),
        _ => (sin, -cos),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_are_exact_and_others_lie_on_the_circle() {
        let exact =
            [(0.0, 1.0, 0.0), (90.0, 0.0, 1.0), (180.0, -1.0, 0.0), (270.0, 0.0, -1.0), (360.0, 1.0, 0.0)];
        for (degrees, cos, sin) in exact {
            assert_eq!(cos_sin(degrees), (cos, sin), "{degrees}");
        }
        let (cos, sin) = cos_sin(30.0);
        assert!((sin - 0.5).abs() < 1e-15 && (cos - 0.75_f64.sqrt()).abs() < 1e-15, "{cos} {sin}");
        for degrees in 0..360 {
            let (cos, sin) = cos_sin(f64::from(degrees));
            assert!((cos * cos + sin * sin - 1.0).abs() < 1e-14, "{degrees}");
        }
    }

    #[test]
    fn clockwise_is_from_right_to_down_and_back_undoes_it() {
        let turn = Turn::new(-270.0, [3.0, 4.0]);
        assert_eq!(turn.degrees(), 90.0);
        assert_eq!(turn.forth([5.0, 4.0]), [3.0, 6.0]);
        assert_eq!(turn.back([3.0, 6.0]), [5.0, 4.0]);
    }
}
