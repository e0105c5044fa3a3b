//! The line at the bottom: time, state, bodies, and the place under the pointer.

use super::Shown;
use super::state::{Panels, StatusLine};
use crate::session::Session;
use eframe::egui::{Align, Layout, Ui};

/// Bodies from which the hash is only shown in a pause: it reads the whole state.
const MANY: usize = 2_000;

/// Width of the line from which it has the hash, in points.
const WIDE: f32 = 640.0;

impl StatusLine {
    /// Hash of the present state, if it is cheap enough or was asked for by a pause.
    fn hash(&mut self, session: &Session) -> Option<u64> {
        let tick = session.game.tick();
        if session.game.physics.len() > MANY && !session.clock.is_paused {
            return None;
        }
        if self.hash.is_none_or(|(of, _)| of != tick) || !session.clock.is_paused {
            self.hash = Some((tick, session.game.hash()));
        }
        self.hash.map(|(_, hash)| hash)
    }
}

/// Shows the line.
pub fn status(panels: &mut Panels, shown: Shown<'_>, ui: &mut Ui) {
    let Some(session) = shown.session else {
        ui.weak("no level");
        return;
    };
    ui.horizontal(|ui| {
        let is_wide = ui.available_width() >= WIDE;
        ui.monospace(format!("tick {}", session.game.tick()));
        match panels.status.hash(session) {
            _ if !is_wide => {}
            Some(hash) => {
                let text = format!("{hash:016x}");
                let label = ui.monospace(&text).on_hover_text("Hash of the whole state; click to copy");
                if label.clicked() {
                    ui.ctx().copy_text(text);
                }
            }
            None => {
                ui.weak("hash in a pause").on_hover_text("With so many bodies the hash would take too long");
            }
        }
        ui.separator();
        let bodies = session.game.physics.len();
        ui.label(if bodies == 1 { "1 body".to_owned() } else { format!("{bodies} bodies") });
        if session.game.hero.is_none() {
            ui.separator();
            ui.label("free flight")
                .on_hover_text("The map has no TpSpawn and no ground: double-click to place a hero");
        }
        if session.replay.is_some() {
            ui.separator();
            ui.label("replay");
        }
        if session.shows_way() {
            ui.separator();
            ui.label("way").on_hover_text("The hero plays a way to a target; any of its keys takes over");
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let frames = panels.frames.iter().rev().take(30);
            let (sum, count) = frames.fold((0.0, 0), |(sum, count), frame| (sum + frame, count + 1));
            if sum > 0.0 {
                ui.weak(format!("{:.0} fps", count as f32 / sum));
            }
            ui.weak(format!("{:.2}x", session.camera.zoom)).on_hover_text("Points of the screen to a pixel");
            if let Some(at) = panels.pointer {
                let cell = (at / session.game.level.tile_size.as_vec2()).floor();
                ui.monospace(format!("{:.0}, {:.0} px  column {}, row {}", at.x, at.y, cell.x, cell.y));
            }
        });
    });
}
