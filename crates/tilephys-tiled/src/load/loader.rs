//! The door for games with more than one map, or with wishes of their own.

use crate::conventions::Conventions;
use crate::error::LoadError;
use crate::level::Level;
use crate::load::build::{Asked, load_asked};
use crate::load::limits::Limits;
use crate::load::reader::{Disk, Files, normal};
use crate::load::root::Root;
use crate::types::Wanted;
use crate::xml::store::Store;
use std::path::{Path, PathBuf};

/// Loads maps, and keeps the tilesets and templates that they share, so that each is read once.
///
/// What comes out of a load does not depend on what was loaded before. What is kept grows with the files that were read;
/// [`forget`](Self::forget) is for those that have changed.
///
/// # The root folder
///
/// A map and the tilesets and templates that it refers to, also through each other, must be in one folder: a map that
/// comes from a stranger reads nothing else. It is what [`root`](Self::root) says; without that the folder of the map's Tiled
/// project, if that is the map's own or above it; and else the map's own folder. Folders of other projects count once
/// [`find_root`](Self::find_root) asks for them, as the command does.
/// Absolute paths are refused too. [`allow_outside`](Self::allow_outside) turns all that off. Paths are judged by name:
/// links are followed. Of an image no more is read than its size, and that only if it is in the folder and the map does not state it.
///
/// # The project
///
/// The defaults of classes, and enums, are not in a map but in a project of Tiled. It is looked for beside the map, and then
/// in the folders above: a file whose name ends in `.tiled-project`, and if there is none at all, one that is called
/// `objecttypes.json` or `objecttypes.xml`, as Tiled 1.8 has them. [`project`](Self::project) tells which it is, and
/// [`without_project`](Self::without_project) that none is read. A project is kept like a tileset is. Our own types are known
/// without one.
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
    /// Loads from disk.
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
    /// Loads from `files`.
    #[must_use]
    pub fn with_files(files: F) -> Self {
        let (limits, types, store) = (Limits::default(), Wanted::default(), Store::default());
        let conventions = Conventions::default();
        let (root, finds_root, outside) = (None, false, false);
        let (strict, closes) = (false, false);
        Loader { files, limits, root, finds_root, outside, types, store, conventions, strict, closes }
    }

    /// What maps may cost, instead of [`Limits::DEFAULT`]. What was kept is forgotten.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Loader { limits, store: Store::default(), ..self }
    }

    /// The folder that all files of a map must be in, instead of the map's own. The empty path is the current folder.
    ///
    /// A relative folder and an absolute path of a map are compared by way of the current folder.
    #[must_use]
    pub fn root(self, dir: impl Into<PathBuf>) -> Self {
        Loader { root: Some(dir.into()), ..self }
    }

    /// True if the root folder of a map is the folder of its game, unless [`root`](Self::root) names a folder; false by
    /// default.
    ///
    /// It is the nearest folder with a `.tiled-project`, `.git`, `Cargo.toml`, `project.godot` or `package.json`: the map's own, or
    /// one of the four above it. [`Files::list`] finds it. It is for maps that lie where their game does. A map of a
    /// stranger, in a folder of downloads, may refer to all files of a project around that folder.
    #[must_use]
    pub fn find_root(self, find: bool) -> Self {
        Loader { finds_root: find, ..self }
    }

    /// Whether maps may refer to files anywhere, also by absolute paths. Not for maps of strangers. What was kept is
    /// forgotten.
    #[must_use]
    pub fn allow_outside(self, allow: bool) -> Self {
        Loader { outside: allow, store: Store::default(), ..self }
    }

    /// The project of all maps, instead of that which is found: a `.tiled-project`, or object types of Tiled 1.8 if its name
    /// ends in `.json` or `.xml`. Where it is says nothing about the root folder unless it is above the map.
    #[must_use]
    pub fn project(self, path: impl AsRef<Path>) -> Self {
        Loader { types: Wanted::File(normal(path.as_ref())), ..self }
    }

    /// No map has a project: elements have what is written in the map, and the defaults of our own classes.
    #[must_use]
    pub fn without_project(self) -> Self {
        Loader { types: Wanted::Ours, ..self }
    }

    /// True if a map that is damaged, or collides otherwise than it is written, is an error though Tiled opens it; false by default.
    ///
    /// Each warning that stands for such an error is one, and one about something that a convention makes collide and that cannot.
    /// [`WarningKind::strict_problem`](crate::WarningKind::strict_problem) lists them. Advice about sound maps stays a warning, for
    /// example that only some tiles of a layer collide. It is for games that check their own maps.
    #[must_use]
    pub fn strict(self, strict: bool) -> Self {
        Loader { strict, ..self }
    }

    /// What is guessed where a map says nothing by properties of ours: by default nothing.
    ///
    /// A map with the property `tp_conventions` (`common`, `none`) has the last word: [`Conventions::common`], or none.
    #[must_use]
    pub fn conventions(self, conventions: Conventions) -> Self {
        Loader { conventions, ..self }
    }

    /// Whether maps with a size are closed by solid cells around them, as the property `bounds` = `closed` does. False by default.
    ///
    /// A map whose `bounds` is `kill_below` stays as it is.
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

    /// Loads a map from its `bytes`, as if they were the file at `path`. Its tilesets and templates are read.
    ///
    /// It is for maps within the program (`include_bytes!`), and for those that come over a network. A map whose tilesets
    /// are embedded asks for no file at all, and on the web there is none, so there [`with_files`](Self::with_files)
    /// gives the others.
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

    /// Gives `act` what is asked for by `path`.
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

    /// Forgets the tileset, template or project at `path`, and all that is made of it, so that the next load reads it again.
    ///
    /// Maps are not kept, so there is nothing to forget of one.
    pub fn forget(&mut self, path: impl AsRef<Path>) {
        self.store.forget(&normal(path.as_ref()));
    }

    /// Forgets all tilesets, templates and projects.
    pub fn forget_all(&mut self) {
        self.store.forget_all();
    }

    /// Where the files come from.
    #[must_use]
    pub fn files(&self) -> &F {
        &self.files
    }
}
