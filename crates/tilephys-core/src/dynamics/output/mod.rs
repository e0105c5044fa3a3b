//! Output of a step: events, recorded trajectories, and lists for later phases.

pub(crate) mod body_hit;
pub(crate) mod events;
pub(crate) mod executor;
pub(crate) mod overlap_ranges;
pub(crate) mod step_output;
pub(crate) mod trajectories;

pub use body_hit::{BodyContact, BodyHit, PairCounts};
pub(crate) use events::EventLog;
pub use events::{Event, EventKind};
pub(crate) use executor::Split;
pub use executor::{Executor, Rows, SerialExecutor};
pub(crate) use overlap_ranges::{BodyPath, OverlapRange, OverlapRanges};
pub(crate) use step_output::{Lists, StepOutput, TooFast, Touching};
pub(crate) use trajectories::{SensorPath, Stood, Trajectories, cells_along, few_cells, is_near_region};
