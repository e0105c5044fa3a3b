//! Driving a world from outside: threads, columns of bodies, phases and their counts. A game that calls
//! [`World::step`](crate::World::step) needs none of it.
//!
//! An [`Executor`] spreads a step over threads. [`BodySlices`] are the columns of all bodies, for a [control
//! phase](crate::StepHooks) over arrays. A [`RowStep`] takes bodies from the rows of an ECS and puts them back part by part.

pub use crate::dynamics::{
    AxisSlices, BodyRef, BodyRows, BodySlices, Executor, PairCounts, Phase, RowStep, Rows, SerialExecutor,
};
pub use crate::grid::GridMemoryUsage;
