//! The character that a file of settings names: a preset, or a file beside it.

use crate::located::{Problem, Source, explained, nearest};
use crate::reachability::settings::ReachSettings;
use std::path::{Path, PathBuf};
use tilephys_feel::Feel;
use tilephys_tiled::Files;

impl ReachSettings {
    /// The preset with this name.
    ///
    /// # Errors
    /// If there is none. The error names the presets.
    pub fn of_preset(name: &str) -> Result<Self, String> {
        Feel::preset(name).map(|feel| ReachSettings::new(name, feel)).ok_or_else(|| {
            let guess =
                nearest(name, Feel::PRESETS).map_or(String::new(), |name| format!("did you mean {name:?}? "));
            format!("there is no preset {name:?}; {guess}presets are {}", Feel::PRESETS.join(", "))
        })
    }

    /// The character of a file, in TOML. It is not fitted to the tiles: the file has the numbers as they are.
    ///
    /// # Errors
    /// If the file cannot be read, or is wrong.
    pub fn of_file(path: &Path, files: &dyn Files) -> Result<Self, String> {
        let name = path.display().to_string();
        let bytes = files.read(path).map_err(|e| format!("{name}: cannot be read: {e}"))?;
        let source = Source::of_bytes(name.clone(), bytes).map_err(|problem| problem.to_string())?;
        let feel: Result<Feel, Problem> =
            toml::from_str(&source.text).map_err(|error| explained(&source, &error));
        let feel = feel.map_err(|problem| problem.to_string())?;
        if let Some((key, fault)) = feel.fault() {
            return Err(format!("{name}: {key}: {fault}"));
        }
        let mut reach = ReachSettings::new(name, feel);
        reach.is_fitted = false;
        Ok(reach)
    }
}

/// The character that a file of settings names, and the path of its file, if it has one.
///
/// # Errors
/// If there is neither such a preset nor such a file, or the file is wrong.
pub(super) fn named(
    name: &str,
    folder: &Path,
    files: &dyn Files,
) -> Result<(ReachSettings, Option<PathBuf>), String> {
    let is_path = name.contains(['/', '\\', '.']);
    if is_path {
        let path = folder.join(name);
        return Ok((ReachSettings::of_file(&path, files)?, Some(path)));
    }
    let preset = ReachSettings::of_preset(name);
    let preset = preset.map_err(|message| format!("{message}; or the path of a file, such as hero.toml"))?;
    Ok((preset, None))
}
