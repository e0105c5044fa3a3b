//! Frames of the window: opens and reloads, lets time pass, and lays out the parts of the window.

use super::{App, shortcuts, stage, toolbar};
use crate::commands::Commands;
use crate::game::GameEvent;
use crate::input;
use eframe::egui::{self, CentralPanel, Panel, Ui};
use std::time::Duration;
use web_time::Instant;

impl App {
    /// One frame: opens and reloads, lets time pass, shows panels and the level.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.check_if_due();
        self.receive_dropped(&ctx);
        self.go_on_opening(&ctx);
        self.reload_if_changed(&ctx);
        self.tell_received();
        let asked = shortcuts::asked(&ctx);
        self.obey(&ctx, asked);
        self.hints.take(&ctx, self.other_keys);
        self.advance(&ctx);
        self.update_reach(&ctx);
        let mut asked = Commands::default();
        Panel::top("toolbar").show(ui, |ui| toolbar::show(self, &mut asked, ui));
        let (panels, shown) = self.panels_and_shown();
        // A phone has no room for numbers.
        if !crate::panels::is_small(&ctx) {
            Panel::bottom("status").show(ui, |ui| crate::panels::status(panels, shown, ui));
        }
        crate::panels::side(panels, shown, &mut asked, ui);
        let level = CentralPanel::no_frame().show(ui, |ui| stage::show(self, &mut asked, ui));
        self.touch.show(&ctx, level.response.rect);
        self.obey(&ctx, asked);
        ctx.request_repaint();
    }

    fn advance(&mut self, ctx: &egui::Context) {
        // A window that was hidden does not make up for the time.
        let passed = self.last_frame.elapsed().min(Duration::from_millis(250));
        self.last_frame = Instant::now();
        self.notices.age(passed);
        self.advance_by(ctx, passed);
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
                if let Some(session) = &mut self.session {
                    session.come_home();
                }
            }
            GameEvent::Checkpoint => self.notices.say("checkpoint".to_owned()),
            GameEvent::Door(door) => self.go_through(&door),
            GameEvent::Coin | GameEvent::Died(_) => {}
        }
    }
}
