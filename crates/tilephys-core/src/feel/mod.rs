//! Platformer character controller: run, jump, dash, climb and swim, from input and surroundings to a velocity.
//!
//! Pure logic in whole ticks, for bodies with or without a world. All of it uses local axes: *along* (the axis across up, signed
//! as its coordinates) and *up*. So gravity may point anywhere.

mod air;
mod bytes;
mod climb;
mod config;
mod control;
mod dash;
mod faults;
mod fit;
mod frame;
mod input;
mod jump;
mod moves;
mod presets;
mod run;
mod state;
mod surroundings;
mod swim;

pub use config::{Assist, FastFall, Feel, Jump, Run, SurfaceFeel};
pub use control::{Command, FeelTick, JumpKind};
pub use input::{Button, Input};
pub use moves::{Climb, Crouch, Dash, Swim, WallJump, WallSlide};
pub use state::FeelState;
pub use surroundings::{Ground, Place, Surroundings, WallGap};

pub(crate) use surroundings::Outlook;
