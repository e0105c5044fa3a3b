//! Levels on disk, which are loaded again when one of their files is saved.

use super::{Source, load_with};
use crate::game::Start;
use crate::project::Project;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tilephys::check::Settings;
use tilephys::tiled::{Disk, Files, Level, LoadError, Loader};

/// An editor that saves makes several changes of one. A save is over when nothing has followed for so long.
const QUIET: Duration = Duration::from_millis(50);

/// Levels on disk. Files of a map may be anywhere, as in Tiled: its player has chosen it, and sees what is read.
#[derive(Default)]
pub struct DiskSource {
    watch: Option<Watch>,
    solid: BTreeSet<String>,
    /// Folder of all files of the last map, if nothing marks the folder of its game.
    root: Option<PathBuf>,
    /// Project of the last map.
    project: Project,
}

/// The path of a file without links and relative parts, if it exists.
fn whole(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(file.file_name()?))
}

/// The lowest folder that all files of a level are in.
fn common_folder(level: &Level) -> Option<PathBuf> {
    let mut files = level.files().filter_map(whole);
    let first = files.next()?.parent()?.to_owned();
    files.try_fold(first, |folder, file| {
        folder.ancestors().find(|folder| file.starts_with(folder)).map(Path::to_owned)
    })
}

/// The files of the level that is open, watched through their folders: editors save a file by putting another in its place.
struct Watch {
    /// Stops to watch when it is dropped.
    _watcher: RecommendedWatcher,
    events: Receiver<notify::Result<notify::Event>>,
    files: BTreeSet<PathBuf>,
    /// Time of the last change that no reload has seen.
    changed: Option<Instant>,
}

impl Watch {
    fn new(level: &Level, project: &Project) -> notify::Result<Watch> {
        let (sender, events) = channel();
        // The receiver is gone when another level is watched.
        let mut watcher = notify::recommended_watcher(move |event| _ = sender.send(event))?;
        let all = level.files().chain(project.file.as_deref());
        let files: BTreeSet<PathBuf> = all.filter_map(whole).collect();
        let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.parent()).collect();
        for folder in folders {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        Ok(Watch { _watcher: watcher, events, files, changed: None })
    }

    fn has_changed(&mut self) -> bool {
        for event in self.events.try_iter().filter_map(Result::ok) {
            let is_ours = event.paths.iter().any(|path| self.files.contains(path));
            if event.need_rescan() || is_ours && !event.kind.is_access() {
                self.changed = Some(Instant::now());
            }
        }
        self.changed.take_if(|last| last.elapsed() >= QUIET).is_some()
    }
}

impl Source for DiskSource {
    fn load(&mut self, map: &Path) -> Option<Result<Level, LoadError>> {
        self.root = None;
        self.project = Project::of(map);
        let names = self.project.conventions();
        let marked = load_with(&mut Loader::new().find_root(true), map, &self.solid, names.clone());
        if marked.is_ok() {
            return Some(marked);
        }
        let mut loader = Loader::new().find_root(true).allow_outside(true);
        let loaded = load_with(&mut loader, map, &self.solid, names);
        self.root = loaded.as_ref().ok().and_then(common_folder);
        Some(loaded)
    }

    fn root(&self) -> Option<PathBuf> {
        self.root.clone()
    }

    fn make_solid(&mut self, layers: &BTreeSet<String>) -> bool {
        self.solid.clone_from(layers);
        true
    }

    fn maps(&self, beside: &Path) -> Vec<PathBuf> {
        let folder = beside.parent().filter(|folder| !folder.as_os_str().is_empty());
        let is_map =
            |path: &PathBuf| path.extension().is_some_and(|ending| ending == "tmx" || ending == "tmj");
        let mut maps = Disk.list(folder.unwrap_or(Path::new("."))).unwrap_or_default();
        maps.retain(is_map);
        maps.sort();
        maps
    }

    fn files(&self) -> &(dyn Files + Sync) {
        &Disk
    }

    fn shared_files(&self) -> Arc<dyn Files + Send + Sync> {
        Arc::new(Disk)
    }

    fn project_fault(&self) -> Option<&str> {
        self.project.fault.as_deref()
    }

    fn complete_start(&self, start: &mut Start, level: &Level) {
        self.project.complete(start, level.tile_size);
    }

    fn checks(&self) -> Settings {
        self.project.checks()
    }

    fn watch(&mut self, level: &Level) -> Result<(), String> {
        let watch = Watch::new(level, &self.project)
            .map_err(|error| format!("changes of files cannot be watched: {error}"))?;
        self.watch = Some(watch);
        Ok(())
    }

    fn has_changed(&mut self) -> bool {
        self.watch.as_mut().is_some_and(Watch::has_changed)
    }
}
