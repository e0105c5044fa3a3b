//! Maps of a world or a folder, for commands that take one map.

use super::LevelOptions;
use crate::messages::Failure;
use std::path::{Path, PathBuf};
use tilephys::check::{Inputs, in_shell};

/// Maximum number of maps to find: each is loaded once as a check.
const MOST_MAPS: usize = 1000;

/// Maps of a world or a folder; `None` for a single map.
///
/// # Errors
/// If there is no map, or the world or the folder cannot be read.
pub(crate) fn of(path: &Path, options: &LevelOptions) -> Result<Option<Vec<PathBuf>>, Failure> {
    let (maps, what) = if path.is_dir() {
        let Inputs { mut maps, refused, .. } = Inputs::find(&[path.to_owned()]);
        if let Some(refused) = refused.first() {
            return Err(format!("{}: {}", refused.path.display(), refused.reason).into());
        }
        maps.truncate(MOST_MAPS);
        (maps, "folder, nor in those within it; maps end in .tmx, .tmj or .json")
    } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("world")) {
        let world = options.loader().load_world(path)?;
        (world.maps.into_iter().map(|map| map.path).collect(), "world; add some in Tiled")
    } else {
        return Ok(None);
    };
    if maps.is_empty() {
        return Err(format!("{}: there is no map in this {what}", path.display()).into());
    }
    Ok(Some(maps))
}

/// How a command takes one of several maps.
pub(crate) struct CommandForm {
    /// Name of the subcommand.
    pub(crate) verb: &'static str,
    /// Further arguments, after a space.
    pub(crate) rest: String,
    /// What to do.
    pub(crate) advice: &'static str,
}

/// Commands for one of `maps`, and the maps that do not load.
pub(crate) fn list(path: &Path, options: &LevelOptions, maps: &[PathBuf], form: &CommandForm) -> String {
    let mut loader = options.loader();
    let mut good = String::new();
    let mut bad = String::new();
    let root =
        options.read.root.as_ref().map(|root| format!(" --root {}", in_shell(root))).unwrap_or_default();
    let CommandForm { verb, rest, advice } = form;
    for map in maps {
        match loader.load(map) {
            Ok(_) => good += &format!("  tilephys {verb} {}{root}{rest}\n", in_shell(map)),
            Err(error) => {
                bad += &format!("  {}\n", error.to_string().lines().next().unwrap_or_default());
            }
        }
    }
    let name = path.display();
    let mut text = match good.is_empty() {
        true => format!("{name}: none of its maps can be loaded\n"),
        false => format!("{name} has several maps: {advice}\n{good}"),
    };
    if !bad.is_empty() && !good.is_empty() {
        text += "These cannot be loaded:\n";
    }
    text += &bad;
    if maps.len() == MOST_MAPS {
        text += &format!("Only the first {MOST_MAPS} are shown.\n");
    }
    text.trim_end().to_owned()
}
