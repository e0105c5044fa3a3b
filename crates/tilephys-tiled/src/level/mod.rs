//! Levels: the collision grid, layers, tilesets and objects of a loaded map.

pub(crate) mod changes;
pub(crate) mod locate;
pub(crate) mod memory;
pub(crate) mod set_tile;

use crate::collide::kinds::{Kinds, Origin};
use crate::collide::regions::LevelRegion;
use crate::data::parts::{Cell, Color, Flip, LayerInfo, Object, RenderOrder, TileRect, TileRef, TilesetInfo};
use crate::data::properties::{Properties, PropertyOrigin};
use crate::error::Warning;
use crate::level::memory::{Memory, Sources};
use crate::settings::convention::{AppliedConvention, AppliedTo};
use crate::settings::reason::Reason;
use crate::things::marks::{Door, Mark, Role};
use crate::things::movers::LevelMover;
use crate::things::rules::{Bounds, Gate, GatePart, LevelRules, OpenedSolid};
use crate::vocabulary::names;
use glam::{I64Vec2, IVec2, UVec2, Vec2};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilephys_core::{Aabb, LayerId, TileGrid, TileId, UNITS_PER_PX, WORLD_LIMIT};

/// A loaded level: the collision grid, and all other data of the map.
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
/// // The game gives it to its world, and changes it there. The level does not need it any more.
/// let mut grid = level.take_grid();
///
/// let mut body = Body::new(Vec2::new(4.0, 0.0), Vec2::new(8.0, 11.0));
/// let mut hits = Vec::new();
/// grid.move_and_slide(&mut body, Vec2::new(0.0, 100.0), &MoveConfig::default(), &mut hits);
/// let hit = level.tile_of_kind(hits[0].target.tile).unwrap();
/// assert_eq!((hit.tileset.name.as_str(), hit.id), ("rock", 2));
///
/// // A tile of the tileset is placed while the game runs.
/// let ground = level.layer("ground").unwrap().grid_layer.unwrap();
/// let rock = level.gid_of_tile("rock", 2).and_then(|gid| level.kind_of_gid(gid));
/// grid.set_tile(ground, TileCoord::new(1, 0), rock);
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Level {
    /// Path of the map file.
    pub path: PathBuf,
    /// Version of the map format that the file states, such as `1.10`; empty if it states none.
    pub version: String,
    /// Version of Tiled that the file states, such as `1.11.2`; empty if it states none.
    pub tiled_version: String,
    /// Class of the map; empty if it has none.
    pub class: String,
    /// Collision grid. The `user` number of a tile is its gid ([`Level::tile`]), and 0 for objects.
    ///
    /// [`Level::take_grid`] moves it out and leaves the rest of the level valid.
    pub grid: TileGrid,
    /// Kinds of tile of the loaded grid.
    pub(crate) kinds: Kinds,
    /// Cells and shapes that the level has put into the grid.
    pub(crate) memory: Memory,
    /// Names of surfaces (the property `surface`), by the number in [`Material::surface`]; the first is empty, for no
    /// surface.
    ///
    /// [`Material::surface`]: tilephys_core::Material::surface
    pub surfaces: Vec<String>,
    /// Width and height of a cell, in pixels.
    pub tile_size: UVec2,
    /// Cells of the map; `None` if it is infinite. Layers with an offset may collide outside of them.
    pub bounds: Option<TileRect>,
    /// Colour behind all layers; `None` if unset.
    pub background: Option<Color>,
    /// Order in which cells are drawn.
    pub render_order: RenderOrder,
    /// Centre of the view at which no layer is shifted by its parallax, in pixels.
    pub parallax_origin: Vec2,
    /// All layers in drawing order, each group before its layers.
    pub layers: Vec<LayerInfo>,
    /// Tilesets of the map, and tilesets that only templates use.
    pub tilesets: Vec<TilesetInfo>,
    /// Objects of all object layers, in the order of the file.
    pub objects: Vec<Object>,
    /// Moving platforms: objects of class `TpMover`, in the order of the file. The game, or `tilephys-level`, adds them
    /// to a world.
    #[doc(alias = "moving platform")]
    #[doc(alias = "kinematic")]
    pub movers: Vec<LevelMover>,
    /// Objects of the other built-in classes, as typed values, in the order of the file.
    pub marks: Vec<Mark>,
    /// Solid objects and layers that open for tokens: objects with the property `requires`, and layers and groups with it.
    pub gates: Vec<Gate>,
    /// Rules of the level, if the map is of class `TpLevel`.
    pub rules: Option<LevelRules>,
    /// Sensors (trigger areas), which block no body, layer by layer in the order of the file.
    #[doc(alias = "trigger")]
    #[doc(alias = "area")]
    #[doc(alias = "sensor")]
    pub regions: Vec<LevelRegion>,
    /// Custom properties of the map.
    pub properties: Properties,
    /// Path of the Tiled project, or file of object types, with the classes and enums; `None` if none was found.
    pub project: Option<PathBuf>,
    /// Probable mistakes in the map.
    pub warnings: Vec<Warning>,
    /// Rows of [`Conventions`](crate::Conventions) that took effect, where no tilephys property does. Empty if the loader or
    /// the map turns conventions off.
    pub conventions: Vec<AppliedConvention>,
    /// Layers that are probably meant to be solid, the likeliest first. Empty unless a warning says that nothing, or little,
    /// collides.
    pub candidates: Vec<AppliedTo>,
    /// Texts of the files.
    pub(crate) sources: Arc<Sources>,
}

impl Level {
    /// True if [`conventions`](Self::conventions) make a layer or an object collide that has no tilephys property.
    #[must_use]
    pub fn is_read_by_names(&self) -> bool {
        self.conventions.iter().any(|applied| applied.row.meaning.collision().is_some())
    }

    /// What the maker of the level should know: how names were read, and the warnings.
    ///
    /// A game prints them while its levels are made. In a level that says all in the words of tilephys there are none.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let file = self.path.display();
        let read =
            self.conventions.iter().map(move |applied| format!("{file}: by naming conventions: {applied}"));
        read.chain(self.warnings.iter().map(ToString::to_string))
    }

    /// Moves the grid out, to give it to a world, and leaves an empty grid with cells of equal size.
    ///
    /// Everything else of the level stays. [`tile_of_kind`](Self::tile_of_kind) still returns the tile behind each kind
    /// of the taken grid.
    #[must_use]
    pub fn take_grid(&mut self) -> TileGrid {
        let cell = self.grid.tile_size().as_uvec2() / UNITS_PER_PX.unsigned_abs();
        std::mem::replace(&mut self.grid, TileGrid::new(cell))
    }

    /// Paths of the level's files: the map, then its tilesets and templates in the order of their paths, then its
    /// project. A file watcher that sees one change loads the map again for [`update`](Self::update).
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.sources.all().map(|source| &*source.path)
    }

    /// The tile of a gid without flags, which is the `user` number of the grid's tiles.
    ///
    /// `None` if no tileset has the gid.
    #[must_use]
    pub fn tile(&self, gid: u32) -> Option<TileRef<'_>> {
        let first = |t: &TilesetInfo| t.first_gid.filter(|first| *first <= gid);
        let tileset = self.tilesets.iter().filter(|t| first(t).is_some()).max_by_key(|t| t.first_gid)?;
        let id = gid - tileset.first_gid?;
        Some(TileRef { tileset, id, info: tileset.tiles.get(&id) })
    }

    /// The tile behind a kind of the loaded grid, for example of a hit, wherever the grid is now.
    ///
    /// `None` for an object, and for a kind that was added to the grid later. If the `user` number of such a kind is a
    /// gid, [`tile`](Self::tile) returns its tile: `level.tile(grid.tile_kind(id).user)`. Kinds of other grids are not
    /// detected.
    #[must_use]
    pub fn tile_of_kind(&self, id: TileId) -> Option<TileRef<'_>> {
        if let Origin::Tile(gid) = self.kinds.origin(id)? { self.tile(gid) } else { None }
    }

    /// The first object whose class is probably a misspelling of `class`, or `class` one of it; `None` if an object has the
    /// class itself.
    #[must_use]
    pub fn object_of_class_like(&self, class: &str) -> Option<&Object> {
        let is_there = self.objects.iter().any(|object| object.class == class);
        let near = || self.objects.iter().find(|object| names::are_near(class, &object.class));
        if is_there { None } else { near() }
    }

    /// The object behind a kind of the loaded grid, if the kind was made for a colliding object.
    #[must_use]
    pub fn object_of_kind(&self, id: TileId) -> Option<&Object> {
        if let Origin::Object(id) = self.kinds.origin(id)? { self.object(id) } else { None }
    }

    /// The kind of the loaded grid for the tile of a gid without flags, to place it unflipped;
    /// [`kind_of_cell`](Self::kind_of_cell) returns the flipped ones.
    ///
    /// `None` if no cell of the map has the tile as a colliding one. For such a tile the game adds a kind to the grid,
    /// with the gid as its `user` number. If layers give the tile different categories, it has a kind for each, and the
    /// first in the map is returned.
    #[must_use]
    pub fn kind_of_gid(&self, gid: u32) -> Option<TileId> {
        self.kind_of_cell(Cell { gid, flip: Flip::default() })
    }

    /// The kind of the loaded grid for a tile with its flips; `None` if no cell of the map has it so as a colliding
    /// tile.
    ///
    /// Each orientation of a tile has a kind of its own if its shape, its one-way side or its conveyor differ.
    #[must_use]
    pub fn kind_of_cell(&self, cell: Cell) -> Option<TileId> {
        self.kinds_of_cell(cell).first().copied()
    }

    /// All kinds of the loaded grid for a tile with its flips: one for each category and material among its shapes. The
    /// first is in the cell. The others lie at the same place as [shapes off the grid](TileGrid::add_shape); remove
    /// them with the tile.
    #[must_use]
    pub fn kinds_of_cell(&self, cell: Cell) -> &[TileId] {
        self.kinds.by_cell.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// Gravity that the map sets, in px/s² downward: the property `gravity` of a map of class `TpLevel`. `None` if the
    /// map itself does not set it; [`LevelRules::gravity`] is then the default of the class.
    #[must_use]
    pub fn gravity(&self) -> Option<f32> {
        let is_set = self.properties.property("gravity").is_some_and(|p| p.origin == PropertyOrigin::Own);
        self.rules.as_ref().filter(|_| is_set).map(|rules| rules.gravity)
    }

    /// The kill area below an open map, in lattice units: below its lower border, between its sides, down to the end of
    /// the world. `None` unless the map's property `bounds` is `kill_below`.
    #[must_use]
    pub fn kill_area(&self) -> Option<Aabb> {
        let is_asked = self.rules.as_ref().is_some_and(|rules| rules.bounds == Bounds::KillBelow);
        let rect = self.bounds.filter(|_| is_asked)?;
        let tile = self.tile_size.as_i64vec2() * i64::from(UNITS_PER_PX);
        let min = I64Vec2::new(rect.min.col.into(), rect.min.row.into()) * tile;
        let max = min + rect.size.as_i64vec2() * tile;
        // A map lies in the world, so the casts are exact.
        let [left, right, top] = [min.x, max.x, max.y].map(|edge| edge as i32);
        Some(Aabb { min: IVec2::new(left, top), max: IVec2::new(right, WORLD_LIMIT) })
    }

    /// The reason why a kind of the loaded grid collides: the nearest setting. For a kind in several layers, the reason
    /// in the first.
    ///
    /// `None` for a kind that was added to the grid later.
    #[must_use]
    pub fn why(&self, kind: TileId) -> Option<&Reason> {
        self.kinds.list.get(&kind).map(|(_, reason)| reason)
    }

    /// The reason why an object is solid or a region.
    ///
    /// `None` if it is neither.
    #[must_use]
    pub fn why_object(&self, id: u32) -> Option<&Reason> {
        let kind = self.kinds.list.values().find(|(origin, _)| *origin == Origin::Object(id));
        let region = || self.regions.iter().find(|region| region.object() == Some(id));
        kind.map(|(_, reason)| reason).or_else(|| region().map(|region| &region.reason))
    }

    /// The gid of the tile `id` of the tileset `tileset`; of several tilesets with this name, the first that has the
    /// tile.
    ///
    /// `None` if the map has no such tileset or tile.
    #[must_use]
    pub fn gid_of_tile(&self, tileset: &str, id: u32) -> Option<u32> {
        // Ids have gaps in a collection of images, and each of its tiles has its own image.
        let has =
            |t: &TilesetInfo| if t.image.is_some() { id < t.tile_count } else { t.tiles.contains_key(&id) };
        let mut named = self.tilesets.iter().filter(|t| t.name == tileset && has(t));
        named.find_map(|t| t.first_gid)?.checked_add(id)
    }

    /// Takes the gates whose tokens are all held out of a grid: the grid of this level, wherever it is now. Returns their solids.
    ///
    /// A game calls it when the player gets a token: `level.open_gates(physics.grid_mut(), &|token| held.contains(token))`.
    pub fn open_gates(&self, grid: &mut TileGrid, is_held: &dyn Fn(&str) -> bool) -> Vec<OpenedSolid> {
        let opens = |gate: &&Gate| gate.requires.iter().all(|token| is_held(token));
        let parts: Vec<GatePart> = self.gates.iter().filter(opens).map(|gate| gate.part).collect();
        let is_open = |layer: LayerId, tile: TileId| {
            parts.iter().any(|part| match part {
                GatePart::Object(id) => self.kinds.origin(tile) == Some(Origin::Object(*id)),
                GatePart::Layer(index) => self.layers[*index].grid_layer == Some(layer),
            })
        };
        let mut opened = Vec::new();
        let tiles: Vec<_> = grid.tiles().filter(|(layer, _, tile)| is_open(*layer, *tile)).collect();
        for (layer, at, tile) in tiles {
            let cell = IVec2::new(at.col, at.row) * grid.tile_size();
            opened.push(OpenedSolid { area: Aabb::from_min_size(cell, grid.tile_size()), tile });
            grid.set_tile(layer, at, None);
        }
        let shapes = grid.off_grid_shapes().filter(|(_, shape)| is_open(shape.layer, shape.tile));
        for (id, shape) in shapes.map(|(id, shape)| (id, shape.clone())).collect::<Vec<_>>() {
            opened.push(OpenedSolid { area: shape.aabb, tile: shape.tile });
            grid.remove_box(id);
        }
        opened
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

    /// The mark of an object, if it is one.
    #[must_use]
    pub fn mark(&self, object: u32) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.object == object)
    }

    /// The player's start: the first object of class `TpSpawn` whose property `default` is true, else the first that
    /// does not set it to false. A value set on the object wins over its class.
    ///
    /// [`position`](Object::position) is the top left corner of a rectangle, or the point itself, whose size is zero.
    /// The player's feet belong at the middle of the lower edge, [`Object::feet`]. A body's position is its top left
    /// corner, so place it as below.
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
    /// let body = Body::new(spawn.feet() - Vec2::new(size.x / 2.0, size.y), size);
    /// assert_eq!(body.position_px(), Vec2::new(36.0, 117.0)); // of a spawn at 32, 96 px of 16 × 32 px
    /// # Ok::<(), tilephys_tiled::LoadError>(())
    /// ```
    #[must_use]
    pub fn spawn(&self) -> Option<&Object> {
        let ids: BTreeSet<u32> =
            self.marks.iter().filter(|mark| mark.role == Role::Spawn).map(|mark| mark.object).collect();
        let spawns = || self.objects.iter().filter(|o| ids.contains(&o.id));
        // The class default `false` means unset; only an object can say that it is not the start.
        let of_class =
            |o: &Object| o.properties.property("default").is_some_and(|p| p.origin == PropertyOrigin::Class);
        let says = |o: &Object| o.properties.bool("default").filter(|_| !of_class(o));
        let by_default = |wanted| spawns().find(|o| says(o) == wanted);
        let by_class = || spawns().find(|o| of_class(o) && o.properties.bool("default") == Some(true));
        by_default(Some(true)).or_else(by_class).or_else(|| by_default(None))
    }

    /// The position where the player appears in this level, in pixels: the feet at the target object of the door, or at
    /// the [start](Self::spawn). `None` if the level has neither.
    ///
    /// The door is in the map that the player leaves; this level is its target.
    #[must_use]
    pub fn arrival(&self, door: &Door) -> Option<Vec2> {
        let target = door.target_object.and_then(|id| self.object(id));
        target.or_else(|| self.spawn()).map(Object::feet)
    }
}
