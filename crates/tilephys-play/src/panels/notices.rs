//! Lines for the reader over the level.

use super::theme;
use crate::commands::{Command, Commands};
use crate::notices::{Notice, Notices};
use eframe::egui::{Align, Align2, Color32, Context, Layout, Rect, RichText, ScrollArea, Ui, Vec2};

/// Shows the lines at the upper left of the level. Long errors scroll.
pub(super) fn show(notices: &Notices, asked: &mut Commands, ctx: &Context, screen: Rect) {
    let width = screen.width() - 24.0;
    let errors = notices.shown().filter(|notice| notice.is_error).count();
    // All errors together leave a part of the level free.
    let most = screen.height() * 0.6 / errors.clamp(1, 4) as f32;
    theme::over_level("notices", Align2::LEFT_TOP, Vec2::splat(12.0), screen).show(ctx, |ui| {
        ui.set_max_width(if width > 640.0 { 640.0 } else { width });
        for (index, notice) in notices.shown().enumerate() {
            if one(notice, index, most, ui) {
                asked.push(Command::CloseNotice(index));
            }
        }
    });
}

/// Shows a line. True if it was closed.
fn one(notice: &Notice, index: usize, most: f32, ui: &mut Ui) -> bool {
    let fill = if notice.is_error { Color32::from_rgb(74, 24, 28) } else { theme::PLATE };
    let mut is_closed = false;
    theme::plate().fill(fill).show(ui, |ui| {
        if !notice.is_error {
            ui.label(&notice.text);
            return;
        }
        ui.horizontal(|ui| {
            ui.strong("error");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                is_closed = ui.button("×").on_hover_text("Close").clicked();
                if ui.button("copy").clicked() {
                    ui.ctx().copy_text(notice.text.clone());
                }
            });
        });
        ScrollArea::vertical().id_salt(("notice", index)).max_height(most).show(ui, |ui| {
            let text = RichText::new(&notice.text).monospace();
            ui.add(eframe::egui::Label::new(text).wrap());
        });
    });
    is_closed
}
