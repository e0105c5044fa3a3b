//! The app: opens levels, lets time pass, and lays out the window.

mod bodies;
mod diagram;
mod hero;
mod kept;
mod notices;
mod open;
mod receive;
mod scenes;
mod shortcuts;
mod stage;
mod toolbar;

pub use notices::{Notice, Notices};
pub(crate) use shortcuts::SHORTCUTS;

use crate::game::{GameEvent, Keys, Script};
use crate::input;
use crate::session::{Overlays, Session};
use crate::source::{Over, Source};
use eframe::egui::{self, CentralPanel, Panel, Ui};
use open::Opening;
use std::path::PathBuf;
use std::time::Duration;
use web_time::Instant;

/// Prepares a context: a dark theme, in which levels are the brightest part.
pub fn set_up(ctx: &egui::Context) {
    crate::panels::apply_theme(ctx);
}

/// All that a window shows.
pub struct App {
    /// Where levels come from.
    pub source: Over,
    /// The level that is being opened, once its files are there.
    opening: Option<Opening>,
    /// The open level.
    pub session: Option<Session>,
    /// Lines for the reader: errors, and what happened.
    pub notices: Notices,
    /// The panel at the side that is open.
    pub panels: crate::panels::Panels,
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
    /// Overlays of the first level.
    pub overlays: Overlays,
    /// Where the game is written as a recording when the level is closed.
    pub record_to: Option<PathBuf>,
    /// Keys of gamepads and touch screens.
    pub other_keys: Keys,
    /// Buttons on touch screens.
    touch: input::Touch,
    /// Dropped files.
    receiver: receive::Receiver,
    last_frame: Instant,
}

impl App {
    /// A window without a level.
    #[must_use]
    pub fn new(source: Box<dyn Source>) -> App {
        App {
            source: Over::new(source),
            touch: input::Touch::default(),
            receiver: receive::Receiver::default(),
            opening: None,
            session: None,
            notices: Notices::default(),
            panels: crate::panels::Panels::default(),
            script: None,
            is_scripted: false,
            hurry: Duration::ZERO,
            stop_at: None,
            root: PathBuf::new(),
            overlays: Overlays::default(),
            record_to: None,
            other_keys: Keys::default(),
            last_frame: Instant::now(),
        }
    }

    /// One frame: opens and reloads, lets time pass, shows panels and the level.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.check_if_due();
        self.receive_dropped(&ctx);
        self.go_on_opening(&ctx);
        self.reload_if_changed(&ctx);
        self.tell_received();
        shortcuts::apply(self, &ctx);
        self.advance(&ctx);
        Panel::top("toolbar").show(ui, |ui| toolbar::show(self, ui));
        Panel::bottom("status").show(ui, |ui| crate::panels::status(self, ui));
        crate::panels::side(self, ui);
        let level = CentralPanel::no_frame().show(ui, |ui| stage::show(self, ui));
        self.touch.show(&ctx, level.response.rect);
        ctx.request_repaint();
    }

    /// The title of the window: the map.
    #[must_use]
    pub fn title(&self) -> String {
        let Some(session) = &self.session else { return "tilephys".to_owned() };
        let name = session.map.file_name().unwrap_or_default().to_string_lossy();
        format!("{name} - tilephys")
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

    fn advance(&mut self, ctx: &egui::Context) {
        let passed = self.last_frame.elapsed();
        self.last_frame = Instant::now();
        self.notices.age(passed);
        // A window that was hidden does not make up for the time.
        self.advance_by(ctx, passed.min(Duration::from_millis(250)));
        let is_hurried = |app: &App| {
            app.opening.is_none() && app.session.as_ref().is_some_and(|session| session.clock.is_hurried())
        };
        while self.last_frame.elapsed() < self.hurry && is_hurried(self) {
            self.advance_by(ctx, Duration::ZERO);
        }
    }

    fn advance_by(&mut self, ctx: &egui::Context, passed: Duration) {
        let Some(session) = &mut self.session else { return };
        let keys = match &self.script {
            Some(script) => script.at(session.game.tick()).unwrap_or_default(),
            None => input::keyboard(ctx).or(self.other_keys).or(self.touch.keys()),
        };
        let advanced = session.advance(passed, keys);
        match advanced.message {
            Some(Ok(text)) => self.notices.say(text),
            Some(Err(text)) => self.notices.fail(text),
            None => {}
        }
        for event in advanced.events {
            self.tell(event);
        }
    }

    fn tell(&mut self, event: GameEvent) {
        match event {
            GameEvent::Goal => {
                let Some(session) = &self.session else { return };
                let (tick, score) = (session.game.tick(), session.game.score().unwrap_or_default());
                let seconds = f64::from(tick) / f64::from(crate::game::TICKS);
                self.notices.say(format!("home after {seconds:.1} s with {} coins", score.coins));
            }
            GameEvent::Checkpoint => self.notices.say("checkpoint".to_owned()),
            GameEvent::Door(door) => self.go_through(&door),
            GameEvent::Coin | GameEvent::Died(_) => {}
        }
    }
}
