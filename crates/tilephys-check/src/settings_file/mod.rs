//! The file `tilephys.toml` with the settings of a project.

mod character;
mod conventions;

use crate::check_id::CheckId;
use crate::findings::Severity;
use crate::located::{Problem, Source, explained, nearest};
use crate::reachability::FeelPart;
use crate::reachability::settings::Ability;
use crate::settings::{Allow, LayerTilesets, Settings};
use glam::Vec2;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tilephys_core::TileCoord;
use tilephys_tiled::{Files, Position, normal_path};
use toml::Spanned;

/// Number of folders above the map to search, as many as for the folder of the game.
const FOLDERS_ABOVE: usize = 4;

/// Settings that a project keeps in a file `tilephys.toml`. The command reads it in `run`, `check` and `render`; a game's
/// tests can read it too.
///
/// # Examples
///
/// ```
/// use tilephys_check::{SettingsFile, located::Source};
///
/// let source = |text: &str| Source { name: "maps/tilephys.toml".to_owned(), text: text.to_owned() };
/// let read = |text: &str| SettingsFile::parse(&source(text), &tilephys_tiled::Disk);
/// let file = read("[player]\nsize = [10, 20]\n").expect("it is right");
/// assert_eq!(file.settings.player.size.to_array(), [10.0, 20.0]);
/// let error = read("[player]\nsise = [10, 20]\n").expect_err("a key is wrong").to_string();
/// assert!(error.starts_with("maps/tilephys.toml:2:1: unknown key `sise`; did you mean `size`?"));
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct SettingsFile {
    /// Settings of the file. [`Settings::folder`] and [`Settings::current`] are left empty.
    pub settings: Settings,
    /// Size of the player in pixels, if the file gives one. The settings have it too, or the usual one.
    pub player_size: Option<Vec2>,
    /// File with the settings of the character; `None` for a preset and without a character.
    pub character: Option<PathBuf>,
    /// Patterns of maps that are not checked, for [`Settings::path_matches`].
    pub exclude: Vec<String>,
}

impl SettingsFile {
    /// Name of the file.
    pub const NAME: &str = "tilephys.toml";

    /// The text of the nearest file of a map: in its folder, or in one of the four folders above. `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, or is not UTF-8.
    pub fn nearest(map: &Path, files: &dyn Files) -> Result<Option<Source>, Problem> {
        let whole = std::path::absolute(map);
        let whole = whole.map_err(|e| Problem::of_file(&map.display().to_string(), e.to_string()))?;
        for folder in normal_path(&whole).ancestors().skip(1).take(1 + FOLDERS_ABOVE) {
            let path = folder.join(Self::NAME);
            let name = path.display().to_string();
            match files.read(&path) {
                Ok(bytes) => return Source::of_bytes(name, bytes).map(Some),
                Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
                Err(e) => return Err(Problem::of_file(&name, format!("cannot be read: {e}"))),
            }
        }
        Ok(None)
    }

    /// Reads the text of a file; `files` has the file of the character, relative to its folder.
    ///
    /// # Errors
    /// If a key is unknown, or a value is wrong.
    pub fn parse(source: &Source, files: &dyn Files) -> Result<Self, Problem> {
        let tables: Tables = toml::from_str(&source.text).map_err(|error| explained(source, &error))?;
        let mut read = SettingsFile { exclude: tables.check.exclude, ..SettingsFile::default() };
        let settings = &mut read.settings;
        for (name, level) in tables.check.severity {
            settings.severities.insert(check(source, &name)?, severity(level));
        }
        for entry in tables.check.allow {
            settings.allow.push(allow(source, entry)?);
        }
        settings.is_ours = tables.check.levels;
        settings.grounded = tables.check.grounded;
        let rules = tables.check.layers.into_iter();
        settings.layers = rules.map(|(layer, tilesets)| LayerTilesets { layer, tilesets }).collect();
        let abilities = tables.reach.abilities.iter();
        let abilities = abilities.map(|(part, token)| ability(source, part, token));
        settings.abilities = abilities.collect::<Result<_, _>>()?;
        settings.conventions = tables.conventions.map(conventions::Table::conventions);
        read.player(tables.player, source, files)?;
        Ok(read)
    }

    /// Takes over the table `[player]`.
    fn player(&mut self, table: PlayerTable, source: &Source, files: &dyn Files) -> Result<(), Problem> {
        let player = &mut self.settings.player;
        if let Some(size) = table.size {
            let [width, height] = *size.get_ref();
            positive(source, &size, &[width, height])?;
            player.size = Vec2::new(width, height);
            self.player_size = Some(player.size);
        }
        if let Some(jump) = table.jump {
            positive(source, &jump, &[*jump.get_ref()])?;
            player.jump = jump.into_inner();
        }
        player.mask = table.mask.unwrap_or(player.mask);
        if let Some(name) = table.feel {
            let folder = Path::new(&source.name).parent().unwrap_or(Path::new(""));
            let named = character::named(name.get_ref(), folder, files);
            let (reach, file) = named.map_err(|message| source.problem(name.span(), message))?;
            self.settings.reach = Some(reach);
            self.character = file;
        }
        Ok(())
    }
}

/// All tables of the file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct Tables {
    check: CheckTable,
    player: PlayerTable,
    reach: ReachTable,
    conventions: Option<conventions::Table>,
}

/// The table `[check]`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct CheckTable {
    /// Severities by id or name of a check.
    severity: BTreeMap<Spanned<String>, Level>,
    allow: Vec<Spanned<AllowTable>>,
    /// Patterns of paths of maps.
    exclude: Vec<String>,
    /// Tilesets that may be used on a layer, as patterns by the pattern of the layer.
    layers: BTreeMap<String, Vec<String>>,
    /// True if all maps are levels for tilephys, false if none is.
    levels: Option<bool>,
    /// Classes of objects that stand on the ground.
    grounded: Vec<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Error,
    Warning,
    Info,
    Off,
}

/// The table `[player]`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct PlayerTable {
    size: Option<Spanned<[f32; 2]>>,
    jump: Option<Spanned<f32>>,
    /// Categories that are solid to the player, as the sum of their bits.
    mask: Option<u32>,
    /// Character whose reach is checked: a preset, or the path of a file.
    feel: Option<Spanned<String>>,
}

/// The table `[reach]`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct ReachTable {
    /// Tokens by the part of the controller that the character has only with them.
    abilities: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// An entry of `[[check.allow]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct AllowTable {
    check: Option<Spanned<String>>,
    map: Option<String>,
    layer: Option<String>,
    object: Option<u32>,
    cell: Option<[i32; 2]>,
    reason: Spanned<String>,
}

/// A part of the controller with the token that earns it.
fn ability(source: &Source, part: &Spanned<String>, token: &Spanned<String>) -> Result<Ability, Problem> {
    let name = part.get_ref();
    let part = FeelPart::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
        let names = FeelPart::ALL.map(FeelPart::name);
        let guess = nearest(name, names).map_or(String::new(), |name| format!("did you mean {name:?}? "));
        source.problem(
            part.span(),
            format!("there is no ability {name:?}; {guess}abilities are {}", names.join(", ")),
        )
    })?;
    let token_name = token.get_ref().trim();
    if token_name.is_empty() || token_name.contains(',') {
        return Err(source.problem(token.span(), "expected the name of a token, such as \"boots\""));
    }
    Ok(Ability { part, token: token_name.to_owned() })
}

fn severity(level: Level) -> Option<Severity> {
    match level {
        Level::Error => Some(Severity::Error),
        Level::Warning => Some(Severity::Warning),
        Level::Info => Some(Severity::Info),
        Level::Off => None,
    }
}

fn check(source: &Source, name: &Spanned<String>) -> Result<CheckId, Problem> {
    CheckId::named(name.get_ref()).map_err(|message| source.problem(name.span(), message))
}

fn positive<T>(source: &Source, value: &Spanned<T>, numbers: &[f32]) -> Result<(), Problem> {
    // The world of the engine is 8,388,607 px wide.
    let is_size = |n: &f32| *n > 0.0 && *n < 8_388_607.0;
    if numbers.iter().all(is_size) {
        return Ok(());
    }
    Err(source.problem(value.span(), "expected a number of pixels above 0"))
}

fn allow(source: &Source, entry: Spanned<AllowTable>) -> Result<Allow, Problem> {
    let (line, column) = source.place(entry.span().start);
    let AllowTable { check: id, map, layer, object, cell, reason } = entry.into_inner();
    if reason.get_ref().trim().is_empty() {
        return Err(source.problem(reason.span(), "the reason is empty; say why the finding is accepted"));
    }
    Ok(Allow {
        check: id.map(|id| check(source, &id)).transpose()?,
        map,
        layer,
        object,
        cell: cell.map(|[col, row]| TileCoord::new(col, row)),
        reason: reason.into_inner(),
        file: Some(source.name.clone().into()),
        position: Some(Position { line: line as u32, column: column as u32 }),
    })
}
