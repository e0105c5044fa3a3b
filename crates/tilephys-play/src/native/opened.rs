//! The things to open.

use super::args::Args;
use tilephys_play::game::{Recording, Script, Start};

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
