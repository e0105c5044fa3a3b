//! Carries out the commands of panels, of the line at the top and of keys.

use super::App;
use crate::commands::{Command, Commands};
use eframe::egui::Context;

impl App {
    /// Carries out commands, in their order.
    pub(super) fn obey(&mut self, ctx: &Context, commands: Commands) {
        for command in commands {
            match command {
                Command::OpenBeside(map) => self.open_beside(map),
                Command::Choose(map) => {
                    if let Some(choices) = self.choices.take() {
                        self.open(map, choices.start);
                    }
                }
                Command::CloseChoices => self.choices = None,
                Command::OpenScene(scene) => self.open_scene(scene, Vec::new()),
                Command::SetSlider { slider, value } => self.set_slider(slider, value),
                Command::Restart => self.restart(),
                Command::ShowWay(object) => self.show_way(object),
                Command::TogglePanels => self.panels.toggle(ctx),
                Command::ToggleHelp => self.panels.shows_help = !self.panels.shows_help,
                Command::CloseHelp => self.panels.shows_help = false,
                Command::Say(text) => self.notices.say(text),
                Command::Fail(text) => self.notices.fail(text),
                Command::CloseNotice(index) => self.notices.close(index),
                Command::CloseHints => self.hints.close(),
                Command::OfSession(command) => {
                    if let Some(session) = &mut self.session {
                        session.obey(command);
                    }
                }
            }
        }
    }
}
