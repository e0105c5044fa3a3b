//! The line at the top: the map, time, overlays.

use super::App;
use crate::session::{Clock, Overlays};
use eframe::egui::{ComboBox, Ui};

/// Shows the line.
pub(super) fn show(app: &mut App, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        #[cfg(target_arch = "wasm32")]
        crate::web::buttons(app, ui);
        let Some(session) = &mut app.session else {
            ui.label("tilephys");
            return;
        };
        let name = session.map.file_name().map(|name| name.to_string_lossy().into_owned());
        ui.strong(name.unwrap_or_default()).on_hover_text(session.map.display().to_string());
        ui.separator();
        let pause = if session.clock.is_paused { "play" } else { "pause" };
        if ui.button(pause).on_hover_text("P").clicked() {
            session.clock.is_paused = !session.clock.is_paused;
        }
        if ui.button("step").on_hover_text("One tick: the key .").clicked() {
            session.clock.is_paused = true;
            session.clock.single += 1;
        }
        let rewind = ui.button("rewind").on_hover_text("While held, or the key R: ten seconds at most");
        session.clock.is_rewinding |= rewind.is_pointer_button_down_on();
        if ui.button("restart").on_hover_text("Backspace").clicked()
            && let Err(error) = session.restart()
        {
            app.notices.fail(error.to_string());
        }
        ComboBox::from_id_salt("speed")
            .selected_text(format!("{} x", session.clock.speed))
            .width(56.0)
            .show_ui(ui, |ui| {
                for speed in Clock::SPEEDS {
                    ui.selectable_value(&mut session.clock.speed, speed, format!("{speed} x"));
                }
            });
        ui.separator();
        for (label, meaning) in Overlays::ALL {
            if let Some(shown) = session.overlays.switch(label) {
                ui.toggle_value(shown, label).on_hover_text(meaning);
            }
        }
        ui.separator();
        ui.toggle_value(&mut session.follows, "follow").on_hover_text("The camera follows the hero: F");
        if ui.button("whole map").clicked() {
            session.follows = false;
            session.highlight = None;
            let bounds = session.view.bounds();
            app.panels.show_all = Some(bounds);
        }
    });
}
