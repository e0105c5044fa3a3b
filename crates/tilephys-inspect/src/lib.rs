//! What the engine of tilephys knows, for the eyes of a developer: collision traces in words, and debug drawing as lines.
//!
//! - [`explain()`] says of one move why each face near it was hit or not, [`explain_hit`] of the last hit of a body in a world.
//! - [`why_not`] and [`why_not_tile`] state why two bodies, or a body and a tile, pass through each other.
//! - [`debug_draw`] draws grids, bodies, moves and worlds through one trait.
//!
//! Nothing here changes a world, and nothing decides a move. The engine runs the move with a trace, and answers for each face by the
//! predicates of the move (the feature `trace` of [`tilephys_core`]).

pub mod debug_draw;
pub mod explain;
mod why_not;

pub use explain::{Explanation, explain, explain_hit};
pub use why_not::{WhyNot, why_not, why_not_tile};
