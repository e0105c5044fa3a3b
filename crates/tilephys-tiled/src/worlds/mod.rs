//! Worlds: maps placed beside each other by a `.world` file of Tiled.

mod read;
mod world;

use crate::error::LoadError;
use crate::files::missing_file::is_pending;
use crate::files::reader::Files;
use crate::level::Level;
use crate::load::loader::Loader;
use std::path::Path;
pub use world::{LevelWorld, WorldMap};

/// Reads the world at `path` from disk. See [`Loader::load_world`].
///
/// # Errors
///
/// As [`Loader::load_world`].
pub fn load_world(path: impl AsRef<Path>) -> Result<LevelWorld, LoadError> {
    Loader::new().load_world(path)
}

impl<F: Files> Loader<F> {
    /// Reads the world at `path`, and the start of each map for its size.
    ///
    /// Patterns find files beside the world by [`Files::list`]. Matching files that end in `.tmx` or `.tmj` are maps,
    /// and so are `.json` files with a map in them. A map that is listed or already found is not added again. Maps in
    /// different folders may share tilesets if a `.tiled-project` is above them all, or with [`root`](Self::root).
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is not what Tiled writes. Also if a map is listed twice, or is outside of the root
    /// folder. By default the root is the world's folder.
    pub fn load_world(&mut self, path: impl AsRef<Path>) -> Result<LevelWorld, LoadError> {
        self.asked(path.as_ref(), |asked, _| read::world(&asked))
    }

    /// Loads all maps of a world, in order. Each tileset is read once.
    ///
    /// # Errors
    ///
    /// The first map that does not [load](Self::load).
    pub fn load_all(&mut self, world: &LevelWorld) -> Result<Vec<Level>, LoadError> {
        let (mut levels, mut pending) = (Vec::with_capacity(world.maps.len()), None);
        for map in &world.maps {
            match self.load(&map.path) {
                Ok(level) => levels.push(level),
                Err(error) if is_pending(&error) => _ = pending.get_or_insert(error),
                Err(error) => return Err(error),
            }
        }
        pending.map_or(Ok(levels), Err)
    }
}
