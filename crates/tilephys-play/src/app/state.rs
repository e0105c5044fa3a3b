//! All that a window shows.

use super::drops::Receiver;
use super::opening::Opening;
use crate::choices::Choices;
use crate::game::{Keys, Script};
use crate::input::{Hints, Touch};
use crate::notices::Notices;
use crate::panels::{Panels, Shown};
use crate::reach::Reach;
use crate::session::{Overlays, Session};
use crate::source::{Over, Source, name_of};
use eframe::egui::Ui;
use std::path::PathBuf;
use std::time::Duration;
use web_time::Instant;

/// All that a window shows.
pub struct App {
    /// Where levels come from.
    pub source: Over,
    /// The level that is being opened, once its files are there.
    pub(super) opening: Option<Opening>,
    /// The open level.
    pub session: Option<Session>,
    /// Lines for the reader: errors, and what happened.
    pub notices: Notices,
    /// Maps to choose from.
    pub choices: Option<Choices>,
    /// Keys that a new player needs.
    pub hints: Hints,
    /// The panel at the side that is open.
    pub panels: Panels,
    /// Keys by tick, which replace the keys of the player.
    pub script: Option<Script>,
    /// True if each frame is one tick.
    pub is_scripted: bool,
    /// Folder that the maps of scenes are in.
    pub root: PathBuf,
    /// Part of a frame that is spent on more ticks of a scripted run; none by default.
    pub hurry: Duration,
    /// Tick at which time stops by itself.
    pub stop_at: Option<u32>,
    /// What the hero can reach, for its overlay.
    pub reach: Reach,
    /// Overlays of the first level.
    pub overlays: Overlays,
    /// Where the game is written as a recording when the level is closed.
    pub record_to: Option<PathBuf>,
    /// Keys of gamepads and touch screens.
    pub other_keys: Keys,
    /// Buttons on touch screens.
    pub touch: Touch,
    /// Shows more buttons at the left of the line at the top; a web page has its own.
    pub own_buttons: fn(&mut App, &mut Ui),
    /// Dropped files.
    pub(super) receiver: Receiver,
    pub(super) last_frame: Instant,
}

impl App {
    /// A window without a level.
    #[must_use]
    pub fn new(source: Box<dyn Source>) -> App {
        App {
            source: Over::new(source),
            touch: Touch::default(),
            own_buttons: |_, _| {},
            receiver: Receiver::default(),
            opening: None,
            session: None,
            notices: Notices::default(),
            choices: None,
            hints: Hints::default(),
            panels: Panels::default(),
            script: None,
            is_scripted: false,
            hurry: Duration::ZERO,
            stop_at: None,
            root: PathBuf::new(),
            reach: Reach::default(),
            overlays: Overlays::default(),
            record_to: None,
            other_keys: Keys::default(),
            last_frame: Instant::now(),
        }
    }

    /// The title of the window: the map.
    #[must_use]
    pub fn title(&self) -> String {
        let Some(session) = &self.session else { return "tilephys".to_owned() };
        format!("{} - tilephys", name_of(&session.map))
    }

    /// True if hints about keys make sense: a player is at the keyboard.
    #[must_use]
    pub fn shows_hints(&self) -> bool {
        let is_scripted = self.is_scripted || self.script.is_some();
        let has_hero = self.session.as_ref().is_some_and(|session| session.game.hero.is_some());
        has_hero && !is_scripted && !self.touch.is_shown()
    }

    /// The panels, and all else that they show.
    pub(super) fn panels_and_shown(&mut self) -> (&mut Panels, Shown<'_>) {
        let shows_hints = self.shows_hints();
        let shown = Shown {
            session: self.session.as_ref(),
            notices: &self.notices,
            hints: Some(&self.hints).filter(|_| shows_hints),
            choices: self.choices.as_ref(),
            reach: &self.reach,
            source: &self.source,
            opening: self.opening.as_ref().map(|opening| opening.map.as_path()),
        };
        (&mut self.panels, shown)
    }

    /// Stops time.
    pub fn pause(&mut self) {
        if let Some(session) = &mut self.session {
            session.clock.is_paused = true;
        }
    }

    /// The game since its beginning, as the bytes of a recording.
    ///
    /// # Errors
    /// If no level is open.
    pub fn recording(&mut self) -> Result<Vec<u8>, String> {
        let session = self.session.as_mut().ok_or("no level is open, so there is nothing to record")?;
        let recording = session.game.record(&session.map).map_err(|error| error.to_string())?;
        Ok(recording.to_bytes())
    }

    /// Writes the recording that was asked for, once.
    ///
    /// # Errors
    /// If the file cannot be written, or no level is open.
    pub fn write_recording(&mut self) -> Result<(), String> {
        let Some(path) = self.record_to.take() else { return Ok(()) };
        let bytes = self.recording()?;
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    }
}
