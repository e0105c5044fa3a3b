//! Spawns Tiled levels as entities of a [`hecs::World`], and hot-reloads them.
//!
//! [`SpawnedLevel::begin`] spawns each object of the map as an entity and returns a physics engine with the map's
//! tiles. One call of `step` then moves everything.
//!
//! | the object | components in addition to the first row |
//! | --- | --- |
//! | of any class, or none | [`TiledId`], [`TiledName`], [`TiledClass`], [`TiledProperties`], [`TiledShape`], and a [`Position`] |
//! | `TpMover` (moving platform) | [`Mover`], [`Velocity`] and [`MoverId`]; [`MoverPath`] and [`CarriedBy`] if it has a path or a parent |
//! | a region (sensor, trigger area), such as `TpCollectible` | [`Trigger`], [`Collider`], a [`RegionKind`] and the [`LevelRegion`] |
//! | a region with `collision` = `ladder` or `water` | the components of a region, and a [`FeelZone`]; the current of water is its `conveyor` |
//! | `TpSpring` | the components of a region, and a [`FeelZone`] |
//! | `TpPatrol` | the components of a body, and a [`Patrol`](tilephys_ecs::Patrol) with its character, or a [`MoverPath`](tilephys_ecs::MoverPath) |
//! | of a built-in class, such as `TpDoor` | a [`Mark`] |
//! | `TpSpawn` | [`SpawnPoint`] |
//!
//! The [`Position`] is the min corner: of a mover's bounds, of a region, else of the object before rotation. Objects of
//! the game's own classes have no physics until the game adds it: a [`Velocity`] and a [`Collider`] make a body.
//! [`ClassHandlers`] add such components by class, with one function for each class, also when the level is reloaded.
//! Colliding objects that do not move are in the grid; their entities carry only the data of the object. Regions of
//! tiles, such as spikes and water, are entities with the class and the properties of their tile.
//!
//! ```
//! use tilephys_level::{LevelEventKind, SpawnPoint, SpawnedLevel, body_at};
//! use tilephys_tiled::RegionKind;
//! # let map = br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
//! #  <objectgroup id="1" name="things"><object id="1" class="TpSpawn" x="32" y="96"><point/></object>
//! #  <object id="2" name="coin" class="TpCollectible" x="28" y="112" width="8" height="8"/></objectgroup>
//! # </map>"#;
//! # let files = |_: &std::path::Path| Ok(map.to_vec());
//!
//! let mut level = tilephys_tiled::load_from(&files, "cave.tmx")?;
//! let mut world = hecs::World::new();
//! let (mut physics, mut spawned) = SpawnedLevel::begin(&mut level, &mut world, 1.0 / 60.0)?;
//!
//! let start = world.query::<&SpawnPoint>().iter().find(|spawn| spawn.is_start).unwrap().feet;
//! physics.spawn(&mut world, body_at(start, glam::vec2(8.0, 11.0)));
//!
//! let mut coins = 0;
//! for _ in 0..30 {
//!     physics.step(&mut world, 1.0 / 60.0);
//!     for event in spawned.events(&physics, &world) {
//!         if let LevelEventKind::Enter { region, kind: RegionKind::Collectible } = event.kind {
//!             assert_eq!(spawned.named("coin"), [region]);
//!             coins += 1;
//!             world.despawn(region)?;
//!         }
//!     }
//! }
//! assert_eq!(coins, 1);
//!
//! // Despawning removes all of the level's entities.
//! spawned.despawn(&mut world);
//! assert_eq!(world.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A map of class `TpLevel` may set rules. `gravity` is set on the engine when the level is spawned; a new engine has 900 px/s² by default. With `bounds` =
//! `closed`, no body leaves the map. With `kill_below`, bodies that fall out die.
//!
//! [`SpawnedLevel::events`] lists after each step what the level did to bodies: coins and doors that they came into,
//! regions that they left, and deaths with their cause.
//!
//! [`SpawnedLevel::set_tile`] changes a tile with all that follows from it: collision, picture, snapshots and saved games.
//!
//! [`SpawnedLevel::restore`] restores a snapshot of the engine, for rewind and rollback. Entities of the level that come
//! back have all components of their objects. [`SpawnedLevel::save_game`] saves the game for later runs, also of an edited
//! map.
//!
//! [`Rooms`] are several levels with one lasting state, and doors between them.
//!
//! When the map's files change, [`SpawnedLevel::reload`] updates the running level. Bodies keep moving, and objects
//! that the designer has not touched stay as the game has changed them. [`Level::files`](tilephys_tiled::Level::files)
//! lists the files to watch.
//!
//! [`Position`]: tilephys_ecs::Position
//! [`Velocity`]: tilephys_ecs::Velocity
//! [`Collider`]: tilephys_ecs::Collider
//! [`Mover`]: tilephys_ecs::Mover
//! [`MoverPath`]: tilephys_ecs::MoverPath
//! [`MoverId`]: tilephys_ecs::MoverId
//! [`CarriedBy`]: tilephys_ecs::CarriedBy
//! [`Trigger`]: tilephys_ecs::Trigger
//! [`FeelZone`]: tilephys_ecs::FeelZone
//! [`Mark`]: tilephys_tiled::Mark
//! [`RegionKind`]: tilephys_tiled::RegionKind
//! [`LevelRegion`]: tilephys_tiled::LevelRegion

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod changed_tiles;
mod displacement;
mod error;
mod events;
mod handlers;
mod reload;
mod restore;
mod rooms;
mod saved_game;
mod spawned;
mod store;
mod tiles;

pub use changed_tiles::TileChange;
pub use error::LevelError;
pub use events::LevelEvent;
pub use handlers::{ClassHandlers, LevelObject, body_at};
pub use rooms::{Room, Rooms, RoomsSnapshot};
pub use saved_game::LoadedGame;
pub use spawned::SpawnedLevel;
pub use tilephys_objects::{
    DeathCause, LevelEventKind, LikelyStart, SpawnPoint, TiledClass, TiledId, TiledName, TiledProperties,
    TiledShape, WorldLevel, WorldLevelError, hero_picture, hero_size, likely_start, nearest_free,
    nearest_tick,
};
