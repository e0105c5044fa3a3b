//! Tests of the checker.

mod fixes;
mod fixtures;
mod maps;
#[path = "../../tilephys-core/tests/rng.rs"]
mod rng;
mod seams;
