//! Turns Tiled maps into tile grids and objects.
//!
//! [`load`] reads a map from disk and [`load_from`] from anywhere; a [`Loader`] reads many and what they share once, with
//! a root folder and [`Limits`] of the game's choice. All give a [`Level`]: the grid to collide with, the objects, and what
//! names a tile that was hit. A game takes the grid out of it by [`Level::take_grid`] and keeps the
//! rest: see [`Level`] for how. Maps are orthogonal, finite or infinite, in every encoding, with embedded and external
//! tilesets and templates. All of these may be XML or JSON, whatever their names end in, and refer to each other.
//!
//! A `.world` file says how maps lie beside each other: [`load_world`] reads it, and [`WorldGrid`] makes one grid of several
//! levels.
//!
//! # What collides
//!
//! Collision is opt-in: a tile collides if it has shapes in Tiled's Tile Collision Editor, or if the property
//! `collision` (`none`, `solid`, `one_way`, `hazard`, `ladder`, `water`, `trigger`) says so on the tile, its tileset, the
//! layer, a group or the map; the nearest wins, and a shape's own word before all. An object collides if its own `collision`,
//! or that of its layer or a group, says so; one that shows a tile with shapes has these.
//! `tp_collision` (`auto`, `off`, `on`, `cell`) on a layer or group keeps it out, or makes all that says nothing solid; with `cell`
//! each tile without shapes fills its cell, whatever its own size.
//! `collides`, `solid` and `one_way` as `bool`, and the class `one-way`, are read too.
//! A name that is nearly one of these is a [`Warning`], and so is a map in which nothing collides.
//! [`Level::why`] tells which word won, and where it stands.
//!
//! Maps of other games say what collides by names: of layers, of properties and classes of tiles and objects. [`Conventions`] is a
//! table of such names, and [`Conventions::common`] has the names that many games use. It is read only if [`Loader::conventions`] or the
//! property `tp_conventions` (`common`, `none`) of the map asks for it, and says nothing where a property of ours does.
//!
//! What is `hazard`, `ladder`, `water` or `trigger` is solid to nobody and is not in the grid but among [`Level::regions`],
//! which sense who is in them once the game has added them to its world. Tiles side by side become few of them. A tile may have
//! solid shapes and others.
//!
//! # Shapes
//!
//! | in Tiled | in the grid |
//! | --- | --- |
//! | a rectangle over the whole cell, or a solid tile without shapes | a full tile |
//! | another rectangle, within the cell or beyond it | a box |
//! | a triangle or trapezoid from one side of the cell to the other | a slope, unless the property `slope` is `none` |
//! | another polygon, a turned rectangle | itself; cut into convex ones if it bends inward or has more than 8 corners |
//! | an ellipse, a capsule | the octagon around it, whose corners are 8.24 % of the radius outside |
//! | several shapes | all of them |
//! | a polyline, a rectangle without width or height | a wall of 1/256 px for each piece, solid from both sides |
//! | a point, a text | nothing: they are marks |
//!
//! A polygon of more than 128 corners is an error, and so is one that crosses itself. A shape that would collide and covers nothing, as
//! a click in Tiled makes one, is left out with a [`Warning`]. With `one_way`, the edges that look toward the open side are lines
//! that block from there only, and so are the pieces of a polyline. The open side is `one_way_dir`
//! (`up`, `right`, `down`, `left`; `up` if nobody says), and a tile without shapes has its whole edge there.
//!
//! A tile that is flipped or turned in a layer has its shapes, its one-way side and its conveyor flipped and turned with
//! it; `one_way_fixed` (`bool`) keeps the side, and what a layer, a group or the map says is about the map and stays.
//! Tiles larger than the cell, and those that their tileset scales to it, collide where they are drawn. Objects lie where they are drawn, as shapes off the cells.
//!
//! # Categories and materials
//!
//! All tiles have the category 1, which is what bodies collide with unless told otherwise. The `int` property `category`
//! (filter bits) gives others, on the same elements as `collision`, and there too the nearest wins. So it does for what a
//! tile is made of: `friction` (1), `restitution` (0), `conveyor` (0, in px/s toward the right) as numbers, and `surface`,
//! a name that [`Level::surfaces`] has a number for. Shapes of a tile that differ in these are several kinds of
//! the grid: see [`Level::kinds_of_cell`]. The category of a kind of tile is fixed once it is in the grid: a game that wants another at run time adds a kind with the
//! same `user` number by [`TileGrid::add_tile`](tilephys_core::TileGrid::add_tile), and places that.
//!
//! The player starts at an object of class `TpSpawn`, a point or a rectangle: see [`Level::spawn`].
//!
//! An object of class `TpMover` is a solid that moves: it is not in the grid but among [`Level::movers`], with the path that
//! its property `path` names and the numbers of [`MoverPath`]. It is solid unless `collision` says `one_way`. Objects of the
//! classes `TpCollectible`, `TpKillZone`, `TpGoal`, `TpCheckpoint`, `TpDoor` and `TpTrigger` are among [`Level::regions`].
//!
//! # Classes and enums
//!
//! A map has the values that differ from the defaults of a class; the defaults, and the values of enums, are in a Tiled project,
//! which is read too: see [`Loader`] for where it is. The [`Properties`] of all that a [`Level`] hands out are those that
//! Tiled shows: what the element says, else its template, else the tile that an object shows, else the default of its class,
//! which may also come from the template or the tile; members of class properties that are not set are at their defaults.
//! [`Property::origin`] tells who said it, [`Property::file`] and [`Property::position`] where, and [`Property::choice`] what
//! the value of an enum is by name and by number, however it is stored. What says how to collide is read of these
//! properties, so a class of the game's own with a member `collision` collides. `category` may be words of the flags enum
//! `TpCategory`.
//!
//! [`OUR_TYPES`] are known without a project, with the same defaults, unless a project has types of these names. What a
//! map asks for and no project has is a [`Warning`]: types of properties always, classes where there is no project though
//! properties have types, since only a project gives them some. A value that its enum does not have is a warning too, and of
//! one of ours an error. Not resolved are types within lists, which Tiled 1.12 brought.
//!
//! Objects of our other classes are [`Level::marks`], as typed values: `TpSpawn`, `TpGoal`, `TpCheckpoint`, `TpCollectible`
//! (`required`), `TpKillZone`, `TpTrigger`, `TpDoor` (`target`, a file, and `target_object`). A reference to an object that is
//! not there is an error. What is of class `TpIgnore`, an object or a whole layer or group, is left out of all this. A map of
//! class `TpLevel` has [`Level::rules`]. Unknown classes are handed on as they are.
//!
//! What a map looks like is there as plain data, for whoever draws it: [`LayerInfo::content`] and what is beside it, the
//! images of [`TilesetInfo`]. A wrong value there is a [`Warning`], since nothing collides by it. All else that Tiled
//! writes, animations and terrains and fonts, is in the model of the `tiled` crate, which `Level::tiled_map` makes with the
//! feature `tiled-model`.
//!
//! A level that runs is changed by [`Level::update`] when its files were: what differs is set in the running grid, and the
//! game goes on. [`Level::files`] are those to watch.
//!
//! What Tiled opens, loads. An error is only what leaves us without the level, or would make it collide wrongly without a word;
//! all else is a [`Warning`] with its line. [`Loader::strict`] makes errors of those warnings that tell of a damaged map.
//!
//! No file makes this crate panic, hang or take memory out of proportion, which [`Limits`] bound: all that is wrong is told
//! of at once by a [`LoadError`], each [`Fault`] with file, line, column and the line itself. A map refers to files in its
//! root folder only: see [`Loader`].

mod collide;
mod conventions;
mod error;
mod json;
mod level;
mod load;
#[cfg(feature = "tiled-model")]
mod model;
mod things;
mod types;
mod update;
mod worlds;
mod xml;

pub use collide::reason::{Reason, Speaker};
pub use collide::turn::Turn;
pub use conventions::{
    AppliedConvention, AppliedTo, Convention, Conventions, Meaning, PropertyPattern, Subject,
};
pub use error::{Fault, LoadError, Place, Position, Problem, Snippet, Warning, WarningKind};
pub use level::changes::{LevelChanges, ObjectChanges};
pub use level::look::{Cell, CellBlock, Color, Flip, Frame, Image, ImagePart, LayerContent, RenderOrder};
pub use level::properties::{EnumChoice, Properties, Property, PropertyOrigin, PropertyValue};
pub use level::{LayerInfo, LayerKind, Level, TileInfo, TileRect, TileRef, TilesetInfo};
pub use load::build::{load, load_from};
pub use load::limits::Limits;
pub use load::loader::Loader;
pub use load::reader::{Disk, Files};
pub use things::marks::{Door, Mark, Role};
pub use things::movers::{LevelMover, MoverPath};
pub use things::objects::{Object, ObjectKind, ObjectTile};
pub use things::regions::{LevelRegion, RegionKind, RegionOrigin};
pub use things::rules::{Bounds, LevelRules};
pub use types::{MergedTypes, OUR_TYPES, OurKind, OurMember, OurType, OurValue, TypesFile, merge_types};
pub use worlds::{LevelWorld, WorldGrid, WorldMap, load_world};

/// The crate whose model of a map [`Level::tiled_map`] gives. Feature `tiled-model`.
#[cfg(feature = "tiled-model")]
pub use tiled;
