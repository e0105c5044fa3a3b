//! Dynamics: many bodies in one tile grid, and the fixed tick that steps them.
//!
//! From the ground up:
//!
//! - `ids`, `settings`: names of bodies, movers and sensors; settings that bodies share.
//! - `state`: all that a world keeps from step to step.
//! - `output`: all that a step reports. `hooks`: callbacks of the game.
//! - `context`: all that a phase reads, and what a body collides with.
//! - `integrate`, `sweep`, `platforms`, `islands`, `commit`, `timers`, `sensors`: the phases.
//! - `world`: the world itself, and the order of the phases in `world::step`.
//! - `predict`, `index`: prediction, and queries about bodies.

mod commit;
pub(crate) mod context;
mod hooks;
mod ids;
mod index;
mod integrate;
mod islands;
mod output;
mod platforms;
mod predict;
mod sensors;
mod settings;
mod state;
mod sweep;
mod timers;
mod world;

pub use hooks::CollisionHooks;
pub use ids::{BodyId, MoverId, PushSource, SensorId};
pub use index::{BodyIndex, BodyQuery, NearestBody};
pub use output::{BodyContact, BodyHit, Event, EventKind, Executor, PairCounts, Rows, SerialExecutor};
pub use predict::{PredictedTick, PredictionVisitor};
pub use settings::{
    BodyCollision, Combine, CombineRule, LeaveVelocity, Profile, ProfileId, RideMode, RideSettings,
    SquishPolicy,
};
pub use state::{AxisSlices, BodySlices, BodyState, Mover, MoverFault, Squish};
pub use world::{
    BodyRef, BodyRows, Checkpoint, ControlContext, Phase, RowStep, StepHooks, WholeState, World,
};

pub(crate) use state::movers::{Entry as MoverEntry, check as check_mover};
pub(crate) use state::solids::bounds;
pub(crate) use state::{Follow, Lift, SavedState};
