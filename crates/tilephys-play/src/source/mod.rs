//! Where levels come from: the disk, files that were dropped, a web server.

pub mod answers;
pub mod archive;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
pub mod dropped;
pub mod over;
pub mod served;

#[cfg(not(target_arch = "wasm32"))]
pub use disk::DiskSource;
pub use over::Over;

use crate::game::Start;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilephys::check::Settings;
use tilephys::tiled::{Conventions, Files, Level, LoadError, Loader, Meaning, Subject};

/// Where levels come from.
pub trait Source {
    /// Loads a level with its images. Never waits: `None` until all files are there, and then the next call tries again.
    ///
    /// # Errors
    /// If the level does not load.
    fn load(&mut self, map: &Path) -> Option<Result<Level, LoadError>>;

    /// Makes layers with these names solid in later loads, as far as the map does not say how they collide. False if the
    /// source cannot.
    fn make_solid(&mut self, _layers: &BTreeSet<String>) -> bool {
        false
    }

    /// Other maps beside a map, sorted, for a menu.
    fn maps(&self, _beside: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Files that the level waits for, ascending.
    fn awaited(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Folder that all files of the last map are in; `None` to find it by the marks of a project.
    fn root(&self) -> Option<PathBuf> {
        None
    }

    /// The files, for images and for the checker.
    fn files(&self) -> &(dyn Files + Sync);

    /// The files as they are now, for a thread.
    fn shared_files(&self) -> Arc<dyn Files + Send + Sync>;

    /// Fault of the settings of the last map's project. The level was loaded without them.
    fn project_fault(&self) -> Option<&str> {
        None
    }

    /// Gives the hero the controller and the size that the last map's project has for its player, where `start` has none.
    fn complete_start(&self, _start: &mut Start, _level: &Level) {}

    /// Settings of the checker for the last map.
    fn checks(&self) -> Settings {
        Settings::default()
    }

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

/// The files of a source as the checker takes them.
pub(crate) struct Shared<'f>(pub(crate) &'f (dyn Files + Sync));

impl Files for Shared<'_> {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        self.0.read(path)
    }

    fn read_most(&self, path: &Path, most: usize) -> std::io::Result<Vec<u8>> {
        self.0.read_most(path, most)
    }

    fn list(&self, dir: &Path) -> std::io::Result<Vec<PathBuf>> {
        self.0.list(dir)
    }
}

/// The last part of a path.
#[must_use]
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Loads a level, with some layers made solid. `names` say what else collides where the map does not.
///
/// # Errors
/// If the level does not load.
pub fn load_with<F: Files>(
    loader: &mut Loader<F>,
    map: &Path,
    solid: &BTreeSet<String>,
    names: Conventions,
) -> Result<Level, LoadError> {
    let mut table = Conventions::default();
    for path in solid {
        let name = path.rsplit('/').next().unwrap_or(path);
        table = table.with(Subject::Layer(name.to_owned()), Meaning::Solid);
    }
    table.rows.extend(names.rows);
    loader.set_conventions(table);
    loader.load(map)
}
