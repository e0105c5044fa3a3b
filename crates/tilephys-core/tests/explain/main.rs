//! Explanations of moves, and the edges of solids that nothing covers.

mod edges;
mod grazes;
mod moves;
#[path = "../oracle/rng.rs"]
mod rng;
mod scenes;
mod words;
