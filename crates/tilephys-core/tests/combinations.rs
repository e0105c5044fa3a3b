//! All features together: random small worlds, each step judged by rules that hold for all of them, and each world run mirrored,
//! turned, shifted, in another order and put back.
//!
//! `TILEPHYS_COMBINATION_SECONDS=n` lets it run so long, `TILEPHYS_WORLDS=n` for so many worlds, and `TILEPHYS_SEED=n` begins with the
//! world of that number, as a failure prints it. `TILEPHYS_PAIR=n` forces the pair of that number, and `TILEPHYS_TRACE=n` prints the
//! last `n` steps of each world that fails.

#[path = "combinations/acts.rs"]
mod acts;
#[path = "combinations/coverage.rs"]
mod coverage;
#[path = "combinations/draw.rs"]
mod draw;
#[path = "combinations/draw_bodies.rs"]
mod draw_bodies;
#[path = "combinations/draw_map.rs"]
mod draw_map;
#[allow(dead_code)] // Shared with other tests, which use all of it.
#[path = "shapes/exact.rs"]
mod exact;
#[path = "combinations/features.rs"]
mod features;
#[path = "combinations/game.rs"]
mod game;
#[path = "combinations/gaps.rs"]
mod gaps;
#[path = "combinations/hooks.rs"]
mod hooks;
#[path = "combinations/judge/mod.rs"]
mod judge;
#[path = "combinations/lanes.rs"]
mod lanes;
#[allow(dead_code)]
#[path = "shapes/random_shape.rs"]
mod random_shape;
#[allow(dead_code)]
#[path = "oracle/rng.rs"]
mod rng;
#[path = "combinations/same.rs"]
mod same;
#[path = "combinations/seats.rs"]
mod seats;
#[allow(dead_code)]
#[path = "shapes/solid.rs"]
mod solid;
#[path = "combinations/spec.rs"]
mod spec;
#[path = "combinations/text.rs"]
mod text;
#[path = "combinations/turn.rs"]
mod turn;
#[allow(dead_code)]
#[path = "shapes/world.rs"]
mod world;
#[path = "combinations/worlds.rs"]
mod worlds;

/// How many cases a property gets: some in debug builds, more in release builds.
fn volume(debug: u64, release: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

/// The number in an environment variable, if it is set.
fn from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is to be a whole number, not {text}")))
}
