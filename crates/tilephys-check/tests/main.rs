//! Tests of the checker.

mod fixes;
mod fixtures;
mod inputs;
mod loading;
mod maps;
mod mutants;
mod random;
#[path = "../../tilephys-core/tests/rng.rs"]
mod rng;
mod seams;
mod settings;
mod together;
#[path = "../../tilephys-core/tests/volume.rs"]
mod volume;
