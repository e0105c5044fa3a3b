//! Which surfaces are floors, walls and ceilings.

use crate::direction::Direction;
use crate::shape::Convex;
use glam::IVec2;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

/// How a body stands: which way is up, how steep a floor may be, and which part of it stands on slopes.
///
/// The angle is turned into the square of its cosine when a slanted face is judged; the rest is whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stance {
    pub(crate) up: Direction,
    /// The greatest angle from level.
    radians: f32,
    /// Only the middle of the lower side stands on slopes.
    on_middle: bool,
}

/// Radians by which a floor may be steeper than it is to be: so that 45° is a floor for a limit of 45° however it was
/// rounded. As in Godot.
const TOLERANCE: f64 = 0.01;

impl Stance {
    /// Floors of at most `radians` from level, and a hundredth more.
    pub(crate) fn new(up: Direction, radians: f32, on_middle: bool) -> Self {
        Stance { up, radians, on_middle }
    }

    /// Floors of at most 45°, and all of the lower side on them.
    pub(crate) fn usual(up: Direction) -> Self {
        Stance::new(up, FRAC_PI_4, false)
    }

    /// What of a box meets a convex part: all of it, or the middle of it if the part has a slope to stand on and the body
    /// stands on its middle.
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
        // A line has no width and would fall between flush parts: it gets a unit on each side, which slants ignore.
        middle.inset[level] = 1 - (whole.size[level] & 1);
        middle.size[level] = 1 + middle.inset[level];
        middle.min[level] += (whole.size[level] - middle.size[level]) >> 1;
        middle
    }

    /// Is a surface with this normal level enough to be a floor, if it looks up, or else a ceiling?
    #[inline]
    pub(crate) fn is_level(self, normal: IVec2) -> bool {
        if normal.x == 0 || normal.y == 0 {
            return normal[self.up.axis()] != 0;
        }
        let n = normal.as_i64vec2();
        let along = i128::from(n[self.up.axis()]);
        (along * along) << 30 >= i128::from(least(self.radians)) * i128::from(n.length_squared())
    }

    /// Is a surface with this normal a floor?
    #[inline]
    pub(crate) fn is_floor(self, normal: IVec2) -> bool {
        let along = self.up.axis();
        normal[along] * self.up.vector()[along] > 0 && self.is_level(normal)
    }

    /// Is it a ceiling?
    #[inline]
    pub(crate) fn is_ceiling(self, normal: IVec2) -> bool {
        let along = self.up.axis();
        normal[along] * self.up.vector()[along] < 0 && self.is_level(normal)
    }

    /// The side of a box on which it touches a surface with this normal: below for a floor, above for a ceiling, left or
    /// right for a wall.
    #[inline]
    pub(crate) fn side(self, normal: IVec2) -> Direction {
        let axis = if self.is_level(normal) { self.up.axis() } else { 1 - self.up.axis() };
        Direction::along(axis, normal[axis] < 0)
    }

    /// The tangent of the greatest angle.
    pub(crate) fn tangent(self) -> f64 {
        let square = f64::from(least(self.radians)) / f64::from(1u32 << 30);
        if square <= 0.0 { f64::INFINITY } else { (1.0 / square - 1.0).sqrt() }
    }
}

/// That of 45°, the usual limit.
const USUAL: u32 = 526_134_186;

/// The square of the cosine of an angle of 0 to π/2, and of what is tolerated, in steps of 2^-30.
fn least(radians: f32) -> u32 {
    if radians == FRAC_PI_4 { USUAL } else { least_of(radians) }
}

fn least_of(radians: f32) -> u32 {
    if radians >= FRAC_PI_2 {
        return 0;
    }
    // The square of the cosine is half of one more than that of the double angle, whose series converges fast between
    // 0 and π; operations in a fixed order give the same bits everywhere.
    let double = 2.0 * (f64::from(radians) + TOLERANCE);
    let mut cosine = 0.0;
    for k in (1..=12).rev() {
        let k = f64::from(k);
        cosine = -double * double / ((2.0 * k - 1.0) * (2.0 * k)) * (1.0 + cosine);
    }
    ((2.0 + cosine) / 2.0 * f64::from(1u32 << 30)).round_ties_even() as u32
}

/// What of a body meets a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) min: IVec2,
    pub(crate) size: IVec2,
    /// How much smaller it is to slanted faces, on each side: one unit on one axis, or none.
    pub(crate) inset: IVec2,
}

impl Outline {
    /// Itself to slanted faces.
    #[inline(always)]
    pub(crate) fn to_slants(self) -> Self {
        let Outline { min, size, inset } = self;
        Outline { min: min + inset, size: size - inset - inset, inset: IVec2::ZERO }
    }

    /// A box.
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
