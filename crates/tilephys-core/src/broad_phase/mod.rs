//! Broad phase: overlapping pairs of many boxes, as candidates for the narrow phase.
//!
//! `cells` is the uniform grid, and `sweep_and_prune` sorts boxes into it and sweeps them. `overlapping` finds the boxes that
//! overlap one box, `filter` holds category and mask, `pair_sort` sorts pairs.

mod cells;
mod filter;
mod overlapping;
mod pair_sort;
mod sweep_and_prune;

pub use filter::Filter;
pub use pair_sort::PairSort;
pub use sweep_and_prune::SweepAndPrune;
