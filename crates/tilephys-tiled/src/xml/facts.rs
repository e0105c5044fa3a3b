//! What the checked pass found: all that a level is made of.

use super::data::Cells;
use super::look::{LayerLook, TileLook, TilesetLook};
use crate::collide::settings::Settings;
use crate::conventions::Conventions;
use crate::conventions::apply::LayerRow;
use crate::error::Position;
use crate::level::look::{Color, Image, RenderOrder};
use crate::level::properties::Properties;
use crate::load::limits::Limits;
use crate::things::objects::ObjectKind;
use glam::Vec2;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A map.
pub(crate) struct MapFacts {
    pub(crate) limits: Limits,
    pub(crate) file: PathBuf,
    pub(crate) position: Position,
    /// Width and height in tiles.
    pub(crate) size: [u32; 2],
    /// Of a cell, in pixels; neither is 0.
    pub(crate) tile_size: [u32; 2],
    pub(crate) infinite: bool,
    pub(crate) background: Option<Color>,
    pub(crate) render_order: RenderOrder,
    pub(crate) class: String,
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    pub(crate) gids: Gids,
    /// Places of tilesets whose images have more tiles than they say.
    pub(crate) grown: BTreeSet<usize>,
    /// Those of the map, and those that only templates use.
    pub(crate) tilesets: Vec<Arc<TilesetFacts>>,
    pub(crate) layers: Vec<LayerFacts>,
    /// What is guessed where no property of ours says anything.
    pub(crate) conventions: Arc<Conventions>,
}

/// A layer or a group, in the order of the file.
pub(crate) struct LayerFacts {
    /// `None` in files of before Tiled 1.2.
    pub(crate) id: Option<u32>,
    pub(crate) position: Position,
    /// Names of the groups and of the layer, joined with `/`.
    pub(crate) path: String,
    pub(crate) class: String,
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    /// Offset from its group in pixels.
    pub(crate) offset: [f32; 2],
    /// Parallax factor relative to its group; 1 moves with the view.
    pub(crate) parallax: [f32; 2],
    pub(crate) visible: bool,
    pub(crate) look: LayerLook,
    pub(crate) content: Content,
    /// The row of the conventions that is about it.
    pub(crate) convention: Option<LayerRow>,
}

/// What a layer holds.
pub(crate) enum Content {
    Tiles(Vec<Cells>),
    /// And whether those further down are drawn later.
    Objects(Vec<ObjectFacts>, bool),
    Group(Vec<LayerFacts>),
    Image {
        image: Option<Image>,
        repeat: [bool; 2],
    },
}

/// An object of a layer, or a collision shape of a tile.
#[derive(Clone)]
pub(crate) struct ObjectFacts {
    /// `None` in files of before Tiled 0.11.
    pub(crate) id: Option<u32>,
    pub(crate) position: Position,
    /// Its own, or its template's.
    pub(crate) name: String,
    pub(crate) geometry: Geometry,
    pub(crate) visible: bool,
    /// Its own, or its template's.
    pub(crate) class: String,
    /// Its own, then those of its template that it does not set.
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    pub(crate) tile: Option<TilePlace>,
    pub(crate) opacity: f32,
}

impl ObjectFacts {
    /// One that cannot be read.
    pub(crate) fn unknown(position: Position) -> Self {
        ObjectFacts {
            id: None,
            position,
            name: String::new(),
            geometry: Geometry {
                anchor: Vec2::ZERO,
                size: Vec2::ZERO,
                rotation: 0.0,
                shape: ObjectKind::Rectangle,
            },
            visible: true,
            class: String::new(),
            properties: Properties::default(),
            settings: Settings::default(),
            tile: None,
            opacity: 1.0,
        }
    }

    /// The id, or 0 if it has none.
    pub(crate) fn id_or_zero(&self) -> u32 {
        self.id.unwrap_or_default()
    }
}

/// Where an object is in its layer, or a shape in its tile.
#[derive(Clone)]
pub(crate) struct Geometry {
    /// The point that it turns about, in pixels.
    pub(crate) anchor: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub(crate) size: Vec2,
    /// Degrees, clockwise.
    pub(crate) rotation: f32,
    /// Never a tile, which is apart from it.
    pub(crate) shape: ObjectKind,
}

/// Which tile an object shows.
#[derive(Clone, Copy)]
pub(crate) struct TilePlace {
    /// Index into the map's tilesets. In a template it is 0, and of the shapes of tiles no tile is kept.
    pub(crate) tileset: usize,
    pub(crate) id: u32,
    pub(crate) flags: u32,
}

/// A tileset, embedded or in a file of its own.
pub(crate) struct TilesetFacts {
    /// The file that defines it: the map's own if it is embedded.
    pub(crate) file: PathBuf,
    pub(crate) position: Position,
    pub(crate) embedded: bool,
    pub(crate) name: String,
    /// Of its tiles, in pixels. In a collection of images each has its own.
    pub(crate) tile_size: [u32; 2],
    pub(crate) tile_count: u32,
    pub(crate) collection: bool,
    /// One of Tiled's own (`:/...`): its tiles are unknown, and none collides.
    pub(crate) built_in: bool,
    pub(crate) look: TilesetLook,
    pub(crate) class: String,
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    /// The tiles that have an element of their own.
    pub(crate) tiles: BTreeMap<u32, TileFacts>,
}

impl TilesetFacts {
    /// One whose tiles are unknown: Tiled's own, such as that for the rules of automapping, or one that cannot be read.
    pub(crate) fn unknown(file: &Path, position: Position, name: &str) -> Self {
        TilesetFacts {
            file: file.to_owned(),
            position,
            embedded: false,
            name: name.to_owned(),
            tile_size: [0, 0],
            tile_count: 0,
            collection: true,
            built_in: true,
            look: TilesetLook::default(),
            class: String::new(),
            properties: Properties::default(),
            settings: Settings::default(),
            tiles: BTreeMap::new(),
        }
    }

    /// Whether it is known to have no tile at all.
    pub(crate) fn is_empty(&self) -> bool {
        !self.built_in && self.tile_count == 0 && self.tiles.is_empty()
    }

    /// Whether the tileset has a tile `id`.
    pub(crate) fn has(&self, id: u32) -> bool {
        self.built_in || (!self.collection && id < self.tile_count) || self.tiles.contains_key(&id)
    }

    /// Size of the tile `id` in pixels; `None` if a collection does not say.
    pub(crate) fn size_of(&self, id: u32) -> Option<[u32; 2]> {
        if self.collection { self.tiles.get(&id)?.image_size } else { Some(self.tile_size) }
    }
}

/// A tile of a tileset.
pub(crate) struct TileFacts {
    pub(crate) position: Position,
    pub(crate) class: String,
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    /// Of its own image in a collection, in pixels.
    pub(crate) image_size: Option<[u32; 2]>,
    pub(crate) look: TileLook,
    /// What the Tile Collision Editor shows.
    pub(crate) shapes: Vec<ObjectFacts>,
}

/// Which tileset a gid belongs to.
#[derive(Default)]
pub(crate) struct Gids {
    /// First gid and index of the tileset, sorted.
    pub(crate) ranges: Vec<(u32, usize)>,
}

impl Gids {
    /// The tileset and the tile in it that a gid without flags means, whether or not that tile exists.
    pub(crate) fn find(&self, gid: u32) -> Option<(usize, u32)> {
        let after = self.ranges.partition_point(|&(first, _)| first <= gid);
        let (first, tileset) = *self.ranges.get(after.checked_sub(1)?)?;
        Some((tileset, gid - first))
    }
}

/// A template.
pub(crate) struct TemplateFacts {
    pub(crate) object: ObjectFacts,
    /// The tileset of the object's tile, whose place is 0; `None` if the template has none.
    pub(crate) tileset: Option<Arc<TilesetFacts>>,
}
