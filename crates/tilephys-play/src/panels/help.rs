//! The window with all keys.

use super::Panels;
use eframe::egui::{Align2, Context, Grid, ScrollArea, Ui, Window};

/// Keys of the hero, with what they do.
const HERO: [(&str, &str); 6] = [
    ("arrows, A D W S", "run, climb, look, crouch"),
    ("space, C", "jump; with down: through planks"),
    ("X", "dash"),
    ("Z", "hold on to walls"),
    ("down", "fall faster, crouch"),
    ("double click", "place the hero there"),
];

/// Effects of the pointer.
const POINTER: [(&str, &str); 6] = [
    ("click", "say what is there"),
    ("drag", "move the level"),
    ("drag a body", "hold it, throw it"),
    ("wheel, pinch", "zoom"),
    ("E and drag", "make cells solid, not in the file"),
    ("E and right drag", "clear cells"),
];

/// Keys of the app, with their effects.
const SHORTCUTS: [(&str, &str); 15] = [
    ("P", "pause"),
    (".", "one tick"),
    ("R", "rewind while held"),
    ("Backspace", "restart"),
    ("F", "back to the hero"),
    ("M", "whole map"),
    ("+ -", "zoom"),
    ("B", "panels"),
    ("H", "these keys"),
    ("Escape", "select nothing"),
    ("F1, 1", "overlay: engine"),
    ("2 3", "overlays: solids, objects"),
    ("4 5", "overlays: findings, timers"),
    ("6 7", "overlays: reasons, cells"),
    ("8", "overlay: reach"),
];

/// Width of the window, in points; less in a narrow one.
const WIDTH: f32 = 580.0;

/// Shows the window if it is open.
pub(super) fn show(panels: &mut Panels, ctx: &Context) {
    let screen = ctx.content_rect();
    let window = Window::new("keys").open(&mut panels.shows_help).resizable(false).collapsible(false);
    let window = window.default_width(WIDTH).pivot(Align2::CENTER_CENTER).default_pos(screen.center());
    window.show(ctx, |ui| {
        ScrollArea::both().show(ui, |ui| {
            ui.horizontal_top(|ui| {
                keys(ui, "game", HERO.into_iter().chain(POINTER));
                keys(ui, "app", SHORTCUTS.into_iter());
            });
        });
        ui.weak("Drop a map, a preset (.toml), a recording or a .zip onto the window to open it.");
    });
}

fn keys(ui: &mut Ui, name: &str, rows: impl Iterator<Item = (&'static str, &'static str)>) {
    Grid::new(name).num_columns(2).striped(true).min_row_height(18.0).show(ui, |ui| {
        for (key, meaning) in rows {
            ui.strong(key);
            ui.label(meaning);
            ui.end_row();
        }
    });
}
