//! Layers and tilesets of a level.

use crate::data::look::{Color, Frame, Image, ImagePart, LayerContent};
use crate::data::properties::Properties;
use glam::{IVec2, UVec2, Vec2};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tilephys_core::LayerId;

/// A layer of the map, or a group.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LayerInfo {
    /// Id, unique in the map; `None` in files from before Tiled 1.2.
    pub id: Option<u32>,
    /// Path: names of the groups and of the layer, joined with `/`.
    pub path: String,
    /// Kind of the layer.
    pub kind: LayerKind,
    /// Layer of the grid with its colliding tiles; `None` if none collides.
    pub grid_layer: Option<LayerId>,
    /// Offset with all its groups, in pixels.
    pub offset: Vec2,
    /// Parallax factor with all its groups; 1 moves with the view.
    pub parallax: Vec2,
    /// True if it and all its groups are shown. Hidden layers collide like others.
    pub visible: bool,
    /// Opacity with all its groups: 0 is transparent, 1 opaque.
    pub opacity: f32,
    /// Tint with all its groups, which multiplies its colours.
    pub tint: Color,
    /// Content for drawing.
    pub content: LayerContent,
    /// Class; empty if it has none.
    pub class: String,
    /// Custom properties.
    pub properties: Properties,
}

/// The kind of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// A tile layer.
    Tiles,
    /// An object layer.
    Objects,
    /// An image layer.
    Image,
    /// A group of layers.
    Group,
}

/// A tileset.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TilesetInfo {
    /// Name.
    pub name: String,
    /// Path of its file; `None` if it is embedded in the map.
    pub path: Option<PathBuf>,
    /// First gid in the map; `None` if only templates use it.
    pub first_gid: Option<u32>,
    /// Width and height of its tiles in pixels; in a collection of images, of the largest.
    pub tile_size: UVec2,
    /// Number of tiles. If neither the file nor the image states it, up to the highest that the map uses.
    pub tile_count: u32,
    /// Image with all its tiles; `None` if it is a collection of images.
    pub image: Option<Image>,
    /// Margin around all tiles of the image, in pixels.
    pub margin: u32,
    /// Spacing between tiles of the image, in pixels.
    pub spacing: u32,
    /// Tiles in a row of the image; 0 if neither the file nor the image states it.
    pub columns: u32,
    /// Drawing offset of its tiles, in pixels.
    pub tile_offset: IVec2,
    /// True if tiles are scaled to the cells of the map.
    pub fits_grid: bool,
    /// True if scaled tiles keep their proportions, and are centred.
    pub keeps_aspect: bool,
    /// Vector from the anchor of a tile object to its top left corner, in multiples of its size. The vector is (0, -1)
    /// for an anchor at the bottom left.
    pub object_corner: Vec2,
    /// Class; empty if it has none.
    pub class: String,
    /// Custom properties.
    pub properties: Properties,
    /// Tiles with a class, properties, shapes, frames or an image of their own, by id.
    pub tiles: BTreeMap<u32, TileInfo>,
}

/// The data of a tile in its tileset.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TileInfo {
    /// Class; empty if it has none.
    pub class: String,
    /// Custom properties.
    pub properties: Properties,
    /// Image of the tile, in a collection of images.
    pub image: Option<Image>,
    /// Part of the image that is shown; `None` for the whole.
    pub part: Option<ImagePart>,
    /// Frames of its animation; empty if it has none.
    pub frames: Vec<Frame>,
}

/// A tile of a tileset, as [`Level::tile`](crate::Level::tile) returns it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TileRef<'a> {
    /// Tileset of the tile.
    pub tileset: &'a TilesetInfo,
    /// Id in the tileset.
    pub id: u32,
    /// Data of the tile, if the tileset has any.
    pub info: Option<&'a TileInfo>,
}
