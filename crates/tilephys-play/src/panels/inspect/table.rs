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
    let rows: Vec<(&str, String)> =
        properties.iter().map(|property| (property.name.as_str(), text(&property.value))).collect();
    if !rows.is_empty() {
        ui.weak("properties");
        table(ui, "properties", &rows);
    }
}

/// The value of a property, as Tiled shows it.
fn text(value: &PropertyValue) -> String {
    match value {
        PropertyValue::Bool(value) => value.to_string(),
        PropertyValue::Int(value) => value.to_string(),
        PropertyValue::Float(value) => value.to_string(),
        PropertyValue::String(value) | PropertyValue::File(value) => format!("{value:?}"),
        PropertyValue::Color(None) | PropertyValue::Object(None) => "none".to_owned(),
        PropertyValue::Color(Some(parts)) => format!("#{:08x}", u32::from_be_bytes(*parts)),
        PropertyValue::Object(Some(id)) => format!("object {id}"),
        PropertyValue::Class(members) => {
            let members = members.iter().map(|member| format!("{}: {}", member.name, text(&member.value)));
            members.collect::<Vec<_>>().join(", ")
        }
        PropertyValue::List(values) => values.iter().map(text).collect::<Vec<_>>().join(", "),
        PropertyValue::Other { text, .. } => text.clone(),
        other => format!("{other:?}"),
    }
}

/// Category bits in words.
pub(super) fn bits(mask: u32) -> String {
    if mask == u32::MAX { "all".to_owned() } else { format!("{mask:#b}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_the_words_of_tiled() {
        let list = PropertyValue::List(vec![PropertyValue::Object(Some(19)), PropertyValue::Object(None)]);
        assert_eq!(text(&list), "object 19, none");
        assert_eq!(text(&PropertyValue::Color(Some([255, 10, 0, 200]))), "#ff0a00c8");
    }
}
