//! A loaded level.

pub(crate) mod border;
pub(crate) mod changes;
pub(crate) mod look;
pub(crate) mod memory;
pub(crate) mod names;
pub(crate) mod properties;
pub(crate) mod sources;

use crate::collide::kinds::{Kinds, Origin};
use crate::collide::reason::Reason;
use crate::conventions::AppliedConvention;
use crate::error::Warning;
use crate::level::look::{Cell, Color, Flip, Frame, Image, ImagePart, LayerContent, RenderOrder};
use crate::level::memory::Memory;
use crate::level::properties::{Properties, PropertyOrigin};
use crate::level::sources::Sources;
use crate::things::marks::{Mark, Role};
use crate::things::movers::LevelMover;
use crate::things::objects::Object;
use crate::things::regions::LevelRegion;
use crate::things::rules::{Bounds, LevelRules};
use glam::{I64Vec2, IVec2, UVec2, Vec2};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilephys_core::{Aabb, LayerId, TileCoord, TileGrid, TileId, UNITS_PER_PX, WORLD_LIMIT};

/// A level: the grid to collide with, and what else the map says.
///
/// # Examples
///
/// Load, take the grid, and name what was hit:
///
/// ```
/// use tilephys_core::{Body, MoveConfig, TileCoord, glam::Vec2};
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4">
/// #   <image source="rock.png" width="64" height="16"/>
/// #   <tile id="2"><properties><property name="collision" value="solid"/></properties></tile>
/// #  </tileset>
/// #  <layer id="1" name="ground" width="2" height="2"><data encoding="csv">0,0,3,3</data></layer>
/// # </map>"#;
/// # let files = |_: &std::path::Path| Ok(map.to_vec());
///
/// let mut level = tilephys_tiled::load_from(&files, "cave.tmx")?;
/// // The game gives it to its world, and changes it there. The level needs it no more.
/// let mut grid = level.take_grid();
///
/// let mut body = Body::new(Vec2::new(4.0, 0.0), Vec2::new(8.0, 11.0));
/// let mut hits = Vec::new();
/// grid.move_and_slide(&mut body, Vec2::new(0.0, 100.0), &MoveConfig::default(), &mut hits);
/// let hit = level.tile_of_kind(hits[0].tile).unwrap();
/// assert_eq!((hit.tileset.name.as_str(), hit.id), ("rock", 2));
///
/// // A tile of the tileset is placed while the game runs.
/// let ground = level.layer("ground").unwrap().grid_layer.unwrap();
/// let rock = level.gid_of_tile("rock", 2).and_then(|gid| level.kind_of_gid(gid));
/// grid.set_tile(ground, TileCoord::new(1, 0), rock);
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Level {
    /// The file it was loaded from.
    pub path: PathBuf,
    /// The class of the map; empty if it has none.
    pub class: String,
    /// What collides. The `user` number of its tiles is the gid, which [`Level::tile`] explains, and 0 of objects.
    ///
    /// [`Level::take_grid`] moves it out and leaves the rest of the level whole.
    pub grid: TileGrid,
    /// Which kinds of tile it was loaded with.
    pub(crate) kinds: Kinds,
    /// What it has put into the grid.
    pub(crate) memory: Memory,
    /// The names of surfaces (the property `surface`), by the number that [`Material::surface`] has; the first is empty
    /// and that of all that have none.
    ///
    /// [`Material::surface`]: tilephys_core::Material::surface
    pub surfaces: Vec<String>,
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
    /// The objects that move and are solid, those of class `TpMover`, in the order of the file. They are not in the grid:
    /// whoever runs the level adds them to its world.
    pub movers: Vec<LevelMover>,
    /// The objects of our classes that are no solids, as typed values, in the order of the file.
    pub marks: Vec<Mark>,
    /// How the level is played, if the map is of class `TpLevel`.
    pub rules: Option<LevelRules>,
    /// What is solid to nobody and means something to who comes into it, layer by layer in the order of the file.
    pub regions: Vec<LevelRegion>,
    /// The custom properties of the map.
    pub properties: Properties,
    /// The Tiled project, or file of object types, that says what classes and enums there are; `None` if there was none.
    pub project: Option<PathBuf>,
    /// What loads, but hardly means what its author thinks.
    pub warnings: Vec<Warning>,
    /// The rows of [`Conventions`](crate::Conventions) that decided something, where no
    /// property of ours does. Empty unless the loader or the map asks for conventions.
    pub conventions: Vec<AppliedConvention>,
    /// What it was loaded from.
    pub(crate) sources: Arc<Sources>,
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
    /// Its id, which no other layer of the map has; `None` in files of before Tiled 1.2.
    pub id: Option<u32>,
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
    /// How many tiles it has. If neither the file nor the image says so, up to the highest that the map shows.
    pub tile_count: u32,
    /// The image that all its tiles are in; `None` if it is a collection of images.
    pub image: Option<Image>,
    /// Pixels around all tiles of the image.
    pub margin: u32,
    /// Pixels between tiles of the image.
    pub spacing: u32,
    /// Tiles in a row of the image; 0 if neither the file nor the image says so.
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
    /// Moves the grid out, to give it to a world, and leaves an empty one with cells of the same size.
    ///
    /// Everything else of the level stays as it is. What the taken grid is made of is named by
    /// [`tile_of_kind`](Self::tile_of_kind) as before.
    #[must_use]
    pub fn take_grid(&mut self) -> TileGrid {
        let cell = self.grid.tile_size().as_uvec2() / UNITS_PER_PX.unsigned_abs();
        std::mem::replace(&mut self.grid, TileGrid::new(cell))
    }

    /// The files that it was made of: the map, then its tilesets and templates in the order of their paths, then
    /// its project. Whoever watches
    /// these knows when to load it again, for [`update`](Self::update).
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.sources.paths()
    }

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

    /// The tile behind a kind of the loaded grid, so that a hit can be named, wherever the grid is by now.
    ///
    /// `None` for an object, and for a kind that was added to the grid later. If its `user` number is a gid, [`tile`](Self::tile) names
    /// it: `level.tile(grid.tile_kind(id).user)`. A kind of another grid is taken for one of this.
    #[must_use]
    pub fn tile_of_kind(&self, id: TileId) -> Option<TileRef<'_>> {
        match self.kinds.origin(id)? {
            Origin::Tile(gid) => self.tile(gid),
            Origin::Object(_) => None,
        }
    }

    /// The object behind a kind of the loaded grid, if it was made for one that collides.
    #[must_use]
    pub fn object_of_kind(&self, id: TileId) -> Option<&Object> {
        match self.kinds.origin(id)? {
            Origin::Object(id) => self.object(id),
            Origin::Tile(_) => None,
        }
    }

    /// The kind of the loaded grid for the tile of a gid without flags, as its tileset shows it, so that it can be
    /// placed; [`kind_of_cell`](Self::kind_of_cell) has those that are turned.
    ///
    /// `None` if the tile stands nowhere in the map, or nowhere as one that collides; for such a tile the game adds a
    /// kind to the grid, with the gid as its `user` number. If layers give the tile different categories, it has a kind
    /// for each, and this is the one that comes first in the map.
    #[must_use]
    pub fn kind_of_gid(&self, gid: u32) -> Option<TileId> {
        self.kind_of_cell(Cell { gid, flip: Flip::default() })
    }

    /// The kind of the loaded grid for a tile as it stands in a cell; `None` if it stands so nowhere in the map, or
    /// nowhere as one that collides.
    ///
    /// Each orientation of a tile has a kind of its own if its shape, its one-way side or its conveyor differ.
    #[must_use]
    pub fn kind_of_cell(&self, cell: Cell) -> Option<TileId> {
        self.kinds.of_cell(cell).first().copied()
    }

    /// All kinds of the loaded grid for a tile as it stands in a cell: one for each category and material among its shapes. The
    /// first is in the cell, others lie off the cells in the same place, [loose](TileGrid::add_shape): who takes such a tile
    /// away takes these too.
    #[must_use]
    pub fn kinds_of_cell(&self, cell: Cell) -> &[TileId] {
        self.kinds.of_cell(cell)
    }

    /// Gravity that the map sets, in px/s² downward: the property `gravity` of a map of class `TpLevel`. `None` if the map itself does
    /// not set it; [`LevelRules::gravity`] is then the default of the class.
    #[must_use]
    pub fn gravity(&self) -> Option<f32> {
        let is_set = self.properties.property("gravity").is_some_and(|p| p.origin == PropertyOrigin::Own);
        self.rules.as_ref().filter(|_| is_set).map(|rules| rules.gravity)
    }

    /// The area in which bodies die that fall out of the map, in lattice units: below its lower border, between its sides, down to
    /// the end of the world. `None` unless the map's property `bounds` is `kill_below`.
    #[must_use]
    pub fn kill_area(&self) -> Option<Aabb> {
        let is_asked = self.rules.as_ref().is_some_and(|rules| rules.bounds == Bounds::KillBelow);
        let rect = self.bounds.filter(|_| is_asked)?;
        let tile = self.tile_size.as_i64vec2() * i64::from(UNITS_PER_PX);
        let min = I64Vec2::new(rect.min.col.into(), rect.min.row.into()) * tile;
        let max = min + rect.size.as_i64vec2() * tile;
        // A map lies in the world, so nothing is lost.
        let [left, right, top] = [min.x, max.x, max.y].map(|edge| edge as i32);
        Some(Aabb { min: IVec2::new(left, top), max: IVec2::new(right, WORLD_LIMIT) })
    }

    /// Why a kind of the loaded grid collides as it does: who said so, the nearest of all. If it stands in several layers, why it
    /// does in the first.
    ///
    /// `None` for a kind that was added to the grid later.
    #[must_use]
    pub fn why(&self, kind: TileId) -> Option<&Reason> {
        self.kinds.reason(kind)
    }

    /// The same for an object: why it is solid, or what somebody comes into.
    ///
    /// `None` if it is neither.
    #[must_use]
    pub fn why_object(&self, id: u32) -> Option<&Reason> {
        let region = || self.regions.iter().find(|region| region.object() == Some(id));
        self.kinds.reason_of_object(id).or_else(|| region().map(|region| &region.reason))
    }

    /// The gid of the tile `id` of the tileset `tileset`; of several tilesets of that name, the first that has it.
    ///
    /// `None` if the map has no such tileset, or it has no such tile.
    #[must_use]
    pub fn gid_of_tile(&self, tileset: &str, id: u32) -> Option<u32> {
        // Ids have gaps in a collection of images, and each of its tiles has its own image.
        let has =
            |t: &TilesetInfo| if t.image.is_some() { id < t.tile_count } else { t.tiles.contains_key(&id) };
        let mut named = self.tilesets.iter().filter(|t| t.name == tileset && has(t));
        named.find_map(|t| t.first_gid)?.checked_add(id)
    }

    /// The layer or group whose [`path`](LayerInfo::path) is `path`, such as `caves/ground`; of several, the first.
    #[must_use]
    pub fn layer(&self, path: &str) -> Option<&LayerInfo> {
        self.layers.iter().find(|l| l.path == path)
    }

    /// The object with the id `id`.
    #[must_use]
    pub fn object(&self, id: u32) -> Option<&Object> {
        self.objects.iter().find(|o| o.id == id)
    }

    /// What an object means, if it is a mark.
    #[must_use]
    pub fn mark(&self, object: u32) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.object == object)
    }

    /// Where the player starts: the first object of class `TpSpawn` whose property `default` is true, else the first
    /// that does not set it to false. What the object says itself counts before what its class does.
    ///
    /// Its [`position`](Object::position) is the top left corner of a rectangle, and a point is its own corner, for its
    /// size is zero. The player's feet belong in the middle of its lower edge, which for a point is the point. A body's
    /// position is the body's own top left corner, so it is placed as below.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilephys_core::{Body, glam::Vec2};
    /// # let map = br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
    /// #  <objectgroup id="1" name="marks"><object id="1" class="TpSpawn" x="32" y="96" width="16" height="32"/></objectgroup>
    /// # </map>"#;
    /// # let files = |_: &std::path::Path| Ok(map.to_vec());
    /// # let level = tilephys_tiled::load_from(&files, "cave.tmx")?;
    /// let size = Vec2::new(8.0, 11.0);
    /// let spawn = level.spawn().expect("the map has a TpSpawn");
    /// let feet = spawn.position + Vec2::new(spawn.size.x / 2.0, spawn.size.y);
    /// let body = Body::new(feet - Vec2::new(size.x / 2.0, size.y), size);
    /// assert_eq!(body.position_px(), Vec2::new(36.0, 117.0)); // of a spawn at 32, 96 px of 16 × 32 px
    /// # Ok::<(), tilephys_tiled::LoadError>(())
    /// ```
    #[must_use]
    pub fn spawn(&self) -> Option<&Object> {
        let ids: BTreeSet<u32> =
            self.marks.iter().filter(|mark| mark.role == Role::Spawn).map(|mark| mark.object).collect();
        let spawns = || self.objects.iter().filter(|o| ids.contains(&o.id));
        // By default a spawn of the class is none in particular, which is not to be told that it is none.
        let of_class =
            |o: &Object| o.properties.property("default").is_some_and(|p| p.origin == PropertyOrigin::Class);
        let says = |o: &Object| o.properties.bool("default").filter(|_| !of_class(o));
        let by_default = |wanted| spawns().find(|o| says(o) == wanted);
        let by_class = || spawns().find(|o| of_class(o) && o.properties.bool("default") == Some(true));
        by_default(Some(true)).or_else(by_class).or_else(|| by_default(None))
    }
}
