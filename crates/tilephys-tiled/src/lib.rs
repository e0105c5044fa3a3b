//! Loads Tiled maps as collision grids and typed objects.
//!
//! [`load`] reads a map from disk, [`load_from`] from any source. A [`Loader`] reads many maps, each shared file once,
//! with a root folder and [`Limits`] that the game sets. All return a [`Level`]: the collision grid, the objects, and
//! the tile or object behind each kind of the grid. A game takes the grid with [`Level::take_grid`] and keeps the rest.
//! Maps are orthogonal, finite or infinite, in every encoding, with embedded and external tilesets and templates. All
//! files may be XML or JSON, under any file name extension, and may refer to each other.
//!
//! [`Loading`] loads without blocking: it lists the files that it needs, and the game fetches them, as on the web.
//!
//! A `.world` file places maps beside each other: [`load_world`] reads it.
//!
//! ```
//! use tilephys_core::TileCoord;
//!
//! # let map = br#"<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">
//! #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
//! #   <properties><property name="collision" value="solid"/></properties>
//! #   <image source="rock.png" width="16" height="16"/>
//! #  </tileset>
//! #  <layer id="1" name="ground" width="3" height="2"><data encoding="csv">0,0,0,1,1,1</data></layer>
//! #  <objectgroup id="2" name="things"><object id="1" class="TpSpawn" x="24" y="16"><point/></object></objectgroup>
//! # </map>"#;
//! # let files = |_: &std::path::Path| Ok(map.to_vec());
//! let mut level = tilephys_tiled::load_from(&files, "cave.tmx")?;
//! for warning in &level.warnings {
//!     eprintln!("{warning}");
//! }
//! let start = level.spawn().expect("the map has a TpSpawn").position;
//! let grid = level.take_grid();
//! assert_eq!(start.y, 16.0);
//! assert!(grid.solid_tile(TileCoord::new(1, 1), u32::MAX).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing collides by default. A tile or an object collides by its shapes in Tiled's Tile Collision Editor, or by the
//! property `collision`. The module [`map_format`] has all properties, shapes and classes. Maps of other games say by
//! [`Conventions`] what collides. [`Level::why`] names the setting that made something collide.
//!
//! Rendering data is plain data: [`LayerInfo::content`] and the fields beside it, and the images of [`TilesetInfo`]. A
//! wrong value there is a [`Warning`], since it changes no collision. Everything else that Tiled writes, such as
//! animations, terrains and fonts, is in the model of the `tiled` crate: `Level::tiled_map`, feature `tiled-model`.
//!
//! [`Level::update`] hot-reloads a running level after its files changed: it sets only the differences in the running
//! grid. [`Level::files`] are the files to watch.
//!
//! Damage that Tiled tolerates does not stop a load. An error is only a fault that leaves no level, or that would
//! silently change what collides. Everything else is a [`Warning`] with its line. [`Loader::strict`] turns the warnings
//! about damaged maps into errors.
//!
//! No file makes this crate panic, hang or use memory out of proportion; [`Limits`] are the bounds. A [`LoadError`]
//! lists all faults at once, each [`Fault`] with file, line, column and the text of the line. A map refers to files in
//! its root folder only: see [`Loader`].

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]
mod collide;
mod conventions;
mod data;
mod error;
mod files;
mod format;
mod json;
mod level;
mod load;
pub mod map_format;
#[cfg(feature = "tiled-model")]
mod model;
mod settings;
mod things;
mod tmx;
mod types;
mod update;
mod vocabulary;
mod worlds;
mod xml;
/// The crate of the model that [`Level::tiled_map`] returns. Feature `tiled-model`.
#[cfg(feature = "tiled-model")]
pub use tiled;

pub use collide::outline::Turn;
pub use collide::regions::{LevelRegion, RegionOrigin};
pub use data::parts::{
    Cell, CellBlock, Color, Flip, Frame, Image, ImagePart, LayerContent, LayerInfo, LayerKind, Object,
    ObjectKind, ObjectTile, RenderOrder, TileInfo, TileRect, TileRef, TilesetInfo,
};
pub use data::properties::{EnumChoice, Properties, Property, PropertyOrigin, PropertyValue};
pub use error::{Diagnostic, Fault, LoadError, Place, Position, Problem, Snippet, Warning, WarningKind};
pub use files::missing_file::missing_file_remedy;
pub use files::reader::{Disk, Files, Limits, join as resolve_path, normal as normal_path};
pub use level::Level;
pub use level::changes::{LevelChanges, ObjectChanges};
pub use level::locate::{Locator, SourceAttribute, SourceElement, SourcePosition, TileShape};
pub use level::set_tile::{LevelTile, TileFault};
pub use load::build::{load, load_from};
pub use load::loader::{Loader, Loading, Progress, SuppliedFiles};
pub use settings::collision::RegionKind;
pub use settings::convention::{
    AppliedConvention, AppliedTo, Convention, Meaning, PropertyPattern, Rank, Subject,
};
pub use settings::conventions::Conventions;
pub use settings::patterns::matches as matches_pattern;
pub use settings::reason::{Reason, Speaker};
pub use things::marks::{Door, LevelPatrol, Mark, Role};
pub use things::movers::{LevelMover, MoverPath};
pub use things::rules::{Bounds, Gate, GatePart, LevelRules, OpenedSolid};
pub use tmx::look::{IMAGE_HEAD_BYTES, image_size};
pub use types::{MergedTypes, TypesFile, merge_types};
pub use vocabulary::ours::{OUR_TYPES, OurKind, OurMember, OurType, OurValue};
pub use worlds::{LevelWorld, WorldMap, load_world};
