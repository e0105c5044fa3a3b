//! The keys that a new player needs, at the right of the level.

use super::theme;
use crate::commands::{Command, Commands};
use crate::input::Hints;
use eframe::egui::{Align2, Context, Grid, Rect, vec2};

/// Shows the keys that were not used yet, with a button that closes them.
pub(super) fn show(hints: &Hints, asked: &mut Commands, ctx: &Context, screen: Rect) {
    if hints.left().next().is_none() {
        return;
    }
    theme::over_level("hints", Align2::RIGHT_TOP, vec2(-5.0, 40.0), screen).show(ctx, |ui| {
        theme::plate().show(ui, |ui| {
            Grid::new("hints").num_columns(2).spacing([14.0, 4.0]).min_row_height(18.0).show(ui, |ui| {
                for (key, effect) in hints.left() {
                    ui.strong(key);
                    ui.label(effect);
                    ui.end_row();
                }
            });
            if ui.small_button("close").on_hover_text("H shows all keys").clicked() {
                asked.push(Command::CloseHints);
            }
        });
    });
}
