//! Moving platforms (kinematic bodies): the paths they follow, how they carry riders, push bodies and squish them.
//!
//! Put a shape off the grid with [`TileGrid::add_shape`](crate::TileGrid::add_shape) and let a [`Mover`] move it along a
//! [`Path`]; [`RideSettings`] say how a body rides, and [`SquishPolicy`] what happens between a platform and a wall.

pub use crate::dynamics::{
    LeaveVelocity, Mover, MoverFault, PushSource, RideMode, RideSettings, Squish, SquishPolicy,
};
pub use crate::path::{Easing, Pace, Path, PathError, PathMode, Waypoint};
