//! Where levels come from: the disk, files that were dropped, a web server.

pub mod archive;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
pub mod dropped;
pub mod over;
pub mod served;

#[cfg(not(target_arch = "wasm32"))]
pub use disk::DiskSource;
pub use over::Over;

use std::path::{Path, PathBuf};
use tilephys::tiled::{Files, Level, LoadError, NamesUsed};

/// A level with how it was read.
#[derive(Debug)]
pub struct LoadedLevel {
    /// The level.
    pub level: Level,
    /// Whether names of layers say what is solid.
    pub names: NamesUsed,
}

/// Where levels come from.
pub trait Source {
    /// Loads a level with its images. Never waits: `None` until all files are there, and then the next call tries again.
    ///
    /// # Errors
    /// If the level does not load.
    fn load(&mut self, map: &Path) -> Option<Result<LoadedLevel, LoadError>>;

    /// Files that the level waits for, ascending.
    fn awaited(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// The files, for images and for the checker.
    fn files(&self) -> &(dyn Files + Sync);

    /// Watches the files of a level from now on.
    ///
    /// # Errors
    /// If files cannot be watched, in one line.
    fn watch(&mut self, _level: &Level) -> Result<(), String> {
        Ok(())
    }

    /// True if a watched file has changed since the last call, and has been left alone since.
    fn has_changed(&mut self) -> bool {
        false
    }
}
