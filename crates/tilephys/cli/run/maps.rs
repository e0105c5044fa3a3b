//! Lists the maps of a world or a folder, for a run without a single map.

use super::Args;
use crate::cli::messages::Failure;
use std::path::PathBuf;
use tilephys::check::{Inputs, in_shell};

/// Maximum number of maps to find: each is loaded once as a check.
const MOST_MAPS: usize = 1000;

/// Maps of the world or the folder in `args`; `None` for a single map.
///
/// # Errors
/// If there is no map, or the world or the folder cannot be read.
pub(super) fn of(args: &Args) -> Result<Option<Vec<PathBuf>>, Failure> {
    let path = &args.map;
    let (maps, what) = if path.is_dir() {
        let Inputs { mut maps, refused, .. } = Inputs::find(std::slice::from_ref(path));
        if let Some(refused) = refused.first() {
            return Err(format!("{}: {}", refused.path.display(), refused.reason).into());
        }
        maps.truncate(MOST_MAPS);
        (maps, "folder, nor in those within it; maps end in .tmx, .tmj or .json")
    } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("world")) {
        let world = args.level.loader().load_world(path)?;
        (world.maps.into_iter().map(|map| map.path).collect(), "world; add some in Tiled")
    } else {
        return Ok(None);
    };
    if maps.is_empty() {
        return Err(format!("{}: there is no map in this {what}", path.display()).into());
    }
    Ok(Some(maps))
}

/// Commands to run one of `maps`, and the maps that do not load.
pub(super) fn list(args: &Args, maps: &[PathBuf]) -> String {
    let mut loader = args.level.loader();
    let (mut good, mut bad) = (String::new(), String::new());
    let root = args.level.root.as_ref().map(|root| format!(" --root {}", in_shell(root))).unwrap_or_default();
    for map in maps {
        match loader.load(map) {
            Ok(_) => good += &format!("  tilephys run {}{root}\n", in_shell(map)),
            Err(error) => {
                bad += &format!("  {}\n", error.to_string().lines().next().unwrap_or_default());
            }
        }
    }
    let name = args.map.display();
    let mut text = match good.is_empty() {
        true => format!("{name}: none of its maps loads\n"),
        false => format!("{name} has several maps: run one of them, or all with --all\n{good}"),
    };
    if !bad.is_empty() && !good.is_empty() {
        text += "These do not load:\n";
    }
    text += &bad;
    if maps.len() == MOST_MAPS {
        text += &format!("These are the first {MOST_MAPS}; there may be more.\n");
    }
    text.trim_end().to_owned()
}
