//! Physics for 2D platformers on tile maps: continuous collision detection of boxes on integers.
//!
//! Bodies are entities of a [`hecs`] world with a [`Position`](ecs::Position), a [`Velocity`](ecs::Velocity) and a
//! [`Collider`](ecs::Collider). One call a tick moves all of them, on the threads of the game's rayon pool.
//!
//! ```
//! use tilephys::prelude::*;
//!
//! let mut grid = TileGrid::new(UVec2::splat(16)); // Or from Tiled: `Loader::load`, then `Level::take_grid`.
//! let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
//! for col in 0..20 {
//!     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
//! }
//! let mut physics = Physics::new(grid);
//! physics.gravity = Vec2::new(0.0, 900.0); // Pixels; y points down.
//! let mut world = World::new();
//! let player = (Position::new(40.0, 100.0), Velocity::default(), Collider::new(8.0, 11.0));
//! let player = physics.spawn(&mut world, player);
//! for _tick in 0..60 {
//!     physics.step(&mut world, 1.0 / 60.0);
//!     // Hits that name tile and face, floors that begin and end, triggers, by entity.
//!     physics.events().for_each(|event| println!("{event}"));
//! }
//! assert!(world.get::<&BodyState>(player).unwrap().on_floor());
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | [`prelude`] | the names that a game with hecs uses |
//! | [`ecs`] | bodies, moving platforms and triggers as components, and the step: [`ecs::Physics`] |
//! | [`core`] | the engine without an ECS: tile grid, worlds, queries, snapshots |
//! | [`feel`] | the character controller: input and surroundings to a velocity |
//! | [`tiled`] | maps of Tiled as grids and typed objects: [`tiled::Loader`] |
//! | [`reach`] | whether a level can be finished: a replay, or a proof that it cannot |
//! | [`level`] | the objects of a map as entities, and hot reload: [`level::SpawnedLevel`] |
//! | `draw` | levels as textured quads for any renderer; pictures as PNG and SVG |
//! | `check` | faults of levels, for their designers |
//! | `inspect` | reasons of collisions in words; worlds, contacts and sweeps as lines |
//!
//! No body overlaps a solid that blocks it, nothing tunnels at any speed, and the same input gives the same bits. The
//! guide in `docs/` has these promises with their exceptions, and a chapter on each subject.
//!
//! | feature | default | effect |
//! | --- | --- | --- |
//! | `parallel` | yes | steps run on the caller's rayon pool; results are equal to the bit without it |
//! | `zstd` | yes | maps with layers compressed by zstd |
//! | `tiled-model` | no | `Level::tiled_map` and `Level::from_tiled`: maps of the `tiled` crate |
//! | `draw` | no | the module `draw`: levels as textured quads, without other libraries |
//! | `raster` | no | pictures as PNG and SVG in the module `draw` |
//! | `check` | no | the module `check` |
//! | `inspect` | no | the module `inspect`, `Physics::explain_hit`, `Physics::why_not` and `Physics::debug_draw` |
//! | `serde` | no | settings, bodies and paths to and from files |

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "check")]
pub use tilephys_check as check;
pub use tilephys_core as core;
pub use tilephys_core::glam;
#[cfg(feature = "draw")]
pub use tilephys_draw as draw;
pub use tilephys_ecs as ecs;
pub use tilephys_ecs::hecs;
pub use tilephys_feel as feel;
#[cfg(feature = "inspect")]
pub use tilephys_inspect as inspect;
pub use tilephys_level as level;
pub use tilephys_reach as reach;
pub use tilephys_tiled as tiled;

/// Names that a game with hecs uses, for `use tilephys::prelude::*`.
///
/// `World` is the world of hecs. The other types are the components and settings that most bodies have. Words that games use for
/// types of their own, such as `Input`, `Event` and `Level`, are in the modules alone.
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
    pub use crate::core::{BodyState, FixedStep, MotionMode, Tile, TileCoord, TileGrid};
    pub use crate::ecs::{
        BodyCollision, Collider, ControlContext, EventKind, Feel, FeelState, FeelZone, Mover, MoverPath,
        Physics, Position, PreviousPosition, Trigger, Velocity,
    };
    pub use crate::glam::{IVec2, UVec2, Vec2};
    pub use crate::hecs::{Entity, World};
    pub use crate::level::{ClassHandlers, LevelEventKind, SpawnedLevel, body_at};
    pub use crate::tiled::RegionKind;
}

/// README.md and the chapters of the guide, whose Rust blocks are compiled and run as doc tests.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../docs/src/bevy.md")]
    mod bevy {}
    #[doc = include_str!("../../docs/src/bodies.md")]
    mod bodies {}
    #[doc = include_str!("../../docs/src/body-collisions.md")]
    mod body_collisions {}
    #[doc = include_str!("../../docs/src/changed-tiles.md")]
    mod changed_tiles {}
    #[doc = include_str!("../../docs/src/checking.md")]
    mod checking {}
    #[doc = include_str!("../../docs/src/checking-at-work.md")]
    mod checking_at_work {}
    #[doc = include_str!("../../docs/src/coming-from.md")]
    mod coming_from {}
    #[doc = include_str!("../../docs/src/command.md")]
    mod command {}
    #[doc = include_str!("../../docs/src/comparison.md")]
    mod comparison {}
    #[doc = include_str!("../../docs/src/debug-lines.md")]
    mod debug_lines {}
    #[doc = include_str!("../../docs/src/drawing.md")]
    mod drawing {}
    #[doc = include_str!("../../docs/src/enemies.md")]
    mod enemies {}
    #[doc = include_str!("../../docs/src/feel.md")]
    mod feel {}
    #[doc = include_str!("../../docs/src/figures.md")]
    mod figures {}
    #[doc = include_str!("../../docs/src/first-game.md")]
    mod first_game {}
    #[doc = include_str!("../../docs/src/first-level.md")]
    mod first_level {}
    #[doc = include_str!("../../docs/src/first-window.md")]
    mod first_window {}
    #[doc = include_str!("../../docs/src/growing-game.md")]
    mod growing_game {}
    #[doc = include_str!("../../docs/src/index.md")]
    mod index {}
    #[doc = include_str!("../../docs/src/level-files.md")]
    mod level_files {}
    #[doc = include_str!("../../docs/src/levels.md")]
    mod levels {}
    #[doc = include_str!("../../docs/src/map-reference.md")]
    mod map_reference {}
    #[doc = include_str!("../../docs/src/movers.md")]
    mod movers {}
    #[doc = include_str!("../../docs/src/netplay.md")]
    mod netplay {}
    #[doc = include_str!("../../docs/src/other-maps.md")]
    mod other_maps {}
    #[doc = include_str!("../../docs/src/pictures.md")]
    mod pictures {}
    #[doc = include_str!("../../docs/src/playing.md")]
    mod playing {}
    #[doc = include_str!("../../docs/src/promises.md")]
    mod promises {}
    #[doc = include_str!("../../docs/src/queries.md")]
    mod queries {}
    #[doc = include_str!("../../docs/src/reach.md")]
    mod reach {}
    #[doc = include_str!("../../docs/src/replays.md")]
    mod replays {}
    #[doc = include_str!("../../docs/src/rooms.md")]
    mod rooms {}
    #[doc = include_str!("../../docs/src/saved-games.md")]
    mod saved_games {}
    #[doc = include_str!("../../docs/src/shipping.md")]
    mod shipping {}
    #[doc = include_str!("../../docs/src/solid.md")]
    mod solid {}
    #[doc = include_str!("../../docs/src/symptoms.md")]
    mod symptoms {}
    #[doc = include_str!("../../docs/src/tasks.md")]
    mod tasks {}
    #[doc = include_str!("../../docs/src/things.md")]
    mod things {}
    #[doc = include_str!("../../docs/src/time.md")]
    mod time {}
    #[doc = include_str!("../../docs/src/triggers.md")]
    mod triggers {}
    #[doc = include_str!("../../docs/src/two-players.md")]
    mod two_players {}
    #[doc = include_str!("../../docs/src/walking.md")]
    mod walking {}
    #[doc = include_str!("../../docs/src/without-ecs.md")]
    mod without_ecs {}
}
