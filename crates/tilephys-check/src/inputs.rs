//! Inputs of a check: maps, found from files, folders, worlds and Tiled projects.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tilephys_tiled::{Disk, Files, Level, LevelWorld, LoadError, Loader, normal_path, resolve_path};
use walkdir::{DirEntry, WalkDir};

/// Maximum depth of nested folders.
const MAX_DEPTH: usize = 32;

/// Maximum size of a `.json` that may be a map, and of a project, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Folders that hold no maps of the project itself: version control, and what build tools bring or make.
const SKIPPED_FOLDERS: [&str; 3] = [".git", "node_modules", "target"];

/// What to check. [`Inputs::find`] makes it from paths of any kind.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Inputs {
    /// Maps, each once; from [`find`](Self::find) sorted by path.
    pub maps: Vec<PathBuf>,
    /// Worlds, whose maps have to fit together. Their maps are in [`maps`](Self::maps) too.
    pub worlds: Vec<LevelWorld>,
    /// Worlds that cannot be read, with their faults.
    pub faults: Vec<(PathBuf, LoadError)>,
    /// Paths that are no levels.
    pub refused: Vec<Refused>,
}

/// A path that is given and cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// Path as given.
    pub path: PathBuf,
    /// Reason, and what to give instead.
    pub reason: String,
}

impl Inputs {
    /// Finds the maps behind paths on disk, sorted and each once:
    ///
    /// - a map (`.tmx`, `.tmj`, or `.json` with a map in it) is itself;
    /// - a `.world` is all its maps;
    /// - a `.tiled-project` is the maps and worlds in its folders;
    /// - a folder is the maps and worlds in it and in the folders within it. Folders that build tools fill, hidden ones
    ///   and links are left out.
    ///
    /// Rules of AutoMapping are no levels and are left out: maps that a `rules.txt` or the project lists, and maps
    /// whose names begin with `rule_`. A map that is given itself is kept.
    #[must_use]
    pub fn find(paths: &[PathBuf]) -> Self {
        let mut search = Search::default();
        for path in paths {
            search.add(path);
        }
        search.finish()
    }
}

/// A search in progress.
#[derive(Default)]
struct Search {
    /// Maps that are given, or in a given world.
    given: BTreeSet<PathBuf>,
    /// Maps in folders.
    found: BTreeSet<PathBuf>,
    worlds: BTreeSet<PathBuf>,
    /// Files that list rules of AutoMapping.
    rule_lists: BTreeSet<PathBuf>,
    refused: Vec<Refused>,
}

impl Search {
    /// Adds a path that is given.
    fn add(&mut self, path: &Path) {
        let normal = normal_path(path);
        match Kind::of(path) {
            _ if path.is_dir() => self.folder(path),
            // A map that is not there is a finding of its load.
            Kind::Map => drop(self.given.insert(normal)),
            _ if !path.exists() => self.refuse(path, "there is no such file or folder"),
            Kind::World => drop(self.worlds.insert(normal)),
            Kind::Project => self.project(path),
            Kind::Tileset => {
                self.refuse(
                    path,
                    "tilesets are checked through the maps that use them; pass a map or its folder",
                );
            }
            Kind::Template => {
                self.refuse(
                    path,
                    "templates are checked through the maps that use them; pass a map or its folder",
                );
            }
            Kind::Other => {
                let reason =
                    "not a level; pass a map (.tmx, .tmj, .json), a .world, a .tiled-project or a folder";
                self.refuse(path, reason);
            }
        }
    }

    fn refuse(&mut self, path: &Path, reason: &str) {
        self.refused.push(Refused { path: path.to_owned(), reason: reason.to_owned() });
    }

    /// Adds the maps and worlds in a folder.
    fn folder(&mut self, dir: &Path) {
        let is_wanted = |entry: &DirEntry| {
            let name = entry.file_name().to_string_lossy();
            let is_skipped = SKIPPED_FOLDERS.contains(&&*name) || name.starts_with('.');
            entry.depth() == 0 || !(is_skipped && entry.file_type().is_dir())
        };
        let walk = WalkDir::new(dir).max_depth(MAX_DEPTH).into_iter().filter_entry(is_wanted);
        for entry in walk {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(dir).to_owned();
                    let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    self.refuse(&path, &format!("cannot be listed: {why}"));
                    continue;
                }
            };
            if !entry.file_type().is_file() {
                continue;
            }
            let path = normal_path(entry.path());
            let name = entry.file_name().to_string_lossy();
            match Kind::of(&path) {
                Kind::Map if name.starts_with("rule_") => {}
                Kind::Map => drop(self.found.insert(path)),
                Kind::World => drop(self.worlds.insert(path)),
                Kind::Project => self.rule_lists.extend(project(&path).map(|project| project.rules)),
                Kind::Other if name == "rules.txt" => drop(self.rule_lists.insert(path)),
                Kind::Tileset | Kind::Template | Kind::Other => {}
            }
        }
    }

    /// Adds the maps and worlds in the folders of a Tiled project.
    fn project(&mut self, path: &Path) {
        let Some(project) = project(path) else {
            return self.refuse(path, "not a project that Tiled saved; pass a folder or a map instead");
        };
        self.rule_lists.insert(project.rules);
        for dir in project.folders {
            if dir.is_dir() {
                self.folder(&dir);
            } else {
                let reason = format!(
                    "the project lists the folder {:?}, which does not exist; remove it in Project > \
                     Project Properties",
                    dir.display().to_string()
                );
                self.refuse(path, &reason);
            }
        }
    }

    fn finish(self) -> Inputs {
        let Search { given, mut found, worlds, rule_lists, refused } = self;
        let mut rules = BTreeSet::new();
        let mut read = BTreeSet::new();
        for list in rule_lists {
            add_rules(&list, &mut rules, &mut read);
        }
        found.retain(|map| !rules.contains(map));
        let mut inputs = Inputs { refused, ..Inputs::default() };
        let mut maps = given;
        maps.extend(found);
        let mut loader = Loader::new().find_root(true);
        for path in worlds {
            match loader.load_world(&path) {
                Ok(world) => {
                    maps.extend(world.maps.iter().map(|map| map.path.clone()));
                    inputs.worlds.push(world);
                }
                Err(error) => inputs.faults.push((path, error)),
            }
        }
        inputs.maps = maps.into_iter().collect();
        inputs
    }
}

/// The kind of a file, by its name; of `.json`, by its content.
enum Kind {
    Map,
    World,
    Project,
    Tileset,
    Template,
    Other,
}

impl Kind {
    fn of(path: &Path) -> Kind {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("tmx" | "tmj") => Kind::Map,
            Some("world") => Kind::World,
            Some("tiled-project") => Kind::Project,
            Some("tsx" | "tsj") => Kind::Tileset,
            Some("tx" | "tj") => Kind::Template,
            Some("json") => {
                let text = read(path).unwrap_or_default();
                let has = |key: &str| text.contains(key);
                match (has("\"tilewidth\""), has("\"layers\"")) {
                    (true, true) => Kind::Map,
                    (true, false) if has("\"tilecount\"") => Kind::Tileset,
                    _ => Kind::Other,
                }
            }
            _ => Kind::Other,
        }
    }
}

/// The text of a file that is not too large.
fn read(path: &Path) -> Option<String> {
    let bytes = Disk.read_most(path, MAX_BYTES).ok().filter(|bytes| bytes.len() <= MAX_BYTES);
    String::from_utf8(bytes?).ok()
}

/// A Tiled project.
struct Project {
    folders: Vec<PathBuf>,
    /// File with the rules of AutoMapping.
    rules: PathBuf,
}

fn project(path: &Path) -> Option<Project> {
    let value: Value = serde_json::from_str(&read(path)?).ok()?;
    let folders = value.get("folders").and_then(Value::as_array)?;
    let folders = folders.iter().filter_map(Value::as_str).map(|folder| resolve_path(path, folder));
    let rules = value.get("automappingRulesFile").and_then(Value::as_str).filter(|rules| !rules.is_empty());
    Some(Project {
        folders: folders.map(|dir| if dir.as_os_str().is_empty() { ".".into() } else { dir }).collect(),
        rules: resolve_path(path, rules.unwrap_or("rules.txt")),
    })
}

/// Adds the rule maps that the file `list` names, also through other lists. A line is a path, a comment that begins
/// with `#` or `//`, or a filter of map names in brackets.
fn add_rules(list: &Path, rules: &mut BTreeSet<PathBuf>, read_lists: &mut BTreeSet<PathBuf>) {
    if !read_lists.insert(list.to_owned()) || read_lists.len() > MAX_DEPTH {
        return;
    }
    for line in read(list).unwrap_or_default().lines().map(str::trim) {
        if line.is_empty() || line.starts_with(['#', '[']) || line.starts_with("//") {
            continue;
        }
        let path = resolve_path(list, line);
        match Kind::of(&path) {
            Kind::Map => drop(rules.insert(path)),
            Kind::Other if line.ends_with(".txt") => add_rules(&path, rules, read_lists),
            _ => {}
        }
    }
}

/// True if a map is a rule of AutoMapping by the names of its layers: `input`, `inputnot` and `output` with an optional
/// number and `_`, and `regions`.
pub(crate) fn is_rule_map(level: &Level) -> bool {
    let has = |kind: &str| level.layers.iter().any(|layer| is_rule_layer(&layer.path, kind));
    (has("input") || has("inputnot")) && has("output")
}

fn is_rule_layer(path: &str, kind: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    name.strip_prefix(kind)
        .is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_of_rules_are_known_by_their_names() {
        let rows = [
            ("input_ground", "input", true),
            ("Output1_main", "output", true),
            ("rules/inputnot_wall", "inputnot", true),
            ("inputs", "input", false),
            ("output", "output", false),
            ("regions", "output", false),
        ];
        for (path, kind, expected) in rows {
            assert_eq!(is_rule_layer(path, kind), expected, "{path}");
        }
    }
}
