//! Debug drawing of collision data: what the engine knows, for any renderer.

pub mod debug_draw;
