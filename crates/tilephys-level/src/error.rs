//! Why a level cannot become entities.

use std::fmt;
use std::path::PathBuf;
use tilephys_core::PathError;

/// Why a level cannot become entities: the path of one of its movers cannot be gone in steps of this length.
///
/// Displayed as one line, with the file and the object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpawnError {
    /// The map.
    pub file: PathBuf,
    /// The id of the mover's object.
    pub object: u32,
    /// What is wrong with its path.
    pub fault: PathError,
}

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: object {}: {}", self.file.display(), self.object, self.fault)
    }
}

impl std::error::Error for SpawnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}
