//! Tile-map platformer physics.

pub use tilephys_core as core;
pub use tilephys_tiled as tiled;
