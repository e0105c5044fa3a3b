//! Loading of the level that a command names, with the options that all such commands share.

pub(crate) mod guess;
mod guess_note;

use crate::cli::messages::Failure;
use crate::cli::numbers;
pub(crate) use guess::Guessed;
use std::path::{Path, PathBuf};
use tilephys::tiled::{Limits, Loader};

/// Cells of all layers of a level, four times the default: 10,000 × 1,000 cells in one layer, in 60 MB.
const CELLS: usize = 1 << 24;

#[derive(Clone, clap::Args)]
pub(crate) struct LevelOptions {
    /// The folder that all files of the level must be in [default: the project's]
    ///
    /// The project's folder is the nearest with a .tiled-project, .git, Cargo.toml, project.godot or package.json: the level's
    /// own, or one above it. Without a project it is the level's own folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,

    /// Layers that are solid, by name: `*` stands for any text, `?` for any character, and case does not count
    ///
    /// Usual names of layers, tiles and objects are read besides: "collision", "walls", "platforms", "spikes" and many
    /// more; `none` reads none of them. A table of your own is [conventions] in a file tilephys.toml in the folder of the
    /// level or one of the four above it. What the map says by properties of tilephys wins.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) solid: Vec<String>,

    /// Refuse a level that is damaged, or collides otherwise than it is written, though Tiled opens it
    #[arg(long)]
    pub(crate) strict: bool,

    /// Wall the border of a map that is open
    #[arg(long)]
    pub(crate) close: bool,

    /// How many warnings about the level are printed: a number, or "all"
    ///
    /// Further warnings are counted by kind.
    #[arg(long, value_name = "N|all", default_value = "20", value_parser = numbers::warnings)]
    pub(crate) warnings: usize,
}

impl LevelOptions {
    /// Loads the map, with conventions of names where they apply.
    ///
    /// # Errors
    /// If the map or a file of settings cannot be read.
    pub(crate) fn load(&self, map: &Path) -> Result<Guessed, Failure> {
        guess::load(map, &self.solid, self.loader())
    }

    /// Loader with these options.
    pub(crate) fn loader(&self) -> Loader {
        let limits = Limits { cells: CELLS, decoded_bytes: 4 * CELLS, ..Limits::default() };
        let loader = Loader::new().limits(limits).strict(self.strict).close(self.close);
        match &self.root {
            Some(dir) => loader.root(dir),
            None => loader.find_root(true),
        }
    }
}
