//! Outlines over the level: objects, findings, cells, and what a row is about.

use super::findings;
use super::names::{body_name, object_name, tile_name};
use super::parts::{outline, region_of_cell, region_of_object};
use crate::session::{Selection, Session};
use crate::view::color_of;
use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect as Area, Shape, Stroke, StrokeKind};
use tilephys::draw::{Rect, meanings_of_objects};
use tilephys::ecs::Collider;
use tilephys::glam::Vec2;
use tilephys::inspect::debug_draw::Meaning;
use tilephys::tiled::ObjectKind;

/// Points of the screen to a cell below which cells are not drawn.
const SMALLEST_CELL: f32 = 7.0;

/// Thickness of the outlines of objects, in points, and the colour of their casing.
const LINE: f32 = 1.5;
const CASING: Color32 = Color32::from_black_alpha(200);

/// Letters of a small text.
const SMALL: FontId = FontId::proportional(11.0);

/// Objects with names in the view above which names are left out.
const MOST_NAMES: usize = 150;

/// Draws the outlines that the overlays ask for.
///
/// `is_named` writes the name of the selected thing beside it.
pub(super) fn draw(
    session: &Session,
    painter: &Painter,
    screen: Area,
    (hovered, is_named): (Option<Rect>, bool),
) {
    if session.overlays.cells {
        cells(session, painter, screen);
    }
    if session.overlays.objects {
        objects(session, painter, screen);
    }
    if session.overlays.findings {
        marks(session, painter, screen);
    }
    if let Some((region, name)) = selected(session) {
        frame(session, painter, (screen, region), SELECTED);
        if is_named {
            label(painter, place(session, screen, region).left_top(), &name, SELECTED);
        }
    }
    if let Some(region) = hovered {
        frame(session, painter, (screen, region), Color32::WHITE);
    }
}

/// Colour of the selected thing.
const SELECTED: Color32 = Color32::from_rgb(110, 190, 255);

/// The region of the selected thing with its name.
fn selected(session: &Session) -> Option<(Rect, String)> {
    match session.selection? {
        Selection::Entity(entity) => {
            let at = session.game.place(entity, session.clock.alpha())?;
            let collider = session.game.world.get::<&Collider>(entity).ok()?;
            let region = Rect::new(at + collider.offset_px(), collider.px());
            Some((region, body_name(session, entity)))
        }
        Selection::Cell(at) => {
            let tile = session.game.physics.grid().tiles_in(at).next();
            let name = tile.map_or_else(|| "passable".to_owned(), |(_, tile)| tile_name(session, tile));
            Some((region_of_cell(session, at), name))
        }
        Selection::Object(id) => {
            let object = session.game.level.object(id)?;
            Some((region_of_object(session, object), object_name(object)))
        }
        Selection::Finding(_) => None,
    }
}

/// The area of a region on the screen.
fn place(session: &Session, screen: Area, region: Rect) -> Area {
    let [from, to] = [region.min, region.min + region.size].map(|at| session.camera.to_screen(screen, at));
    Area::from_two_pos(from, to)
}

fn frame(session: &Session, painter: &Painter, (screen, region): (Area, Rect), color: Color32) {
    let area = place(session, screen, region).expand(2.0);
    painter.rect_stroke(area, 2.0, Stroke::new(1.5, color), StrokeKind::Outside);
}

fn cells(session: &Session, painter: &Painter, screen: Area) {
    let tile = session.game.level.tile_size.as_vec2();
    if tile.x * session.camera.zoom < SMALLEST_CELL || tile.y * session.camera.zoom < SMALLEST_CELL {
        return;
    }
    let shown = session.camera.shown(screen);
    let (first, last) = ((shown.min / tile).floor(), ((shown.min + shown.size) / tile).ceil());
    let stroke = Stroke::new(1.0, Color32::from_white_alpha(28));
    for column in first.x as i32..=last.x as i32 {
        let at = session.camera.to_screen(screen, Vec2::new(column as f32 * tile.x, 0.0));
        painter.vline(at.x, screen.y_range(), stroke);
    }
    for row in first.y as i32..=last.y as i32 {
        let at = session.camera.to_screen(screen, Vec2::new(0.0, row as f32 * tile.y));
        painter.hline(screen.x_range(), at.y, stroke);
    }
}

fn objects(session: &Session, painter: &Painter, screen: Area) {
    let mut names = Vec::new();
    let game = &session.game;
    let meanings = meanings_of_objects(&game.level);
    for object in &game.level.objects {
        // A coin that was taken.
        let is_gone = game.spawned.entity(object.id).is_some_and(|entity| !game.world.contains(entity));
        if is_gone {
            continue;
        }
        let points: Vec<Pos2> =
            outline(session, object).into_iter().map(|at| session.camera.to_screen(screen, at)).collect();
        let area = Area::from_points(&points).expand(4.0);
        if !screen.intersects(area) {
            continue;
        }
        let meaning = meanings.get(&object.id).copied().unwrap_or(Meaning::Object);
        let color = color_of(meaning.color());
        // A dark casing sets the line off from bright art.
        for stroke in [Stroke::new(LINE + 2.0, CASING), Stroke::new(LINE, color)] {
            match &object.kind {
                ObjectKind::Point => drop(painter.circle_stroke(area.center(), 4.0, stroke)),
                ObjectKind::Polyline(_) => drop(painter.add(Shape::line(points.clone(), stroke))),
                _ => drop(painter.add(Shape::closed_line(points.clone(), stroke))),
            }
        }
        let name = match (object.name.as_str(), object.class.as_str()) {
            ("", "") => continue,
            // Its picture tells more than its class.
            ("", _) if matches!(object.kind, ObjectKind::Tile { .. }) => continue,
            ("", name) | (name, "") => name.to_owned(),
            (name, class) => format!("{name}: {class}"),
        };
        names.push((area.left_top(), name, color));
    }
    if names.len() > MOST_NAMES {
        return;
    }
    // A name over another could not be read.
    let mut taken: Vec<Area> = Vec::new();
    for (at, name, color) in names {
        let area = label_area(painter, at, &name);
        if !taken.iter().any(|other| other.intersects(area)) {
            label(painter, at, &name, color);
            taken.push(area);
        }
    }
}

/// The area of a small text.
fn label_area(painter: &Painter, at: Pos2, text: &str) -> Area {
    let galley = painter.layout_no_wrap(text.to_owned(), SMALL, Color32::WHITE);
    Align2::LEFT_BOTTOM.anchor_size(at, galley.size())
}

/// A small text with its lower left corner at a place.
pub(super) fn label(painter: &Painter, at: Pos2, text: &str, color: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), SMALL, color);
    let area = label_area(painter, at, text);
    painter.rect_filled(area.expand(1.0), 2.0, Color32::from_black_alpha(150));
    painter.galley(area.min, galley, color);
}

fn marks(session: &Session, painter: &Painter, screen: Area) {
    let Some(report) = &session.report else { return };
    for finding in &report.findings {
        let Some(region) = findings::region(session, finding) else { continue };
        let area = place(session, screen, region);
        if !screen.intersects(area) {
            continue;
        }
        let color = findings::color(finding.severity);
        // A cell of a map that is shown as a whole is smaller than a point.
        let area = Area::from_center_size(area.center(), area.size().max(eframe::egui::vec2(5.0, 5.0)));
        painter.rect(area, 1.0, color.gamma_multiply(0.25), Stroke::new(1.5, color), StrokeKind::Outside);
        if session.camera.zoom >= 1.5 {
            label(painter, area.left_top(), &finding.check.to_string(), color);
        }
    }
}
