//! The lattice, a fixed-point coordinate system: positions and sizes are whole numbers of 1/256 px, held in `i32`.
//!
//! Only the public interface converts from and to pixels (`f32`). A displacement is rounded to the lattice half to even. The body
//! carries the rounding remainder to its next move, so the mean speed is exact. Celeste carries the remainder of whole pixels
//! (Maddy Thorson, "Celeste & TowerFall Physics"). Here the lattice is 256 times finer, and every later comparison is between
//! integers.

use crate::limits::UNITS_PER_PX;
use glam::{IVec2, Vec2};
use std::fmt;

/// Converts pixels to lattice units, rounded half to even.
///
/// `None` if `px` is NaN, infinite, or outside ±8,388,607 px. Exact for multiples of 1/256 px up to 65,536 px, beyond
/// which `f32` itself has no finer steps than the lattice.
#[must_use]
pub fn units_from_px(px: f32) -> Option<i32> {
    let limit = crate::limits::WORLD_LIMIT as f32;
    let units = px * UNITS_PER_PX as f32;
    if units.is_nan() || units.abs() > limit {
        return None;
    }
    let whole = units.round_ties_even() as i32;
    (whole.unsigned_abs() <= crate::limits::WORLD_LIMIT.unsigned_abs()).then_some(whole)
}

/// Converts lattice units to pixels: the nearest `f32`, exact up to 65,536 px.
#[must_use]
pub fn px_from_units(units: i32) -> f32 {
    units as f32 / UNITS_PER_PX as f32
}

/// Converts both coordinates by [`units_from_px`]; `None` if either is.
#[must_use]
pub fn point_from_px(px: impl Into<[f32; 2]>) -> Option<IVec2> {
    let [x, y] = px.into();
    Some(IVec2::new(units_from_px(x)?, units_from_px(y)?))
}

/// Converts both coordinates by [`px_from_units`].
#[must_use]
pub fn px_from_point(point: IVec2) -> Vec2 {
    Vec2::new(px_from_units(point.x), px_from_units(point.y))
}

/// Formats a lattice point in pixels, without rounding, such as `[12.5, -3] px`.
pub fn in_px(point: IVec2) -> impl fmt::Debug + fmt::Display {
    Px(point)
}

struct Px(IVec2);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An `f64` holds each multiple of 1/256 within `i32` exactly.
        let px = |units: i32| f64::from(units) / f64::from(UNITS_PER_PX);
        write!(f, "[{}, {}] px", px(self.0.x), px(self.0.y))
    }
}

impl fmt::Debug for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Interpolates between two positions: the point `alpha` of the way from `previous` to `now`, in pixels.
///
/// Gives the place to draw a body between two steps: `previous` is its position before the last step, `now` its position after
/// it. Returns the nearest `f32` on each axis: 0 gives `previous`, 1 gives `now`, and a resting body is drawn at rest. After a
/// teleport, pass the new position as `previous` too.
#[doc(alias = "lerp")]
#[must_use]
pub fn interpolated(previous: IVec2, now: IVec2, alpha: f32) -> Vec2 {
    let axis = |previous: i32, now: i32| {
        let previous = f64::from(previous);
        let now = f64::from(now);
        ((previous + (now - previous) * f64::from(alpha)) / f64::from(UNITS_PER_PX)) as f32
    };
    Vec2::new(axis(previous.x, now.x), axis(previous.y, now.y))
}

/// Adding this to a float below 2^22 in size leaves the nearest integer, half to even, in its low bits.
pub(crate) const ROUNDER: f32 = 12_582_912.0; // 1.5 * 2^23

/// Displacements below this many units are rounded by [`ROUNDER`].
pub(crate) const ROUNDER_DOMAIN: f32 = 4_194_304.0; // 2^22

/// Adding this to an `f64` below 2^51 in size leaves the nearest whole number, half to even.
///
/// Without instructions that round, which the compiler may not assume, the library function is a slow call.
pub(crate) const WIDE_ROUNDER: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// The nearest whole number, half to even, of a number below 2^31 in size. Otherwise unspecified.
#[inline(always)]
pub(crate) fn nearest(v: f64) -> i32 {
    (v + WIDE_ROUNDER).to_bits().wrapping_sub(WIDE_ROUNDER.to_bits()) as i32
}

/// A displacement on one axis, rounded to the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displacement {
    /// Whole lattice units, saturated to ±`i32::MAX`.
    pub units: i32,
    /// Rounding remainder, within ±0.5, carried to the body's next move, in lattice units.
    pub remainder: f32,
}

/// Rounds a displacement of `px` pixels, plus the `remainder` of the last one in lattice units, half to even.
///
/// `None` if the sum is NaN or infinite. Displacements beyond ±`i32::MAX` units are clipped and leave no remainder. Half to even
/// is symmetric, so a mirrored world rounds alike.
#[inline]
#[must_use]
pub fn displacement(px: f32, remainder: f32) -> Option<Displacement> {
    let wanted = px * UNITS_PER_PX as f32 + remainder;
    if wanted.abs() < ROUNDER_DOMAIN { Some(short_displacement(wanted)) } else { long_displacement(wanted) }
}

#[inline(always)]
pub(crate) fn short_displacement(wanted: f32) -> Displacement {
    let shifted = wanted + ROUNDER;
    let units = shifted.to_bits().wrapping_sub(ROUNDER.to_bits()) as i32;
    // Adding zero turns -0 into +0.
    Displacement { units, remainder: wanted - (shifted - ROUNDER) + 0.0 }
}

#[cold]
fn long_displacement(wanted: f32) -> Option<Displacement> {
    if !wanted.is_finite() {
        return None;
    }
    let whole = wanted.round_ties_even();
    // Cut alike on both sides, so that a mirrored world cuts alike and every translation can be reversed.
    let units = (whole as i32).max(-i32::MAX);
    let remainder = if f64::from(units) == f64::from(whole) { wanted - whole + 0.0 } else { 0.0 };
    Some(Displacement { units, remainder })
}
