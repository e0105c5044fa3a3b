//! Errors of recordings and their playback.

use glam::Vec2;
use std::fmt;
use tilephys_ecs::Divergence;

/// The reason why a recording cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingError(String);

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RecordingError {}

impl RecordingError {
    /// The error of other files.
    pub(crate) fn unknown() -> Self {
        RecordingError("the file is not a recording of this version; record it again".to_owned())
    }

    /// The error of a part.
    pub(crate) fn new(reason: &impl fmt::Display) -> Self {
        RecordingError(reason.to_string())
    }
}

/// The reason why a replay stops.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayError {
    /// The input of a tick is damaged.
    Input(u32),
    /// The game differs from the recording.
    Divergence(Divergence),
    /// A way ends at another place than the checker has found.
    Elsewhere {
        /// Middle of the hero's box there, in px.
        expected: Vec2,
        /// Middle of the hero's box in the game, in px; `None` without a hero.
        found: Option<Vec2>,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Input(tick) => write!(f, "tick {tick}: the recording is damaged"),
            ReplayError::Divergence(divergence) => {
                write!(f, "the game differs from the recording: {divergence}")
            }
            ReplayError::Elsewhere { expected, found } => {
                let found = found.map_or("nowhere".to_owned(), |found| format!("at {found}"));
                write!(f, "the way ends {found} instead of at {expected}: check the level again")
            }
        }
    }
}

impl std::error::Error for ReplayError {}
