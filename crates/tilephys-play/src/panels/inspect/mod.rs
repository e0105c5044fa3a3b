//! The thing that was clicked: what it is, and why it collides or does not.

mod body;
mod cell;
mod why;

use super::findings;
use super::parts::region_of_object;
use crate::session::{Selection, Session};
use eframe::egui::{Grid, Label, ScrollArea, Ui};
use tilephys::core::TileId;
use tilephys::tiled::{Object, ObjectKind, Properties, PropertyValue};

/// Shows the panel. Without a selection it is about the hero.
pub(super) fn show(session: &mut Session, ui: &mut Ui) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match session.selection {
        Some(Selection::Entity(entity)) => body::show(session, entity, ui),
        Some(Selection::Cell(at)) => cell::show(session, at, ui),
        Some(Selection::Object(id)) => object(session, id, ui),
        Some(Selection::Finding(index)) => finding(session, index, ui),
        None => match session.game.hero {
            Some(hero) => {
                ui.weak("Click a body or a cell in the level. This is the hero.");
                body::show(session, hero, ui);
            }
            None => drop(ui.weak("Click a body or a cell in the level.")),
        },
    });
}

/// Width of the names in a table, in points.
const NAMES: f32 = 105.0;

/// Category bits in words.
fn bits(mask: u32) -> String {
    if mask == u32::MAX { "all".to_owned() } else { format!("{mask:#b}") }
}

/// A table of two columns.
fn table(ui: &mut Ui, id: &str, rows: &[(&str, String)]) {
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

/// A kind of tile in words: its tile in a tileset, or the object that it was made for.
pub(super) fn tile_name(session: &Session, tile: TileId) -> String {
    let level = &session.game.level;
    if let Some(found) = level.tile_of_kind(tile) {
        return format!("{} {}", found.tileset.name, found.id);
    }
    match level.object_of_kind(tile) {
        Some(object) => object_name(object),
        None => "a solid of the game".to_owned(),
    }
}

pub(super) fn object_name(object: &Object) -> String {
    let names = [object.name.as_str(), object.class.as_str()];
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    format!("object {} {}", object.id, names.join(", ")).trim_end().to_owned()
}

fn finding(session: &Session, index: usize, ui: &mut Ui) {
    let Some(finding) = session.report.as_ref().and_then(|report| report.findings.get(index)) else { return };
    ui.colored_label(findings::color(finding.severity), finding.check.to_string());
    ui.label(&finding.message);
    if let Some(info) = finding.check.info() {
        ui.weak(info.name);
    }
}

fn object(session: &mut Session, id: u32, ui: &mut Ui) {
    let Some(object) = session.game.level.object(id).cloned() else {
        ui.weak("the object is not in the map any more");
        return;
    };
    ui.strong(object_name(&object));
    let layer = session.game.level.layers.get(object.layer).map_or("", |layer| layer.path.as_str());
    let region = region_of_object(session, &object);
    let kind = match &object.kind {
        ObjectKind::Rectangle => "rectangle",
        ObjectKind::Ellipse => "ellipse",
        ObjectKind::Capsule => "capsule",
        ObjectKind::Point => "point",
        ObjectKind::Polygon(_) => "polygon",
        ObjectKind::Polyline(_) => "line",
        ObjectKind::Text(_) => "text",
        ObjectKind::Tile(_) => "tile",
        _ => "other",
    };
    let mut rows = vec![
        ("kind", kind.to_owned()),
        ("layer", layer.to_owned()),
        ("place", format!("{}, {} px", region.min.x, region.min.y)),
        ("size", format!("{} x {} px", region.size.x, region.size.y)),
    ];
    if let Some(reason) = session.game.level.why_object(id) {
        rows.push(("collides by", reason.to_string()));
    }
    table(ui, "object", &rows);
    properties(&object.properties, ui);
    if let Some(entity) = session.game.spawned.entity(id) {
        ui.separator();
        body::show(session, entity, ui);
    }
}

/// Custom properties of an element.
fn properties(properties: &Properties, ui: &mut Ui) {
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
