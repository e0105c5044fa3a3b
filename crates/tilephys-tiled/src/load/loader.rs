//! The loader: settings, and a cache of files that several maps share.

use crate::error::LoadError;
use crate::files::limits::Limits;
use crate::files::reader::{Disk, Files, normal};
use crate::files::root::Root;
use crate::level::Level;
use crate::load::build::load_asked;
use crate::settings::conventions::Conventions;
use crate::tmx::asked::Asked;
use crate::tmx::store::Store;
use crate::types::Wanted;
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

    fn load_map(&mut self, path: &Path, bytes: Option<Vec<u8>>) -> Result<Level, LoadError> {
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

    /// Path of the project that the game has set.
    pub(crate) fn project_path(&self) -> Option<&Path> {
        match &self.types {
            Wanted::File(path) => Some(path),
            Wanted::Nearest | Wanted::Ours => None,
        }
    }

    /// The file source of this loader.
    #[must_use]
    pub fn files(&self) -> &F {
        &self.files
    }
}
