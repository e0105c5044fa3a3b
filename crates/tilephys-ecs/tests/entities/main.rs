//! The promises of the step over entities, against the plain loop of the engine.

mod crowd;
mod level;
mod rng;

mod allocations;
mod characters;
mod comings;
mod duplicates;
mod previous;
mod refusals;
mod room;
mod same_bits;
mod settings;
mod standing;
mod unsound;

/// How much a property gets: some in debug builds, more in release builds.
fn volume(debug: u32, release: u32) -> u32 {
    if cfg!(debug_assertions) { debug } else { release }
}
