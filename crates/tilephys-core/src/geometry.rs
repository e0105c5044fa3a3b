//! Two boxes without a world: overlap by the Minkowski difference, ray casts, shape casts (swept AABB, time of impact) and the
//! velocity after a hit.
//!
//! [`minkowski_difference`] and [`penetration`] say how deep two boxes overlap, [`sweep_aabb`] when a moving box hits a
//! second box, and [`cast_ray`] where a ray enters a box.

pub use crate::box_hit::BoxHit;
pub use crate::cast::{cast_ray, cast_segment};
pub use crate::overlap::{MinkowskiBox, Penetration, minkowski_difference, penetration};
pub use crate::ratio::Ratio;
pub use crate::response::{bounce, invert, slide};
pub use crate::shape_hit::ShapeHit;
pub use crate::sweep::{sweep_aabb, sweep_nearest, swept_bounds, swept_overlaps};
