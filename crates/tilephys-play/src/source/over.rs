//! Dropped files over another source: a map that was dropped is loaded from memory, any other map from below.

use super::Source;
use super::dropped::{DroppedFiles, Loaded, Received, missing_line};
use crate::game::Start;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilephys::check::Settings;
use tilephys::tiled::{Files, Level, LoadError};

/// Dropped files, and the source of all maps that were not dropped.
pub struct Over {
    below: Box<dyn Source>,
    dropped: DroppedFiles,
    /// True if the last map was a dropped one.
    is_dropped: bool,
    /// True if files were dropped since the last load from memory.
    has_news: bool,
    /// Map that lacks files, and these files.
    lacks: Option<(PathBuf, Vec<PathBuf>)>,
}

impl Over {
    /// A source without dropped files.
    #[must_use]
    pub fn new(below: Box<dyn Source>) -> Self {
        let dropped = DroppedFiles::default();
        Over { below, dropped, is_dropped: false, has_news: false, lacks: None }
    }

    /// Takes the files of one drop, as [`DroppedFiles::receive`] does.
    pub fn receive(&mut self, files: impl IntoIterator<Item = (PathBuf, Vec<u8>)>) -> Received {
        let received = self.dropped.receive(files);
        if received.has_parts {
            self.lacks = None;
            self.has_news = true;
        }
        received
    }

    /// The content of a dropped file.
    #[must_use]
    pub fn dropped(&self, path: &Path) -> Option<&[u8]> {
        self.dropped.find(path).map(|content| &content[..])
    }

    /// True if there is a file, dropped or from below.
    #[must_use]
    pub fn has_file(&self, path: &Path) -> bool {
        self.dropped.find(path).is_some() || self.below.files().read_most(path, 0).is_ok()
    }

    /// True if a map was dropped.
    #[must_use]
    pub fn has_dropped(&self, map: &Path) -> bool {
        self.dropped.has_map(map)
    }

    /// A line about files that a dropped map lacks; `None` if it lacks none.
    #[must_use]
    pub fn lack(&self) -> Option<String> {
        let (map, missing) = self.lacks.as_ref()?;
        missing_line(map, missing)
    }
}

impl Source for Over {
    fn load(&mut self, map: &Path) -> Option<Result<Level, LoadError>> {
        self.is_dropped = self.dropped.has_map(map);
        if !self.is_dropped {
            self.lacks = None;
            return self.below.load(map);
        }
        // Nothing was dropped since the last try.
        if self.lacks.as_ref().is_some_and(|(lacking, _)| lacking == map) {
            return None;
        }
        self.has_news = false;
        match self.dropped.load(map, &BTreeMap::new()) {
            Ok(Loaded::Whole(level)) => Some(Ok(level)),
            Ok(Loaded::Missing(missing)) => {
                self.lacks = Some((map.to_owned(), missing));
                None
            }
            Err(error) => Some(Err(error)),
        }
    }

    fn make_solid(&mut self, layers: &BTreeSet<String>) -> bool {
        self.dropped.solid.clone_from(layers);
        self.below.make_solid(layers) || self.is_dropped
    }

    /// Dropped maps, or the maps beside a map from below.
    fn maps(&self, beside: &Path) -> Vec<PathBuf> {
        let mut maps: Vec<PathBuf> = self.dropped.maps().map(Path::to_owned).collect();
        if !self.is_dropped {
            maps.extend(self.below.maps(beside));
        }
        maps
    }

    fn awaited(&self) -> Vec<PathBuf> {
        let lacks = self.lacks.as_ref().map(|(_, missing)| missing.clone());
        lacks.unwrap_or_else(|| self.below.awaited())
    }

    fn files(&self) -> &(dyn Files + Sync) {
        if self.is_dropped { &self.dropped } else { self.below.files() }
    }

    fn shared_files(&self) -> Arc<dyn Files + Send + Sync> {
        if self.is_dropped { Arc::new(self.dropped.clone()) } else { self.below.shared_files() }
    }

    /// All dropped files are below a folder without a name.
    fn root(&self) -> Option<PathBuf> {
        if self.is_dropped { Some(PathBuf::new()) } else { self.below.root() }
    }

    fn project_fault(&self) -> Option<&str> {
        if self.is_dropped { None } else { self.below.project_fault() }
    }

    fn complete_start(&self, start: &mut Start, level: &Level) {
        if !self.is_dropped {
            self.below.complete_start(start, level);
        }
    }

    fn checks(&self) -> Settings {
        if self.is_dropped { Settings::default() } else { self.below.checks() }
    }

    fn watch(&mut self, level: &Level) -> Result<(), String> {
        if self.is_dropped { Ok(()) } else { self.below.watch(level) }
    }

    /// Also true if files were dropped, which may be the images that the level lacked.
    fn has_changed(&mut self) -> bool {
        let has_news = std::mem::take(&mut self.has_news);
        if self.is_dropped { has_news } else { self.below.has_changed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::DiskSource;

    const MAP: &str = r#"<map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="rock.tsx"/>
 <layer id="1" name="ground" width="1" height="1"><data encoding="csv">1</data></layer></map>"#;
    const ROCK: &str = r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
 <image source="rock.png" width="16" height="16"/></tileset>"#;

    fn receive(source: &mut Over, name: &str, content: &str) {
        source.receive([(name.into(), content.into())]);
    }

    #[test]
    fn a_dropped_map_waits_for_its_parts_and_takes_news() {
        let map = Path::new("dropped/files/cave.tmx");
        let mut source = Over::new(Box::new(DiskSource::default()));
        receive(&mut source, "cave.tmx", MAP);
        assert!(source.load(map).is_none() && source.load(map).is_none());
        assert_eq!(source.lack().as_deref(), Some("cave.tmx needs rock.tsx: drop it too"));
        assert_eq!(source.awaited(), [Path::new("dropped/files/rock.tsx")]);
        receive(&mut source, "rock.tsx", ROCK);
        assert!(source.load(map).unwrap().is_ok());
        assert_eq!(source.root(), Some(PathBuf::new()));
        assert_eq!(source.lack(), None);
        assert!(!source.has_changed());
        // Its image comes later.
        assert!(source.files().read(Path::new("rock.png")).is_err());
        receive(&mut source, "rock.png", "");
        assert!(source.has_changed() && !source.has_changed());
        assert!(source.files().read(Path::new("rock.png")).is_ok());
    }

    #[test]
    fn other_maps_come_from_below() {
        let mut source = Over::new(Box::new(DiskSource::default()));
        receive(&mut source, "cave.tmx", MAP);
        assert!(source.load(Path::new("dropped/files/cave.tmx")).is_none());
        let below = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/playground.tmx");
        assert!(source.load(Path::new(below)).unwrap().is_ok());
        assert_eq!(source.lack(), None);
        assert!(source.files().read(Path::new(below)).is_ok());
        receive(&mut source, "rock.tsx", ROCK);
        assert!(!source.has_changed(), "what was dropped is no part of the open map");
    }
}
