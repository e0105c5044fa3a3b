//! Which boxes overlap, of many: candidates for whoever looks closer.
//!
//! `cells` says how the plane is cut, `sweep_and_prune` sorts boxes into it and sweeps them, `overlapping` finds those that
//! overlap one box, `filter` is who may meet whom, `pair_sort` brings pairs into order.

mod cells;
mod filter;
mod overlapping;
mod pair_sort;
mod sweep_and_prune;

pub use filter::Filter;
pub use pair_sort::PairSort;
pub use sweep_and_prune::SweepAndPrune;
