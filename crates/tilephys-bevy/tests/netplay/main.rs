//! Rollback by GGRS: a game in an `App` that is saved and rolled back all the time, alone and over a network in memory.

#[path = "../../../tilephys-core/tests/rng.rs"]
mod rng;
#[path = "../../../tilephys-core/tests/volume.rs"]
mod volume;

mod game;
mod network;
mod peers;
mod sync_test;
