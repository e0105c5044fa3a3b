//! The list of maps of a folder, a world or a project.

use super::parts::row;
use crate::choices::Choices;
use crate::commands::{Command, Commands};
use eframe::egui::{Align2, Context, Id, ScrollArea, Window};

/// Width and height of the list, in points; less in a small window.
const SIZE: [f32; 2] = [460.0, 420.0];

/// Shows the list, and asks for the map that is clicked.
pub(super) fn show(choices: &Choices, asked: &mut Commands, ctx: &Context) {
    let mut is_open = true;
    let name = format!("{} maps in {}", choices.maps.len(), choices.path.display());
    let window =
        Window::new(name).id(Id::unique("choices")).open(&mut is_open).collapsible(false).resizable(false);
    let window = window.default_size(SIZE).pivot(Align2::CENTER_CENTER);
    window.default_pos(ctx.content_rect().center()).show(ctx, |ui| {
        ScrollArea::vertical().max_height(SIZE[1]).auto_shrink([false, true]).show(ui, |ui| {
            for map in &choices.maps {
                let shown = map.strip_prefix(&choices.path).unwrap_or(map);
                if row(ui, false, &shown.display().to_string()).clicked() {
                    asked.push(Command::Choose(map.clone()));
                }
            }
        });
    });
    if !is_open {
        asked.push(Command::CloseChoices);
    }
}
