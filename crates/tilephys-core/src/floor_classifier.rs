//! Classification of surface normals as floors, walls and ceilings.

use crate::direction::Direction;
use crate::shape::Convex;
use glam::IVec2;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

/// Floor classification of a body: the up direction, the steepest floor, and the part of the body that rests on slopes.
///
/// The angle is converted to the square of its cosine when a slanted face is classified; all other numbers are integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stance {
    pub(crate) up: Direction,
    /// Greatest floor angle from level, in radians.
    radians: f32,
    /// True if only the middle of the lower side rests on slopes.
    on_middle: bool,
}

/// Tolerance added to the greatest floor angle, in radians. With it, a 45° face is a floor for a limit of 45° in spite of
/// rounding. Godot uses this value too.
const TOLERANCE: f64 = 0.01;

impl Stance {
    /// Floors up to `radians` from level, plus the tolerance.
    pub(crate) fn new(up: Direction, radians: f32, on_middle: bool) -> Self {
        Stance { up, radians, on_middle }
    }

    /// Floors of at most 45°; the whole lower side rests on them.
    pub(crate) fn usual(up: Direction) -> Self {
        Stance::new(up, FRAC_PI_4, false)
    }

    /// The outline of a body against a convex part. The middle of the body if the part has a floor slope and the middle rests on
    /// slopes, else the whole box.
    #[inline(always)]
    pub(crate) fn against(self, part: &Convex, min: IVec2, size: IVec2) -> Outline {
        let whole = Outline::of(min, size);
        if self.on_middle { self.middle_against(part, whole) } else { whole }
    }

    #[cold]
    fn middle_against(self, part: &Convex, whole: Outline) -> Outline {
        if !part.slants.iter().any(|slant| self.is_floor(slant.normal)) {
            return whole;
        }
        let level = 1 - self.up.axis();
        let mut middle = whole;
        // A line without width would fall between flush parts, so it gets a unit on each side, which slants ignore.
        middle.inset[level] = 1 - (whole.size[level] & 1);
        middle.size[level] = 1 + middle.inset[level];
        middle.min[level] += (whole.size[level] - middle.size[level]) >> 1;
        middle
    }

    /// True if a surface with this normal is level enough: a floor if it faces up, else a ceiling.
    #[inline]
    pub(crate) fn is_level(self, normal: IVec2) -> bool {
        if normal.x == 0 || normal.y == 0 {
            return normal[self.up.axis()] != 0;
        }
        let n = normal.as_i64vec2();
        let along = i128::from(n[self.up.axis()]);
        (along * along) << 30 >= i128::from(least(self.radians)) * i128::from(n.length_squared())
    }

    #[inline]
    pub(crate) fn is_floor(self, normal: IVec2) -> bool {
        let along = self.up.axis();
        normal[along] * self.up.vector()[along] > 0 && self.is_level(normal)
    }

    #[inline]
    pub(crate) fn is_ceiling(self, normal: IVec2) -> bool {
        let along = self.up.axis();
        normal[along] * self.up.vector()[along] < 0 && self.is_level(normal)
    }

    /// The side of a box that touches a surface with this normal: lower for a floor, upper for a ceiling, left or right for a
    /// wall.
    #[inline]
    pub(crate) fn side(self, normal: IVec2) -> Direction {
        let axis = if self.is_level(normal) { self.up.axis() } else { 1 - self.up.axis() };
        Direction::along(axis, normal[axis] < 0)
    }

    pub(crate) fn tangent(self) -> f64 {
        let square = f64::from(least(self.radians)) / f64::from(1u32 << 30);
        if square <= 0.0 { f64::INFINITY } else { (1.0 / square - 1.0).sqrt() }
    }
}

/// The result of [`least`] for 45°, the default limit.
const USUAL: u32 = 526_134_186;

/// Square of the cosine of an angle from 0 to π/2 plus the tolerance, in steps of 2^-30.
fn least(radians: f32) -> u32 {
    if radians == FRAC_PI_4 { USUAL } else { least_of(radians) }
}

fn least_of(radians: f32) -> u32 {
    if radians >= FRAC_PI_2 {
        return 0;
    }
    // cos² a = (1 + cos 2a) / 2, and the series of the double angle converges fast between 0 and π. Operations in a fixed
    // order give identical bits on every platform.
    let double = 2.0 * (f64::from(radians) + TOLERANCE);
    let mut cosine = 0.0;
    for k in (1..=12).rev() {
        let k = f64::from(k);
        cosine = -double * double / ((2.0 * k - 1.0) * (2.0 * k)) * (1.0 + cosine);
    }
    ((2.0 + cosine) / 2.0 * f64::from(1u32 << 30)).round_ties_even() as u32
}

/// The box of a body that collides with a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) min: IVec2,
    pub(crate) size: IVec2,
    /// Inset of the box against slanted faces, on each side: one unit on one axis, or none.
    pub(crate) inset: IVec2,
}

impl Outline {
    /// The box as slanted faces see it, reduced by the inset.
    #[inline(always)]
    pub(crate) fn to_slants(self) -> Self {
        let Outline { min, size, inset } = self;
        Outline { min: min + inset, size: size - inset - inset, inset: IVec2::ZERO }
    }

    #[inline(always)]
    pub(crate) fn of(min: IVec2, size: IVec2) -> Self {
        Outline { min, size, inset: IVec2::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_the_squares_of_cosines() {
        for (degrees, cosine) in
            [(0.0f32, 1.0f64), (30.0, 3f64.sqrt() / 2.0), (45.0, 0.5f64.sqrt()), (60.0, 0.5)]
        {
            let radians = degrees * FRAC_PI_4 / 45.0 - TOLERANCE as f32;
            let got = f64::from(least(radians)) / f64::from(1u32 << 30);
            assert!((got - cosine * cosine).abs() < 1e-7, "{degrees}: {got}");
        }
        assert_eq!(least(FRAC_PI_2), 0);
        assert_eq!(USUAL, least_of(FRAC_PI_4));
    }

    #[test]
    fn forty_five_degrees_are_a_floor_and_a_half_more_are_not() {
        let usual = Stance::usual(Direction::Up);
        assert!(usual.is_floor(IVec2::new(-1, -1)));
        assert!(usual.is_floor(IVec2::new(1000, -1000)));
        assert!(!usual.is_floor(IVec2::new(-10_212, -10_000)), "45.6 degrees");
        assert!(usual.is_floor(IVec2::new(-10_190, -10_000)), "45.54 degrees");
        assert!(!usual.is_floor(IVec2::new(1, 1)) && usual.is_ceiling(IVec2::new(1, 1)));
        assert_eq!(usual.side(IVec2::new(-2, -1)), Direction::Right);
    }
}
