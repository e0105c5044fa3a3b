//! Commands: what the player asks of the app by a panel, the line at the top or a key. The app carries them out in one place.

use crate::session::SessionCommand;
use std::path::PathBuf;
use tilephys_scenes::Scene;

/// A command to the app.
#[derive(Clone, Debug)]
pub enum Command {
    /// Opens a map with the settings of the present hero.
    OpenBeside(PathBuf),
    /// Opens a map of the list of maps.
    Choose(PathBuf),
    /// Closes the list of maps.
    CloseChoices,
    /// Opens a scene of the testbed.
    OpenScene(&'static Scene),
    /// Sets a slider of the open scene.
    SetSlider {
        /// Index of the slider.
        slider: usize,
        /// The new value.
        value: f32,
    },
    /// Begins the level again.
    Restart,
    /// Lets the hero play the way to a target, by the id of its object.
    ShowWay(u32),
    /// Opens or closes the panel at the side.
    TogglePanels,
    /// Opens or closes the window with all keys.
    ToggleHelp,
    /// Closes the window with all keys.
    CloseHelp,
    /// Shows a line for some seconds.
    Say(String),
    /// Shows an error.
    Fail(String),
    /// Closes a line, by its index.
    CloseNotice(usize),
    /// Closes the hints about keys.
    CloseHints,
    /// Is about the open level.
    OfSession(SessionCommand),
}

impl From<SessionCommand> for Command {
    fn from(command: SessionCommand) -> Command {
        Command::OfSession(command)
    }
}

/// Commands of a frame, in their order.
#[derive(Clone, Debug, Default)]
pub struct Commands(Vec<Command>);

impl Commands {
    /// Adds a command.
    pub fn push(&mut self, command: impl Into<Command>) {
        self.0.push(command.into());
    }
}

impl IntoIterator for Commands {
    type Item = Command;
    type IntoIter = std::vec::IntoIter<Command>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
