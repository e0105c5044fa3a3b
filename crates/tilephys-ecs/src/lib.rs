//! The engine of tilephys where games use it: bodies are entities of a [`hecs::World`].
//!
//! An entity with a [`Position`], a [`Velocity`] and a [`Collider`] is a body. Other components change how it moves;
//! without them it slides, falls and reports all:
//!
//! | component | without it |
//! | --- | --- |
//! | [`Response`]: what a hit does | slides |
//! | [`Gravity`]: how much of it | all |
//! | [`Limits`]: of speed | none |
//! | [`Filter`]: which tiles are solid | all |
//! | [`Up`]: which way that is | up |
//! | [`Walk`]: slopes, steps, corners, gaps | slopes up to 45 degrees are walked, no step is |
//! | [`Floats`]: all surfaces are alike | walks |
//! | [`Reports`]: events of hits, contacts | both |
//! | [`Riding`]: how movers carry, throw and crush it | carried, leaves with what leads up |
//! | [`Solid`]: others stand on it and are carried | not solid |
//! | [`AskRules`]: the game decides what it meets | asks nobody |
//! | [`Category`]: what it is to triggers, sensors and those that collide | the first bit |
//! | [`Collide`]: it hits, pushes and stacks with other bodies | passes through them |
//! | [`Sensor`]: its box senses other bodies | senses nobody |
//! | [`ReportTiles`]: events of the tiles it walks over | none |
//! | [`PreviousPosition`], written by each step for drawing | not kept |
//! | [`BodyId`]: its name for life | given in the first step |
//! | [`BodyState`], written by each step: floor, walls, ceiling | given in the first step |
//!
//! An entity with a position alone is none of the engine's business. One with a velocity, a collider or an id that lacks
//! another of the three is reported in every step: a game that moves particles by itself gives them types of its own.
//!
//! An entity with a [`Position`] and a [`Mover`] is no body but a lift, a crusher or a door, with a [`MoverId`] as its name. One with
//! a [`Position`], a [`Collider`] and a [`Trigger`] is a region of the map that senses bodies.
//!
//! Nothing else is to be told: entities may be spawned, despawned and changed between steps freely.
//!
//! ```
//! use glam::{UVec2, Vec2};
//! use tilephys_core::{BodyState, Tile, TileCoord, TileGrid};
//! use tilephys_ecs::{Collider, Physics, Position, Velocity};
//!
//! let mut grid = TileGrid::new(UVec2::splat(16));
//! let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
//! for col in 0..20 {
//!     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
//! }
//!
//! let mut physics = Physics::new(grid);
//! physics.gravity = Vec2::new(0.0, 900.0);
//! let mut world = hecs::World::new();
//! let player = world.spawn((Position::new(40.0, 100.0), Velocity::default(), Collider::new(8.0, 11.0)));
//! for _ in 0..60 {
//!     physics.step(&mut world, 1.0 / 60.0);
//! }
//! assert_eq!(world.get::<&Position>(player).unwrap().px(), Vec2::new(40.0, 149.0));
//! assert!(world.get::<&BodyState>(player).unwrap().on_floor());
//! ```
//!
//! Steps run on the threads of the rayon pool they are called in; the bits are those of the plain loop of
//! [`tilephys_core::World`], on any number of threads, for any order of spawning.

mod bits;
mod carried;
mod components;
mod copy_in;
mod copy_out;
mod events;
mod fork;
mod hooks;
mod label;
mod mover;
mod movers;
mod pairs;
mod physics;
mod register;
mod saved;
mod settings;
mod snapshot;
mod standing;
mod time;
mod triggers;

/// The entities of this crate's interface.
pub use hecs;

pub use components::{
    AskRules, Category, Collider, Filter, Floats, Gravity, Limits, Position, PreviousPosition, ReportTiles,
    Reports, Sensor, Solid, Up, Velocity,
};
pub use events::Event;
pub use hooks::{Controls, Phase, StepHooks};
pub use mover::{CarriedBy, MoveTo, Mover, MoverPath};
pub use physics::Physics;
pub use snapshot::Restored;
pub use tilephys_core::{
    Aabb, Answer, BodyHit, BodyId, BodyState, BoxId, Collide, Combine, CombineRule, Direction, Easing,
    EventKind, Fault, Field, FixedStep, Foot, Forecast, Fraction, Hit, LayerId, Leave, Meeting, Met, MoverId,
    Overlap, Pace, PairCounts, Path, PathMode, Predicted, Pusher, RegionId, Response, Ride, Riding, Rules,
    SaveError, SaveFault, SensorId, SlopeSpeed, Snap, Squish, SquishPolicy, Surface, TileCoord, TileGrid,
    TileId, Walk, Waypoint,
};
pub use triggers::Trigger;

/// A game may keep it anywhere and step it on any thread.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Physics>();
};
