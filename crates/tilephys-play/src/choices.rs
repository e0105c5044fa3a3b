//! Maps of a folder, a world or a Tiled project, one of which is opened.

use crate::game::Start;
use std::path::PathBuf;

/// Maps to choose from.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The folder, world or project.
    pub path: PathBuf,
    /// Its maps, sorted.
    pub maps: Vec<PathBuf>,
    /// How a game in one of them begins.
    pub(crate) start: Start,
}
