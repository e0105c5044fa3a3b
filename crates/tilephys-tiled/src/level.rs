//! A loaded level.

use crate::error::Warning;
use crate::look::{Color, Frame, Image, ImagePart, LayerContent, RenderOrder};
use crate::objects::Object;
use crate::properties::Properties;
use glam::{IVec2, UVec2, Vec2};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tilephys_core::{LayerId, TileCoord, TileGrid, TileId};

/// A level: the grid to collide with, and what else the map says.
#[derive(Debug)]
#[non_exhaustive]
pub struct Level {
    /// The file it was loaded from.
    pub path: PathBuf,
    /// The class of the map; empty if it has none.
    pub class: String,
    /// What collides. The `user` number of its tiles is the gid, which [`Level::tile`] explains.
    pub grid: TileGrid,
    /// Width and height of a cell in pixels.
    pub tile_size: UVec2,
    /// The cells of the map; `None` if it is infinite. Layers with an offset may collide outside of them.
    pub bounds: Option<TileRect>,
    /// What is behind all layers; `None` if nothing is.
    pub background: Option<Color>,
    /// In which order cells are drawn.
    pub render_order: RenderOrder,
    /// All layers, with each group before what is in it. They are drawn in this order.
    pub layers: Vec<LayerInfo>,
    /// The tilesets of the map, and those that only templates use.
    pub tilesets: Vec<TilesetInfo>,
    /// The objects of all object layers, in the order of the file.
    pub objects: Vec<Object>,
    /// The custom properties of the map.
    pub properties: Properties,
    /// What loads, but hardly means what its author thinks.
    pub warnings: Vec<Warning>,
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileRect {
    /// The cell with the lowest column and row.
    pub min: TileCoord,
    /// Columns and rows.
    pub size: UVec2,
}

/// A layer of the map, or a group.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LayerInfo {
    /// Names of the groups and of the layer, joined with `/`.
    pub path: String,
    /// What it holds.
    pub kind: LayerKind,
    /// The layer of the grid that its colliding tiles are in; `None` if none collides.
    pub grid_layer: Option<LayerId>,
    /// Where it is moved to, with all its groups, in pixels.
    pub offset: Vec2,
    /// How it moves with the view, with all its groups; 1 is as the view.
    pub parallax: Vec2,
    /// Whether it and all its groups are shown. Hidden layers collide like others.
    pub visible: bool,
    /// How opaque it is, with all its groups: 0 is transparent, 1 opaque.
    pub opacity: f32,
    /// What its colours are multiplied with, with all its groups.
    pub tint: Color,
    /// What it shows.
    pub content: LayerContent,
    /// Its class; empty if it has none.
    pub class: String,
    /// Its custom properties.
    pub properties: Properties,
}

/// What a layer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// Tiles.
    Tiles,
    /// Objects.
    Objects,
    /// An image.
    Image,
    /// Other layers.
    Group,
}

/// A tileset.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TilesetInfo {
    /// Its name.
    pub name: String,
    /// The file that defines it; `None` if it is embedded in the map.
    pub path: Option<PathBuf>,
    /// Its first gid in the map; `None` if only templates use it.
    pub first_gid: Option<u32>,
    /// Width and height of its tiles in pixels; in a collection of images, of the largest.
    pub tile_size: UVec2,
    /// How many tiles it has.
    pub tile_count: u32,
    /// The image that all its tiles are in; `None` if it is a collection of images.
    pub image: Option<Image>,
    /// Pixels around all tiles of the image.
    pub margin: u32,
    /// Pixels between tiles of the image.
    pub spacing: u32,
    /// Tiles in a row of the image; 0 if the file does not say, so that it follows from the image's width.
    pub columns: u32,
    /// Where its tiles are drawn beside their place, in pixels.
    pub tile_offset: IVec2,
    /// Whether tiles are scaled to the cells of the map.
    pub fits_grid: bool,
    /// Whether tiles that are scaled keep their proportions, and are centred.
    pub keeps_aspect: bool,
    /// From the anchor of an object that shows one of its tiles to the object's top left corner, in parts of its
    /// size: (0, -1) if the anchor is the bottom left corner.
    pub object_corner: Vec2,
    /// Its class; empty if it has none.
    pub class: String,
    /// Its custom properties.
    pub properties: Properties,
    /// The tiles that have a class, properties, shapes, frames or an image of their own, by id.
    pub tiles: BTreeMap<u32, TileInfo>,
}

/// What a tileset says about one of its tiles.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TileInfo {
    /// Its class; empty if it has none.
    pub class: String,
    /// Its custom properties.
    pub properties: Properties,
    /// Its own image, in a collection of images.
    pub image: Option<Image>,
    /// The part of the image that it shows; `None` for the whole.
    pub part: Option<ImagePart>,
    /// Its animation; empty if it has none.
    pub frames: Vec<Frame>,
}

/// A tile of a tileset, as [`Level::tile`] finds it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TileRef<'a> {
    /// Its tileset.
    pub tileset: &'a TilesetInfo,
    /// Its id there.
    pub id: u32,
    /// Its class and properties, if it has any.
    pub info: Option<&'a TileInfo>,
}

impl Level {
    /// The tile of a gid without flags, which is what the grid's tiles have as their `user` number.
    ///
    /// `None` if the gid belongs to no tileset.
    #[must_use]
    pub fn tile(&self, gid: u32) -> Option<TileRef<'_>> {
        let first = |t: &TilesetInfo| t.first_gid.filter(|first| *first <= gid);
        let tileset = self.tilesets.iter().filter(|t| first(t).is_some()).max_by_key(|t| t.first_gid)?;
        let id = gid - tileset.first_gid?;
        Some(TileRef { tileset, id, info: tileset.tiles.get(&id) })
    }

    /// The tile behind a kind of the grid, so that a hit can be named.
    ///
    /// # Panics
    ///
    /// If `id` is of another grid.
    #[must_use]
    pub fn tile_of_kind(&self, id: TileId) -> Option<TileRef<'_>> {
        self.tile(self.grid.tile_kind(id).user)
    }

    /// The object with the id `id`.
    #[must_use]
    pub fn object(&self, id: u32) -> Option<&Object> {
        self.objects.iter().find(|o| o.id == id)
    }

    /// Where the player starts: the first object of class `TpSpawn` whose property `default` is true, else the first
    /// that does not set it to false.
    #[must_use]
    pub fn spawn(&self) -> Option<&Object> {
        let spawns = || self.objects.iter().filter(|o| o.class == "TpSpawn");
        let by_default = |wanted| spawns().find(|o| o.properties.bool("default") == wanted);
        by_default(Some(true)).or_else(|| by_default(None))
    }
}
