//! Debug drawing of collision data as lines and boxes.
//!
//! All coordinates are pixels of the level, y down. A renderer implements [`DebugDraw`]; the functions call it in drawing order,
//! the foreground last.

mod body;
mod canvas;
mod grid;
mod meaning;
mod minkowski;
mod moves;
mod rgba;
mod world;

pub use body::{draw_body, draw_sweep};
pub use canvas::DebugDraw;
/// Points and sizes that a renderer gets.
pub use glam::Vec2;
pub use grid::{draw_edges, draw_solids};
pub use meaning::{Meaning, SERIES};
pub use minkowski::draw_minkowski;
pub use moves::draw_explanation;
pub use rgba::Rgba;
pub use world::{draw_hit_reason, draw_motion, draw_world};
