//! Explanations of moves, and the edges of solids that nothing covers.

mod edges;
mod grazes;
mod moves;
mod scenes;
mod words;
