//! Tests of `tilephys-inspect` through its public API.

mod bodies;
mod moves;
#[path = "../../tilephys-core/tests/rng.rs"]
mod rng;
mod scenes;
#[path = "../../tilephys-core/tests/volume.rs"]
mod volume;
mod why_not;
mod words;
