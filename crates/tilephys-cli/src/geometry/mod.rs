//! Geometry of levels that no engine computes: extents, convex solids, and lattice units as pixels.

pub(crate) mod extent;
pub(crate) mod level;
pub(crate) mod solid;

use glam::{I64Vec2, Vec2};
use tilephys::core::UNITS_PER_PX;

/// Converts lattice units to pixels.
pub(crate) fn pixels(units: I64Vec2) -> Vec2 {
    let on_axis = |units: i64| (units as f64 / f64::from(UNITS_PER_PX)) as f32;
    Vec2::new(on_axis(units.x), on_axis(units.y))
}
