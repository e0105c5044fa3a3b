//! Conventions of names for a run: rows that are asked for, before the built-in ones.

use crate::messages::Failure;
use std::path::Path;
use tilephys::check::SettingsFile;
use tilephys::tiled::{Conventions, Disk, Level, Loader, Meaning, Subject};

/// Maximum number of rows in a note.
const MOST_ROWS: usize = 8;

/// Level, the loader for reloading it with the same conventions, and a note about the rows that took effect.
pub(crate) struct Guessed {
    pub(crate) level: Level,
    pub(crate) loader: Loader,
    pub(crate) note: Option<String>,
}

/// Loads the map with the conventions of `solid`, else of a file of settings, else the built-in ones.
///
/// # Errors
/// If the map or the file of settings cannot be read.
pub(crate) fn load(map: &Path, solid: &[String], loader: Loader) -> Result<Guessed, Failure> {
    let asked = match solid {
        [] => match SettingsFile::nearest(map, &Disk)? {
            Some(source) => SettingsFile::parse(&source, &Disk)?.settings.conventions,
            None => None,
        },
        names => Some(of_names(names)),
    };
    let mut loader = match asked {
        Some(table) => loader.conventions(table),
        None => loader,
    };
    let level = loader.load(map)?;
    let note = note(&level);
    Ok(Guessed { level, loader, note })
}

/// The rows that took effect, a line each; `None` without rows that collide, collect or end the level.
fn note(level: &Level) -> Option<String> {
    let is_told = level.conventions.iter().any(|applied| applied.row.meaning != Meaning::Spawn);
    is_told.then(|| {
        let mut lines =
            vec![format!("{}: by naming conventions (--solid none turns them off):", level.path.display())];
        let rows = level.conventions.iter().take(MOST_ROWS);
        lines.extend(rows.map(ToString::to_string));
        let more = level.conventions.len().saturating_sub(MOST_ROWS);
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        lines.join("\n  ")
    })
}

/// Conventions for the names after `--solid`: layers before the built-in table, which `none` leaves out.
pub(crate) fn of_names(names: &[String]) -> Conventions {
    let is_word = |name: &&String| !matches!(&***name, "auto" | "none");
    let mut table = Conventions::default();
    for name in names.iter().filter(is_word) {
        table = table.with(Subject::Layer(name.trim().to_owned()), Meaning::Solid);
    }
    if !names.iter().any(|name| name == "none") {
        table.rows.extend(Conventions::common().rows);
    }
    table
}
