//! Events of the last ticks in words.

use super::Panels;
use super::names::{body_name, object_name, tile_name};
use super::parts::{region_of_cell, row};
use crate::commands::Commands;
use crate::session::{Selection, Session, SessionCommand};
use eframe::egui::{ScrollArea, TextStyle, Ui};
use tilephys::core::{Direction, EventKind, SensorId};
use tilephys::draw::Rect;
use tilephys::ecs::Event;
use tilephys::glam::IVec2;
use tilephys::hecs::Entity;
use tilephys::level::TiledId;

/// Most rows that are listed.
const MOST: usize = 300;

/// Events that are alike, in ticks that follow each other.
struct Row {
    first: u32,
    last: u32,
    entity: Entity,
    text: String,
    /// Kind of the event and normal of the contact; repeated ones are one row.
    key: (u8, IVec2),
    region: Option<Rect>,
}

/// Shows the list, the latest event first.
pub(super) fn show(panels: &mut Panels, session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let selected = match session.selection {
        Some(Selection::Entity(entity)) => Some(entity),
        _ => session.game.hero,
    };
    let label = if session.selection.is_some() { "only the selected body" } else { "only the hero" };
    ui.checkbox(&mut panels.events.of_selected, label);
    let only = selected.filter(|_| panels.events.of_selected);
    let rows = rows(session, only);
    if rows.is_empty() {
        ui.weak("no events");
        return;
    }
    ui.weak("Contacts that repeat from tick to tick are one row.");
    let height = ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, rows.len(), |ui, shown| {
        for event in &rows[shown] {
            let is_selected = session.selection == Some(Selection::Entity(event.entity));
            let ticks = match event.first == event.last {
                true => event.last.to_string(),
                false => format!("{}-{}", event.first, event.last),
            };
            let name = body_name(session, event.entity);
            let response = row(ui, is_selected, &format!("{ticks}  {name}: {}", event.text));
            if response.clicked() {
                asked.push(SessionCommand::Select(Some(Selection::Entity(event.entity))));
            }
            if response.hovered() {
                panels.hovered = event.region;
            }
            response.on_hover_text(&event.text);
        }
    });
}

fn rows(session: &Session, only: Option<Entity>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let is_wanted = |event: &Event| only.is_none_or(|only| event.entity == only);
    for (tick, event) in session.game.events().rev().filter(|(_, event)| is_wanted(event)) {
        let key = key(&event.kind);
        // Rows of the last ticks are at the end: the list goes back in time.
        let is_alike = |row: &&mut Row| {
            row.entity == event.entity && row.key == key && key.0 != 0 && row.first <= tick + 1
        };
        if let Some(row) = rows.iter_mut().rev().take(40).find(is_alike) {
            row.first = *tick;
            continue;
        }
        if rows.len() == MOST {
            break;
        }
        let (text, region) = words(session, &event.kind);
        rows.push(Row { first: *tick, last: *tick, entity: event.entity, text, key, region });
    }
    rows
}

/// Kind of an event that repeats, with the normal of its contact; 0 for an event that does not.
fn key(kind: &EventKind) -> (u8, IVec2) {
    match kind {
        EventKind::Hit(hit) => (1, hit.shape.normal),
        EventKind::BodyHit(hit) => (2, hit.shape.normal),
        EventKind::Stay { .. } => (3, IVec2::ZERO),
        EventKind::Overlapped(_) => (4, IVec2::ZERO),
        EventKind::Rejected { .. } | EventKind::Uncontrolled { .. } => (5, IVec2::ZERO),
        _ => (0, IVec2::ZERO),
    }
}

/// A sensor by the object of the map, if it has one.
fn sensor_name(session: &Session, sensor: SensorId) -> String {
    let entity = session.game.physics.sensor_entity(sensor);
    let id = entity.and_then(|entity| session.game.world.get::<&TiledId>(entity).ok().map(|id| id.0));
    match id.and_then(|id| session.game.level.object(id)) {
        Some(object) => object_name(object),
        None => sensor.to_string(),
    }
}

/// An event in words, with its place. Tiles have the names of their tilesets.
fn words(session: &Session, kind: &EventKind) -> (String, Option<Rect>) {
    let hit = match kind {
        EventKind::Hit(hit) => hit,
        EventKind::Enter { sensor, .. } => {
            return (format!("came into {}", sensor_name(session, *sensor)), None);
        }
        EventKind::Exit { sensor, .. } => return (format!("left {}", sensor_name(session, *sensor)), None),
        EventKind::Stay { sensor } => return (format!("is in {}", sensor_name(session, *sensor)), None),
        other => return (other.to_string(), None),
    };
    let at = hit.target.cell;
    let tile = tile_name(session, hit.target.tile);
    let face = match hit.face {
        Direction::Up => "from above",
        Direction::Down => "from below",
        Direction::Left => "from the left",
        Direction::Right => "from the right",
    };
    let text = format!("hit {tile} {face}, {:.0} px/s, column {}, row {}", hit.approach, at.col, at.row);
    (text, Some(region_of_cell(session, at)))
}
