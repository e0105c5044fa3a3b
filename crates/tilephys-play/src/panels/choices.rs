//! The list of maps of a folder, a world or a project.

use super::parts::row;
use crate::app::App;
use eframe::egui::{Align2, Context, Id, ScrollArea, Window};

/// Width and height of the list, in points; less in a small window.
const SIZE: [f32; 2] = [460.0, 420.0];

/// Shows the list, and opens the map that is clicked.
pub(super) fn show(app: &mut App, ctx: &Context) {
    let Some(choices) = &app.choices else { return };
    let mut is_open = true;
    let mut chosen = None;
    let name = format!("{} maps in {}", choices.maps.len(), choices.path.display());
    let window =
        Window::new(name).id(Id::unique("choices")).open(&mut is_open).collapsible(false).resizable(false);
    let window = window.default_size(SIZE).pivot(Align2::CENTER_CENTER);
    window.default_pos(ctx.content_rect().center()).show(ctx, |ui| {
        ScrollArea::vertical().max_height(SIZE[1]).auto_shrink([false, true]).show(ui, |ui| {
            for map in &choices.maps {
                let shown = map.strip_prefix(&choices.path).unwrap_or(map);
                if row(ui, false, &shown.display().to_string()).clicked() {
                    chosen = Some((map.clone(), choices.start.clone()));
                }
            }
        });
    });
    if chosen.is_some() || !is_open {
        app.choices = None;
    }
    if let Some((map, start)) = chosen {
        app.open(map, start);
    }
}
