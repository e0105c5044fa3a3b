//! Settings of `tilephys check`: options, and the file `tilephys.toml`.

use super::args::Args;
use crate::load::{ReadOptions, guess};
use crate::messages::Failure;
use std::fs;
use std::path::{Path, PathBuf};
use tilephys::check::located::Source;
use tilephys::check::{Settings, SettingsFile, Severity};
use tilephys::tiled::{Disk, normal_path};

/// Settings of a run.
pub(crate) struct Read {
    /// The file with the options; its settings are complete.
    pub(crate) file: SettingsFile,
    /// Path of the file, if there is one.
    pub(crate) path: Option<PathBuf>,
}

impl Read {
    /// True if the settings leave out a map.
    pub(crate) fn is_excluded(&self, map: &Path) -> bool {
        self.file.exclude.iter().any(|pattern| self.file.settings.path_matches(pattern, map))
    }
}

/// Settings of the options and the file.
///
/// # Errors
/// If the file cannot be read, or is wrong.
pub(crate) fn read(args: &Args) -> Result<Read, Failure> {
    let source = match &args.config {
        Some(path) => {
            let name = path.display().to_string();
            let bytes = fs::read(path).map_err(|e| format!("{name}: cannot be read: {e}; check the path"))?;
            Some(Source::of_bytes(name, bytes)?)
        }
        None => of_paths(&args.paths)?,
    };
    let mut read = with_source(source, &args.read)?;
    args.reach.add_to(&mut read.file.settings, &mut read.file.character)?;
    let settings = &mut read.file.settings;
    let is_above = |path: &PathBuf| settings.folder.starts_with(normal_path(&settings.current.join(path)));
    settings.covers_all = args.shard.is_none() && args.paths.iter().any(is_above);
    settings.only.extend(&args.only);
    for check in args.only.iter().filter_map(|id| id.info()) {
        // A check that is off is asked for.
        if settings.severity(check).is_none() {
            settings.severities.insert(check.id, Some(check.severity.unwrap_or(Severity::Info)));
        }
    }
    settings.severities.extend(args.skip.iter().map(|id| (*id, None)));
    Ok(read)
}

/// Settings of one map, with the options of all commands that load levels.
///
/// # Errors
/// If the file of settings cannot be read, or is wrong.
pub(crate) fn of_map(map: &Path, read: &ReadOptions) -> Result<Settings, Failure> {
    Ok(with_source(SettingsFile::nearest(map, &Disk)?, read)?.file.settings)
}

/// Settings of a file, if there is one, and of the options about levels.
fn with_source(mut source: Option<Source>, options: &ReadOptions) -> Result<Read, Failure> {
    let current = std::env::current_dir().map_err(|e| format!("the current folder: {e}"))?;
    if let Some(source) = &mut source {
        let short = Path::new(&source.name).strip_prefix(&current).map(|path| path.display().to_string());
        source.name = short.unwrap_or_else(|_| source.name.clone());
    }
    let file = source.as_ref().map(|source| SettingsFile::parse(source, &Disk)).transpose()?;
    let path = source.as_ref().map(|source| PathBuf::from(&source.name));
    let mut read = Read { file: file.unwrap_or_default(), path };
    let settings = &mut read.file.settings;
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
fn of_paths(paths: &[PathBuf]) -> Result<Option<Source>, Failure> {
    let mut found: Option<Source> = None;
    for path in paths {
        let inside = if path.is_dir() { path.join(SettingsFile::NAME) } else { path.clone() };
        let source = SettingsFile::nearest(&inside, &Disk)?;
        match (&found, &source) {
            (Some(first), Some(other)) if first.name != other.name => {
                return Err(Failure::Other(format!(
                    "there are two settings files, {:?} and {:?}; choose one with --config",
                    first.name, other.name
                )));
            }
            _ => found = found.or(source),
        }
    }
    Ok(found)
}
