//! Length of a tick.

/// Ticks a second of every game.
pub const TICKS: u32 = 60;

/// Length of a tick in seconds, but in scenes.
pub const DT: f32 = 1.0 / TICKS as f32;
