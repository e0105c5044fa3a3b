#![doc = include_str!("../../README.md")]

pub use tilephys_core as core;
pub use tilephys_core::glam;
#[cfg(feature = "draw")]
pub use tilephys_draw as draw;
pub use tilephys_ecs as ecs;
pub use tilephys_ecs::hecs;
pub use tilephys_level as level;
pub use tilephys_tiled as tiled;

/// The chapters of the guide, whose Rust blocks are compiled and run as doc tests.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../docs/src/bodies.md")]
    mod bodies {}
    #[doc = include_str!("../../docs/src/body-collisions.md")]
    mod body_collisions {}
    #[doc = include_str!("../../docs/src/command.md")]
    mod command {}
    #[doc = include_str!("../../docs/src/comparison.md")]
    mod comparison {}
    #[doc = include_str!("../../docs/src/feel.md")]
    mod feel {}
    #[doc = include_str!("../../docs/src/figures.md")]
    mod figures {}
    #[doc = include_str!("../../docs/src/index.md")]
    mod index {}
    #[doc = include_str!("../../docs/src/levels.md")]
    mod levels {}
    #[doc = include_str!("../../docs/src/movers.md")]
    mod movers {}
    #[doc = include_str!("../../docs/src/promises.md")]
    mod promises {}
    #[doc = include_str!("../../docs/src/queries.md")]
    mod queries {}
    #[doc = include_str!("../../docs/src/time.md")]
    mod time {}
    #[doc = include_str!("../../docs/src/triggers.md")]
    mod triggers {}
    #[doc = include_str!("../../docs/src/walking.md")]
    mod walking {}
}
