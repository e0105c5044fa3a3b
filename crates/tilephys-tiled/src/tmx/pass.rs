//! The checked pass in progress: its state, the cache of files, and how it reads properties and settings.

use crate::data::properties::{Findings, Properties};
use crate::error::{Faults, Place, Position, Result, Warning, Warnings};
use crate::files::reader::Limits;
use crate::files::root::Root;
use crate::settings::collision::Settings;
use crate::tmx::facts::{Gids, ObjectFacts, TilesetFacts};
use crate::types::{Asked, Completer, Missing, Subject, TypeSet};
use crate::vocabulary::names::Names;
use crate::xml::tree::{Element, Markup, Source};
use roxmltree::NodeId;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The pass in progress.
pub(super) struct Pass<'f> {
    pub(super) asked: &'f Asked<'f>,
    pub(super) store: &'f mut Store,
    pub(super) root: Root,
    pub(super) types: Arc<TypeSet>,
    /// Data of the current file.
    pub(super) here: Scope,
    /// Files being read, each referenced by the one before.
    pub(super) open: Vec<PathBuf>,
    pub(super) ids: Ids,
    pub(super) images: ImageSizes,
    /// Tilesets and templates that were read for this map.
    pub(super) used: BTreeMap<PathBuf, Arc<FileFacts>>,
    /// Unreadable files with the names of their roots, so that each is reported once, and a tileset in place of theirs.
    pub(super) failed: BTreeMap<PathBuf, (&'static str, Arc<TilesetFacts>)>,
    /// Markup of the map and those files.
    pub(super) markup: Markup,
    /// Bytes of the map and those files.
    pub(super) bytes: usize,
    /// Bytes of inherited data: from templates, tiles, classes and types.
    pub(super) inherited: usize,
    pub(super) infinite: bool,
    pub(super) cells: u64,
    /// Bytes of decoded Base64 cells.
    pub(super) decoded: u64,
}

/// The ids of a map with their places.
#[derive(Default)]
pub(super) struct Ids {
    pub(super) objects: HashMap<u32, Position>,
    pub(super) layers: HashMap<u32, Position>,
    /// Repeated ids, each with the line of the earlier object, and the position and place of the later one.
    pub(super) same: Vec<(u32, u32, Position, Place)>,
    /// Ids that properties refer to; collected only if ids are repeated.
    pub(super) referred: HashSet<u32>,
}

/// The opened image files, with width and height in pixels as far as known.
#[derive(Default)]
pub(super) struct ImageSizes {
    pub(super) known: BTreeMap<PathBuf, Option<[u32; 2]>>,
    /// Bytes that were read.
    pub(super) bytes: usize,
}

/// The data of one file.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) warnings: Warnings,
    pub(super) names: Names,
    pub(super) missing: Missing,
    pub(super) tilesets: Vec<Arc<TilesetFacts>>,
    /// Indices of tilesets whose images have more tiles than stated.
    pub(super) grown: BTreeSet<usize>,
    /// Its gids, once its tilesets are read.
    pub(super) gids: Gids,
    /// The uses of tilesets: see [`MapFacts`](crate::tmx::facts::MapFacts).
    pub(super) tileset_uses: BTreeMap<usize, (u32, NodeId)>,
    /// Indices of shared tilesets, by address.
    pub(super) places: BTreeMap<*const TilesetFacts, usize>,
    /// Files that it refers to.
    pub(super) uses: BTreeMap<PathBuf, Arc<FileFacts>>,
    /// Bytes of inherited data of its elements.
    pub(super) inherited: usize,
}

impl Pass<'_> {
    pub(super) fn warn(&mut self, warning: Warning) {
        self.here.warnings.add(warning, self.asked.limits.warnings);
    }

    pub(super) fn limits(&self) -> &Limits {
        self.asked.limits
    }

    /// Reads the properties of an element that inherits none, and its collision settings.
    pub(super) fn properties(
        &mut self,
        element: Element<'_>,
        place: &Place,
        faults: &mut Faults,
    ) -> (Properties, Settings) {
        let mut properties = self.own_properties(element, place, faults);
        let settings = self.settings(&mut properties, element.class(), element, place);
        (properties, faults.keep(settings).unwrap_or_default())
    }

    /// Reads the properties written on an element.
    pub(super) fn own_properties(
        &mut self,
        element: Element<'_>,
        place: &Place,
        faults: &mut Faults,
    ) -> Properties {
        let before = self.here.warnings.len();
        let properties =
            Properties::of(element, &mut Findings { faults, warnings: &mut self.here.warnings, class: None });
        self.here.warnings.place_from(before, place);
        properties
    }

    /// Completes the `properties` of `element` by their types and its class, and reads its collision settings.
    /// Warnings, also about its class, are kept.
    ///
    /// `class` is the class of its template or tile if it has none.
    pub(super) fn settings(
        &mut self,
        properties: &mut Properties,
        class: &str,
        element: Element<'_>,
        place: &Place,
    ) -> Result<Settings> {
        let file = &element.source.file;
        let position = element.class_position();
        let subject = Subject { name: element.name(), class, file, position, place };
        let mut completer = self.completer();
        completer.complete(properties, subject)?;
        let is_first = completer.class(properties, subject);
        let given = completer.given;
        self.count_inherited(element, given)?;
        self.here.names.properties(properties, class, place, is_first);
        let is_known = self.types.types.is_of_project(element.class());
        self.here.names.class(element, class, is_known, place);
        let settings = Settings::read(properties, class)?;
        settings.warnings(place, is_first).for_each(|warning| self.warn(warning));
        Ok(settings)
    }

    pub(super) fn completer(&mut self) -> Completer<'_> {
        Completer { types: &self.types.types, missing: &mut self.here.missing, given: 0, of_types: false }
    }
}

/// A tileset or template file, with its warnings.
pub(crate) struct FileFacts {
    pub(crate) path: PathBuf,
    pub(crate) source: Arc<Source>,
    /// The tileset of the file, or of the object of a template; with index 0 there.
    pub(crate) tileset: Option<Arc<TilesetFacts>>,
    /// The object of a template.
    pub(crate) object: Option<ObjectFacts>,
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

impl FileFacts {
    /// True if it is the file at `path`, or one within it is.
    fn is_made_from(&self, path: &Path) -> bool {
        self.path == path || self.uses.iter().any(|file| file.is_made_from(path))
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
        read: impl FnOnce() -> Result<TypeSet>,
    ) -> Result<Arc<TypeSet>> {
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
        self.files.retain(|_, file| !file.is_made_from(path));
        self.types.retain(|_, set| !set.sources.iter().any(|source| source.path == path));
    }

    /// Drops all files.
    pub(crate) fn forget_all(&mut self) {
        *self = Store::default();
    }
}
