//! Bodies against bodies: the promises over random caves, judged step by step in whole numbers from what the engine reports,
//! and what bodies do to each other, case by case.
//!
//! The judges share plain data with the engine (profiles, tiles, events) and none of its geometry. `TILEPHYS_WORLDS=n` or
//! `TILEPHYS_SECONDS=n` lets the longest of these run for so many caves or so long, and `TILEPHYS_SEED=n` begins with the
//! cave of that seed, as a failure prints it.

#[allow(dead_code)] // Shared with other tests, which use all of it.
#[path = "../shapes/exact.rs"]
mod exact;
#[allow(dead_code)]
#[path = "../oracle/rng.rs"]
mod rng;
#[allow(dead_code)]
#[path = "../shapes/solid.rs"]
mod solid;
#[allow(dead_code)]
#[path = "../shapes/world.rs"]
mod world;

mod alone;
mod cave;
mod closing_wall;
mod extremes;
mod filters;
mod giant;
mod impulses;
mod judge;
mod meter;
mod overlap;
mod path;
mod promises;
mod pushes;
mod ramps;
mod random_cave;
mod rest;
mod rounds;
mod shrink;
mod stage;
mod symmetry;
mod turn;
mod two;

/// How many cases a property gets: some in debug builds, more in release builds.
fn volume(debug: u64, release: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

/// The number in an environment variable, if it is set.
fn from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is to be a whole number, not {text}")))
}
