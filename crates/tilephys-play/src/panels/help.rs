//! The window with all keys.

use super::Panels;
use crate::app::SHORTCUTS;
use eframe::egui::{Context, Grid, Window};

/// Keys of the hero, with what they do.
const HERO: [(&str, &str); 6] = [
    ("arrows, A D W S", "run, climb, look, crouch"),
    ("space, C", "jump; with down: through planks"),
    ("X", "dash"),
    ("Z", "hold on to walls"),
    ("down", "fall faster, crouch"),
    ("double click", "put the hero there"),
];

/// Effects of the pointer.
const POINTER: [(&str, &str); 3] =
    [("click", "say what is there"), ("drag", "move the level"), ("wheel, pinch", "zoom")];

/// Shows the window if it is open.
pub(super) fn show(panels: &mut Panels, ctx: &Context) {
    Window::new("keys").open(&mut panels.shows_help).resizable(false).collapsible(false).show(ctx, |ui| {
        Grid::new("keys").num_columns(2).striped(true).show(ui, |ui| {
            for (key, meaning) in HERO.into_iter().chain(POINTER).chain(SHORTCUTS) {
                ui.strong(key);
                ui.label(meaning);
                ui.end_row();
            }
        });
        ui.weak("Drop a map, a preset (.toml), a recording or a .zip onto the window to open it.");
    });
}
