//! Moves without a world: parts of [`TileGrid::move_and_slide`](crate::TileGrid::move_and_slide), and of the settings and the state
//! of a body that moves.
//!
//! A [`Motion`] can be advanced in steps, [`MoveHooks`] decide collisions and responses, and a [`BodyProbe`] asks what a body
//! would meet.

pub use crate::controller::{
    BodyProbe, DroppedLine, Foot, HitResponse, Motion, MoveHooks, MoveResult, Overlap, SlopeSpeed, Snap,
    TransientState,
};
pub use crate::dynamics::WholeState;
