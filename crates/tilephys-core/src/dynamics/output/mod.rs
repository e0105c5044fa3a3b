//! Output of a step: events, recorded trajectories, and lists for later phases.

pub(crate) mod body_hit;
pub(crate) mod events;
pub(crate) mod executor;
pub(crate) mod overlap_ranges;
pub(crate) mod step_output;
pub(crate) mod trajectories;
