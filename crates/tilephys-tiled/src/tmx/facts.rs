//! The checked data of a map: input of the collision pass and the level.

use crate::data::parts::{Color, LayerInfo, LayerKind, ObjectKind, RenderOrder, TileInfo, TilesetInfo};
use crate::data::properties::Properties;
use crate::error::{Place, Position};
use crate::files::reader::Limits;
use crate::settings::collision::{LayerRule, Settings};
use crate::settings::conventions::Conventions;
use crate::tmx::data::{FLAGS, TileCells};
use crate::vocabulary::names::IGNORE;
use glam::Vec2;
use roxmltree::NodeId;
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
    /// First gid and `<tileset>` of the map for each tileset of it; of several the one with the lowest first gid.
    pub(crate) uses: BTreeMap<usize, (u32, NodeId)>,
    pub(crate) layers: Vec<LayerFacts>,
    /// Conventions used where no tilephys property is set.
    pub(crate) conventions: Arc<Conventions>,
}

/// A layer or a group. Groups come before their layers, in the order of the file.
pub(crate) struct LayerFacts {
    /// Its element in the tree of the map.
    pub(crate) node: NodeId,
    /// Its public data, accumulated with its groups, but for its cells and its layer of the grid.
    pub(crate) info: LayerInfo,
    pub(crate) position: Position,
    pub(crate) settings: Settings,
    /// Offset with its groups, in pixels. Sums of `f32` are exact in `f64` at the sizes that pass the check.
    pub(crate) offset: [f64; 2],
    /// Indices of the groups around it, the outermost first.
    pub(crate) groups: Vec<usize>,
    /// Cells; none but in a tile layer.
    pub(crate) cells: TileCells,
    /// Objects; none but in an object layer.
    pub(crate) objects: Vec<ObjectFacts>,
    /// Row of the conventions that matches it.
    pub(crate) convention: Option<LayerRow>,
}

impl LayerFacts {
    pub(crate) fn is_tiles(&self) -> bool {
        self.info.kind == LayerKind::Tiles
    }

    /// The place of the layer, for messages.
    pub(crate) fn place(&self) -> Place {
        Place { layer: Some(self.info.path.clone()), ..Place::default() }
    }
}

/// The effect of a row of the conventions on a layer.
#[derive(Clone)]
pub(crate) struct LayerRow {
    /// Index of the row in the table.
    pub(crate) row: usize,
    /// True if tiles without shapes stay as they are, since other tiles of the layer are solid by themselves.
    pub(crate) shapes_only: bool,
}

/// An object of a layer, or a collision shape of a tile.
#[derive(Clone)]
pub(crate) struct ObjectFacts {
    /// Its element in the tree of its file.
    pub(crate) node: NodeId,
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
    /// True if a class or a property of tilephys says what it is.
    pub(crate) fn says_what_it_is(&self) -> bool {
        self.class.starts_with("Tp") || self.settings.collision.is_some()
    }

    /// What a row of the conventions compares: name, class and properties.
    pub(crate) fn subjects(&self) -> (&str, &str, &Properties) {
        (&self.name, &self.class, &self.properties)
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

impl Geometry {
    /// The geometry of an unreadable object.
    pub(crate) const NONE: Geometry =
        Geometry { anchor: Vec2::ZERO, size: Vec2::ZERO, rotation: 0.0, shape: ObjectKind::Rectangle };
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
    /// Its public data, but for its first gid and its tiles.
    pub(crate) info: TilesetInfo,
    /// Path of its file: the map's if it is embedded.
    pub(crate) file: PathBuf,
    pub(crate) position: Position,
    /// Its element in the tree of that file.
    pub(crate) node: NodeId,
    pub(crate) tiles_known: TilesKnown,
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

impl TilesetFacts {
    /// A tileset with unknown tiles: built into Tiled, such as the one for automapping rules, or missing.
    pub(crate) fn unknown(
        file: &Path,
        (position, node): (Position, NodeId),
        name: &str,
        tiles_known: TilesKnown,
    ) -> Self {
        TilesetFacts {
            info: TilesetInfo {
                name: name.to_owned(),
                path: Some(file.to_owned()),
                ..TilesetInfo::default()
            },
            file: file.to_owned(),
            position,
            node,
            tiles_known,
            settings: Settings::default(),
            tiles: BTreeMap::new(),
        }
    }

    /// True if each of its tiles has an image of its own.
    pub(crate) fn is_collection(&self) -> bool {
        self.info.image.is_none()
    }

    /// True if the tileset is known to have no tile.
    pub(crate) fn is_empty(&self) -> bool {
        self.tiles_known == TilesKnown::All && self.info.tile_count == 0 && self.tiles.is_empty()
    }

    /// True if the tileset has a tile `id`.
    pub(crate) fn has(&self, id: u32) -> bool {
        self.tiles_known != TilesKnown::All
            || (!self.is_collection() && id < self.info.tile_count)
            || self.tiles.contains_key(&id)
    }

    /// Size of the tile `id` in pixels; `None` if a collection does not state it.
    pub(crate) fn size_of(&self, id: u32) -> Option<[u32; 2]> {
        if self.is_collection() {
            self.tiles.get(&id)?.image_size
        } else {
            Some(self.info.tile_size.to_array())
        }
    }
}

/// A tile of a tileset.
pub(crate) struct TileFacts {
    /// Its element in the tree of the tileset's file; of several the last.
    pub(crate) node: NodeId,
    /// True if it has an element for shapes.
    pub(crate) has_group: bool,
    pub(crate) info: TileInfo,
    pub(crate) position: Position,
    pub(crate) settings: Settings,
    /// Size of its own image in a collection, in pixels.
    pub(crate) image_size: Option<[u32; 2]>,
    /// Shapes in the Tile Collision Editor.
    pub(crate) shapes: Vec<ObjectFacts>,
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

/// A layer with its groups.
pub(crate) struct Chain<'a> {
    /// Layers from the outermost group to the layer.
    pub(crate) layers: Vec<&'a LayerFacts>,
    pub(crate) layer: &'a LayerFacts,
    /// Index of the layer.
    pub(crate) index: usize,
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
    layers.iter().any(|l| l.info.class == IGNORE)
}

/// The count of a tileset that may have any tile.
pub(crate) const ANY_COUNT: u32 = !FLAGS;

impl MapFacts {
    pub(crate) fn chain(&self, index: usize) -> Chain<'_> {
        let layer = &self.layers[index];
        let groups = layer.groups.iter().map(|group| &self.layers[*group]);
        Chain { layers: groups.chain([layer]).collect(), layer, index }
    }

    /// The objects of all layers.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &ObjectFacts> {
        self.layers.iter().flat_map(|layer| &layer.objects)
    }

    /// The required count of each tileset whose count is unknown or too low for the tiles in the map.
    pub(crate) fn needed_tiles(&self) -> BTreeMap<usize, u32> {
        let written = |t: &TilesetFacts| t.tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
        let count = |(index, t): (usize, &Arc<TilesetFacts>)| match t.info.tile_count {
            ANY_COUNT => Some((index, written(t))),
            count => self.grown.contains(&index).then_some((index, count)),
        };
        let mut needed: BTreeMap<usize, u32> = self.tilesets.iter().enumerate().filter_map(count).collect();
        if needed.is_empty() {
            return needed;
        }
        for layer in &self.layers {
            let of_cells = layer.cells.numbers().iter().filter_map(|(gid, _)| self.gids.find(*gid));
            let shown = layer.objects.iter().filter_map(|object| object.tile);
            for (tileset, id) in of_cells.chain(shown.map(|tile| (tile.tileset, tile.id))) {
                if let Some(count) = needed.get_mut(&tileset) {
                    *count = (*count).max(id + 1);
                }
            }
        }
        needed
    }
}
