//! Hot reload: changes a running level to its reloaded version, by the differences only.

mod cells;
mod plan;
mod twins;

use crate::collide::place::MAX_KINDS;
use crate::error::{LoadError, Problem, Result, Warning, WarningKind, WithHelp};
use crate::level::Level;
use crate::level::changes::{LevelChanges, ObjectChanges};
use crate::level::memory::Memory;
use glam::UVec2;
use plan::{KindPlan, Slots, update_shapes};
use tilephys_core::limits::MAX_LAYERS;
use tilephys_core::{TileGrid, UNITS_PER_PX};
use twins::{Twins, compare_objects, refused};

impl Level {
    /// Updates this level, whose grid the game has taken, to `new`: the same map, loaded again after its files changed.
    /// `grid` is the taken grid, with any changes by the game.
    ///
    /// Cells that the designer has changed are set. So are cells whose tile collides in another way now, unless the
    /// game has changed them: a broken block stays broken. New kinds of tile are added. Colliding objects are added,
    /// removed or replaced. Tiles that the game has put elsewhere stay. The cost is a comparison of the cells, and the
    /// differences.
    ///
    /// Kinds and layers of the grid keep their numbers while their meaning stays, so that tiles placed by the game stay
    /// valid. A game that places tiles must look up [kinds](Self::kind_of_gid) and
    /// [layers](crate::LayerInfo::grid_layer) again. Movers, regions and other objects are not in the grid: the game,
    /// or `tilephys-level`, applies [`LevelChanges::objects`].
    ///
    /// # Errors
    /// If `new` has another cell size, or lacks a tileset whose file is missing now, or if the grid has no room for its
    /// layers or kinds of tile. Also if `grid` does not belong to this level. Nothing is changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::path::Path;
    /// use tilephys_core::TileCoord;
    /// # let map = |cells: &str| format!(r#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
    /// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4">
    /// #   <image source="rock.png" width="64" height="16"/>
    /// #   <properties><property name="collision" value="solid"/></properties>
    /// #  </tileset>
    /// #  <layer id="1" name="ground" width="2" height="2"><data encoding="csv">{cells}</data></layer>
    /// # </map>"#);
    /// # let load = |cells: &str| { let map = map(cells); tilephys_tiled::load_from(&|_: &Path| Ok(map.clone().into_bytes()), "cave.tmx") };
    /// let mut level = load("0,0,1,1")?;
    /// let mut grid = level.take_grid();
    /// let ground = level.layer("ground").unwrap().grid_layer.unwrap();
    /// // The game breaks a block, the designer adds one.
    /// grid.set_tile(ground, TileCoord::new(0, 1), None);
    /// let changes = level.update(load("0,1,1,1")?, &mut grid)?;
    ///
    /// assert_eq!(changes.to_string(), "1 cell");
    /// assert!(grid.tile(ground, TileCoord::new(1, 0)).is_some());
    /// assert!(grid.tile(ground, TileCoord::new(0, 1)).is_none());
    /// # Ok::<(), tilephys_tiled::LoadError>(())
    /// ```
    #[doc(alias = "hot reload")]
    pub fn update(&mut self, mut new: Level, grid: &mut TileGrid) -> Result<LevelChanges, LoadError> {
        self.check_update(&new, grid)?;
        let twins = Twins::new(self, &new);
        let kinds = KindPlan::new(self, &new, grid)?;
        let slots = Slots::new(self, &new, &twins, grid)?;
        self.check_border(&new, grid, (slots.added(), kinds.added()))?;

        let mut changes = LevelChanges { kinds: kinds.added(), ..LevelChanges::default() };
        kinds.apply(self, &mut new, &twins, grid);
        cells::empty_gone(self, &twins, (grid, &mut changes));
        slots.apply(self, &mut new, grid);
        cells::update(self, &new, &twins, (grid, &mut changes));
        update_shapes(self, &mut new, (grid, &mut changes));
        new.memory.border.replace(&self.memory.border, grid);
        twins.count(self, &new, &mut changes);
        compare_objects(self, &new, &twins, &mut changes.objects);
        new.grid = TileGrid::new(cell_size(&new.grid));
        *self = new;
        Ok(changes)
    }

    /// Compares the objects with their state in `new`, as [`update`](Self::update) to it reports them. Changes nothing.
    #[must_use]
    pub fn object_changes(&self, new: &Level) -> ObjectChanges {
        let mut changes = ObjectChanges::default();
        compare_objects(self, new, &Twins::new(self, new), &mut changes);
        changes
    }

    /// Puts the colliding parts into a grid with other content, such as other levels: for the second and further levels
    /// of a world.
    ///
    /// From then on [`update`](Self::update) changes only the tiles of this level. Numbers of
    /// [surfaces](Self::surfaces) are relative to the level of the tile.
    ///
    /// # Errors
    /// As [`update`](Self::update), for a grid with another cell size or without room. Nothing is changed then.
    pub fn join(self, grid: &mut TileGrid) -> Result<Level, LoadError> {
        let mut joined = self.nothing();
        joined.update(self, grid).map(|_| joined)
    }

    /// Removes the level's tiles from the grid again, with the tiles that the game has put in their place. Tiles that
    /// the game has put where the level has none stay.
    ///
    /// # Errors
    /// If `grid` does not belong to this level. Nothing is changed then.
    pub fn leave(&mut self, grid: &mut TileGrid) -> Result<LevelChanges, LoadError> {
        let nothing = self.nothing();
        self.update(nothing, grid)
    }

    /// An empty map with an equal cell size.
    fn nothing(&self) -> Level {
        Level {
            path: self.path.clone(),
            version: self.version.clone(),
            tiled_version: self.tiled_version.clone(),
            class: String::new(),
            grid: TileGrid::new(cell_size(&self.grid)),
            kinds: crate::collide::kinds::Kinds::default(),
            memory: Memory::default(),
            surfaces: vec![String::new()],
            tile_size: self.tile_size,
            bounds: None,
            background: None,
            render_order: self.render_order,
            parallax_origin: self.parallax_origin,
            layers: Vec::new(),
            tilesets: Vec::new(),
            objects: Vec::new(),
            movers: Vec::new(),
            marks: Vec::new(),
            gates: Vec::new(),
            rules: None,
            regions: Vec::new(),
            properties: crate::data::properties::Properties::default(),
            warnings: Vec::new(),
            conventions: Vec::new(),
            candidates: Vec::new(),
            project: self.project.clone(),
            sources: self.sources.clone(),
        }
    }

    /// Refuses a border for which the grid has no room in addition to `layers` and `kinds`.
    fn check_border(&self, new: &Level, grid: &TileGrid, (layers, kinds): (usize, usize)) -> Result<()> {
        let needs = new.memory.border.needs(&self.memory.border);
        let most = (grid.layers().len() + layers + needs, grid.tile_kinds().len() + kinds + needs);
        if needs == 0 || most.0 <= MAX_LAYERS && most.1 <= MAX_KINDS {
            return Ok(());
        }
        let message = "the running level has no layer left for a closed border".help("restart it");
        Err(refused(new, message.to_owned()))
    }

    fn check_update(&self, new: &Level, grid: &TileGrid) -> Result<()> {
        let [was, is] = [cell_size(grid), new.tile_size];
        if was != is {
            return Err(refused(
                new,
                format!(
                    "the cells are now {}×{} px, but {}×{} px in the running level, which cannot change \
                     while it runs",
                    is.x, is.y, was.x, was.y
                )
                .help("restart it"),
            ));
        }
        if let Some(missing) = self.lost_tileset(new) {
            return Err(LoadError::of(missing.clone().with_kind(Problem::Update)));
        }
        if new.kinds.end() > new.grid.tile_kinds().len() {
            return Err(refused(new, "the new level has lost its grid".help("load it again")));
        }
        let kinds = self.kinds.end() <= grid.tile_kinds().len();
        let Memory { spare, border, .. } = &self.memory;
        let own = self.layers.iter().filter_map(|layer| layer.grid_layer);
        let own = own.chain(spare.iter().copied()).chain(border.layer());
        if !kinds || own.max().is_some_and(|last| last.index() >= grid.layers().len()) {
            return Err(refused(
                new,
                "the grid does not belong to the level".help("pass the grid that was taken from it"),
            ));
        }
        Ok(())
    }
}

impl Level {
    /// The warning about a tileset that is missing in `new` alone: its file is being saved, or was moved. The tiles of the level
    /// stay meanwhile.
    fn lost_tileset<'n>(&self, new: &'n Level) -> Option<&'n Warning> {
        let is_missing = |warning: &&Warning| warning.kind == WarningKind::MissingTileset;
        let mut missing = new.warnings.iter().filter(is_missing);
        let is_known = |found: &&Warning| {
            self.tilesets.is_empty()
                || self.warnings.iter().filter(is_missing).any(|known| known.message == found.message)
        };
        missing.find(|found| !is_known(found))
    }
}

/// The size of a cell, in pixels.
fn cell_size(grid: &TileGrid) -> UVec2 {
    grid.tile_size().as_uvec2() / UNITS_PER_PX.unsigned_abs()
}
