//! The objects of the map as a list: a click jumps there.

use super::Panels;
use super::parts::{region_of_object, row};
use crate::commands::Commands;
use crate::session::{Selection, Session, SessionCommand};
use eframe::egui::{ScrollArea, TextEdit, TextStyle, Ui};
use tilephys::tiled::Object;

/// Shows the list.
pub(super) fn show(panels: &mut Panels, session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let filter = &mut panels.objects.filter;
    let hint = "find: id, name, class, layer";
    ui.add(TextEdit::singleline(filter).hint_text(hint).desired_width(f32::INFINITY));
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    let level = &session.game.level;
    let text = |object: &Object| {
        let layer = level.layers.get(object.layer).map_or("", |layer| layer.path.as_str());
        let parts = [object.name.as_str(), object.class.as_str(), layer];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}  {}", object.id, parts.join("  ·  "))
    };
    let rows: Vec<(u32, String)> = level.objects.iter().map(|object| (object.id, text(object))).collect();
    let is_found = |(_, text): &(u32, String)| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let all = rows.len();
    let rows: Vec<(u32, String)> = rows.into_iter().filter(is_found).collect();
    match (all, words.is_empty()) {
        (0, _) => ui.weak("the map has no objects"),
        (_, true) => ui.weak(format!("{all} objects")),
        (_, false) => ui.weak(format!("{} of {all} objects", rows.len())),
    };
    let height = ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, rows.len(), |ui, shown| {
        for (id, text) in &rows[shown] {
            let is_selected = session.selection == Some(Selection::Object(*id));
            let response = row(ui, is_selected, text);
            let Some(object) = session.game.level.object(*id) else { continue };
            let region = region_of_object(session, object);
            if response.clicked() {
                asked.push(SessionCommand::Select(Some(Selection::Object(*id))));
                asked.push(SessionCommand::PointOut(region));
            }
            if response.hovered() {
                panels.hovered = Some(region);
            }
        }
    });
}
