//! The promises of the engine, as properties over random worlds, judged by an exact oracle.
//!
//! `TILEPHYS_MOVES=n` or `TILEPHYS_SECONDS=n` lets the longest of these run for so many moves or so long, and
//! `TILEPHYS_SEED=n` begins with the world of that seed, as a failure prints it.

mod oracle;

#[path = "promises/edits.rs"]
mod edits;
#[path = "promises/flat_runs.rs"]
mod flat_runs;
#[path = "promises/limits.rs"]
mod limits;
#[path = "promises/moves.rs"]
mod moves;
#[path = "promises/numbers.rs"]
mod numbers;
#[path = "promises/symmetry.rs"]
mod symmetry;

/// How many cases a property gets: some in debug builds, more in release builds.
fn volume(debug: u64, release: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

/// The number in an environment variable, if it is set.
fn from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is to be a whole number, not {text}")))
}
