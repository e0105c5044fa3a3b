//! Conventions of names for a run: rows that are asked for, before the built-in ones.

use super::guess_note::note;
use crate::messages::Failure;
use crate::settings_file::nearest;
use crate::source::{Problem, Source, explained};
use serde::Deserialize;
use std::path::Path;
use tilephys::tiled::{Conventions, Level, Loader, Meaning, PropertyPattern, Subject};

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

/// File of settings.
#[derive(Deserialize)]
struct Settings {
    conventions: Option<Table>,
}

/// Table of conventions in it: subjects by their meaning, a word of [`Meaning::WORDS`].
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Table {
    /// False if the rows of the built-in table do not follow; true by default.
    common: Option<bool>,
    collectible: Subjects,
    goal: Subjects,
    hazard: Subjects,
    ladder: Subjects,
    none: Subjects,
    one_way: Subjects,
    solid: Subjects,
    spawn: Subjects,
    water: Subjects,
}

/// Subjects with one meaning: patterns of names, and properties as `name` or `name = value`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Subjects {
    layers: Vec<String>,
    tile_layers: Vec<String>,
    object_layers: Vec<String>,
    layer_properties: Vec<String>,
    tile_properties: Vec<String>,
    object_properties: Vec<String>,
    tile_classes: Vec<String>,
    object_classes: Vec<String>,
    object_names: Vec<String>,
}

/// Conventions in the nearest file of settings, if there are any.
fn of_file(map: &Path) -> Result<Option<Conventions>, String> {
    let Some(source) = nearest(map)? else { return Ok(None) };
    read(&source).map_err(|problem| problem.to_string())
}

/// Conventions in a file of settings, if there are any.
///
/// # Errors
/// If the table is wrong.
pub(crate) fn read(source: &Source) -> Result<Option<Conventions>, Problem> {
    let settings: Settings = toml::from_str(&source.text).map_err(|error| explained(source, &error))?;
    let Some(table) = settings.conventions else { return Ok(None) };
    let meanings = [
        (Meaning::Collectible, table.collectible),
        (Meaning::Goal, table.goal),
        (Meaning::Hazard, table.hazard),
        (Meaning::Ladder, table.ladder),
        (Meaning::None, table.none),
        (Meaning::OneWay, table.one_way),
        (Meaning::Solid, table.solid),
        (Meaning::Spawn, table.spawn),
        (Meaning::Water, table.water),
    ];
    let mut conventions = Conventions::default();
    for (meaning, subjects) in meanings {
        let subjects = subjects.all().into_iter();
        conventions = subjects.fold(conventions, |rows, subject| rows.with(subject, meaning));
    }
    if table.common.unwrap_or(true) {
        conventions.rows.extend(Conventions::common().rows);
    }
    Ok(Some(conventions))
}

impl Subjects {
    fn all(self) -> Vec<Subject> {
        let names = [
            (self.layers, Subject::Layer as fn(String) -> Subject),
            (self.tile_layers, Subject::TileLayer),
            (self.object_layers, Subject::ObjectLayer),
            (self.tile_classes, Subject::TileClass),
            (self.object_classes, Subject::ObjectClass),
            (self.object_names, Subject::ObjectName),
        ];
        let properties = [
            (self.layer_properties, Subject::LayerProperty as fn(PropertyPattern) -> Subject),
            (self.tile_properties, Subject::TileProperty),
            (self.object_properties, Subject::ObjectProperty),
        ];
        let mut all = Vec::new();
        for (patterns, subject) in names {
            all.extend(patterns.into_iter().map(subject));
        }
        for (patterns, subject) in properties {
            all.extend(patterns.iter().map(|pattern| subject(property(pattern))));
        }
        all
    }
}

/// `name`, or `name = value`.
fn property(pattern: &str) -> PropertyPattern {
    let (name, value) = pattern.split_once('=').map_or((pattern, None), |(name, value)| (name, Some(value)));
    PropertyPattern { name: name.trim().to_owned(), value: value.map(|value| value.trim().to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "tilephys.toml".to_owned(), text: text.to_owned() }
    }

    fn rows(text: &str) -> Vec<String> {
        let table = read(&source(text)).expect("it is right").unwrap_or_default();
        table.rows.iter().map(|row| format!("{}: {}", row.subject, row.meaning)).collect()
    }

    #[test]
    fn settings_are_rows_in_front_of_the_built_in_ones() {
        let text = "[conventions]\nsolid.layers = [\"rock*\"]\nhazard.tile_properties = [\"hurts\", \"kind = fire\"]\n";
        let own = ["tile property hurts: hazard", "tile property kind = fire: hazard", "layer rock*: solid"];
        let both = rows(text);
        assert_eq!(both[..own.len()], own);
        assert_eq!(both.len(), own.len() + Conventions::common().rows.len());
        assert_eq!(rows(&text.replacen('\n', "\ncommon = false\n", 1)), own);
        assert_eq!(rows("[other]\nvalue = 1\n"), [""; 0]);
        for (word, meaning) in Meaning::WORDS {
            let text = format!("[conventions]\ncommon = false\n{word}.layers = [\"rock\"]\n");
            assert_eq!(rows(&text), [format!("layer rock: {meaning}")]);
        }
    }

    #[test]
    fn a_wrong_word_is_named_with_its_place() {
        let wrong = |text: &str| read(&source(text)).expect_err("it is wrong").to_string();
        let of_meaning = wrong("[conventions]\nsoild.layers = []\n");
        assert!(
            of_meaning.starts_with("tilephys.toml:2:1: unknown key `soild`; did you mean `solid`?\n"),
            "{of_meaning}"
        );
        let allowed = "allowed here: `common`, `collectible`, `goal`, `hazard`, `ladder`, `none`, `one_way`, `solid`, `spawn`, `water`";
        assert!(of_meaning.ends_with(allowed), "{of_meaning}");
        let of_subject = wrong("[conventions]\nsolid.tiles = []\n");
        assert!(of_subject.starts_with("tilephys.toml:2:7: unknown key `tiles`"), "{of_subject}");
    }

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
