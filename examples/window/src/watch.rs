//! Watches the files of a level.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tilephys::tiled::Level;

/// Frames between two looks at the files.
const PAUSE: u32 = 20;

/// The files of a level, and when they were last changed.
pub struct Watch {
    files: Vec<(PathBuf, Option<SystemTime>)>,
    frame: u32,
}

impl Watch {
    /// Remembers the present state of the files.
    pub fn new(level: &Level) -> Watch {
        let files = level.files().map(|file| (file.to_path_buf(), changed_at(file))).collect();
        Watch { files, frame: 0 }
    }

    /// True if a file has changed since. Call it once a frame.
    pub fn changed(&mut self) -> bool {
        self.frame += 1;
        self.frame.is_multiple_of(PAUSE)
            && self.files.iter().any(|(file, before)| changed_at(file) != *before)
    }
}

fn changed_at(file: &Path) -> Option<SystemTime> {
    file.metadata().and_then(|data| data.modified()).ok()
}
