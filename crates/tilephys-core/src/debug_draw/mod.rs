//! What the engine knows, as lines: for whatever draws them. The feature `debug-draw` turns it on.
//!
//! All is in pixels of the level, y down. A renderer implements [`DebugDraw`]; the functions call it in drawing order, what
//! is to be seen last.

mod body;
mod canvas;
mod grid;
mod minkowski;
mod moves;

pub use body::{draw_body, draw_sweep};
pub use canvas::{DebugDraw, Rgba};
pub use grid::{draw_edges, draw_solids};
pub use minkowski::draw_minkowski;
pub use moves::draw_explanation;
