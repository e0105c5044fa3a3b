//! The lattice: positions and sizes are whole numbers of 1/256 px, held in `i32`.
//!
//! Pixels (`f32`) exist only at the door of the crate. A displacement is rounded to the lattice half to even, and what
//! rounding took or gave is carried in the body to its next move, so that the mean speed is exact. Celeste does the
//! same with whole pixels (Maddy Thorson, "Celeste & TowerFall Physics"); here the pixel is 256 times finer and every
//! later comparison is between integers.

use crate::constants::UNITS_PER_PX;
use glam::{IVec2, Vec2};

/// Converts pixels to lattice units, rounded half to even.
///
/// `None` if `px` is NaN, infinite, or outside ±8,388,607 px. Exact for multiples of 1/256 px up to 65,536 px, beyond
/// which `f32` itself has no finer steps than the lattice.
#[must_use]
pub fn units_from_px(px: f32) -> Option<i32> {
    let limit = crate::constants::WORLD_LIMIT as f32;
    let units = px * UNITS_PER_PX as f32;
    // Written so that NaN fails it.
    if !(units.abs() <= limit) {
        return None;
    }
    let whole = units.round_ties_even() as i32;
    (whole.unsigned_abs() <= crate::constants::WORLD_LIMIT.unsigned_abs()).then_some(whole)
}

/// Converts lattice units to pixels: the nearest `f32`, exact up to 65,536 px.
#[must_use]
pub fn px_from_units(units: i32) -> f32 {
    units as f32 / UNITS_PER_PX as f32
}

/// Both coordinates by [`units_from_px`]; `None` if either is.
#[must_use]
pub fn point_from_px(px: Vec2) -> Option<IVec2> {
    Some(IVec2::new(units_from_px(px.x)?, units_from_px(px.y)?))
}

/// Both coordinates by [`px_from_units`].
#[must_use]
pub fn px_from_point(point: IVec2) -> Vec2 {
    Vec2::new(px_from_units(point.x), px_from_units(point.y))
}
