//! `check --watch`: checks all maps again when a file was saved.

use crate::messages::{self, Failure};
use crate::watch::Watch;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tilephys::check::SettingsFile;

/// Endings of files that a check may read.
const ENDINGS: [&str; 9] = ["tmx", "tmj", "tsx", "tsj", "tx", "tj", "json", "world", "tiled-project"];

/// Time between looks at changes. They count when they are whole, which takes a moment.
const TURN: Duration = Duration::from_millis(100);

/// Maximum number of changed files in the line before the findings.
const MOST_NAMES: usize = 3;

/// Checks until Ctrl-C ends the process. `round` checks once, and returns the files that it has read.
///
/// # Errors
/// If the first check cannot begin, or files cannot be watched.
pub(super) fn run(mut round: impl FnMut() -> Result<Vec<PathBuf>, Failure>) -> Result<u8, Failure> {
    let mut watch = Watch::new()?;
    watch.take_others(is_input);
    let mut files = round()?;
    loop {
        watch.add(files.iter().map(PathBuf::as_path))?;
        let changed = loop {
            watch.listen(Instant::now() + TURN);
            if let Some(changed) = watch.take_changed() {
                break changed;
            }
        };
        let mut names: Vec<String> =
            changed.iter().take(MOST_NAMES).map(|file| file.display().to_string()).collect();
        if changed.len() > MOST_NAMES {
            names.push(format!("{} more", changed.len() - MOST_NAMES));
        }
        // A closed stderr is no reason to stop.
        let _ = writeln!(std::io::stderr(), "\nchanged: {}", names.join(", "));
        match round() {
            Ok(read) => files = read,
            // The next change may mend it.
            Err(failure) => messages::fail(&failure),
        }
    }
}

/// True if a file, which may be new, can change the findings.
fn is_input(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.contains(&ending) || path.ends_with(SettingsFile::NAME)
}
