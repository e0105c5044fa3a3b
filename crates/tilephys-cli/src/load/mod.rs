//! Loading of the level that a command names, with the options that all such commands share.

pub(crate) mod guess;
pub(crate) mod maps;

use crate::messages::Failure;
use crate::numbers;
pub(crate) use guess::Guessed;
use std::path::{Path, PathBuf};
use tilephys::tiled::{Limits, Loader};

/// Cells of all layers of a level by default, four times the library's: 10,000 × 1,000 cells in one layer, in 60 MB.
const CELLS: usize = 1 << 24;

/// Options of all commands that load maps.
#[derive(Clone, clap::Args)]
pub(crate) struct ReadOptions {
    /// The folder that all files of the level must be in [default: the project's]
    ///
    /// The project's folder is the nearest with a .tiled-project, .git, Cargo.toml, project.godot or package.json: the level's
    /// own, or one above it. Without a project it is the level's own folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,

    /// Layers that are solid, by name: `*` stands for any text, `?` for any character, and case does not count
    ///
    /// Common names of layers, tiles and objects are read too: "collision", "walls", "platforms", "spikes" and many
    /// more; `none` turns this off. A table of your own is [conventions] in a file tilephys.toml in the folder of the
    /// level or one of the four above it. What the map says by properties of tilephys wins.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) solid: Vec<String>,

    /// Maximum number of cells that a map may have in all layers together
    ///
    /// A cell takes 6 bytes of memory. Of an infinite map the cells of its chunks count.
    #[arg(long, value_name = "N", default_value_t = CELLS)]
    pub(crate) max_cells: usize,
}

#[derive(Clone, clap::Args)]
pub(crate) struct LevelOptions {
    #[command(flatten)]
    pub(crate) read: ReadOptions,

    /// Reject a level that is damaged, or that collides differently from what it says, even if Tiled opens it
    #[arg(long)]
    pub(crate) strict: bool,

    /// Close an open map with a wall
    #[arg(long)]
    pub(crate) close: bool,

    /// How many warnings about the level are printed: a number, or "all"
    ///
    /// Further warnings are counted by kind.
    #[arg(long, value_name = "N|all", default_value = "20", value_parser = numbers::warnings)]
    pub(crate) warnings: usize,
}

impl ReadOptions {
    /// Resource limits with these options.
    pub(crate) fn limits(&self) -> Limits {
        Limits { cells: self.max_cells, decoded_bytes: self.max_cells.saturating_mul(4), ..Limits::default() }
    }
}

impl LevelOptions {
    /// Loads the map, with conventions of names where they apply.
    ///
    /// # Errors
    /// If the map or a file of settings cannot be read.
    pub(crate) fn load(&self, map: &Path) -> Result<Guessed, Failure> {
        guess::load(map, &self.read.solid, self.loader())
    }

    /// Loader with these options.
    pub(crate) fn loader(&self) -> Loader {
        let loader = Loader::new().limits(self.read.limits()).strict(self.strict).close(self.close);
        match &self.read.root {
            Some(dir) => loader.root(dir),
            None => loader.find_root(true),
        }
    }
}
