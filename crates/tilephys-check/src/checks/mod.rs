//! The checks, one module each: id, explanation, default severity and function.

mod no_spawn;
mod spawn_in_solid;
pub(crate) mod unused_allow;

use crate::catalogue::CheckInfo;

/// All checks, by id.
#[rustfmt::skip]
pub static CHECKS: &[&CheckInfo] = &[
    &no_spawn::CHECK,
    &spawn_in_solid::CHECK,
    &unused_allow::CHECK,
];
