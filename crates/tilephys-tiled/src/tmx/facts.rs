//! The checked data of a map: input of the collision pass and the level.

use crate::data::parts::{Color, Frame, Image, ImagePart, ObjectKind, RenderOrder};
use crate::data::properties::Properties;
use crate::error::{Place, Position};
use crate::files::reader::Limits;
use crate::settings::collision::{LayerRule, Settings};
use crate::settings::conventions::Conventions;
use crate::settings::object_rows::ObjectRows;
use crate::tmx::data::{FLAGS, TileCells};
use crate::vocabulary::names::IGNORE;
use glam::{IVec2, Vec2};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A map.
pub(crate) struct MapFacts {
    pub(crate) limits: Limits,
    pub(crate) file: PathBuf,
    pub(crate) position: Position,
    /// Version of the format; empty if it states none.
    pub(crate) version: String,
    /// Version of Tiled; empty if it states none.
    pub(crate) tiled_version: String,
    /// Width and height in tiles.
    pub(crate) size: [u32; 2],
    /// Size of a cell, in pixels; both above 0.
    pub(crate) tile_size: [u32; 2],
    pub(crate) infinite: bool,
    pub(crate) background: Option<Color>,
    pub(crate) render_order: RenderOrder,
    pub(crate) parallax_origin: [f32; 2],
    pub(crate) class: String,
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    pub(crate) gids: Gids,
    /// Indices of tilesets whose images have more tiles than stated.
    pub(crate) grown: BTreeSet<usize>,
    /// Tilesets of the map, and tilesets that only templates use.
    pub(crate) tilesets: Vec<Arc<TilesetFacts>>,
    pub(crate) layers: Vec<LayerFacts>,
    /// Conventions used where no tilephys property is set.
    pub(crate) conventions: Arc<Conventions>,
    /// The rows about objects in it.
    pub(crate) object_rows: ObjectRows,
}

/// A layer or a group, in the order of the file.
pub(crate) struct LayerFacts {
    /// Id; `None` in files from before Tiled 1.2.
    pub(crate) id: Option<u32>,
    pub(crate) position: Position,
    /// Names of the groups and of the layer, joined with `/`.
    pub(crate) path: String,
    pub(crate) class: String,
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    /// Offset from its group, in pixels.
    pub(crate) offset: [f32; 2],
    /// Parallax factor relative to its group; 1 moves with the view.
    pub(crate) parallax: [f32; 2],
    pub(crate) visible: bool,
    pub(crate) look: LayerLook,
    pub(crate) content: Content,
    /// Row of the conventions that matches it.
    pub(crate) convention: Option<LayerRow>,
}

/// The effect of a row of the conventions on a layer.
#[derive(Clone)]
pub(crate) struct LayerRow {
    /// Index of the row in the table.
    pub(crate) row: usize,
    /// True if tiles without shapes stay as they are, since other tiles of the layer are solid by themselves.
    pub(crate) shapes_only: bool,
}

/// The rendering data of a layer, without its groups.
pub(crate) struct LayerLook {
    pub(crate) opacity: f32,
    pub(crate) tint: Color,
}

/// The content of a layer.
pub(crate) enum Content {
    Tiles(TileCells),
    /// Objects; the bool is true if objects further down are drawn later.
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
    /// Id; `None` in files from before Tiled 0.11.
    pub(crate) id: Option<u32>,
    pub(crate) position: Position,
    /// Name, or its template's.
    pub(crate) name: String,
    pub(crate) geometry: Geometry,
    pub(crate) visible: bool,
    /// Class, or its template's.
    pub(crate) class: String,
    /// Properties, then the missing ones of its template.
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    pub(crate) tile: Option<TilePlace>,
    pub(crate) opacity: f32,
}

impl ObjectFacts {
    /// A placeholder for an unreadable object.
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

    /// True if a class or a property of tilephys says what it is.
    pub(crate) fn says_what_it_is(&self) -> bool {
        self.class.starts_with("Tp") || self.settings.collision.is_some()
    }

    /// The id, or 0 if it has none.
    pub(crate) fn id_or_zero(&self) -> u32 {
        self.id.unwrap_or_default()
    }
}

/// The geometry of an object in its layer, or of a shape in its tile.
#[derive(Clone)]
pub(crate) struct Geometry {
    /// Anchor, the pivot of the rotation, in pixels.
    pub(crate) anchor: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub(crate) size: Vec2,
    /// Rotation, clockwise, in degrees.
    pub(crate) rotation: f32,
    /// Shape; never a tile, which is stored separately.
    pub(crate) shape: ObjectKind,
}

/// The tile that an object shows.
#[derive(Clone, Copy)]
pub(crate) struct TilePlace {
    /// Index into the map's tilesets. In a template it is 0; shapes of tiles have none.
    pub(crate) tileset: usize,
    pub(crate) id: u32,
    pub(crate) flags: u32,
}

/// A tileset, embedded or in a file of its own.
pub(crate) struct TilesetFacts {
    /// Path of its file: the map's if it is embedded.
    pub(crate) file: PathBuf,
    pub(crate) position: Position,
    pub(crate) embedded: bool,
    pub(crate) name: String,
    /// Size of its tiles, in pixels. In a collection of images each tile has its own.
    pub(crate) tile_size: [u32; 2],
    pub(crate) tile_count: u32,
    pub(crate) collection: bool,
    pub(crate) tiles_known: TilesKnown,
    pub(crate) look: TilesetLook,
    pub(crate) class: String,
    pub(crate) properties: Properties,
    pub(crate) settings: Settings,
    /// Tiles that have an element of their own.
    pub(crate) tiles: BTreeMap<u32, TileFacts>,
}

/// How much is known of the tiles of a tileset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TilesKnown {
    All,
    /// Nothing: the tileset is built into Tiled (`:/...`), and no tile of it collides.
    BuiltIn,
    /// Nothing: its file is missing. A tile collides only as its layer says.
    Missing,
}

/// The rendering data of a tileset.
#[derive(Default)]
pub(crate) struct TilesetLook {
    pub(crate) image: Option<Image>,
    pub(crate) margin: u32,
    pub(crate) spacing: u32,
    pub(crate) columns: u32,
    pub(crate) tile_offset: IVec2,
    pub(crate) fits_grid: bool,
    pub(crate) keeps_aspect: bool,
    /// Vector from a tile object's anchor to its top left corner, in multiples of its size.
    pub(crate) object_corner: Vec2,
}

impl TilesetFacts {
    /// A tileset with unknown tiles: built into Tiled, such as the one for automapping rules, or missing.
    pub(crate) fn unknown(file: &Path, position: Position, name: &str, tiles_known: TilesKnown) -> Self {
        TilesetFacts {
            file: file.to_owned(),
            position,
            embedded: false,
            name: name.to_owned(),
            tile_size: [0, 0],
            tile_count: 0,
            collection: true,
            tiles_known,
            look: TilesetLook::default(),
            class: String::new(),
            properties: Properties::default(),
            settings: Settings::default(),
            tiles: BTreeMap::new(),
        }
    }

    /// True if the tileset is known to have no tile.
    pub(crate) fn is_empty(&self) -> bool {
        self.tiles_known == TilesKnown::All && self.tile_count == 0 && self.tiles.is_empty()
    }

    /// True if the tileset has a tile `id`.
    pub(crate) fn has(&self, id: u32) -> bool {
        self.tiles_known != TilesKnown::All
            || (!self.collection && id < self.tile_count)
            || self.tiles.contains_key(&id)
    }

    /// Size of the tile `id` in pixels; `None` if a collection does not state it.
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
    /// Size of its own image in a collection, in pixels.
    pub(crate) image_size: Option<[u32; 2]>,
    pub(crate) look: TileLook,
    /// Shapes in the Tile Collision Editor.
    pub(crate) shapes: Vec<ObjectFacts>,
}

/// The rendering data of a tile of a tileset.
pub(crate) struct TileLook {
    pub(crate) image: Option<Image>,
    pub(crate) part: Option<ImagePart>,
    pub(crate) frames: Vec<Frame>,
}

/// The map from gids to tilesets.
#[derive(Default)]
pub(crate) struct Gids {
    /// First gid and index of each tileset, sorted.
    pub(crate) ranges: Vec<(u32, usize)>,
}

impl Gids {
    /// The tileset and tile id of a gid without flags; the tile may not exist.
    pub(crate) fn find(&self, gid: u32) -> Option<(usize, u32)> {
        let after = self.ranges.partition_point(|&(first, _)| first <= gid);
        let (first, tileset) = *self.ranges.get(after.checked_sub(1)?)?;
        Some((tileset, gid - first))
    }
}

/// A template.
pub(crate) struct TemplateFacts {
    pub(crate) object: ObjectFacts,
    /// Tileset of the object's tile, with index 0; `None` if the template has none.
    pub(crate) tileset: Option<Arc<TilesetFacts>>,
}

/// A layer with its groups, and their accumulated values.
#[derive(Clone)]
pub(crate) struct Chain<'a> {
    /// Layers from the outermost group to the layer.
    pub(crate) layers: Vec<&'a LayerFacts>,
    /// Offset in pixels. Sums of `f32` are exact in `f64` at the sizes that pass the check.
    pub(crate) offset: [f64; 2],
    pub(crate) parallax: [f32; 2],
    pub(crate) visible: bool,
    pub(crate) opacity: f32,
    pub(crate) tint: Color,
}

impl Default for Chain<'_> {
    fn default() -> Self {
        Chain {
            layers: Vec::new(),
            offset: [0.0; 2],
            parallax: [1.0; 2],
            visible: true,
            opacity: 1.0,
            tint: Color::WHITE,
        }
    }
}

impl<'a> Chain<'a> {
    /// The chain of a layer or group in this group.
    pub(crate) fn with(&self, facts: &'a LayerFacts) -> Self {
        let mut chain = self.clone();
        chain.layers.push(facts);
        for axis in [0, 1] {
            chain.offset[axis] += f64::from(facts.offset[axis]);
            chain.parallax[axis] *= facts.parallax[axis];
        }
        chain.visible &= facts.visible;
        chain.opacity *= facts.look.opacity;
        chain.tint = chain.tint.times(facts.look.tint);
        chain
    }

    /// The offset in pixels.
    pub(crate) fn offset_px(&self) -> Vec2 {
        Vec2::new(self.offset[0] as f32, self.offset[1] as f32)
    }

    /// The place of the layer, for messages.
    pub(crate) fn place(&self) -> Place {
        Place { layer: self.layers.last().map(|l| l.path.clone()), ..Place::default() }
    }
}

/// The nearest layer rule, from a layer outward; `layers` go from the outermost group to the layer.
pub(crate) fn layer_rule(layers: &[&LayerFacts]) -> LayerRule {
    if is_ignored(layers) {
        return LayerRule::Off;
    }
    layers.iter().rev().find_map(|l| l.settings.layer_rule).unwrap_or(LayerRule::Auto)
}

/// True if a layer or one of its groups has the class `TpIgnore`.
pub(crate) fn is_ignored(layers: &[&LayerFacts]) -> bool {
    layers.iter().any(|l| l.class == IGNORE)
}

/// The count of a tileset that may have any tile.
pub(crate) const ANY_COUNT: u32 = !FLAGS;

impl MapFacts {
    /// The required count of each tileset whose count is unknown or too low for the tiles in the map.
    pub(crate) fn needed_tiles(&self) -> BTreeMap<usize, u32> {
        let written = |t: &TilesetFacts| t.tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
        let count = |(index, t): (usize, &Arc<TilesetFacts>)| match t.tile_count {
            ANY_COUNT => Some((index, written(t))),
            count => self.grown.contains(&index).then_some((index, count)),
        };
        let mut needed: BTreeMap<usize, u32> = self.tilesets.iter().enumerate().filter_map(count).collect();
        if !needed.is_empty() {
            self.layers.iter().for_each(|layer| self.note_layer(layer, &mut needed));
        }
        needed
    }

    fn note_layer(&self, layer: &LayerFacts, needed: &mut BTreeMap<usize, u32>) {
        let mut note = |tileset: usize, id: u32| {
            if let Some(count) = needed.get_mut(&tileset) {
                *count = (*count).max(id + 1);
            }
        };
        match &layer.content {
            Content::Tiles(cells) => {
                let gids = cells.numbers().iter().map(|(gid, _)| *gid);
                gids.filter_map(|gid| self.gids.find(gid)).for_each(|(tileset, id)| note(tileset, id));
            }
            Content::Objects(objects, _) => {
                objects.iter().filter_map(|object| object.tile).for_each(|tile| note(tile.tileset, tile.id));
            }
            Content::Group(inner) => inner.iter().for_each(|layer| self.note_layer(layer, needed)),
            Content::Image { .. } => {}
        }
    }
}
