//! Turns Tiled maps into tile grids and objects.
//!
//! [`load`] reads a `.tmx` from disk and [`load_from`] from anywhere; both give a [`Level`]: the grid to collide with,
//! the objects, and what names a tile that was hit. A game takes the grid out of it by [`Level::take_grid`] and keeps the
//! rest: see [`Level`] for how. Maps are orthogonal, finite or infinite, in every encoding, with embedded and external
//! tilesets and templates.
//!
//! Collision is opt-in: a tile collides if it has a shape in Tiled's Tile Collision Editor, or if the property
//! `collision` (`none`, `solid`, `one_way`, `hazard`, `ladder`, `water`, `trigger`) says so on the tile, its tileset,
//! the layer, a group or the map; the nearest wins. `tp_collision` (`auto`, `off`, `on`) on a layer or group keeps it
//! out, or makes all that says nothing solid. `collides`, `solid` and `one_way` as `bool` are read too.
//! **Only whole solid tiles are read yet**: whatever else would collide is an error that names it, never left out.
//! A name that is nearly one of these is a [`Warning`], and so is a map in which nothing collides.
//!
//! All tiles have the category 1, which is what bodies collide with unless told otherwise. The `int` property `category`
//! (filter bits) gives others, on the same elements as `collision`, and there too the nearest wins. The category of a
//! kind of tile is fixed once it is in the grid: a game that wants another at run time adds a kind with the same `user`
//! number by [`TileGrid::add_tile`](tilephys_core::TileGrid::add_tile), and places that.
//!
//! The player starts at an object of class `TpSpawn`, a point or a rectangle: see [`Level::spawn`].
//!
//! What a map looks like is there as plain data, for whoever draws it: [`LayerInfo::content`] and what is beside it, the
//! images of [`TilesetInfo`]. A wrong value there is a [`Warning`], since nothing collides by it.
//!
//! No file makes this crate panic, hang or take memory out of proportion: what is wrong is a [`LoadError`] with file,
//! line and column.

mod collision;
mod error;
mod judge;
mod level;
mod load;
mod look;
mod names;
mod objects;
mod place;
mod properties;
mod reader;
mod xml;

pub use error::{LoadError, Place, Position, Problem, Warning, WarningKind};
pub use level::{LayerInfo, LayerKind, Level, TileInfo, TileRect, TileRef, TilesetInfo};
pub use load::{load, load_from};
pub use look::{Cell, CellBlock, Color, Flip, Frame, Image, ImagePart, LayerContent, RenderOrder};
pub use objects::{Object, ObjectKind, ObjectTile};
pub use properties::{Properties, Property, PropertyValue};
pub use reader::{Disk, Files};
