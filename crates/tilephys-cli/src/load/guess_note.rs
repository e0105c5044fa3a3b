//! Note about the rows of conventions that took effect.

use tilephys::tiled::{Level, Meaning};

/// Maximum number of rows in a note.
const MOST_ROWS: usize = 8;

/// The rows that took effect, a line each; `None` without rows that collide, collect or end the level.
pub(crate) fn note(level: &Level) -> Option<String> {
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
