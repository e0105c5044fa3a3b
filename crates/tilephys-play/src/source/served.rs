//! Maps of a web server, fetched file by file.

use super::Source;
use super::dropped::{DroppedFiles, Loaded};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilephys::tiled::{Files, Level, LoadError, Mark, normal_path};

/// Folder of the maps on the page, beside its script.
pub const FOLDER: &str = "maps";

/// The Tiled project of all maps. No map refers to it, so it is always asked for.
const PROJECT: &str = "maps/maps.tiled-project";

/// List of the maps of the page, a path in [`FOLDER`] a line. A page without it has no menu of maps.
const LIST: &str = "maps/maps.txt";

/// Asks for files, and has them later.
pub trait Fetch {
    /// Begins to fetch the file at a relative path.
    fn begin(&mut self, path: &Path);

    /// Files that have arrived since the last call, with their content or the reason why they have none.
    fn arrived(&mut self) -> Vec<(PathBuf, Result<Vec<u8>, String>)>;
}

/// Maps of a web server.
pub struct Served<F> {
    fetch: F,
    files: DroppedFiles,
    asked: BTreeSet<PathBuf>,
    failed: BTreeMap<PathBuf, String>,
    /// Files that the current map waits for.
    awaited: BTreeSet<PathBuf>,
    /// A level whose images and doors are awaited.
    whole: Option<(PathBuf, Level)>,
}

impl<F: Fetch> Served<F> {
    /// A source that has fetched nothing yet.
    #[must_use]
    pub fn new(fetch: F) -> Self {
        let files = DroppedFiles::exact();
        let (asked, awaited) = (BTreeSet::new(), BTreeSet::new());
        Served { fetch, files, asked, failed: BTreeMap::new(), awaited, whole: None }
    }

    fn receive(&mut self) {
        for (path, content) in self.fetch.arrived() {
            self.awaited.remove(&path);
            match content {
                Ok(content) => self.files.add(&path, content),
                Err(reason) => drop(self.failed.insert(path, reason)),
            }
        }
    }

    /// Waits for these files. False if none of them can still come.
    fn wait_for(&mut self, paths: impl IntoIterator<Item = PathBuf>) -> bool {
        for path in paths {
            if self.files.find(&path).is_some() || self.failed.contains_key(&path) {
                continue;
            }
            if self.asked.insert(path.clone()) {
                self.fetch.begin(&path);
            }
            self.awaited.insert(path);
        }
        !self.awaited.is_empty()
    }

    /// Images of a level, and files of the maps behind its doors, which the checker compares with the doors.
    fn lacks(&self, level: &Level) -> Vec<PathBuf> {
        let mut lacks = self.files.missing_images(level);
        for door in level.marks.iter().filter_map(Mark::door) {
            let Some(target) = &door.target else { continue };
            if let Ok(Loaded::Missing(missing)) = self.files.load(&normal_path(target), &self.failed) {
                lacks.extend(missing);
            }
        }
        lacks
    }
}

impl<F: Fetch> Source for Served<F> {
    fn load(&mut self, map: &Path) -> Option<Result<Level, LoadError>> {
        self.receive();
        let map = normal_path(map);
        if self.wait_for([PathBuf::from(PROJECT), PathBuf::from(LIST), map.clone()]) {
            return None;
        }
        let whole = self.whole.take().filter(|(whole, _)| *whole == map);
        let loaded = match whole {
            Some((_, level)) => Ok(Loaded::Whole(level)),
            None => self.files.load(&map, &self.failed),
        };
        match loaded {
            Ok(Loaded::Missing(missing)) => {
                self.wait_for(missing);
                None
            }
            Ok(Loaded::Whole(loaded)) => {
                let lacks = self.lacks(&loaded);
                if !self.wait_for(lacks) {
                    return Some(Ok(loaded));
                }
                self.whole = Some((map, loaded));
                None
            }
            Err(error) => {
                // A file that is not there now may be there later.
                for path in std::mem::take(&mut self.failed).into_keys() {
                    self.asked.remove(&path);
                }
                Some(Err(error))
            }
        }
    }

    fn make_solid(&mut self, layers: &BTreeSet<String>) -> bool {
        self.files.solid.clone_from(layers);
        true
    }

    /// All maps of the page, as it lists them.
    fn maps(&self, _beside: &Path) -> Vec<PathBuf> {
        let list = self.files.find(Path::new(LIST)).map(|list| String::from_utf8_lossy(list));
        list.iter().flat_map(|list| list.lines()).map(|line| Path::new(FOLDER).join(line)).collect()
    }

    fn awaited(&self) -> Vec<PathBuf> {
        self.awaited.iter().cloned().collect()
    }

    fn files(&self) -> &(dyn Files + Sync) {
        &self.files
    }

    fn shared_files(&self) -> Arc<dyn Files + Send + Sync> {
        Arc::new(self.files.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilephys::check::{Checker, Settings};
    use tilephys::tiled::Disk;

    /// A server with the maps of the repository. Each call answers one request.
    #[derive(Default)]
    struct Repository {
        begun: Vec<PathBuf>,
        total: usize,
    }

    impl Fetch for Repository {
        fn begin(&mut self, path: &Path) {
            self.begun.push(path.to_owned());
            self.total += 1;
        }

        fn arrived(&mut self) -> Vec<(PathBuf, Result<Vec<u8>, String>)> {
            let Some(path) = self.begun.pop() else { return Vec::new() };
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let content = match path.to_str() {
                Some(LIST) => Ok(b"cavern.tmx\nlevels/lifts.tmx\n".to_vec()),
                _ => Disk.read(&root.join(&path)).map_err(|_| "HTTP 404".to_owned()),
            };
            vec![(path, content)]
        }
    }

    fn load(source: &mut Served<Repository>, map: &str) -> Result<Level, LoadError> {
        for _round in 0..100 {
            match source.load(Path::new(map)) {
                Some(result) => return result,
                None => assert!(!source.awaited().is_empty(), "waits for nothing"),
            }
        }
        panic!("the map never comes");
    }

    #[test]
    fn a_map_comes_with_all_its_files_each_once() {
        let mut source = Served::new(Repository::default());
        let loaded = load(&mut source, "maps/cavern.tmx").unwrap();
        assert!(loaded.spawn().is_some());
        assert!(loaded.project.is_some());
        let maps = ["maps/cavern.tmx", "maps/levels/lifts.tmx"].map(PathBuf::from);
        assert_eq!(source.maps(Path::new("maps/cavern.tmx")), maps);
        assert!(source.files.missing_images(&loaded).is_empty());
        let asked = source.fetch.total;
        assert_eq!(asked, source.asked.len());
        load(&mut source, "maps/cavern.tmx").unwrap();
        assert_eq!(source.fetch.total, asked, "the second time it is there");
    }

    #[test]
    fn the_checker_reads_what_was_fetched() {
        for map in ["maps/playground.tmx", "maps/levels/lifts.tmx"] {
            let mut source = Served::new(Repository::default());
            load(&mut source, map).unwrap();
            let checker = Checker::with_files(Settings::default(), source.files.clone());
            let report = checker.check(&[map.into()]);
            assert_eq!(report.worst(), None, "{report:?}");
        }
    }

    #[test]
    fn a_map_that_is_not_there_is_an_error_each_time() {
        let mut source = Served::new(Repository::default());
        for _ in 0..2 {
            let error = load(&mut source, "maps/nothing.tmx").unwrap_err().to_string();
            assert!(error.contains("nothing.tmx") && error.contains("HTTP 404"), "{error}");
        }
        load(&mut source, "maps/cavern.tmx").unwrap();
    }

    #[test]
    fn two_maps_can_be_asked_for_in_turn() {
        let mut source = Served::new(Repository::default());
        assert!(source.load(Path::new("maps/cavern.tmx")).is_none());
        load(&mut source, "maps/playground.tmx").unwrap();
        load(&mut source, "maps/cavern.tmx").unwrap();
    }
}
