//! The things to open.

use super::args::Args;
use std::path::Path;
use tilephys::tiled::{Level, Loader};
use tilephys_play::game::{Recording, Script, Start};
use tilephys_play::project::Project;

/// The things to open, as the command line says.
pub(super) struct Opened {
    /// The command line.
    pub(super) args: Args,
    /// How the game begins.
    pub(super) start: Start,
    /// Keys by tick, which replace the keys of a player.
    pub(super) script: Option<Script>,
    /// The recording to play.
    pub(super) recording: Option<Recording>,
}

/// Loads a level as a window does, by the settings of its project: its files may be anywhere if it does not load from the folder of
/// its game.
///
/// # Errors
/// If the level does not load, or if the settings are wrong.
pub(super) fn load(map: &Path) -> Result<(Level, Project), String> {
    let project = Project::of(map);
    if let Some(fault) = project.fault {
        return Err(fault);
    }
    let load = |is_outside_allowed| {
        let loader = Loader::new().find_root(true).allow_outside(is_outside_allowed);
        loader.conventions(project.conventions()).load(map)
    };
    let level = load(false).or_else(|_| load(true)).map_err(|error| error.to_string())?;
    Ok((level, project))
}
