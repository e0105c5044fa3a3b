//! tilephys in [Bevy](https://bevy.org): rigid boxes, characters, kinematic platforms and sensors as components, stepped by a plugin.
//!
//! ```
//! use bevy_app::{App, FixedPostUpdate};
//! use bevy_ecs::prelude::*;
//! use bevy_time::Time;
//! use bevy_transform::components::Transform;
//! use std::time::Duration;
//! use tilephys_bevy::{
//!     Body, BodyState, Collider, PhysicsWorld, Tile, TileCoord, TileGrid, TilephysPlugin,
//! };
//!
//! let mut grid = TileGrid::new([16, 16]);
//! let ground = grid.add_layer("ground");
//! let stone = grid.add_tile(Tile::default());
//! for col in 0..20 {
//!     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
//! }
//! let mut app = App::new();
//! app.add_plugins(TilephysPlugin::default());
//! app.insert_resource(PhysicsWorld::new(grid).with_gravity([0.0, 900.0]));
//! // Transforms have the middle of the box, and y points up, as in all of Bevy.
//! let body = (Body, Collider::new(8.0, 11.0), Transform::from_xyz(40.0, -100.0, 0.0));
//! let body = app.world_mut().spawn(body).id();
//!
//! // A game leaves time and schedules to the default plugins of Bevy. Here is a second of ticks.
//! app.init_resource::<Time>();
//! for _ in 0..60 {
//!     app.world_mut().resource_mut::<Time>().advance_by(Duration::from_secs(1) / 60);
//!     app.world_mut().run_schedule(FixedPostUpdate);
//! }
//! assert!(app.world().get::<BodyState>(body).unwrap().on_floor());
//! // The row of stone begins at 160 px, and the middle of the body is 5.5 px above it.
//! assert_eq!(app.world().get::<Transform>(body).unwrap().translation.y, -154.5);
//! ```
//!
//! # Space
//!
//! The components of the physics speak the space of the map, as Tiled does: pixels, x to the right, y **down**, from the upper left
//! corner of the map. So does all that they contain, such as [`Feel`] and paths. A [`Transform`](bevy_transform::components::Transform)
//! speaks Bevy's space: the middle of the box, y **up**. The plugin converts between them in both directions, exactly up to
//! 32,768 px.
//!
//! # Vectors
//!
//! All methods take and give vectors as arrays, which each version of glam converts by `Vec2::from` and `to_array`. Types of the engine that
//! contain vectors of its own version of glam come from methods named `raw`, and from the crates in [`raw`]. Two more have such vectors in
//! a part: [`EventKind`] in its hits, and [`Tile`] in the conveyor of its material.
//!
//! # Components
//!
//! An entity with a [`Body`] is a body. It has a [`Collider`], a [`Position`] and a [`Velocity`]. All other components are optional, and
//! mean what they mean in the other drivers of the engine: [`Response`], [`GravityScale`], [`Limits`], [`Filter`], [`Up`], [`Walk`],
//! [`MotionMode`], [`Reports`], [`Riding`], [`Solid`], [`Category`], [`BodyCollision`], [`Sensor`], [`ReportTiles`].
//!
//! An entity with a [`Feel`] too is a character. It moves by its [`Input`], and [`FeelZone`]s act on it. With a [`Patrol`] it
//! walks to and fro by itself. An entity with a [`Mover`] is a
//! kinematic platform. An entity with a [`Trigger`] is a region of the map that senses bodies.
//!
//! # Levels
//!
//! With the feature `levels` the module `levels` loads maps of Tiled through the asset server, and follows their edits.
//!
//! # A tick
//!
//! [`TilephysPlugin`] runs these sets in order, by default in `FixedPostUpdate`:
//!
//! | set | what happens |
//! | --- | --- |
//! | [`PhysicsSystems::Prepare`] | a `Transform` that the game has changed moves its body |
//! | [`PhysicsSystems::Step`] | the step, with the schedule [`ControlPhase`] inside, after gravity |
//! | [`PhysicsSystems::Writeback`] | the `Transform` of each body that has moved |
//!
//! Set velocities before the step, or in [`ControlPhase`], where they have this tick's gravity already. After the step
//! [`PhysicsEvent`]s are messages, and [`PhysicsWorld`] answers questions.

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bodies;
mod characters;
mod components;
mod events;
mod ids;
mod kit;
#[cfg(feature = "levels")]
pub mod levels;
mod movers;
#[cfg(feature = "gizmos")]
mod outlines;
mod physics_world;
mod plugin;
mod pool;
mod queries;
#[cfg(feature = "reflect")]
mod reflection;
mod rollback;
mod schedule;
mod spawn_order;
mod step;
mod transforms;
mod triggers;
#[cfg(any(feature = "draw", feature = "gizmos"))]
mod view;

pub use components::{
    Body, BodyCollision, BodyId, BodyState, CarriedBy, Category, Collider, Crowd, Feel, FeelCommand,
    FeelState, FeelZone, Filter, GravityScale, HitBox, HurtBox, Input, Interpolate, Limits, MotionMode,
    MoveTo, Mover, MoverId, MoverPath, Patrol, Position, PreviousPosition, ReportTiles, Reports, Response,
    Riding, Sensor, Solid, Trigger, Up, Velocity, Walk,
};
pub use events::PhysicsEvent;
pub use ids::IdOf;
#[cfg(feature = "gizmos")]
pub use outlines::{PhysicsGizmos, PhysicsGizmosPlugin};
pub use physics_world::PhysicsWorld;
pub use plugin::TilephysPlugin;
pub use queries::CastHit;
pub use rollback::{Checkpoint, RollbackApp, RolledBack};
pub use schedule::{ControlPhase, PhysicsSystems};
pub use tilephys_core::{Direction, EventKind, LayerId, Tile, TileCoord, TileGrid, TileId};
pub use tilephys_feel::JumpKind;

/// The crates of the engine, whose vectors are of the engine's version of glam.
pub mod raw {
    pub use tilephys_columns as columns;
    pub use tilephys_core as core;
    pub use tilephys_feel as feel;
    #[cfg(feature = "levels")]
    pub use tilephys_tiled as tiled;
}
