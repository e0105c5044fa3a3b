//! Settings of `tilephys check`: options, and the tables `[check]` and `[player]` of `tilephys.toml`.

use super::{Args, catalogue, feel};
use crate::cli::load::{ReadOptions, guess};
use crate::cli::messages::Failure;
use crate::cli::settings_file::{FILE, nearest};
use crate::cli::source::{Problem, Source, explained, nearest as nearest_word};
use glam::Vec2;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tilephys::check::{Ability, Allow, CheckId, FeelPart, LayerTilesets, Settings, Severity};
use tilephys::core::TileCoord;
use tilephys::tiled::{Position, normal_path};
use toml::Spanned;

/// Settings of a run.
pub(crate) struct Read {
    pub(crate) settings: Settings,
    /// File that was read, if any.
    pub(crate) file: Option<PathBuf>,
    /// File with the settings of the character, if any.
    pub(super) feel: Option<PathBuf>,
    /// Patterns of maps that are left out.
    exclude: Vec<String>,
}

impl Read {
    /// True if the settings leave out a map.
    pub(crate) fn is_excluded(&self, map: &Path) -> bool {
        self.exclude.iter().any(|pattern| self.settings.path_matches(pattern, map))
    }
}

/// The file of settings.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    check: Table,
    player: PlayerTable,
    reach: ReachTable,
    /// Read by the conventions.
    #[serde(rename = "conventions")]
    _conventions: Option<toml::Table>,
}

/// The table `[check]`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Table {
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
#[serde(default, deny_unknown_fields)]
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
#[serde(default, deny_unknown_fields)]
struct ReachTable {
    /// Tokens by the part of the controller that the character has only with them.
    abilities: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// An entry of `[[check.allow]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowTable {
    check: Option<Spanned<String>>,
    map: Option<String>,
    layer: Option<String>,
    object: Option<u32>,
    cell: Option<[i32; 2]>,
    reason: Spanned<String>,
}

/// Settings of the options and the file.
///
/// # Errors
/// If the file cannot be read, or is wrong.
pub(crate) fn read(args: &Args) -> Result<Read, Failure> {
    let source = match &args.config {
        Some(path) => {
            let name = path.display().to_string();
            let bytes = fs::read(path).map_err(|e| format!("{name}: cannot be read: {e}"))?;
            Some(Source::of_bytes(name, bytes).map_err(|problem| problem.to_string())?)
        }
        None => of_paths(&args.paths)?,
    };
    let mut read = with_source(source, &args.read)?;
    args.reach.add_to(&mut read)?;
    let settings = &mut read.settings;
    let is_above = |path: &PathBuf| settings.folder.starts_with(normal_path(&settings.current.join(path)));
    settings.covers_all = args.shard.is_none() && args.paths.iter().any(is_above);
    settings.only.extend(&args.only);
    let are_off =
        args.only.iter().filter_map(|id| id.info()).filter(|check| settings.severity(check).is_none());
    let are_off: Vec<_> = are_off.collect();
    for check in are_off {
        // A check that is off is asked for.
        settings.severities.insert(check.id, Some(check.severity.unwrap_or(Severity::Info)));
    }
    settings.severities.extend(args.skip.iter().map(|id| (*id, None)));
    Ok(read)
}

/// Settings of one map, with the options of all commands that load levels.
///
/// # Errors
/// If the file of settings cannot be read, or is wrong.
pub(crate) fn of_map(map: &Path, read: &ReadOptions) -> Result<Settings, Failure> {
    Ok(with_source(nearest(map)?, read)?.settings)
}

/// Settings of a file, if there is one, and of the options about levels.
fn with_source(mut source: Option<Source>, options: &ReadOptions) -> Result<Read, Failure> {
    let current = std::env::current_dir().map_err(|e| format!("the current folder: {e}"))?;
    if let Some(source) = &mut source {
        let short = Path::new(&source.name).strip_prefix(&current).map(|path| path.display().to_string());
        source.name = short.unwrap_or_else(|_| source.name.clone());
    }
    let mut read = match &source {
        Some(source) => of_file(source, &options.solid)?,
        None => Read { settings: Settings::default(), file: None, feel: None, exclude: Vec::new() },
    };
    let settings = &mut read.settings;
    settings.folder = source.as_ref().map_or_else(|| current.clone(), |source| folder_of(source, &current));
    settings.current = current;
    settings.root = options.root.clone();
    settings.limits = options.limits();
    if !options.solid.is_empty() {
        settings.conventions = Some(guess::of_names(&options.solid));
    }
    Ok(read)
}

/// Folder of the file of settings, as an absolute path.
fn folder_of(source: &Source, current: &Path) -> PathBuf {
    let path = normal_path(&current.join(&source.name));
    path.parent().map_or_else(|| current.to_owned(), Path::to_owned)
}

/// File of settings of maps and folders.
///
/// # Errors
/// If they have different ones.
fn of_paths(paths: &[PathBuf]) -> Result<Option<Source>, String> {
    let mut found: Option<Source> = None;
    for path in paths {
        let inside = if path.is_dir() { path.join(FILE) } else { path.clone() };
        let source = nearest(&inside)?;
        match (&found, &source) {
            (Some(first), Some(other)) if first.name != other.name => {
                return Err(format!(
                    "there are two settings files, {:?} and {:?}; choose one with --config",
                    first.name, other.name
                ));
            }
            _ => found = found.or(source),
        }
    }
    Ok(found)
}

/// Settings of a file. Its conventions are not read if names are given on the command line.
fn of_file(source: &Source, solid: &[String]) -> Result<Read, Failure> {
    let file = parsed(source).map_err(|problem| problem.to_string())?;
    let mut settings = Settings::default();
    let wrong = |problem: Problem| Failure::Other(problem.to_string());
    for (name, level) in file.check.severity {
        settings.severities.insert(check(source, &name).map_err(wrong)?, severity(level));
    }
    for entry in file.check.allow {
        settings.allow.push(allow(source, entry).map_err(wrong)?);
    }
    if let Some(size) = file.player.size {
        let [width, height] = *size.get_ref();
        let size = positive(source, &size, &[width, height]).map(|()| Vec2::new(width, height));
        settings.player.size = size.map_err(wrong)?;
    }
    if let Some(jump) = file.player.jump {
        positive(source, &jump, &[*jump.get_ref()]).map_err(wrong)?;
        settings.player.jump = jump.into_inner();
    }
    settings.player.mask = file.player.mask.unwrap_or(settings.player.mask);
    let mut feel_file = None;
    if let Some(name) = file.player.feel {
        let folder = Path::new(&source.name).parent().unwrap_or(Path::new(""));
        let named = feel::named(name.get_ref(), folder);
        let (reach, path) = named.map_err(|message| wrong(source.problem(name.span(), message)))?;
        settings.reach = Some(reach);
        feel_file = path;
    }
    let abilities = file.reach.abilities.into_iter();
    let abilities = abilities.map(|(part, token)| ability(source, &part, &token));
    settings.abilities = abilities.collect::<Result<_, _>>().map_err(wrong)?;
    (settings.is_ours, settings.grounded) = (file.check.levels, file.check.grounded);
    if solid.is_empty() {
        settings.conventions = guess::read(source).map_err(wrong)?;
    }
    let rules = file.check.layers.into_iter();
    settings.layers = rules.map(|(layer, tilesets)| LayerTilesets { layer, tilesets }).collect();
    Ok(Read {
        settings,
        file: Some(PathBuf::from(&source.name)),
        feel: feel_file,
        exclude: file.check.exclude,
    })
}

/// A part of the controller with the token that earns it.
fn ability(source: &Source, part: &Spanned<String>, token: &Spanned<String>) -> Result<Ability, Problem> {
    let name = part.get_ref();
    let part = FeelPart::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
        let names = FeelPart::ALL.map(FeelPart::name);
        let guess =
            nearest_word(name, names).map_or(String::new(), |name| format!("did you mean {name:?}? "));
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

fn parsed(source: &Source) -> Result<File, Problem> {
    toml::from_str(&source.text).map_err(|error| explained(source, &error))
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
    catalogue::parse(name.get_ref()).map_err(|message| source.problem(name.span(), message))
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
    let mut allow = Allow::default();
    allow.check = id.map(|id| check(source, &id)).transpose()?;
    allow.map = map;
    allow.layer = layer;
    allow.object = object;
    allow.cell = cell.map(|[col, row]| TileCoord::new(col, row));
    allow.reason = reason.into_inner();
    allow.file = Some(source.name.clone().into());
    allow.position = Some(Position { line: line as u32, column: column as u32 });
    Ok(allow)
}
