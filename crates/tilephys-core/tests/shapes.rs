//! The promises for tiles of every shape, as properties over random worlds, judged by an oracle in exact fractions.
//!
//! The oracle goes through a list of convex solids and one-way lines from end to end; it shares plain data with the
//! engine and no geometry. `TILEPHYS_MOVES=n` lets the longest of these run for so many moves, `TILEPHYS_SEED=n` begins
//! with the world of that seed, as a failure prints it.

#[path = "shapes/case.rs"]
mod case;
#[path = "shapes/contacts.rs"]
mod contacts;
#[path = "shapes/crevices.rs"]
mod crevices;
#[path = "shapes/exact.rs"]
mod exact;
#[path = "shapes/first.rs"]
mod first;
#[path = "shapes/judge.rs"]
mod judge;
#[path = "shapes/meter.rs"]
mod meter;
#[path = "shapes/mover.rs"]
mod mover;
#[path = "shapes/moves.rs"]
mod moves;
#[path = "shapes/random_mover.rs"]
mod random_mover;
#[path = "shapes/random_shape.rs"]
mod random_shape;
#[path = "shapes/random_world.rs"]
mod random_world;
#[path = "shapes/response.rs"]
mod response;
#[path = "oracle/rng.rs"]
mod rng;
#[path = "shapes/runs.rs"]
mod runs;
#[path = "shapes/seams.rs"]
mod seams;
#[path = "shapes/solid.rs"]
mod solid;
#[path = "shapes/symmetry.rs"]
mod symmetry;
#[path = "shapes/turned.rs"]
mod turned;
#[path = "shapes/walking.rs"]
mod walking;
#[path = "shapes/watch.rs"]
mod watch;
#[path = "shapes/world.rs"]
mod world;

/// How many cases a property gets: some in debug builds, more in release builds.
fn volume(debug: u64, release: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

/// The number in an environment variable, if it is set.
fn from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is to be a whole number, not {text}")))
}
