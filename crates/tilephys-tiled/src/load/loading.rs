//! Loading without blocking: states which files a load needs, for games that fetch files asynchronously.

use crate::error::LoadError;
use crate::files::reader::{Files, normal};
use crate::level::Level;
use crate::load::loader::Loader;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

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
        self.loader
            .files()
            .supplied
            .borrow_mut()
            .insert(path, content.map_err(|error| Unreadable::of(&error)));
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
        if let Some(path) = self.loader.project_path() {
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
    supplied: RefCell<BTreeMap<PathBuf, Result<Vec<u8>, Unreadable>>>,
    /// Files that were read and not supplied.
    missing: RefCell<BTreeSet<PathBuf>>,
}

/// An error that can be returned again.
struct Unreadable {
    kind: io::ErrorKind,
    /// Number of the operating system, which also gives the message.
    code: Option<i32>,
    message: String,
}

impl Unreadable {
    fn of(error: &io::Error) -> Self {
        Unreadable { kind: error.kind(), code: error.raw_os_error(), message: error.to_string() }
    }

    fn error(&self) -> io::Error {
        let named = || io::Error::new(self.kind, self.message.clone());
        self.code.map_or_else(named, io::Error::from_raw_os_error)
    }
}

impl Files for SuppliedFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_most(path, usize::MAX)
    }

    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        match self.supplied.borrow().get(path) {
            Some(Ok(bytes)) => Ok(bytes[..bytes.len().min(most.saturating_add(1))].to_vec()),
            Some(Err(error)) => Err(error.error()),
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
