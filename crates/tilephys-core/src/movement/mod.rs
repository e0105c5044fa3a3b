//! Moving one body through the grid.

mod actor;
mod advance;
mod body;
mod candidate;
mod hit;
mod lane_axis;
mod lanes;
mod meets;
mod memory;
mod motion;
mod move_and_slide;
mod notes;
mod push_out;
mod rules;
mod slanted;
mod spans;
mod special;
mod standing;
mod steps;
mod sweep;
mod ties;
mod walk;
mod walking;
mod whole_move;
mod window;

pub(crate) use actor::Actor;
pub(crate) use candidate::{Candidate, PieceBits, SLANTED};
pub(crate) use lane_axis::{LANES, LaneAxis};
pub(crate) use lanes::{ALL_LANES, LaneSet, Lanes};
pub(crate) use meets::Moment;
pub(crate) use move_and_slide::order_crossings;
pub(crate) use notes::{Aside, Note, Notes};
pub(crate) use push_out::exit_distance;
pub(crate) use slanted::{Leaning, dot, into};
pub(crate) use special::Special;
pub(crate) use sweep::Sweep;
pub(crate) use walking::Walking;
pub(crate) use whole_move::{Course, Start};

pub use actor::MoveConfig;
pub use body::{Body, Moved};
pub use hit::{Hit, Overlap};
pub use memory::Memory;
pub use motion::Motion;
pub use rules::{Answer, Choices};
pub use walk::{Foot, SlopeSpeed, Snap, Walk};
