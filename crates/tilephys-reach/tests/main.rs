//! Tests of reachability.

mod abilities;
mod ceilings;
mod classics;
mod hidden;
mod hints;
mod levels;
mod pits;
mod play;
mod proofs;
mod random;
mod rules;
mod seen;
mod sound;
mod ways;
