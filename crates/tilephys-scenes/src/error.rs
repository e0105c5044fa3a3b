//! Errors of scenes: of their files, and of their maps.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;
use tilephys_level::LevelError;
use tilephys_tiled::LoadError;

/// Reason why a scene cannot be read or begun.
#[derive(Debug)]
pub enum SceneError {
    /// A wrong file of a scene.
    Format {
        /// Path of the file.
        file: PathBuf,
        /// Line of the fault, from 1.
        line: usize,
        /// Fault, and what is allowed instead.
        message: String,
    },
    /// A file of a scene that cannot be read.
    Read {
        /// Path of the file.
        file: PathBuf,
        /// Reason.
        error: io::Error,
    },
    /// A wrong map, or a map that cannot be read.
    Map(LoadError),
    /// A map whose movers have wrong paths.
    Level(LevelError),
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { file, line, message } => write!(f, "{}:{line}: {message}", file.display()),
            Self::Read { file, error } => write!(f, "{}: {error}", file.display()),
            Self::Map(error) => error.fmt(f),
            Self::Level(error) => error.fmt(f),
        }
    }
}

impl Error for SceneError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Format { .. } => None,
            Self::Read { error, .. } => Some(error),
            Self::Map(error) => Some(error),
            Self::Level(error) => Some(error),
        }
    }
}

impl From<LoadError> for SceneError {
    fn from(error: LoadError) -> Self {
        Self::Map(error)
    }
}

impl From<LevelError> for SceneError {
    fn from(error: LevelError) -> Self {
        Self::Level(error)
    }
}
