//! Characters: jumps, coyote time, buffers, walls and the rest, tick by tick, in eight orientations.

mod abilities;
mod dashes;
#[cfg(feature = "serde")]
mod files;
mod fit;
mod grounds;
mod inputs;
mod kit;
mod ladders_and_water;
mod numbers;
mod platforms;
mod presets;
#[path = "../../tilephys-core/tests/rng.rs"]
mod rng;
mod rows;
mod scene;
mod springs;
mod timers;
