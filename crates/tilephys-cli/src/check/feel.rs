//! The character of `--reach`: a preset by its name, or a file of settings.

use crate::messages::Failure;
use std::path::{Path, PathBuf};
use tilephys::check::{ReachSettings, Settings};
use tilephys::feel::Feel;
use tilephys::tiled::Disk;

/// Options about what a character can reach.
#[derive(clap::Args)]
pub(crate) struct ReachOptions {
    /// Check which goals, items, checkpoints and doors a character can reach
    ///
    /// A goal counts as reachable if the game has played a way to it, and as unreachable if that is proved. All else is reported as
    /// not known. Enemies and code of the game are not part of it. On by default if tilephys.toml names a feel under [player]; else
    /// the character is named by --preset or --feel.
    #[arg(long, conflicts_with = "merge")]
    reach: bool,

    /// The character of --reach, fitted to the tiles of each map: celeste, mario, mega_man or floaty
    #[arg(long, value_name = "NAME", conflicts_with = "merge", value_parser = ReachSettings::of_preset)]
    preset: Option<ReachSettings>,

    /// The character of --reach: a file of settings of the character controller, as the app saves it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "merge"])]
    feel: Option<PathBuf>,

    /// Search four times as long for ways
    #[arg(long, conflicts_with = "merge")]
    deep: bool,

    /// Write the way to each reachable target into this folder, as a recording that tilephys play --replay plays
    #[arg(long, value_name = "DIR", conflicts_with = "merge")]
    pub(super) witness: Option<PathBuf>,
}

impl ReachOptions {
    /// Adds the character to the settings of a run. `file` becomes the file with its settings, if it has one.
    ///
    /// # Errors
    /// If the file cannot be read, is wrong, or if options ask for a check without a character.
    pub(super) fn add_to(&self, settings: &mut Settings, file: &mut Option<PathBuf>) -> Result<(), Failure> {
        if let Some(named) = of_options(self.preset.as_ref(), self.feel.as_deref())? {
            settings.reach = Some(named);
            file.clone_from(&self.feel);
        }
        let is_asked = self.reach || self.deep || self.witness.is_some();
        match &mut settings.reach {
            Some(reach) => reach.is_deep = self.deep,
            None if is_asked => return Err(none_named("reachability is checked for a character").into()),
            None => {}
        }
        Ok(())
    }
}

/// The character that options name, if they do.
///
/// # Errors
/// If the file cannot be read or is wrong.
pub(crate) fn of_options(
    preset: Option<&ReachSettings>,
    file: Option<&Path>,
) -> Result<Option<ReachSettings>, String> {
    match file {
        Some(path) => ReachSettings::of_file(path, &Disk).map(Some),
        None => Ok(preset.cloned()),
    }
}

/// The message that no character is named, after what it is for.
pub(crate) fn none_named(purpose: &str) -> String {
    let presets = Feel::PRESETS.join(", ");
    format!(
        "{purpose}, and none is named; add --preset NAME ({presets}), --feel FILE, or a line such as feel = \"mario\" under \
         [player] in tilephys.toml"
    )
}
