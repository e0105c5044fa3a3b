//! Maps of a world with their positions, and as one grid.

use crate::collide::collider::bounds;
use crate::collide::place::MAX_KINDS;
use crate::error::{LoadError, Problem, Warning, WithHelp};
use crate::level::Level;
use glam::{I64Vec2, IVec2, UVec2};
use std::path::PathBuf;
use tilephys_core::limits::MAX_LAYERS;
use tilephys_core::{Aabb, LayerId, TileCoord, TileGrid, TileId, UNITS_PER_PX, WORLD_LIMIT};

/// A world: its maps and their positions. Maps are loaded on demand.
///
/// # Examples
///
/// ```
/// use std::{io, path::Path};
/// use tilephys_tiled::Loader;
/// let world = br#"{"maps": [{"fileName": "cave.tmx", "x": 0, "y": 0}, {"fileName": "hall.tmx", "x": 32, "y": 0}]}"#;
/// let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"/>"#;
/// let files = |path: &Path| match path.to_str() {
///     Some("game.world") => Ok(world.to_vec()),
///     Some("cave.tmx" | "hall.tmx") => Ok(map.to_vec()),
///     _ => Err(io::Error::from(io::ErrorKind::NotFound)),
/// };
/// let mut loader = Loader::with_files(files);
/// let world = loader.load_world("game.world")?;
/// assert_eq!(world.neighbours(0), [1]);
/// let cave = loader.load(&world.maps[0].path)?;
/// # assert_eq!(cave.path, Path::new("cave.tmx"));
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LevelWorld {
    /// Path of the world file.
    pub path: PathBuf,
    /// Maps: the listed ones in the order of the file, then the matches of its patterns, by pattern and name.
    pub maps: Vec<WorldMap>,
    /// True if Tiled shows only the neighbours of the open map. The loader ignores the flag.
    pub only_adjacent: bool,
    /// Probable mistakes: maps that overlap.
    pub warnings: Vec<Warning>,
}

/// A map of a [`LevelWorld`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorldMap {
    /// Path of the map, as [`Loader::load`](crate::Loader::load) takes it.
    pub path: PathBuf,
    /// Upper left corner, in pixels of the world.
    pub position: IVec2,
    /// Width and height in pixels, from the map itself. For an infinite map it is the size in the world file, `None` if
    /// unset.
    pub size: Option<UVec2>,
}

impl WorldMap {
    /// The corners of its rectangle; `None` without a size.
    pub(super) fn corners(&self) -> Option<[I64Vec2; 2]> {
        let low = self.position.as_i64vec2();
        Some([low, low + self.size?.as_i64vec2()])
    }
}

impl LevelWorld {
    /// Indices of the maps that touch the map with the index `map` at an edge or a corner, or overlap it. A map without
    /// a size touches none.
    ///
    /// # Panics
    ///
    /// If there is no such map.
    #[must_use]
    pub fn neighbours(&self, map: usize) -> Vec<usize> {
        let Some([low, high]) = self.maps[map].corners() else { return Vec::new() };
        let touches = |[l, h]: [I64Vec2; 2]| l.cmple(high).all() && low.cmple(h).all();
        let others = self.maps.iter().enumerate().filter(|(i, _)| *i != map);
        others.filter(|(_, other)| other.corners().is_some_and(touches)).map(|(i, _)| i).collect()
    }

    /// Index of the map at the point `px` of the world; of several, the first.
    #[must_use]
    pub fn map_at(&self, px: IVec2) -> Option<usize> {
        let px = px.as_i64vec2();
        let holds = |[low, high]: [I64Vec2; 2]| low.cmple(px).all() && px.cmplt(high).all();
        self.maps.iter().position(|map| map.corners().is_some_and(holds))
    }
}

/// A grid with the tiles of several levels, each at the position of its map in a world. Bodies can cross the borders of
/// maps.
///
/// Movers, regions and objects are not in it: translate them by [`offset`](Self::offset).
#[derive(Clone, Debug)]
pub struct WorldGrid {
    /// Grid with the tiles of all levels so far.
    pub grid: TileGrid,
    /// Level and original kind of each kind of tile.
    origins: Vec<Option<(usize, TileId)>>,
    /// Layers and kinds of each level in this grid.
    levels: Vec<(Vec<LayerId>, Vec<TileId>)>,
}

impl WorldGrid {
    /// Creates an empty grid with cells of `tile` pixels, the cell size of all levels.
    ///
    /// # Panics
    ///
    /// As [`TileGrid::new`].
    #[must_use]
    pub fn new(tile: impl Into<[u32; 2]>) -> Self {
        WorldGrid { grid: TileGrid::new(tile), origins: Vec::new(), levels: Vec::new() }
    }

    /// Puts the tiles of `level` into the grid, with the upper left corner of its map at `position`, in pixels of the
    /// world. Returns the index of the level, from 0.
    ///
    /// Layers with equal names become one layer. If `position` is not a multiple of the cell size, tiles become shapes
    /// off the grid. The level must still have its grid.
    ///
    /// # Errors
    ///
    /// If the cell size differs, if the map would reach beyond the world, or if there would be too many layers or kinds
    /// of tile. The grid is unchanged then.
    pub fn add(&mut self, level: &Level, position: IVec2) -> Result<usize, LoadError> {
        let refused = |message: String| LoadError::new(Problem::Limit, &level.path, message);
        if level.grid.tile_size() != self.grid.tile_size() {
            let sizes = [&level.grid, &self.grid].map(|grid| grid.tile_size() / UNITS_PER_PX);
            let message = format!(
                "cells of {}×{} px do not match the grid of {}×{} px",
                sizes[0].x, sizes[0].y, sizes[1].x, sizes[1].y
            )
            .help("use one tile size for all maps of a world");
            return Err(LoadError::new(Problem::Format, &level.path, message));
        }
        let new = level.grid.layers().iter().filter(|name| !self.grid.layers().contains(name)).count();
        if self.grid.layers().len() + new > MAX_LAYERS {
            return Err(refused(format!(
                "more than {MAX_LAYERS} layers with different names in one grid, which is the limit"
            )));
        }
        if self.grid.tile_kinds().len() + level.grid.tile_kinds().len() > MAX_KINDS {
            return Err(refused(format!(
                "more than {MAX_KINDS} kinds of tile in one grid, which is the limit"
            )));
        }
        let offset = Self::offset_in(position).filter(|offset| fits(&level.grid, *offset));
        let Some(offset) = offset else {
            let message = format!(
                "at {}, {} px the map reaches beyond the world, which ends at ±{} px",
                position.x,
                position.y,
                WORLD_LIMIT / UNITS_PER_PX
            );
            return Err(refused(message));
        };
        let layers: Vec<LayerId> = level.grid.layers().iter().map(|name| self.named_layer(name)).collect();
        let kinds = level.grid.tile_kinds().iter().map(|kind| self.grid.add_tile(kind.clone()));
        let kinds: Vec<TileId> = kinds.collect();
        let here = self.levels.len();
        // A game may have added kinds in between.
        let first = kinds.first().map_or(self.origins.len(), |kind| kind.index());
        self.origins.resize(first, None);
        self.origins.extend(level.grid.tile_ids().map(|kind| Some((here, kind))));
        copy(&level.grid, &mut self.grid, (&layers, &kinds), offset);
        self.levels.push((layers, kinds));
        Ok(here)
    }

    /// The offset from a map's coordinates to the world's, in lattice units, for a map at `position` px.
    ///
    /// # Panics
    ///
    /// If `position` is beyond the world (±8,388,607 px).
    #[must_use]
    pub fn offset(position: IVec2) -> IVec2 {
        Self::offset_in(position).unwrap_or_else(|| panic!("{position} px is beyond the world"))
    }

    fn offset_in(position: IVec2) -> Option<IVec2> {
        let units = position.as_i64vec2() * i64::from(UNITS_PER_PX);
        (units.abs().max_element() <= i64::from(WORLD_LIMIT)).then(|| units.as_ivec2())
    }

    /// Index of the level of a kind of tile, and its kind there, for [`Level::tile_of_kind`] and
    /// [`Level::object_of_kind`]. `None` for a kind that the game has added itself.
    #[must_use]
    pub fn origin(&self, kind: TileId) -> Option<(usize, TileId)> {
        self.origins.get(kind.index()).copied().flatten()
    }

    /// The kind in this grid for a kind of a level, for its movers.
    #[must_use]
    pub fn kind(&self, level: usize, kind: TileId) -> Option<TileId> {
        self.levels.get(level)?.1.get(kind.index()).copied()
    }

    /// The layer in this grid for a layer of a level's grid.
    #[must_use]
    pub fn layer(&self, level: usize, layer: LayerId) -> Option<LayerId> {
        self.levels.get(level)?.0.get(layer.index()).copied()
    }

    fn named_layer(&mut self, name: &str) -> LayerId {
        let known = self.grid.layers().iter().position(|known| known == name);
        let found = known.and_then(|index| self.grid.layer_ids().nth(index));
        found.unwrap_or_else(|| self.grid.add_layer(name))
    }
}

/// True if everything in `grid` stays in the world when moved by `offset`.
fn fits(grid: &TileGrid, offset: IVec2) -> bool {
    let cell = grid.tile_size();
    let offset = offset.as_i64vec2();
    let bounds: Vec<Aabb> = grid.tile_kinds().iter().map(|kind| bounds(&kind.shape, cell)).collect();
    let is_in = |low: I64Vec2, high: I64Vec2| {
        let limit = i64::from(WORLD_LIMIT);
        (low + offset).min_element() >= -limit && (high + offset).max_element() <= limit
    };
    let tiles = grid.tiles().all(|(_, at, kind)| {
        let origin = I64Vec2::new(at.col.into(), at.row.into()) * cell.as_i64vec2();
        let Aabb { min, max } = bounds[kind.index()];
        is_in(origin + min.min(IVec2::ZERO).as_i64vec2(), origin + max.max(cell).as_i64vec2())
    });
    let mut off_grid = grid.off_grid_shapes().map(|(_, shape)| (shape.aabb, shape.origin().as_i64vec2()));
    tiles
        && off_grid
            .all(|(aabb, origin)| is_in(aabb.min.as_i64vec2().min(origin), aabb.max.as_i64vec2().max(origin)))
}

/// Copies all of `from` into another grid, with layers and kinds mapped.
fn copy(from: &TileGrid, to: &mut TileGrid, (layers, kinds): (&[LayerId], &[TileId]), offset: IVec2) {
    let tile = from.tile_size();
    let cells = (offset % tile == IVec2::ZERO).then(|| offset / tile);
    for (layer, at, kind) in from.tiles() {
        let layer = layers[layer.index()];
        let kind = kinds[kind.index()];
        let at = IVec2::new(at.col, at.row);
        match cells {
            Some(by) => to.set_tile(layer, TileCoord::new(at.x + by.x, at.y + by.y), Some(kind)),
            None => drop(to.add_shape(layer, at * tile + offset, kind)),
        }
    }
    for (_, shape) in from.off_grid_shapes() {
        let layer = layers[shape.layer.index()];
        let kind = kinds[shape.tile.index()];
        if shape.is_box() {
            let Aabb { min, max } = shape.aabb;
            to.add_box(layer, Aabb { min: min + offset, max: max + offset }, kind);
        } else {
            to.add_shape(layer, shape.origin() + offset, kind);
        }
    }
}
