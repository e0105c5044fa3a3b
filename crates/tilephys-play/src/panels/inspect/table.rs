//! Tables of names and values.

use eframe::egui::{Grid, Label, Ui};
use tilephys::tiled::{Properties, PropertyValue};

/// Width of the names in a table, in points.
const NAMES: f32 = 105.0;

/// A table of two columns.
pub(super) fn table(ui: &mut Ui, id: &str, rows: &[(&str, String)]) {
    // Long values break instead of widening the panel.
    let widest = ui.available_width() - NAMES;
    Grid::new(id).num_columns(2).striped(true).max_col_width(widest).show(ui, |ui| {
        for (name, value) in rows {
            ui.weak(*name);
            ui.add(Label::new(value).wrap());
            ui.end_row();
        }
    });
}

/// Custom properties of an element.
pub(super) fn properties(properties: &Properties, ui: &mut Ui) {
    let text = |value: &PropertyValue| match value {
        PropertyValue::Bool(value) => value.to_string(),
        PropertyValue::Int(value) => value.to_string(),
        PropertyValue::Float(value) => value.to_string(),
        PropertyValue::String(value) | PropertyValue::File(value) => format!("{value:?}"),
        other => format!("{other:?}"),
    };
    let rows: Vec<(&str, String)> =
        properties.iter().map(|property| (property.name.as_str(), text(&property.value))).collect();
    if !rows.is_empty() {
        ui.weak("properties");
        table(ui, "properties", &rows);
    }
}

/// Category bits in words.
pub(super) fn bits(mask: u32) -> String {
    if mask == u32::MAX { "all".to_owned() } else { format!("{mask:#b}") }
}
