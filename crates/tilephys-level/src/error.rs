//! Errors of spawning and reloading a level.

use std::fmt;
use std::path::PathBuf;
use tilephys_core::{TileCoord, platform::PathError};
use tilephys_ecs::SaveError;
use tilephys_objects::PathFault;
use tilephys_tiled::{LoadError, TileFault};

/// Error of spawning a level, or of reloading a running one.
///
/// Displayed as one line, with the file and, if known, the object.
#[derive(Debug)]
#[non_exhaustive]
pub enum LevelError {
    /// The path of a mover is invalid for steps of this length.
    Path {
        /// Path of the map file.
        file: PathBuf,
        /// Id of the mover's object.
        object: u32,
        /// Fault of its path.
        fault: PathError,
    },
    /// A class handler of the game panicked.
    Handler {
        /// Path of the map file.
        file: PathBuf,
        /// Id of the object.
        object: u32,
        /// Class of the object and of the handler.
        class: String,
        /// Message of the panic.
        message: String,
    },
    /// A snapshot is invalid, or does not belong to the map: see [`Physics::restore`](tilephys_ecs::Physics::restore).
    Restore(SaveError),
    /// A saved game is damaged, of another version, or of a program with other registered types: see
    /// [`SpawnedLevel::load_game`](crate::SpawnedLevel::load_game).
    Saved(SaveError),
    /// A saved game is of another map file.
    OtherMap {
        /// Name of the map file of the saved game.
        saved: String,
        /// Name of the map file of the level.
        map: String,
    },
    /// A tile cannot be set: see [`SpawnedLevel::set_tile`](crate::SpawnedLevel::set_tile).
    Tile {
        /// Path of the map file.
        file: PathBuf,
        /// Path of the layer, or the index that no layer has.
        layer: String,
        /// Cell of the layer.
        at: TileCoord,
        /// Reason.
        fault: TileFault,
    },
    /// A door leads to an object that its map lacks, or to a map without a start.
    Arrival {
        /// Path of the map file to which the door leads.
        file: PathBuf,
        /// Id of the target object, if the door has one.
        object: Option<u32>,
    },
    /// The running grid cannot be updated to the level: see [`Level::update`](tilephys_tiled::Level::update).
    Update(LoadError),
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelError::Path { file, object, fault } => {
                write!(f, "{}: object {object}: {fault}", file.display())
            }
            LevelError::Handler { file, object, class, message } => {
                write!(f, "{}: object {object}: the handler of class {class:?}: {message}", file.display())
            }
            LevelError::Restore(error) => write!(f, "the snapshot cannot be restored: {error}"),
            LevelError::Saved(error) => write!(f, "the saved game cannot be loaded: {error}"),
            LevelError::OtherMap { saved, map } => write!(
                f,
                "the saved game belongs to the map {saved:?} and cannot be loaded into {map:?}: load the \
                 level {saved:?} first"
            ),
            LevelError::Tile { file, layer, at, fault } => {
                write!(f, "{}: layer {layer:?}, column {}, row {}: {fault}", file.display(), at.col, at.row)
            }
            LevelError::Arrival { file, object: Some(id) } => write!(
                f,
                "{}: a door leads to object {id}, which is not in the map: set \"target_object\" of the door to an object \
                 of this map",
                file.display()
            ),
            LevelError::Arrival { file, object: None } => write!(
                f,
                "{}: a door leads here, but the map has no start: draw a TpSpawn, or set \"target_object\" of the door",
                file.display()
            ),
            LevelError::Update(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LevelError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LevelError::Path { fault, .. } => Some(fault),
            LevelError::Tile { fault, .. } => Some(fault),
            LevelError::Handler { .. } | LevelError::OtherMap { .. } | LevelError::Arrival { .. } => None,
            LevelError::Restore(error) | LevelError::Saved(error) => Some(error),
            LevelError::Update(error) => Some(error),
        }
    }
}

impl From<PathFault> for LevelError {
    fn from(path: PathFault) -> Self {
        let PathFault { file, object, fault } = path;
        LevelError::Path { file, object, fault }
    }
}

impl From<LoadError> for LevelError {
    fn from(error: LoadError) -> Self {
        LevelError::Update(error)
    }
}
