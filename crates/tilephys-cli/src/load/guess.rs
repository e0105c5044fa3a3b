//! Conventions of names for a run: rows that are asked for, before the built-in ones.

use super::guess_note::note;
use crate::messages::Failure;
use crate::settings_file;
use std::path::Path;
use tilephys::tiled::{Conventions, Level, Loader, Meaning, Subject};

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
        [] => of_file(map)?,
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

/// Conventions in the nearest file of settings, if there are any.
fn of_file(map: &Path) -> Result<Option<Conventions>, Failure> {
    Ok(settings_file::of_map(map)?.and_then(|file| file.settings.conventions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_after_the_flag_are_layers_before_the_built_in_table() {
        assert_eq!(of_names(&["auto".to_owned()]), Conventions::common());
        assert_eq!(of_names(&["none".to_owned()]), Conventions::default());
        let table = of_names(&["Rocks ".to_owned()]);
        assert_eq!(table.rows[0].subject, Subject::Layer("Rocks".to_owned()));
        assert_eq!(table.rows.len(), 1 + Conventions::common().rows.len());
        assert_eq!(of_names(&["Rocks".to_owned(), "none".to_owned()]).rows.len(), 1);
    }
}
