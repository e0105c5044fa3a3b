//! The loader: settings, a cache of files that several maps share, and loading without blocking.

use crate::error::{LoadError, Result};
use crate::files::reader::{Disk, Files, Limits, normal};
use crate::files::root::Root;
use crate::level::Level;
use crate::load::build::load_asked;
use crate::settings::conventions::Conventions;
use crate::tmx::pass::Store;
use crate::types::{Asked, Wanted};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// Loads maps, and caches the tilesets and templates that they share.
///
/// A load never depends on earlier loads. The cache grows with the files read; [`forget`](Self::forget) drops a file
/// that has changed.
///
/// # The root folder
///
/// A map and its tilesets and templates must be in one folder, so that an untrusted map cannot read other files. The
/// folder is [`root`](Self::root) if set. Otherwise it is the folder of the map's Tiled project, if that is the map's
/// own folder or above it; else the map's own folder. [`find_root`](Self::find_root) also accepts folders of other
/// kinds of projects. Absolute paths are refused too. [`allow_outside`](Self::allow_outside) turns these checks off.
/// Paths are compared by name, and links are followed. Of an image only the size is read, and only if the image is in
/// the folder and the map does not state its size.
///
/// # The project
///
/// The defaults of classes, and enums, are in a Tiled project, not in a map. The loader searches beside the map and
/// then in the folders above. The first choice is a file whose name ends in `.tiled-project`. If no folder has one, it
/// is `objecttypes.json` or `objecttypes.xml` of Tiled 1.8. [`project`](Self::project) sets the file, and
/// [`without_project`](Self::without_project) turns the search off. A project is cached as a tileset is. The types of
/// [`OUR_TYPES`](crate::OUR_TYPES) are always known.
///
/// # Examples
///
/// ```
/// use std::{io, path::Path};
/// use tilephys_tiled::Loader;
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" source="../tiles/rock.tsx"/>
/// #  <layer id="1" name="ground" width="2" height="1"><data encoding="csv">0,1</data></layer>
/// # </map>"#;
/// # let rock = br#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
/// #  <image source="rock.png" width="16" height="16"/>
/// #  <tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
/// # </tileset>"#;
/// let files = |path: &Path| match path.to_str() {
///     Some("maps/cave.tmx" | "maps/hall.tmx") => Ok(map.to_vec()),
///     Some("tiles/rock.tsx") => Ok(rock.to_vec()),
///     _ => Err(io::Error::from(io::ErrorKind::NotFound)),
/// };
/// let mut loader = Loader::with_files(files).root("");
/// let cave = loader.load("maps/cave.tmx")?;
/// let hall = loader.load("maps/hall.tmx")?; // reads the map and not the tileset
/// # assert_eq!(cave.tilesets, hall.tilesets);
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
pub struct Loader<F = Disk> {
    files: F,
    limits: Limits,
    root: Option<PathBuf>,
    finds_root: bool,
    outside: bool,
    types: Wanted,
    store: Store,
    conventions: Conventions,
    strict: bool,
    closes: bool,
}

impl Loader {
    /// Creates a loader that reads from disk.
    #[must_use]
    pub fn new() -> Self {
        Loader::with_files(Disk)
    }
}

impl Default for Loader {
    fn default() -> Self {
        Loader::new()
    }
}

impl<F: Files> Loader<F> {
    /// Creates a loader that reads from `files`.
    #[must_use]
    pub fn with_files(files: F) -> Self {
        let (limits, types, store) = (Limits::default(), Wanted::default(), Store::default());
        let conventions = Conventions::common();
        let (root, finds_root, outside) = (None, false, false);
        let (strict, closes) = (false, false);
        Loader { files, limits, root, finds_root, outside, types, store, conventions, strict, closes }
    }

    /// Sets the resource limits; [`Limits::DEFAULT`] by default. Clears the cache.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Loader { limits, store: Store::default(), ..self }
    }

    /// Sets the folder that all files of a map must be in; by default found for each map. The empty path is the current
    /// folder.
    ///
    /// If one path is relative and the other absolute, both are compared through the current folder.
    #[must_use]
    pub fn root(self, dir: impl Into<PathBuf>) -> Self {
        Loader { root: Some(dir.into()), ..self }
    }

    /// True if the root folder of a map is the folder of its game, unless [`root`](Self::root) sets a folder; false by
    /// default.
    ///
    /// The folder of the game has a `.tiled-project`, `.git`, `Cargo.toml`, `project.godot` or `package.json`. The
    /// map's own folder and all above it are searched, nearest first. [`Files::list`] finds it. Use this setting
    /// for maps in the repository of their game only. An untrusted map in a downloads folder could otherwise refer to
    /// all files of a project around it.
    #[must_use]
    pub fn find_root(self, find: bool) -> Self {
        Loader { finds_root: find, ..self }
    }

    /// True if maps may refer to files anywhere, also by absolute paths; false by default. Not for untrusted maps.
    /// Clears the cache.
    #[must_use]
    pub fn allow_outside(self, allow: bool) -> Self {
        Loader { outside: allow, store: Store::default(), ..self }
    }

    /// Sets the project of all maps: a `.tiled-project`, or object types of Tiled 1.8 if the name ends in `.json` or
    /// `.xml`. By default each map's project is searched. The folder of this file becomes the root folder only if it is
    /// above the map.
    #[must_use]
    pub fn project(self, path: impl AsRef<Path>) -> Self {
        Loader { types: Wanted::File(normal(path.as_ref())), ..self }
    }

    /// Loads maps without a project: elements have the properties in the map, and the defaults of the built-in classes.
    #[must_use]
    pub fn without_project(self) -> Self {
        Loader { types: Wanted::Ours, ..self }
    }

    /// True if damage that Tiled tolerates is an error; false by default.
    ///
    /// [`WarningKind::strict_problem`](crate::WarningKind::strict_problem) lists the warnings that become errors,
    /// including conventions that make something collide that cannot. Advice about valid maps stays a warning, for
    /// example that only some tiles of a layer collide. Meant for games that check their own maps.
    #[must_use]
    pub fn strict(self, strict: bool) -> Self {
        Loader { strict, ..self }
    }

    /// Sets the table of names used where a map has no tilephys property; [`Conventions::common`] by default.
    ///
    /// With an empty table, names have no effect. [`Level::conventions`] has the rows that took effect. The property `tp_conventions` (`common`, `none`) of a map overrides it: [`Conventions::common`], or an empty
    /// table.
    #[must_use]
    pub fn conventions(self, conventions: Conventions) -> Self {
        Loader { conventions, ..self }
    }

    /// Changes the [`conventions`](Self::conventions) for later loads.
    pub fn set_conventions(&mut self, conventions: Conventions) {
        self.conventions = conventions;
    }

    /// True if finite maps are closed by a border of solid cells, as with the property `bounds` = `closed`; false by
    /// default.
    ///
    /// A map whose `bounds` is `kill_below` keeps its open border.
    #[must_use]
    pub fn close(self, close: bool) -> Self {
        Loader { closes: close, ..self }
    }

    /// Loads the map at `path`.
    ///
    /// # Errors
    ///
    /// As [`load`](crate::load), and if a file is outside of the root folder.
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<Level, LoadError> {
        self.load_map(path.as_ref(), None)
    }

    /// Loads a map from its `bytes`, as if they were the file at `path`. Tilesets and templates are read from files.
    ///
    /// Use it for maps within the program (`include_bytes!`) and for downloaded maps. A map with embedded tilesets
    /// reads no file. On the web no disk exists, so [`with_files`](Self::with_files) must provide the others.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    ///
    /// # Examples
    ///
    /// ```
    /// let bytes = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"/>"#;
    /// let level = tilephys_tiled::Loader::new().load_bytes("cave.tmx", bytes)?;
    /// # assert_eq!(level.tile_size.x, 16);
    /// # Ok::<(), tilephys_tiled::LoadError>(())
    /// ```
    pub fn load_bytes(
        &mut self,
        path: impl AsRef<Path>,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<Level, LoadError> {
        self.load_map(path.as_ref(), Some(bytes.into()))
    }

    fn load_map(&mut self, path: &Path, bytes: Option<Vec<u8>>) -> Result<Level> {
        self.asked(path, |asked, store| load_asked(&asked, bytes, store))
    }

    /// Calls `act` with the settings of this loader for `path`.
    pub(crate) fn asked<T>(&mut self, path: &Path, act: impl FnOnce(Asked<'_>, &mut Store) -> T) -> T {
        let path = normal(path);
        let root = match (&self.root, self.outside) {
            (_, true) => Some(Root::anywhere()),
            (Some(dir), _) => Some(Root::at(dir)),
            (None, _) if self.finds_root => Root::of_game(&self.files, &path),
            (None, _) => None,
        };
        let Loader { files, limits, types, store, conventions, strict, closes, .. } = self;
        let (root, strict, closes) = (root.as_ref(), *strict, *closes);
        act(Asked { files, limits, root, types, path: &path, conventions, strict, closes }, store)
    }

    /// Drops the tileset, template or project at `path` from the cache, with everything made from it, so that the next
    /// load reads it again.
    ///
    /// Maps are never cached.
    pub fn forget(&mut self, path: impl AsRef<Path>) {
        self.store.forget(&normal(path.as_ref()));
    }

    /// Clears the cache of tilesets, templates and projects.
    pub fn forget_all(&mut self) {
        self.store.forget_all();
    }

    /// The file source of this loader.
    #[must_use]
    pub fn files(&self) -> &F {
        &self.files
    }
}

/// A load that never waits for a file, as a game on the web needs it: the game fetches the files in its own way.
///
/// Each [`poll`](Self::poll) tries the load with the files that are there, and lists the missing ones. A map takes two
/// to four rounds: the map, its tilesets and templates, then the files that these refer to. Images are listed only if
/// the map does not state their sizes, and need only their first [`IMAGE_HEAD_BYTES`](crate::IMAGE_HEAD_BYTES).
///
/// # Examples
///
/// ```
/// use tilephys_tiled::{Loading, Progress};
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" source="rock.tsx"/>
/// #  <layer id="1" name="ground" width="2" height="1"><data encoding="csv">0,1</data></layer>
/// # </map>"#;
/// # let rock = br#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
/// #  <image source="rock.png" width="16" height="16"/></tileset>"#;
/// # let fetch = |path: &std::path::Path| match path.to_str() {
/// #     Some("maps/cave.tmx") => Ok(map.to_vec()),
/// #     Some("maps/rock.tsx") => Ok(rock.to_vec()),
/// #     _ => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
/// # };
/// let mut loading = Loading::new("maps/cave.tmx");
/// let level = loop {
///     match loading.poll()? {
///         Progress::Done(level) => break level,
///         Progress::Needs(files) => {
///             for file in files {
///                 let content = fetch(&file); // `.await`, or ask again in the next frame
///                 loading.supply(file, content);
///             }
///         }
///     }
/// };
/// assert_eq!(level.tilesets[0].name, "rock");
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[doc(alias = "async")]
#[doc(alias = "web")]
pub struct Loading {
    path: PathBuf,
    loader: Loader<SuppliedFiles>,
}

/// State of a [`Loading`].
#[derive(Debug)]
pub enum Progress<T = Box<Level>> {
    /// The load needs these files, ascending by path: [`Loading::supply`] takes each. Files that they refer to may
    /// follow.
    Needs(Vec<PathBuf>),
    /// The load is done.
    Done(T),
}

impl Loading {
    /// A load of the map at `path`, with no file yet.
    #[must_use]
    pub fn new(path: impl AsRef<Path>) -> Self {
        Loading { path: normal(path.as_ref()), loader: Loader::with_files(SuppliedFiles::default()) }
    }

    /// Changes the settings of the loader, such as its [project](Loader::project) or [root](Loader::root).
    #[must_use]
    pub fn with(mut self, settings: impl FnOnce(Loader<SuppliedFiles>) -> Loader<SuppliedFiles>) -> Self {
        self.loader = settings(self.loader);
        self
    }

    /// Takes the content of a file, or the reason why it cannot be read. The reason appears in errors as if from disk.
    ///
    /// Files may be supplied before they are needed. A project is found in this way only, or by
    /// [`Loader::project`], because no folder can be listed.
    pub fn supply(&mut self, path: impl AsRef<Path>, content: io::Result<Vec<u8>>) {
        let path = normal(path.as_ref());
        self.loader.files().supplied.borrow_mut().insert(path, content);
    }

    /// Continues the load with the supplied files.
    ///
    /// # Errors
    /// As [`Loader::load`], once all needed files are there.
    pub fn poll(&mut self) -> Result<Progress, LoadError> {
        let path = self.path.clone();
        self.poll_with(|loader| loader.load(path).map(Box::new))
    }

    /// Like [`poll`](Self::poll), but loads anything else, such as a world and all its maps.
    ///
    /// ```
    /// # use tilephys_tiled::{LoadError, Loading, Progress};
    /// # let mut loading = Loading::new("game.world");
    /// # loading.supply("game.world", Ok(br#"{"maps": [{"fileName": "a.tmx", "x": 0, "y": 0}]}"#.to_vec()));
    /// let progress = loading.poll_with(|loader| {
    ///     let world = loader.load_world("game.world")?;
    ///     loader.load_all(&world)
    /// })?;
    /// assert!(matches!(progress, Progress::Needs(files) if files == ["a.tmx".as_ref()] as [&std::path::Path; 1]));
    /// # Ok::<(), LoadError>(())
    /// ```
    ///
    /// # Errors
    /// As `load`, once all needed files are there.
    pub fn poll_with<T>(
        &mut self,
        load: impl FnOnce(&mut Loader<SuppliedFiles>) -> Result<T, LoadError>,
    ) -> Result<Progress<T>, LoadError> {
        // Known from the start, though it is read after the map.
        if let Wanted::File(path) = &self.loader.types {
            let _: io::Result<Vec<u8>> = self.loader.files().read_most(path, 0);
        }
        let loaded = load(&mut self.loader);
        let missing = self.loader.files().missing.take();
        if missing.is_empty() {
            return loaded.map(Progress::Done);
        }
        // A cached tileset may lack the size of an image that was not there.
        self.loader.forget_all();
        Ok(Progress::Needs(missing.into_iter().collect()))
    }
}

/// The files of a [`Loading`], in memory. A folder lists the supplied files in it.
#[derive(Default)]
pub struct SuppliedFiles {
    supplied: RefCell<BTreeMap<PathBuf, io::Result<Vec<u8>>>>,
    /// Files that were read and not supplied.
    missing: RefCell<BTreeSet<PathBuf>>,
}

/// A copy of an error, as a file gives one each time it is read.
fn copy(error: &io::Error) -> io::Error {
    let named = || io::Error::new(error.kind(), error.to_string());
    error.raw_os_error().map_or_else(named, io::Error::from_raw_os_error)
}

impl Files for SuppliedFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_most(path, usize::MAX)
    }

    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        match self.supplied.borrow().get(path) {
            Some(Ok(bytes)) => Ok(bytes[..bytes.len().min(most.saturating_add(1))].to_vec()),
            Some(Err(error)) => Err(copy(error)),
            None => {
                self.missing.borrow_mut().insert(path.to_owned());
                Err(io::ErrorKind::WouldBlock.into())
            }
        }
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let supplied = self.supplied.borrow();
        Ok(supplied.keys().filter(|path| path.parent() == Some(dir)).cloned().collect())
    }
}
