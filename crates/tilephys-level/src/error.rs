//! Why a level cannot become entities, or what was loaded anew.

use std::fmt;
use std::path::PathBuf;
use tilephys_core::PathError;
use tilephys_tiled::LoadError;

/// Why a level cannot become entities, or a level that runs what was loaded anew.
///
/// Displayed as one line, with the file and, as far as there is one, the object.
#[derive(Debug)]
#[non_exhaustive]
pub enum LevelError {
    /// The path of a mover cannot be gone in steps of this length.
    Path {
        /// The map.
        file: PathBuf,
        /// The id of the mover's object.
        object: u32,
        /// What is wrong with its path.
        fault: PathError,
    },
    /// The grid that runs cannot become that of the level: see [`Level::update`](tilephys_tiled::Level::update).
    Update(LoadError),
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelError::Path { file, object, fault } => {
                write!(f, "{}: object {object}: {fault}", file.display())
            }
            LevelError::Update(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LevelError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LevelError::Path { fault, .. } => Some(fault),
            LevelError::Update(error) => Some(error),
        }
    }
}

impl From<LoadError> for LevelError {
    fn from(error: LoadError) -> Self {
        LevelError::Update(error)
    }
}
