//! How often a run steps.

/// Steps a second.
pub(crate) const RATE: u32 = 60;

/// Time of a step, in seconds.
pub(crate) const DT: f32 = 1.0 / RATE as f32;
