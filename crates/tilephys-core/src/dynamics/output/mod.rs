//! Output of a step: events, recorded trajectories, and lists for later phases.

mod events;
mod executor;
mod overlap_ranges;
mod step_output;
pub(crate) mod trajectories;

pub(crate) use events::EventLog;
pub use events::{BodyContact, BodyHit, Event, EventKind, PairCounts};
pub use executor::{Executor, Rows, SerialExecutor};
pub(crate) use executor::{Split, in_halves};
pub(crate) use overlap_ranges::{BodyPath, OverlapRange, OverlapRanges};
pub(crate) use step_output::{StepOutput, TooFast, Touching};
pub(crate) use trajectories::{SensorPath, Stood, Trajectories, cells_along, few_cells, is_near_region};
