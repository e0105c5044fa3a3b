//! The keys that a new player needs, at the right of the level.

use super::theme;
use crate::app::Hints;
use eframe::egui::{Align2, Area, Context, Frame, Grid, Id, Order, Rect, vec2};

/// Shows the keys that were not used yet, with a button that closes them.
pub(super) fn show(hints: &mut Hints, ctx: &Context, screen: Rect) {
    if hints.left().next().is_none() {
        return;
    }
    let mut is_closed = false;
    Area::new(Id::unique("hints"))
        .order(Order::Middle)
        .pivot(Align2::RIGHT_TOP)
        .fixed_pos(screen.right_top() + vec2(-5.0, 40.0))
        .constrain_to(screen)
        .show(ctx, |ui| {
            let frame = Frame::new().fill(theme::PLATE).corner_radius(4.0).inner_margin(8.0);
            frame.show(ui, |ui| {
                Grid::new("hints").num_columns(2).spacing([14.0, 4.0]).min_row_height(18.0).show(ui, |ui| {
                    for (key, effect) in hints.left() {
                        ui.strong(key);
                        ui.label(effect);
                        ui.end_row();
                    }
                });
                is_closed = ui.small_button("close").on_hover_text("H shows all keys").clicked();
            });
        });
    if is_closed {
        hints.close();
    }
}
