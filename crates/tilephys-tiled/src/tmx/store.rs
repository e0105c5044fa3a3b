//! The file cache: tilesets and templates shared by maps.

use crate::error::{LoadError, Position, Warnings};
use crate::files::root::Root;
use crate::tmx::facts::{ObjectFacts, TemplateFacts, TilesKnown, TilesetFacts};
use crate::types::{Missing, TypeSet};
use crate::vocabulary::names::Names;
use crate::xml::markup::Markup;
use crate::xml::tree::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A tileset or template file, with its warnings.
pub(crate) struct FileFacts {
    pub(crate) path: PathBuf,
    pub(crate) source: Arc<Source>,
    pub(crate) content: FileContent,
    /// Files that it refers to.
    pub(crate) uses: Vec<Arc<FileFacts>>,
    /// Nesting depth of files within it, and itself.
    pub(crate) depth: usize,
    /// Bytes of the templates of its objects, counted for each object.
    pub(crate) inherited: usize,
    pub(crate) markup: Markup,
    pub(crate) warnings: Warnings,
    pub(crate) names: Names,
    pub(crate) missing: Missing,
    /// Types with which it was read.
    pub(crate) types: Arc<TypeSet>,
}

/// The content of a [`FileFacts`].
pub(crate) enum FileContent {
    Tileset(Arc<TilesetFacts>),
    Template(Box<TemplateFacts>),
}

impl FileFacts {
    /// A placeholder for an unreadable file, so that references to it are still checked.
    pub(super) fn stand_in(path: &Path, root: &str) -> Self {
        let position = Position { line: 1, column: 1 };
        let content = match root {
            "tileset" => {
                FileContent::Tileset(Arc::new(TilesetFacts::unknown(path, position, "", TilesKnown::Missing)))
            }
            _ => {
                let object = ObjectFacts::unknown(position);
                FileContent::Template(Box::new(TemplateFacts { object, tileset: None }))
            }
        };
        FileFacts {
            path: path.to_owned(),
            source: Arc::new(Source::empty(path)),
            content,
            uses: Vec::new(),
            depth: 1,
            inherited: 0,
            markup: Markup::default(),
            warnings: Warnings::default(),
            names: Names::default(),
            missing: Missing::default(),
            types: Arc::default(),
        }
    }

    pub(crate) fn tileset(&self) -> Option<&Arc<TilesetFacts>> {
        match &self.content {
            FileContent::Tileset(facts) => Some(facts),
            FileContent::Template(_) => None,
        }
    }

    pub(crate) fn template(&self) -> Option<&TemplateFacts> {
        match &self.content {
            FileContent::Template(facts) => Some(facts),
            FileContent::Tileset(_) => None,
        }
    }

    /// The name of its root element.
    pub(crate) fn root(&self) -> &'static str {
        match self.content {
            FileContent::Tileset(_) => "tileset",
            FileContent::Template(_) => "template",
        }
    }

    /// True if it and all files within it are in `root`.
    fn is_in(&self, root: &Root) -> bool {
        root.holds(&self.path) && self.uses.iter().all(|file| file.is_in(root))
    }
}

/// The files read without a fault, by path.
#[derive(Default)]
pub(crate) struct Store {
    files: BTreeMap<PathBuf, Arc<FileFacts>>,
    /// Types by their first file; types without a project have the empty path.
    types: BTreeMap<PathBuf, Arc<TypeSet>>,
}

impl Store {
    /// The file at `path`. `None` if it was not read with these types. Also `None` if it refers to files outside of
    /// `root`: reading it again finds the position.
    pub(super) fn get(&self, path: &Path, root: &Root, types: &Arc<TypeSet>) -> Option<Arc<FileFacts>> {
        let fits = |file: &&Arc<FileFacts>| file.is_in(root) && Arc::ptr_eq(&file.types, types);
        self.files.get(path).filter(fits).cloned()
    }

    /// The types at `path`, or the built-in types if it is empty; read by `read` if not cached.
    ///
    /// # Errors
    /// The errors of `read`.
    pub(super) fn types(
        &mut self,
        path: &Path,
        read: impl FnOnce() -> Result<TypeSet, LoadError>,
    ) -> Result<Arc<TypeSet>, LoadError> {
        if let Some(known) = self.types.get(path) {
            return Ok(known.clone());
        }
        let set = Arc::new(read()?);
        self.types.insert(path.to_owned(), set.clone());
        Ok(set)
    }

    pub(super) fn keep(&mut self, file: Arc<FileFacts>) {
        self.files.insert(file.path.clone(), file);
    }

    /// Drops the file at `path`, and all files made from it.
    pub(crate) fn forget(&mut self, path: &Path) {
        let mut gone = BTreeSet::from([path.to_owned()]);
        loop {
            let uses_gone = |file: &&Arc<FileFacts>| file.uses.iter().any(|used| gone.contains(&used.path));
            let more: Vec<PathBuf> = self.files.values().filter(uses_gone).map(|f| f.path.clone()).collect();
            let known = gone.len();
            gone.extend(more);
            if gone.len() == known {
                break;
            }
        }
        self.types.retain(|_, set| !set.sources.iter().any(|source| source.path == path));
        self.files.retain(|path, _| !gone.contains(path));
    }

    /// Drops all files.
    pub(crate) fn forget_all(&mut self) {
        *self = Store::default();
    }
}
