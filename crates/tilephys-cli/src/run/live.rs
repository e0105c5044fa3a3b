//! Real-time run with hot reload of the level.

use super::bodies;
use super::driver::Driver;
use super::rate::RATE;
use super::referee::Referee;
use crate::watch::Watch;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tilephys::core::TileId;
use tilephys::tiled::{Level, LevelChanges, LoadError, Loader};

/// Statistics of the edits of a level's files.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Reloads {
    /// Number of successful reloads.
    pub(crate) done: u64,
    /// Number of failed reloads, which left the level as it was.
    pub(crate) refused: u64,
    /// Number of changed cells, in all reloads.
    pub(crate) cells: u64,
    /// Number of objects added, removed or changed, in all reloads.
    pub(crate) objects: u64,
}

/// Level that is reloaded whenever its files have changed.
pub(crate) struct Live<'a> {
    level: &'a mut Level,
    map: PathBuf,
    loader: Loader,
    watch: Watch,
    /// True after Ctrl-C.
    stop: Arc<AtomicBool>,
    /// Time of the next step; `None` for at once.
    due: Option<Instant>,
    pub(crate) reloads: Reloads,
}

impl<'a> Live<'a> {
    /// Watches the files of a level that `loader` has loaded from `map`. From now on the first Ctrl-C ends the run,
    /// the second one the process.
    ///
    /// # Errors
    /// If the files cannot be watched.
    pub(crate) fn new(level: &'a mut Level, map: PathBuf, loader: Loader) -> Result<Self, String> {
        let mut watch = Watch::new()?;
        watch.add(level.files())?;
        let stop = Arc::new(AtomicBool::new(false));
        let wanted = stop.clone();
        let handler = move || {
            if wanted.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(handler).map_err(|e| format!("--watch: cannot handle Ctrl-C: {e}"))?;
        let files = if watch.len() == 1 { "1 file".to_owned() } else { format!("{} files", watch.len()) };
        tell(&format!("watching {files}; Ctrl-C ends the run"));
        Ok(Live { level, map, loader, watch, stop, due: None, reloads: Reloads::default() })
    }

    /// Waits for the next step, and reloads the level if its files changed. Returns true if the run continues.
    pub(crate) fn turn(&mut self, steps: u64, driver: &mut dyn Driver, referee: &mut Referee) -> bool {
        let now = Instant::now();
        // A late step shifts the schedule instead of being caught up.
        let due = self.due.unwrap_or(now).max(now);
        self.watch.listen(due);
        self.due = Some(due + Duration::from_secs(1) / RATE);
        if let Some(changed) = self.watch.take_changed() {
            changed.iter().for_each(|file| self.loader.forget(file));
            match self.reload(driver, referee) {
                Ok(changes) => {
                    self.reloads.done += 1;
                    self.reloads.cells += changes.cells as u64;
                    self.reloads.objects += changes.objects.len() as u64;
                    tell(&format!("reloaded after step {steps}: {changes} changed"));
                }
                Err(message) => {
                    self.reloads.refused += 1;
                    tell(&format!(
                        "not reloaded after step {steps}; the level continues unchanged: {message}"
                    ));
                }
            }
        }
        !self.stop.load(Ordering::Relaxed)
    }

    fn reload(&mut self, driver: &mut dyn Driver, referee: &mut Referee) -> Result<LevelChanges, String> {
        let new = self.loader.load(&self.map).map_err(|error| {
            // The fault may be in a file that the level did not use before.
            let _: Result<(), _> = self.watch.add(error.faults().map(|fault| fault.file.as_path()));
            in_one_line(&error)
        })?;
        let changes = driver.reload(self.level, new)?;
        // Only unshifted levels are reloaded.
        referee.kill_area = self.level.kill_area();
        self.watch.add(self.level.files())?;
        for id in changes.objects.went.iter().chain(&changes.objects.changed) {
            referee.taken.remove(id);
        }
        if let (Some(home), Ok(Some(place))) = (&mut referee.home, bodies::spawn_place(self.level)) {
            *home = place;
        }
        Ok(changes)
    }

    /// Gives the level the final grid of the run, without movers.
    pub(crate) fn finish(self, driver: &dyn Driver) -> Reloads {
        if self.reloads.done > 0 {
            let mut grid = driver.grid().clone();
            let moving: Vec<TileId> = driver.movers().iter().map(|mover| mover.tile).collect();
            let boxes = grid.off_grid_shapes().filter(|(_, b)| moving.contains(&b.tile));
            let boxes: Vec<_> = boxes.map(|(id, _)| id).collect();
            boxes.into_iter().for_each(|id| grid.remove_box(id));
            self.level.grid = grid;
        }
        self.reloads
    }
}

/// First fault, and the number of further ones, which are reported after the first is fixed.
fn in_one_line(error: &LoadError) -> String {
    let text = error.to_string();
    let mut faults = text.lines();
    let first = faults.next().unwrap_or_default();
    match faults.count() {
        0 => first.to_owned(),
        1 => format!("{first} (and 1 more error)"),
        more => format!("{first} (and {more} more errors)"),
    }
}

/// Prints a line to stderr at once, and ignores a closed stderr.
fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
