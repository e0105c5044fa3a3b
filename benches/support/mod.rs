//! What the benches share: the workload, the tutorial's loop, and ratios taken in one run.

pub(crate) mod in_turn;
pub(crate) mod paired;
pub(crate) mod tutorial;
pub(crate) mod workload;
