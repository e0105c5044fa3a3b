//! Kinematic character controller: moves one body through the grid with swept collision.

mod actor;
pub(crate) mod body;
pub(crate) mod candidate;
mod config;
mod first_face;
mod hit;
mod hit_loop;
mod hit_report;
mod lane_axis;
mod lanes;
mod memory;
mod motion;
mod move_and_slide;
mod narrow_phase;
mod push_out;
mod slopes;
mod standing;
mod steps;
mod sweep;
mod ties;
pub(crate) mod trace;
pub(crate) mod walking;
mod window;

pub(crate) use actor::{Actor, MoveExtras};
pub(crate) use candidate::{PieceBits, SLANTED};
pub(crate) use hit_loop::{Course, NextHit};
pub(crate) use hit_report::facing;
pub(crate) use lane_axis::{AssistLimits, LANES, LaneAxis};
pub(crate) use lanes::{ALL_LANES, LaneSet, Lanes};
pub(crate) use memory::is_time_scale;
pub(crate) use motion::{RecordedSegment, Trajectory, comes_to_rest};
pub(crate) use move_and_slide::order_crossings;
pub(crate) use push_out::exit_distance;
pub(crate) use standing::AfterWall;
pub(crate) use sweep::Sweep;
#[cfg(feature = "trace")]
pub use ties::TieRule;
pub(crate) use walking::WalkState;

pub use body::{Body, MoveResult};
pub use candidate::Candidate;
pub use config::{Foot, MotionMode, MoveConfig, SlopeSpeed, Snap, Walk};
pub use hit::{Hit, HitResponse, MoveHooks, Overlap};
pub use memory::{DroppedLine, TransientState};
pub use motion::{Motion, Start};
pub use standing::BodyProbe;
