//! The files that a level was loaded from.

use crate::error::{Position, Snippet};
use crate::types::TypeSet;
use crate::xml::tree::Source;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The texts of a level's files.
pub(crate) struct Sources {
    pub(crate) map: Source,
    /// Tilesets and templates in the order of their paths, each with the name of its root element.
    pub(crate) files: Vec<(Arc<Source>, &'static str)>,
    /// File and position of the content of each tileset of the level.
    pub(crate) tilesets: Vec<(PathBuf, Position)>,
    /// Project and its types.
    pub(crate) types: Arc<TypeSet>,
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = self.files.iter().map(|(file, _)| &file.path);
        f.debug_list().entry(&self.map.path).entries(files).finish()
    }
}

impl Sources {
    /// Paths of all files, the map first.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        let others = self.files.iter().map(|(file, _)| file.path.as_path());
        let of_types = self.types.sources.iter().map(|file| file.path.as_path());
        std::iter::once(self.map.path.as_path()).chain(others).chain(of_types)
    }

    /// The source line of a position in one of these files.
    pub(crate) fn snippet(&self, path: &Path, position: Position) -> Option<Snippet> {
        let files = self.files.iter().map(|(file, _)| &**file);
        let mut all = std::iter::once(&self.map).chain(files).chain(&self.types.sources);
        let source = all.find(|source| source.path == path);
        source?.snippet(position)
    }
}
