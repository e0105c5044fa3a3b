//! Tests of `tilephys-level` through its public API.

mod displacement;
mod events;
mod games;
mod handlers;
mod likely_start;
mod random;
mod reload;
mod restore;
#[path = "../../tilephys-core/tests/rng.rs"]
mod rng;
mod rooms;
mod rules;
mod saved_games;
mod spawn;
mod support;
mod tiles;
#[path = "../../tilephys-core/tests/volume.rs"]
mod volume;
mod warnings;
