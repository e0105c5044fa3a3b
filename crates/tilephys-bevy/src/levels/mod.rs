//! Levels of Tiled through the asset server: maps as assets, objects as entities, hot reload. Feature `levels`.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_asset::{AssetPlugin, AssetServer};
//! use bevy_ecs::prelude::*;
//! use tilephys_bevy::levels::{LevelMap, LevelObject, LevelsPlugin, body_at};
//! use tilephys_bevy::{Feel, TilephysPlugin};
//!
//! fn start(mut commands: Commands, assets: Res<AssetServer>) {
//!     commands.spawn(LevelMap(assets.load("maps/yard.tmx")));
//! }
//!
//! // Runs for each object of the map, and again for an object that the designer has changed.
//! fn add_hero(object: On<LevelObject>, mut commands: Commands) {
//!     if object.class() == "TpSpawn" && object.is_new {
//!         commands.spawn((body_at(object.feet(), [8.0, 11.0]), Feel::celeste()));
//!     }
//! }
//!
//! App::new()
//!     .add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), bevy_time::TimePlugin))
//!     .add_plugins((TilephysPlugin::default(), LevelsPlugin::default()))
//!     .add_systems(Startup, start)
//!     .add_observer(add_hero)
//!     .update();
//! ```
//!
//! An entity with a [`LevelMap`] is a level. Once its file is loaded, it gets a [`SpawnedLevel`], and each object of the map becomes an
//! entity: with [`TiledId`] and its kin, and a [`Position`](crate::Position). By its class the entity is a [`Mover`](crate::Mover), a
//! [`Trigger`](crate::Trigger) or a [`SpawnPoint`], as on the [hecs driver](https://docs.rs/tilephys-level). The first level brings the
//! [`PhysicsWorld`](crate::PhysicsWorld) if there is none; others join its grid. Despawning the entity of a level removes its objects
//! and its tiles.
//!
//! A saved map, tileset or template is a diff: the asset server loads the map again, and the level writes only what differs. Bodies keep
//! moving, and objects that the designer has not touched stay as the game has changed them. A map that does not load leaves the level as
//! it is. The message [`LevelChange`] tells what happened.

mod asset;
mod classes;
mod components;
#[cfg(feature = "draw")]
mod draw;
mod events;
mod restore;
mod spawned;
mod store;
mod system;

pub use asset::{LevelAsset, LevelSettings, WorldAsset};
pub use classes::LevelsApp;
pub use components::{
    LevelRegion, Mark, OfLevel, RegionKind, SpawnPoint, TiledClass, TiledId, TiledName, TiledProperties,
    TiledShape, body_at,
};
#[cfg(feature = "draw")]
pub use draw::{DrawLevel, DrawLevelsPlugin};
pub use events::LevelEvent;
pub(crate) use events::{restore_fallen, send_events};
pub(crate) use restore::restore_objects;
pub use spawned::{LevelChange, LevelChangeKind, LevelMap, LevelObject, SpawnedLevel};
pub use system::{LevelSystems, LevelsPlugin};
pub use tilephys_objects::{DeathCause, LevelEventKind};
