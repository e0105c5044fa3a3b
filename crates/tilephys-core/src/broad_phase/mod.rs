//! Broad phase: overlapping pairs of many boxes, as candidates for the narrow phase.
//!
//! `cells` is the uniform grid, and `sweep_and_prune` sorts boxes into it and sweeps them. `overlapping` finds the boxes that
//! overlap one box.

mod cells;
mod overlapping;
mod sweep_and_prune;

pub use sweep_and_prune::SweepAndPrune;
