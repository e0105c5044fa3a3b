//! A level that runs becomes the same level as it was loaded anew: what differs is changed in the running grid, and nothing
//! else.

mod cells;
mod kinds;
mod objects;
mod shapes;
mod slots;
mod twins;

use crate::collide::place::MAX_KINDS;
use crate::error::{LoadError, Problem};
use crate::level::Level;
use crate::level::changes::LevelChanges;
use crate::level::memory::Memory;
use glam::UVec2;
use kinds::KindPlan;
use slots::Slots;
use tilephys_core::{MAX_LAYERS, TileGrid, UNITS_PER_PX};
use twins::Twins;

impl Level {
    /// Makes of this level, whose grid the game has taken, the level `new`: the same map, loaded again after its files were
    /// changed. `grid` is the taken one, wherever it is now, and whatever the game has done to it.
    ///
    /// Cells that the designer has changed since are set, and so are those whose tile is something else to bodies now,
    /// unless the game has changed them: what was broken stays broken. Kinds of tile that are new are added. Objects that
    /// collide and have come, gone or changed are put in, taken out or replaced. What the game has put elsewhere stays. All
    /// costs what differs, and a comparison of the cells.
    ///
    /// Kinds and layers of the grid keep their numbers as long as they mean the same, so that what the game has put down
    /// stays what it is; who places tiles asks for [kinds](Self::kind_of_gid) and [layers](crate::LayerInfo::grid_layer)
    /// anew. Movers, regions and other objects are not in the grid: whoever runs the level changes them as
    /// [`LevelChanges::objects`] says.
    ///
    /// # Errors
    /// If `new` has cells of another size, or more layers or kinds of tile that collide than the grid has room for, or if
    /// `grid` is not that of this level. Nothing is changed then.
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
        shapes::update(self, &mut new, (grid, &mut changes));
        new.memory.border.replace(&self.memory.border, grid);
        twins.count(self, &new, &mut changes);
        objects::compare(self, &new, &twins, &mut changes.objects);
        new.grid = TileGrid::new(cell_size(&new.grid));
        *self = new;
        Ok(changes)
    }

    /// Puts what collides into a grid that has something else already, such as other levels: the second and any further
    /// level of one world.
    ///
    /// Its tiles are what [`update`](Self::update) changes from then on, and nobody else's. Numbers of
    /// [surfaces](Self::surfaces) are those of the level whose tile it is.
    ///
    /// # Errors
    /// As [`update`](Self::update), of a grid with cells of another size or without room. Nothing is changed then.
    pub fn join(self, grid: &mut TileGrid) -> Result<Level, LoadError> {
        let mut joined = self.nothing();
        joined.update(self, grid).map(|_| joined)
    }

    /// Takes what collides out of the grid again, with what the game has put in its place. What it has put where the level has no tile
    /// stays.
    ///
    /// # Errors
    /// If `grid` is not that of this level. Nothing is changed then.
    pub fn leave(&mut self, grid: &mut TileGrid) -> Result<LevelChanges, LoadError> {
        let nothing = self.nothing();
        self.update(nothing, grid)
    }

    /// A map with cells of the same size and nothing else.
    fn nothing(&self) -> Level {
        Level {
            path: self.path.clone(),
            class: String::new(),
            grid: TileGrid::new(cell_size(&self.grid)),
            kinds: crate::collide::kinds::Kinds::default(),
            memory: Memory::default(),
            surfaces: vec![String::new()],
            tile_size: self.tile_size,
            bounds: None,
            background: None,
            render_order: self.render_order,
            layers: Vec::new(),
            tilesets: Vec::new(),
            objects: Vec::new(),
            movers: Vec::new(),
            marks: Vec::new(),
            rules: None,
            regions: Vec::new(),
            properties: crate::level::properties::Properties::default(),
            warnings: Vec::new(),
            conventions: Vec::new(),
            project: self.project.clone(),
            sources: self.sources.clone(),
        }
    }

    /// Refuses a border for which the grid has no room beside `layers` and `kinds` to be added.
    fn check_border(
        &self,
        new: &Level,
        grid: &TileGrid,
        (layers, kinds): (usize, usize),
    ) -> Result<(), LoadError> {
        let needs = new.memory.border.needs(&self.memory.border);
        let most = (grid.layers().len() + layers + needs, grid.tile_kinds().len() + kinds + needs);
        if needs == 0 || most.0 <= MAX_LAYERS && most.1 <= MAX_KINDS {
            return Ok(());
        }
        let message = "the level that runs has no room for the layer of a closed border; start it again";
        Err(refused(new, message.to_owned()))
    }

    fn check_update(&self, new: &Level, grid: &TileGrid) -> Result<(), LoadError> {
        let [was, is] = [cell_size(grid), new.tile_size];
        if was != is {
            return Err(refused(
                new,
                format!(
                    "the cells are {}×{} px now and are {}×{} px in the level that runs, which cannot be changed while it \
                     does; start it again",
                    is.x, is.y, was.x, was.y
                ),
            ));
        }
        if new.kinds.end() > new.grid.tile_kinds().len() {
            return Err(refused(new, "the new level has lost its grid; load it again".to_owned()));
        }
        let kinds = self.kinds.end() <= grid.tile_kinds().len();
        let Memory { spare, border, .. } = &self.memory;
        let own = self.layers.iter().filter_map(|layer| layer.grid_layer);
        let own = own.chain(spare.iter().copied()).chain(border.layer());
        if !kinds || own.max().is_some_and(|last| last.index() >= grid.layers().len()) {
            return Err(refused(
                new,
                "the grid is not that of the level; give the one that was taken of it".to_owned(),
            ));
        }
        Ok(())
    }
}

/// Of a cell, in pixels.
fn cell_size(grid: &TileGrid) -> UVec2 {
    grid.tile_size().as_uvec2() / UNITS_PER_PX.unsigned_abs()
}

/// That a level loads, but cannot be what runs.
fn refused(new: &Level, message: String) -> LoadError {
    LoadError::new(Problem::Update, &new.path, message)
}
