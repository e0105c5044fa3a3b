//! Files in memory: dropped onto the window, chosen in the browser or fetched by the page.
//!
//! The set grows with each drop until a map has its tilesets and images. A reference from one file to another is first
//! searched by its path, as in an archive, then by its file name, because a browser tells no folders of dropped files.

use super::archive::{Limits, unpack};
use super::{load_with, name_of};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilephys::draw::DisplayList;
use tilephys::tiled::{Conventions, Files, Level, LoadError, Loader, Loading, Progress, normal_path};

/// What the set may hold at most. The browser gives a page some gigabytes, of which a level takes several times its size.
const LIMITS: Limits = Limits { files: 4096, bytes: 256 << 20 };

/// Folder of files that are dropped without a folder. A reference may lead out of it, but not above the files themselves.
pub(crate) const FOLDER: &str = "dropped/files";

/// Most file names in a message; the rest is counted.
const MAX_NAMES: usize = 4;

/// Files in memory, by path. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct DroppedFiles {
    files: BTreeMap<PathBuf, Arc<[u8]>>,
    /// Paths of the maps among them.
    maps: BTreeSet<PathBuf>,
    /// True if a file is found by its whole path only.
    is_exact: bool,
    /// Layers that loads make solid.
    pub(super) solid: BTreeSet<String>,
    /// Bytes of all files.
    bytes: usize,
}

/// A dropped file that opens something. All other files are parts of maps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opens {
    /// A map.
    Map(PathBuf),
    /// Settings of the character controller.
    Preset(PathBuf),
    /// A recording.
    Recording(PathBuf),
}

impl Opens {
    /// The path of a map.
    #[must_use]
    pub fn map(&self) -> Option<&Path> {
        match self {
            Opens::Map(path) => Some(path),
            Opens::Preset(_) | Opens::Recording(_) => None,
        }
    }
}

/// What came of the files of one drop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// Files that open something, sorted.
    pub opens: Vec<Opens>,
    /// True if a map or a part of a map was taken.
    pub has_parts: bool,
    /// One line each for files that were not taken.
    pub refused: Vec<String>,
}

/// State of a load from memory.
#[derive(Debug)]
pub enum Loaded<T> {
    /// All files are there.
    Whole(T),
    /// These files are missing, as the files that refer to them name them.
    Missing(Vec<PathBuf>),
}

/// The use of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Map,
    Preset,
    Recording,
    Archive,
    /// Tileset, template, image, world or project.
    Part,
    Other,
}

impl Kind {
    /// The kind by the ending of the name; a `.json` is a map if it has the keys of one.
    fn of(path: &Path, content: Option<&[u8]>) -> Kind {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("tmx" | "tmj") => Kind::Map,
            Some("json")
                if content.is_some_and(|text| has(text, "\"tilewidth\"") && has(text, "\"layers\"")) =>
            {
                Kind::Map
            }
            Some("toml") => Kind::Preset,
            Some("tprec") => Kind::Recording,
            Some("zip") => Kind::Archive,
            Some("tsx" | "tsj" | "tx" | "tj" | "json" | "xml" | "world" | "tiled-project") => Kind::Part,
            Some("png" | "jpg" | "jpeg" | "gif" | "bmp" | "webp") => Kind::Part,
            _ => Kind::Other,
        }
    }
}

fn has(text: &[u8], key: &str) -> bool {
    text.windows(key.len()).any(|window| window == key.as_bytes())
}

impl DroppedFiles {
    /// A set whose files are found by their whole paths only, as on a server.
    #[must_use]
    pub fn exact() -> Self {
        DroppedFiles { is_exact: true, ..DroppedFiles::default() }
    }

    /// Takes the files of one drop: names or relative paths, and contents. Archives are unpacked. A file replaces an
    /// earlier one of its path.
    pub fn receive(&mut self, files: impl IntoIterator<Item = (PathBuf, Vec<u8>)>) -> Received {
        let mut received = Received::default();
        for (path, content) in files {
            let name = path.display().to_string();
            let path = normal_path(&path);
            let path = if path.iter().count() == 1 { Path::new(FOLDER).join(path) } else { path };
            let taken = match Kind::of(&path, Some(&content)) {
                Kind::Archive => self.take_archive(&content, &mut received),
                Kind::Other => Err(super::answers::refusal(&path).to_owned()),
                _ => self.take(&path, content, &mut received),
            };
            if let Err(reason) = taken {
                received.refused.push(format!("{name}: {reason}"));
            }
        }
        received.opens.sort();
        received.opens.dedup();
        received
    }

    fn take_archive(&mut self, content: &[u8], received: &mut Received) -> Result<(), String> {
        let limits = Limits { files: LIMITS.files, bytes: LIMITS.bytes.saturating_sub(self.bytes) };
        let is_wanted = |path: &PathBuf| !matches!(Kind::of(path, None), Kind::Other | Kind::Archive);
        let files = unpack(content, limits, is_wanted)?;
        if files.is_empty() {
            return Err("the archive has no map, tileset, image, preset or recording".to_owned());
        }
        files.into_iter().try_for_each(|(path, content)| self.take(&path, content, received))
    }

    fn take(&mut self, path: &Path, content: Vec<u8>, received: &mut Received) -> Result<(), String> {
        let replaced = self.files.get(path).map_or(0, |file| file.len());
        let bytes = self.bytes - replaced + content.len();
        if bytes > LIMITS.bytes || self.files.len() >= LIMITS.files {
            let Limits { files, bytes } = LIMITS;
            return Err(format!("too much: the limit is {files} files and {} MB", bytes >> 20));
        }
        let kind = self.insert(path, content);
        received.has_parts |= matches!(kind, Kind::Map | Kind::Part);
        match kind {
            Kind::Map => received.opens.push(Opens::Map(path.to_owned())),
            Kind::Preset => received.opens.push(Opens::Preset(path.to_owned())),
            Kind::Recording => received.opens.push(Opens::Recording(path.to_owned())),
            Kind::Archive | Kind::Part | Kind::Other => {}
        }
        Ok(())
    }

    /// True if a map has exactly this path.
    #[must_use]
    pub fn has_map(&self, path: &Path) -> bool {
        self.maps.contains(&normal_path(path))
    }

    /// Adds a file that was fetched, without a limit.
    pub fn add(&mut self, path: &Path, content: Vec<u8>) {
        self.insert(&normal_path(path), content);
    }

    fn insert(&mut self, path: &Path, content: Vec<u8>) -> Kind {
        let kind = Kind::of(path, Some(&content));
        if kind == Kind::Map {
            self.maps.insert(path.to_owned());
        } else {
            self.maps.remove(path);
        }
        self.bytes += content.len();
        let replaced = self.files.insert(path.to_owned(), content.into());
        self.bytes -= replaced.map_or(0, |file| file.len());
        kind
    }

    /// True if no file was taken yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Paths of all maps, sorted.
    pub fn maps(&self) -> impl Iterator<Item = &Path> {
        self.maps.iter().map(PathBuf::as_path)
    }

    /// The content of the file at `path`, or else of the file with its name whose folders agree most, from the last one
    /// on. Names are compared without case then, as on the systems where most maps are made.
    #[must_use]
    pub fn find(&self, path: &Path) -> Option<&Arc<[u8]>> {
        let path = normal_path(path);
        if let Some(content) = self.files.get(&path) {
            return Some(content);
        }
        if self.is_exact {
            return None;
        }
        let candidates = self.files.iter().filter_map(|(held, content)| {
            let alike = alike(held, &path);
            (alike > 0).then_some((alike, held, content))
        });
        // The first path of equal ones, so that the order of drops does not count.
        let best = candidates.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.map(|(_, _, content)| content)
    }

    /// Loads a map of the set as [`load_with`] does, or lists the files
    /// that it lacks.
    ///
    /// References may lead anywhere: all that they can reach was dropped. `unreadable` are files that will never come.
    ///
    /// # Errors
    /// As [`Loading::poll`].
    pub fn load(
        &self,
        map: &Path,
        unreadable: &BTreeMap<PathBuf, String>,
    ) -> Result<Loaded<Level>, LoadError> {
        // Most sets are complete, and need no rounds then. Otherwise the rounds say what is missing.
        if !self.is_exact {
            let mut loader =
                Loader::with_files(Missed { files: self, any: Cell::new(false) }).allow_outside(true);
            let level = load_with(&mut loader, map, &self.solid, Conventions::common());
            if !loader.files().any.get() {
                return level.map(Loaded::Whole);
            }
        }
        let mut loading = Loading::new(map).with(|loader| loader.allow_outside(true));
        let no_file = |reason: &String| Err(io::Error::new(io::ErrorKind::NotFound, reason.clone()));
        unreadable.iter().for_each(|(path, reason)| loading.supply(path, no_file(reason)));
        // The map is needed in any case, and projects have no reference that could be missing.
        for path in self.files.keys().filter(|path| is_project(path) || *path == map) {
            loading.supply(path, self.read(path));
        }
        let load = |loader: &mut Loader<_>| load_with(loader, map, &self.solid, Conventions::common());
        loop {
            let wanted = match loading.poll_with(load)? {
                Progress::Done(level) => return Ok(Loaded::Whole(level)),
                Progress::Needs(wanted) => wanted,
            };
            let (there, missing): (Vec<_>, Vec<_>) =
                wanted.into_iter().partition(|path| self.find(path).is_some());
            for path in &there {
                loading.supply(path, self.read(path));
            }
            if there.is_empty() {
                return Ok(Loaded::Missing(missing));
            }
        }
    }

    /// Images of a level that are not in the set, each once, sorted.
    #[must_use]
    pub fn missing_images(&self, level: &Level) -> Vec<PathBuf> {
        let list = DisplayList::of_level(level);
        let drawn = list.images().iter().filter_map(|image| image.path.as_deref());
        let tilesets = level.tilesets.iter();
        // The checker compares each with its tileset.
        let images = tilesets.flat_map(|set| {
            set.image.iter().chain(set.tiles.values().filter_map(|tile| tile.image.as_ref()))
        });
        let paths = drawn.chain(images.filter_map(|image| image.path.as_deref()));
        let missing: BTreeSet<PathBuf> =
            paths.map(normal_path).filter(|path| self.find(path).is_none()).collect();
        missing.into_iter().collect()
    }
}

/// A set is a file system, for example of the checker.
impl Files for DroppedFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_most(path, usize::MAX)
    }

    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let content = self
            .find(path)
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the file is missing; drop it too"))?;
        Ok(content[..content.len().min(most.saturating_add(1))].to_vec())
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(self.files.keys().filter(|path| path.parent() == Some(dir)).cloned().collect())
    }
}

/// A set that knows whether a file was asked for that it lacks.
struct Missed<'s> {
    files: &'s DroppedFiles,
    any: Cell<bool>,
}

impl Files for Missed<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_most(path, usize::MAX)
    }

    fn read_most(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let content = self.files.read_most(path, most);
        self.any.set(self.any.get() | content.is_err());
        content
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        self.files.list(dir)
    }
}

/// Number of equal names at the end of two paths.
fn alike(one: &Path, other: &Path) -> usize {
    let is_equal = |(a, b): &(&std::ffi::OsStr, &std::ffi::OsStr)| a.eq_ignore_ascii_case(b);
    one.iter().rev().zip(other.iter().rev()).take_while(is_equal).count()
}

/// True if the loader finds the file by itself, in the folders above a map.
fn is_project(path: &Path) -> bool {
    let name = name_of(path);
    name.ends_with(".tiled-project") || name == "objecttypes.json" || name == "objecttypes.xml"
}

/// A message about missing files: "cave.tmx needs cave.tsx and cave.png: drop them too". `None` if none is missing.
#[must_use]
pub fn missing_line(map: &Path, missing: &[PathBuf]) -> Option<String> {
    let mut names: Vec<String> = missing.iter().map(|path| name_of(path)).collect();
    names.dedup();
    if names.len() > MAX_NAMES {
        let rest = names.len() - (MAX_NAMES - 1);
        names.truncate(MAX_NAMES - 1);
        names.push(format!("{rest} more files"));
    }
    let pronoun = if names.len() == 1 { "it" } else { "them" };
    let last = names.pop()?;
    let list = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
    Some(format!("{} needs {list}: drop {pronoun} too", name_of(map)))
}

#[cfg(test)]
mod tests {
    use super::super::archive::tests::packed;
    use super::*;

    const MAP: &str = r#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="../tiles/rock.tsx"/><tileset firstgid="2" source="../tiles/Sand.tsx"/>
 <layer id="1" name="ground" width="2" height="1"><data encoding="csv">1,2</data></layer></map>"#;

    fn tileset(name: &str) -> Vec<u8> {
        format!(
            r#"<tileset name="{name}" tilewidth="16" tileheight="16" tilecount="1" columns="1">
 <image source="{name}.png" width="16" height="16"/></tileset>"#
        )
        .into_bytes()
    }

    fn drop_of(files: &[(&str, &[u8])]) -> Vec<(PathBuf, Vec<u8>)> {
        files.iter().map(|(path, content)| (path.into(), content.to_vec())).collect()
    }

    /// What the map at `map` lacks, or the names of its tilesets.
    fn state(files: &DroppedFiles, map: &str) -> String {
        match files.load(Path::new(map), &BTreeMap::new()).unwrap() {
            Loaded::Whole(level) => {
                level.tilesets.iter().map(|tileset| tileset.name.as_str()).collect::<Vec<_>>().join(" ")
            }
            Loaded::Missing(missing) => missing_line(Path::new(map), &missing).unwrap(),
        }
    }

    #[test]
    fn drops_add_up_until_the_map_is_complete() {
        let mut files = DroppedFiles::default();
        let received = files.receive(drop_of(&[("cave.tmx", MAP.as_bytes())]));
        assert_eq!(received.opens, [Opens::Map("dropped/files/cave.tmx".into())]);
        assert!(received.has_parts && received.refused.is_empty());
        assert_eq!(
            state(&files, "dropped/files/cave.tmx"),
            "cave.tmx needs Sand.tsx and rock.tsx: drop them too"
        );
        let received = files.receive(drop_of(&[("rock.tsx", &tileset("rock"))]));
        assert!(received.has_parts && received.opens.is_empty());
        assert_eq!(state(&files, "dropped/files/cave.tmx"), "cave.tmx needs Sand.tsx: drop it too");
        // The name as a file system without case has it.
        files.receive(drop_of(&[("sand.TSX", &tileset("sand"))]));
        assert_eq!(state(&files, "dropped/files/cave.tmx"), "rock sand");
    }

    #[test]
    fn archives_keep_their_folders() {
        let (one, other) = (tileset("one"), tileset("other"));
        let archive = packed(&[
            ("game/maps/cave.tmx", MAP.as_bytes()),
            ("game/a/rock.tsx", &other),
            ("game/tiles/rock.tsx", &one),
            ("game/tiles/Sand.tsx", &one),
            ("game/z/rock.tsx", &other),
            ("game/readme.txt", b"hello"),
        ]);
        let mut files = DroppedFiles::default();
        let received = files.receive(drop_of(&[("game.zip", &archive)]));
        assert_eq!(received.opens, [Opens::Map("game/maps/cave.tmx".into())]);
        assert_eq!(received.refused, [""; 0]);
        assert_eq!(state(&files, "game/maps/cave.tmx"), "one one");
        // Folders that agree count most for a file that is elsewhere.
        assert_eq!(files.find(Path::new("moved/tiles/rock.tsx")).unwrap()[..], one);
        assert_eq!(files.find(Path::new("z/rock.tsx")).unwrap()[..], other);
        assert_eq!(files.find(Path::new("rock.tmx")), None);
        assert_eq!(files.maps().collect::<Vec<_>>(), [Path::new("game/maps/cave.tmx")]);
    }

    #[test]
    fn kinds_have_their_handlers() {
        let map = br#"{"tilewidth": 16, "layers": []}"#;
        let dropped = drop_of(&[
            ("notes.txt", b"hello"),
            ("a.json", map),
            ("types.json", b"[]"),
            ("soft.toml", b""),
            ("run.tprec", b""),
            ("bad.zip", b"PK"),
            ("empty.zip", &packed(&[("readme.md", b"")])),
        ]);
        let Received { opens, refused, .. } = DroppedFiles::default().receive(dropped);
        let expected = [
            Opens::Map("dropped/files/a.json".into()),
            Opens::Preset("dropped/files/soft.toml".into()),
            Opens::Recording("dropped/files/run.tprec".into()),
        ];
        assert_eq!(opens, expected);
        assert_eq!(refused.len(), 3, "{refused:?}");
        assert_eq!(refused[0], "notes.txt: no map, tileset, image, preset, recording or archive (.zip)");
        assert_eq!(refused[1], "bad.zip: the archive is damaged, or not a .zip; pack it again");
        assert_eq!(refused[2], "empty.zip: the archive has no map, tileset, image, preset or recording");
    }

    #[test]
    fn a_later_file_replaces_an_earlier_one() {
        let mut files = DroppedFiles::default();
        files.receive(drop_of(&[("rock.tsx", &[0; 100])]));
        files.receive(drop_of(&[("rock.tsx", &[1; 30]), ("./rock.tsx", &[2; 40])]));
        assert_eq!(files.find(Path::new("rock.tsx")).unwrap()[..], [2; 40]);
        assert_eq!(files.bytes, 40);
        files.add(Path::new("dropped/files/rock.tsx"), vec![3; 10]);
        assert_eq!(files.bytes, 10);
    }

    #[test]
    fn a_project_is_found_above_the_map() {
        let project = br#"{"propertyTypes": [{"name": "Wall", "type": "class", "useAs": ["tile"],
            "members": [{"name": "collision", "type": "string", "value": "solid"}]}]}"#;
        let mut files = DroppedFiles::default();
        let archive = packed(&[("maps/cave.tmx", MAP.as_bytes()), ("game.tiled-project", project)]);
        files.receive(drop_of(&[
            ("game.zip", &archive),
            ("rock.tsx", &tileset("rock")),
            ("sand.tsx", &tileset("sand")),
        ]));
        let Loaded::Whole(loaded) = files.load(Path::new("maps/cave.tmx"), &BTreeMap::new()).unwrap() else {
            panic!("files are missing")
        };
        assert_eq!(loaded.project.as_deref(), Some(Path::new("game.tiled-project")));
    }

    #[test]
    fn a_map_that_is_none_is_an_error() {
        let mut files = DroppedFiles::default();
        files.receive(drop_of(&[("cave.tmx", b"hello")]));
        assert!(files.load(Path::new("dropped/files/cave.tmx"), &BTreeMap::new()).is_err());
    }

    #[test]
    fn long_lists_are_counted() {
        let missing: Vec<PathBuf> = (0..7).map(|n| format!("t/{n}.tsx").into()).collect();
        let line = missing_line(Path::new("m/cave.tmx"), &missing).unwrap();
        assert_eq!(line, "cave.tmx needs 0.tsx, 1.tsx, 2.tsx and 4 more files: drop them too");
        assert_eq!(missing_line(Path::new("cave.tmx"), &[]), None);
    }
}
