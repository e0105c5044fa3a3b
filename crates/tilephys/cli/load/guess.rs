//! Conventions of names for a run: the conventions asked for, else the built-in table if the map says nothing.

use super::guess_note::note;
use crate::cli::messages::Failure;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tilephys::tiled::{
    AppliedConvention, AppliedTo, Convention, Conventions, LayerContent, Level, Loader, Meaning,
    PropertyPattern, Subject, WarningKind,
};

/// File of settings beside a map or above it.
const FILE: &str = "tilephys.toml";

/// Number of folders above the map to search for it, as many as for the folder of the game.
const FOLDERS_ABOVE: usize = 4;

/// Level, the loader for reloading it with the same conventions, and a note about the guess.
pub(crate) struct Guessed {
    pub(crate) level: Level,
    pub(crate) loader: Loader,
    pub(crate) note: Option<String>,
    /// True if the note leaves out a row.
    is_cut: bool,
}

/// Loads the map with the conventions of `solid`, else of a file of settings. A map without any of its own is then
/// loaded with the built-in table. Starts of players are read by name from any map.
///
/// # Errors
/// If the map or the file of settings cannot be read.
pub(crate) fn load(map: &Path, solid: &[String], loader: impl Fn() -> Loader) -> Result<Guessed, Failure> {
    let asked = match solid {
        [] => of_file(map)?,
        names => Some(of_names(names)),
    };
    if let Some(table) = asked {
        return with(map, table, &loader);
    }
    let spawns = |row: &Convention| row.meaning == Meaning::Spawn;
    let rows = Conventions::common().rows.into_iter().filter(spawns).collect();
    let plain = with(map, Conventions { rows }, &loader)?;
    let is_empty = plain.level.warnings.iter().any(|w| w.kind == WarningKind::NothingCollides);
    if !is_empty || plain.level.properties.property("tp_conventions").is_some() {
        return Ok(Guessed { note: None, ..plain });
    }
    let guessed = by_common(map, &loader)?;
    let is_better = guessed.level.conventions.iter().any(|applied| applied.row.meaning != Meaning::Spawn);
    if is_better {
        return Ok(guessed);
    }
    let any_layer = Conventions::default().with(Subject::Layer("*".to_owned()), Meaning::Solid);
    let could_collide = !with(map, any_layer, &loader)?.level.conventions.is_empty();
    let hint = could_collide.then(|| {
        format!("{}: --solid NAME,... makes layers of these names solid in this run", map.display())
    });
    Ok(Guessed { note: guessed.note.filter(|_| guessed.is_cut).or(hint), ..plain })
}

/// Loads the map with the built-in table, except for rows that would make a layer solid that covers the whole map.
/// Such a layer is the ground of a top-down map, and would leave no room.
fn by_common(map: &Path, loader: impl Fn() -> Loader) -> Result<Guessed, Failure> {
    let mut table = Conventions::common();
    let whole = with(map, table.clone(), &loader)?;
    let covering: Vec<(&AppliedConvention, &str)> = whole
        .level
        .conventions
        .iter()
        .filter_map(|applied| Some((applied, covering(&whole.level, applied)?)))
        .collect();
    let Some((_, first)) = covering.first() else { return Ok(whole) };
    let layer = (*first).to_owned();
    table.rows.retain(|row| covering.iter().all(|(applied, _)| applied.row != *row));
    let rest = with(map, table, &loader)?;
    let left_out = format!(
        "layer {layer:?} covers the whole map, so its name does not make it solid (if it is: --solid {layer:?})"
    );
    let note = match &rest.note {
        Some(note) => format!("{note}; {left_out}"),
        None => format!("{}: {left_out}", rest.level.path.display()),
    };
    Ok(Guessed { note: Some(note), is_cut: true, ..rest })
}

/// Path of the tile layer that a convention makes solid, if it has a tile in each cell of the map.
fn covering<'a>(level: &Level, applied: &'a AppliedConvention) -> Option<&'a str> {
    let AppliedTo::TileLayer { path, .. } = &applied.to else { return None };
    let LayerContent::Tiles(blocks) = &level.layer(path)?.content else { return None };
    let cells = u64::from(level.bounds?.size.x) * u64::from(level.bounds?.size.y);
    let tiles = blocks.iter().flat_map(|block| &block.gids).filter(|gid| **gid != 0).count() as u64;
    (applied.row.meaning == Meaning::Solid && tiles >= cells).then_some(path)
}

fn with(map: &Path, table: Conventions, loader: impl Fn() -> Loader) -> Result<Guessed, Failure> {
    let mut loader = loader().conventions(table);
    let level = loader.load(map)?;
    let note = note(&level);
    Ok(Guessed { level, loader, note, is_cut: false })
}

/// Conventions for the names after `--solid`: `auto`, `none`, or layers.
fn of_names(names: &[String]) -> Conventions {
    names.iter().fold(Conventions::default(), |mut table, name| match &**name {
        "auto" => {
            table.rows.extend(Conventions::common().rows);
            table
        }
        "none" => table,
        name => table.with(Subject::Layer(name.to_owned()), Meaning::Solid),
    })
}

/// File of settings.
#[derive(Deserialize)]
struct Settings {
    conventions: Option<Table>,
}

/// Table of conventions in it.
#[derive(Deserialize)]
struct Table {
    /// True if the rows of the built-in table follow.
    #[serde(default)]
    common: bool,
    /// Subjects by meaning: words of the property `collision` and of objects.
    #[serde(flatten)]
    meanings: BTreeMap<String, Subjects>,
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
    let Some((path, text)) = nearest(map)? else { return Ok(None) };
    read(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Nearest file of settings, and its text.
fn nearest(map: &Path) -> Result<Option<(PathBuf, String)>, String> {
    let whole = std::path::absolute(map).map_err(|e| format!("{}: {e}", map.display()))?;
    for folder in whole.ancestors().skip(1).take(1 + FOLDERS_ABOVE) {
        let path = folder.join(FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => return Ok(Some((path, text))),
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            Err(e) => return Err(format!("{}: {e}", path.display())),
        }
    }
    Ok(None)
}

fn read(text: &str) -> Result<Option<Conventions>, String> {
    let settings: Settings = toml::from_str(text).map_err(|e| e.to_string())?;
    let Some(Table { common, meanings }) = settings.conventions else { return Ok(None) };
    let mut table = Conventions::default();
    for (word, subjects) in meanings {
        let known = Meaning::WORDS.iter().find(|(known, _)| *known == word);
        let Some((_, meaning)) = known else {
            let words: Vec<&str> = Meaning::WORDS.iter().map(|(word, _)| *word).collect();
            return Err(format!(
                "[conventions]: {word:?} is no meaning; expected common, {}",
                words.join(", ")
            ));
        };
        table = subjects.all().into_iter().fold(table, |table, subject| table.with(subject, *meaning));
    }
    if common {
        table.rows.extend(Conventions::common().rows);
    }
    Ok(Some(table))
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

    fn rows(text: &str) -> Vec<String> {
        let table = read(text).expect("it is right").unwrap_or_default();
        table.rows.iter().map(|row| format!("{}: {}", row.subject, row.meaning)).collect()
    }

    #[test]
    fn settings_are_rows_in_front_of_the_built_in_ones() {
        let text = "[conventions]\nsolid.layers = [\"rock*\"]\nhazard.tile_properties = [\"hurts\", \"kind = fire\"]\n";
        let own = ["tile property hurts: hazard", "tile property kind = fire: hazard", "layer rock*: solid"];
        assert_eq!(rows(text), own);
        let both = rows(&text.replacen('\n', "\ncommon = true\n", 1));
        assert_eq!(both.len(), own.len() + Conventions::common().rows.len());
        assert_eq!(rows("[other]\nvalue = 1\n"), [""; 0]);
        let wrong = read("[conventions]\nrock.layers = []\n").expect_err("no meaning");
        assert_eq!(
            wrong,
            "[conventions]: \"rock\" is no meaning; expected common, none, solid, one_way, hazard, ladder, water, spawn, collectible, goal"
        );
        assert!(read("[conventions]\nsolid.tiles = []\n").is_err());
    }

    #[test]
    fn settings_that_cannot_be_read_are_an_error() {
        let folder = std::env::temp_dir().join(format!("tilephys-settings-{}", std::process::id()));
        let path = folder.join(FILE);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(&path, [0xff]).expect("a file");
        let error = nearest(&folder.join("map.tmx")).expect_err("it is no UTF-8");
        std::fs::remove_dir_all(&folder).expect("it is there");
        assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
    }

    #[test]
    fn names_after_the_flag_are_layers_or_the_built_in_table() {
        assert_eq!(of_names(&["auto".to_owned()]), Conventions::common());
        assert_eq!(of_names(&["none".to_owned()]), Conventions::default());
        let table = of_names(&["Rocks".to_owned(), "auto".to_owned()]);
        assert_eq!(table.rows[0].subject, Subject::Layer("Rocks".to_owned()));
        assert_eq!(table.rows.len(), 1 + Conventions::common().rows.len());
    }
}
