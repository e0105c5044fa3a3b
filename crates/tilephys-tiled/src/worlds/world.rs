//! Maps of a world with their positions.

use crate::error::Warning;
use glam::{I64Vec2, IVec2, UVec2};
use std::path::PathBuf;

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
