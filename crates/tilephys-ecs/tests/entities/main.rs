//! The promises of the step over entities, against the plain loop of the engine.

mod crowd;
mod fair;
mod level;
mod played;
mod rng;

mod allocations;
mod carriage;
mod characters;
mod comings;
mod duplicates;
mod movers;
mod pairs;
mod previous;
mod refusals;
mod room;
mod same_bits;
mod settings;
mod snapshots;
mod standing;
mod triggers;
mod unsound;
mod unsound_movers;

/// How much a property gets: some in debug builds, more in release builds.
fn volume(debug: u32, release: u32) -> u32 {
    if cfg!(debug_assertions) { debug } else { release }
}
