//! The objects of a Tiled level as components of entities, in any ECS.
//!
//! A driver implements [`Entities`] for its world: spawn, despawn, write a [`LevelComponent`]. [`LevelEntities`] then spawns a level,
//! finds its entities by id, name and class, and follows edits of the files: a reload writes only what the designer has changed.
//!
//! The crate knows no ECS. `tilephys-level` is such a driver, for `hecs`, and `tilephys-bevy` is one for Bevy. A game without an ECS
//! has a [`WorldLevel`] in place of entities.

mod change;
mod component;
mod components;
mod entities;
mod events;
mod free_place;
mod identities;
mod index;
mod known;
mod level_entities;
mod likely_start;
mod nearest;
mod parts;
mod regions;
mod rules;
mod standing_cells;
mod world_level;

pub use component::{LevelComponent, Removable};
pub use components::{SpawnPoint, TiledClass, TiledId, TiledName, TiledProperties, TiledShape};
pub use entities::{Entities, NewPart};
pub use events::{DeathCause, EventEntities, LevelEventKind};
pub use free_place::nearest_free;
pub use identities::{Handled, Part};
pub use level_entities::{LevelEntities, SpawnedParts};
pub use likely_start::{LikelyStart, hero_picture, hero_size, likely_start};
pub use nearest::nearest_tick;
pub use parts::{PathFault, Paths, Things, paths};
pub use rules::Rules;
pub use world_level::{WorldLevel, WorldLevelError};
