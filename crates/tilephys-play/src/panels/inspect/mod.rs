//! The thing that was clicked: what it is, and why it collides or does not.

mod body;
mod cell;
mod table;
mod why;

use super::findings;
use super::names::object_name;
use super::parts::region_of_object;
use crate::commands::Commands;
use crate::session::{Selection, Session};
use eframe::egui::{ScrollArea, Ui};
use table::{properties, table};
use tilephys::tiled::ObjectKind;

/// Shows the panel. Without a selection it is about the hero.
pub(super) fn show(session: &Session, asked: &mut Commands, ui: &mut Ui) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match session.selection {
        Some(Selection::Entity(entity)) => body::show(session, entity, asked, ui),
        Some(Selection::Cell(at)) => cell::show(session, at, ui),
        Some(Selection::Object(id)) => object(session, id, asked, ui),
        Some(Selection::Finding(index)) => finding(session, index, ui),
        None => match session.game.hero {
            Some(hero) => {
                ui.weak("Click a body or a cell in the level. This is the hero.");
                body::show(session, hero, asked, ui);
            }
            None => drop(ui.weak("Click a body or a cell in the level.")),
        },
    });
}

fn finding(session: &Session, index: usize, ui: &mut Ui) {
    let Some(finding) = session.report.as_ref().and_then(|report| report.findings.get(index)) else { return };
    ui.colored_label(findings::color(finding.severity), finding.check.to_string());
    ui.label(&finding.message);
    if let Some(info) = finding.check.info() {
        ui.weak(info.name);
    }
}

fn object(session: &Session, id: u32, asked: &mut Commands, ui: &mut Ui) {
    let Some(object) = session.game.level.object(id) else {
        ui.weak("the object is no longer in the map");
        return;
    };
    ui.strong(object_name(object));
    let layer = session.game.level.layers.get(object.layer).map_or("", |layer| layer.path.as_str());
    let region = region_of_object(session, object);
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
        body::show(session, entity, asked, ui);
    }
}
