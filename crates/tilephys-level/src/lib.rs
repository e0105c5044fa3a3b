//! Levels of Tiled as entities of a [`hecs::World`].
//!
//! [`SpawnedLevel::begin`] spawns what a designer has drawn: each object of the map is an entity, and the engine that it
//! returns has the map's tiles. Then one step moves all.
//!
//! | the object | has, besides the components of all |
//! | --- | --- |
//! | of any class, or none | [`TiledId`], [`TiledName`], [`TiledClass`], [`TiledProperties`], [`TiledShape`], and a [`Position`] |
//! | `TpMover` | [`Mover`], [`Velocity`], a [`MoverPath`] and a [`CarriedBy`] if it has such, and a [`MoverId`] |
//! | a region, such as `TpCollectible` | [`Trigger`], [`Collider`], and what it is: a [`RegionKind`] and the [`LevelRegion`] |
//! | of a class of ours, such as `TpDoor` | what it means: a [`Mark`] |
//! | `TpSpawn` | [`SpawnPoint`] |
//!
//! The [`Position`] is the low corner of what the object is: of a mover's bounds, of a region, else of the object as if it
//! were not turned. Objects of the game's own classes are for the game to make something of, and may be given a
//! [`Velocity`] and a [`Collider`], which makes bodies of them. What collides and does not move is in the map, and its
//! entity is only its name. Regions of tiles, such as spikes and water, have entities with the class and the properties of
//! their tile.
//!
//! ```
//! use tilephys_core::EventKind;
//! use tilephys_ecs::{Collider, Position, Velocity};
//! use tilephys_level::{SpawnPoint, SpawnedLevel};
//! use tilephys_tiled::RegionKind;
//! # let map = br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
//! #  <objectgroup id="1" name="things"><object id="1" class="TpSpawn" x="32" y="96"><point/></object>
//! #  <object id="2" name="coin" class="TpCollectible" x="28" y="112" width="8" height="8"/></objectgroup>
//! # </map>"#;
//! # let files = |_: &std::path::Path| Ok(map.to_vec());
//!
//! let mut level = tilephys_tiled::load_from(&files, "cave.tmx")?;
//! let mut world = hecs::World::new();
//! let (mut physics, spawned) = SpawnedLevel::begin(&mut level, &mut world, 1.0 / 60.0)?;
//! physics.gravity.y = 900.0;
//!
//! let start = world.query::<&SpawnPoint>().iter().find(|spawn| spawn.is_start).unwrap().feet;
//! world.spawn((Position::new(start.x - 4.0, start.y - 11.0), Velocity::default(), Collider::new(8.0, 11.0)));
//!
//! let mut taken = Vec::new();
//! for _ in 0..30 {
//!     physics.step(&mut world, 1.0 / 60.0);
//!     for event in physics.events() {
//!         if let EventKind::Enter { sensor, .. } = event.kind {
//!             taken.extend(physics.sensor_entity(sensor));
//!         }
//!     }
//! }
//! assert_eq!(taken, spawned.named("coin"));
//! assert_eq!(*world.get::<&RegionKind>(taken[0]).unwrap(), RegionKind::Collectible);
//!
//! // And away again.
//! spawned.despawn(&mut world);
//! assert_eq!(world.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A map of class `TpLevel` says how it is played, where it says anything: `gravity` becomes the engine's when the level is
//! spawned; with `bounds` `closed` nothing leaves the map; with `kill_below` [`SpawnedLevel::below`] lists what falls out of it.
//!
//! When its files are changed, [`SpawnedLevel::reload`] lets the level that runs become what was loaded anew: bodies go on, and
//! what the designer has not touched stays as the game has made it. Which files these are,
//! [`Level::files`](tilephys_tiled::Level::files) says.
//!
//! [`Position`]: tilephys_ecs::Position
//! [`Velocity`]: tilephys_ecs::Velocity
//! [`Collider`]: tilephys_ecs::Collider
//! [`Mover`]: tilephys_ecs::Mover
//! [`MoverPath`]: tilephys_ecs::MoverPath
//! [`MoverId`]: tilephys_ecs::MoverId
//! [`CarriedBy`]: tilephys_ecs::CarriedBy
//! [`Trigger`]: tilephys_ecs::Trigger
//! [`Mark`]: tilephys_tiled::Mark
//! [`RegionKind`]: tilephys_tiled::RegionKind
//! [`LevelRegion`]: tilephys_tiled::LevelRegion

mod change;
mod components;
mod error;
mod index;
mod nearest;
mod parts;
mod regions;
mod reload;
mod rules;
mod spawned;

pub use components::{SpawnPoint, TiledClass, TiledId, TiledName, TiledProperties, TiledShape};
pub use error::LevelError;
pub use nearest::nearest_tick;
pub use spawned::SpawnedLevel;
