//! Watches the files of levels for changes, through their folders.

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// An editor that saves makes several changes of one: a change is whole when nothing has followed for so long.
const QUIET: Duration = Duration::from_millis(50);

/// Watches folders, for many editors save a file by putting another into its place.
pub(crate) struct Watch {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    folders: BTreeSet<PathBuf>,
    /// By the one path that each has, what the level calls it.
    files: BTreeMap<PathBuf, PathBuf>,
    /// True for further files in the watched folders that count, such as new ones.
    also: fn(&Path) -> bool,
    /// Changed files, by the names that the level has for them.
    changed: BTreeSet<PathBuf>,
    last: Option<Instant>,
}

impl Watch {
    /// # Errors
    /// If the system cannot watch files.
    pub(crate) fn new() -> Result<Self, String> {
        let (sender, events) = channel();
        // The receiver is gone when the run has ended.
        let watcher = notify::recommended_watcher(move |event| _ = sender.send(event));
        let watcher = watcher.map_err(|e| format!("--watch: files cannot be watched: {e}"))?;
        let folders = BTreeSet::new();
        let files = BTreeMap::new();
        Ok(Watch { watcher, events, folders, files, also: |_| false, changed: BTreeSet::new(), last: None })
    }

    /// Also watches these files from now on; a missing file, in the folder where it would be.
    ///
    /// # Errors
    /// If a folder cannot be watched.
    pub(crate) fn add<'f>(&mut self, files: impl IntoIterator<Item = &'f Path>) -> Result<(), String> {
        for file in files {
            let Some(name) = file.file_name() else { continue };
            let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
            let Ok(folder) = fs::canonicalize(parent.unwrap_or(Path::new("."))) else { continue };
            self.files.insert(folder.join(name), file.to_owned());
            if !self.folders.contains(&folder) {
                let watched = self.watcher.watch(&folder, RecursiveMode::NonRecursive);
                watched.map_err(|e| format!("--watch: {} cannot be watched: {e}", folder.display()))?;
                self.folders.insert(folder);
            }
        }
        Ok(())
    }

    /// Also takes other files in the watched folders, if `also` returns true for their paths.
    pub(crate) fn take_others(&mut self, also: fn(&Path) -> bool) {
        self.also = also;
    }

    /// How many files are watched.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// Listens until `end`.
    pub(crate) fn listen(&mut self, end: Instant) {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(event) => self.note(event),
                Err(_) => return,
            }
        }
    }

    fn note(&mut self, event: notify::Result<Event>) {
        let Ok(event) = event else { return };
        let is_change = match event.kind {
            EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
            _ => true,
        };
        let name = |path: &PathBuf| {
            let other = Some(path).filter(|path| (self.also)(path));
            self.files.get(path).or(other).cloned()
        };
        let mut found: Vec<PathBuf> = event.paths.iter().filter(|_| is_change).filter_map(name).collect();
        if event.need_rescan() {
            // The system has lost count.
            found.extend(self.files.values().cloned());
        }
        if !found.is_empty() {
            self.last = Some(Instant::now());
        }
        self.changed.extend(found);
    }

    /// The files that have changed, once that is whole; none is left then.
    pub(crate) fn take_changed(&mut self) -> Option<BTreeSet<PathBuf>> {
        self.last.take_if(|last| last.elapsed() >= QUIET)?;
        Some(std::mem::take(&mut self.changed))
    }
}
