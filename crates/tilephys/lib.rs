#![doc = include_str!("../../README.md")]

pub use tilephys_core as core;
pub use tilephys_core::glam;
#[cfg(feature = "draw")]
pub use tilephys_draw as draw;
pub use tilephys_ecs as ecs;
pub use tilephys_ecs::hecs;
pub use tilephys_level as level;
pub use tilephys_tiled as tiled;
