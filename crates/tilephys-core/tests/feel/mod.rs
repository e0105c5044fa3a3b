//! Characters: jumps, coyote time, buffers, walls and the rest, tick by tick, in eight orientations.

mod abilities;
mod dashes;
mod fit;
mod grounds;
mod inputs;
mod ladders_and_water;
mod numbers;
mod platforms;
mod presets;
mod rows;
mod scene;
mod timers;
