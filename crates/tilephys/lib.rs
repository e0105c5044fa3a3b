#![doc = include_str!("../../README.md")]

#[cfg(feature = "check")]
pub use tilephys_check as check;
pub use tilephys_core as core;
pub use tilephys_core::glam;
#[cfg(feature = "draw")]
pub use tilephys_draw as draw;
pub use tilephys_ecs as ecs;
pub use tilephys_ecs::hecs;
pub use tilephys_level as level;
pub use tilephys_tiled as tiled;

/// Names that a game with hecs uses, for `use tilephys::prelude::*`.
///
/// Each name stands for one thing: `World` is the world of hecs, the other types are components, settings and events of the
/// physics. The re-exported crates have the rest.
///
/// ```
/// use tilephys::prelude::*;
///
/// let mut physics = Physics::new(TileGrid::new(UVec2::splat(16)));
/// physics.gravity = Vec2::new(0.0, 900.0);
/// let mut world = World::new();
/// let crate_body = (Position::new(40.0, 100.0), Velocity::default(), Collider::new(16.0, 16.0));
/// let crate_entity: Entity = physics.spawn(&mut world, crate_body);
/// physics.step(&mut world, 1.0 / 60.0);
/// assert!(world.get::<&Velocity>(crate_entity).unwrap().0.y > 0.0);
/// ```
pub mod prelude {
    pub use crate::core::{
        BodyId, BodyState, Direction, FixedStep, MotionMode, Tile, TileCoord, TileGrid, TileId, Walk,
    };
    pub use crate::ecs::{
        BodyCollision, Category, Collider, ControlContext, Event, EventKind, Filter, Gravity, Limits, Mover,
        MoverPath, Physics, Position, PreviousPosition, Response, RideSettings, Solid, Velocity,
    };
    pub use crate::glam::{IVec2, UVec2, Vec2};
    pub use crate::hecs::{Entity, World};
    pub use crate::level::SpawnedLevel;
    pub use crate::tiled::Level;
}

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
