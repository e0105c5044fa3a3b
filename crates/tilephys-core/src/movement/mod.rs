//! Moving one body through the grid.

mod candidate;
mod hit;
mod lane_axis;
mod lanes;
mod motion;
mod move_and_slide;
mod push_out;
mod spans;
mod sweep;
mod window;

pub(crate) use lane_axis::{LANES, LaneAxis};
pub(crate) use lanes::{ALL_LANES, LaneSet, Lanes};
pub(crate) use motion::Actor;
pub(crate) use move_and_slide::{Start, crossing_key};

pub use hit::{Hit, Overlap};
pub use motion::{Motion, MoveConfig};
pub use move_and_slide::{Body, Moved};
