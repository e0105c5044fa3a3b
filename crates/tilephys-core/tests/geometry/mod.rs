//! The geometry of boxes: chosen cases, and random ones judged by an oracle of exact rationals.

mod boxes;
mod casts;
pub(crate) mod oracle;
pub(crate) mod random;
mod responses;
mod sweeps;
