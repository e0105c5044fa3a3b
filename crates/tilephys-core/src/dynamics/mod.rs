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
mod friction;
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
pub use output::body_hit::{BodyContact, BodyHit, PairCounts};
pub use output::events::{Event, EventKind};
pub use output::executor::{Executor, Rows, SerialExecutor};
pub use predict::{PredictedTick, PredictionVisitor};
pub use settings::collision::{BodyCollision, Combine, CombineRule};
pub use settings::profile::{Profile, ProfileId};
pub use settings::riding::{LeaveVelocity, RideMode, RideSettings, SquishPolicy};
pub use state::bodies::{AxisSlices, BodySlices};
pub use state::body_state::BodyState;
pub use state::mover_fault::MoverFault;
pub use state::movers::Mover;
pub use state::squishes::Squish;
pub use world::World;
pub use world::body_ref::BodyRef;
pub use world::checkpoint::Checkpoint;
pub use world::control::{ControlContext, StepHooks};
pub use world::load::WholeState;
pub use world::phase::Phase;
pub use world::row_step::{BodyRows, RowStep};

pub(crate) use state::movers::{Entry as MoverEntry, Follow, check as check_mover};
pub(crate) use state::rides::Lift;
pub(crate) use state::saved_state::SavedState;
pub(crate) use state::solids::bounds;
