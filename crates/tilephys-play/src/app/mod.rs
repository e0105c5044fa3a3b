//! The app: opens levels, lets time pass, and lays out the window.

mod notices;
mod open;
mod shortcuts;
mod stage;
mod toolbar;

pub use notices::{Notice, Notices};

use crate::game::{GameEvent, Keys, Script};
use crate::input;
use crate::session::Session;
use crate::source::Source;
use eframe::egui::{self, CentralPanel, Panel, Ui};
use open::Opening;
use std::time::Duration;
use web_time::Instant;

/// All that a window shows.
pub struct App {
    /// Where levels come from.
    pub source: Box<dyn Source>,
    /// The level that is being opened, once its files are there.
    opening: Option<Opening>,
    /// The open level.
    pub session: Option<Session>,
    /// Lines for the reader: errors, and what happened.
    pub notices: Notices,
    /// The panel at the side that is open.
    pub panels: crate::panels::Panels,
    /// Keys by tick instead of those of the player.
    pub script: Option<Script>,
    /// Keys of gamepads and touch screens.
    pub other_keys: Keys,
    last_frame: Instant,
}

impl App {
    /// A window without a level.
    #[must_use]
    pub fn new(source: Box<dyn Source>) -> App {
        App {
            source,
            opening: None,
            session: None,
            notices: Notices::default(),
            panels: crate::panels::Panels::default(),
            script: None,
            other_keys: Keys::default(),
            last_frame: Instant::now(),
        }
    }

    /// One frame: opens and reloads, lets time pass, shows panels and the level.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.go_on_opening(&ctx);
        self.reload_if_changed(&ctx);
        shortcuts::apply(self, &ctx);
        self.advance(&ctx);
        Panel::top("toolbar").show(ui, |ui| toolbar::show(self, ui));
        Panel::bottom("status").show(ui, |ui| crate::panels::status(self, ui));
        crate::panels::side(self, ui);
        CentralPanel::no_frame().show(ui, |ui| stage::show(self, ui));
        ctx.request_repaint();
    }

    fn advance(&mut self, ctx: &egui::Context) {
        let passed = self.last_frame.elapsed();
        self.last_frame = Instant::now();
        self.notices.age(passed);
        let Some(session) = &mut self.session else { return };
        let keys = match &self.script {
            Some(script) => script.at(session.game.tick()).unwrap_or_default(),
            None => input::keyboard(ctx).or(self.other_keys),
        };
        // A window that was hidden does not make up for the time.
        let advanced = session.advance(passed.min(Duration::from_millis(250)), keys);
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
