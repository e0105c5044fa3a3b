//! The promises of the step over entities, against the plain loop of the engine.

mod arcade;
mod crowd;
mod drawn;
mod fair;
mod kits;
mod ladders;
mod level;
mod played;
#[path = "../../../tilephys-core/tests/rng.rs"]
mod rng;

mod allocations;
mod asked;
mod carriage;
mod characters;
mod comings;
mod controlled;
#[cfg(feature = "inspect")]
mod debug;
mod duplicates;
mod floors;
mod hostile;
mod kit;
mod movers;
mod pairs;
mod patrols;
mod previous;
mod recordings;
mod refusals;
mod rollback;
mod room;
mod same_bits;
mod saved_types;
mod settings;
mod shots;
mod snapshots;
mod standing;
mod triggers;
mod unsound;
mod unsound_movers;

/// How much a property gets: some with each change, more with `TILEPHYS_FULL=1` in the environment.
fn volume(some: u32, full: u32) -> u32 {
    if std::env::var("TILEPHYS_FULL").is_ok_and(|set| set == "1") { full } else { some }
}
