//! Pieces that several panels are made of: rows, and regions of what the rows are about.

use crate::session::Session;
use eframe::egui::{
    Align, Align2, Button, Color32, Layout, Response, Role, Sense, TextStyle, Ui, WidgetInfo, vec2,
};
use tilephys::core::TileCoord;
use tilephys::draw::Rect;
use tilephys::glam::Vec2;
use tilephys::tiled::{Object, ObjectKind, TileRect};

/// Width and height of the region around a point, in px.
const POINT: f32 = 8.0;

/// A row of a list, as wide as the list, with its text cut off at the end.
pub(super) fn row(ui: &mut Ui, is_selected: bool, text: &str) -> Response {
    let layout = Layout::top_down_justified(Align::LEFT);
    ui.with_layout(layout, |ui| ui.add(Button::selectable(is_selected, text).truncate())).inner
}

/// A check box without a text of its own, in a table. The name is for readers of the screen.
pub(super) fn switch(ui: &mut Ui, is_on: &mut bool, name: &str) -> Response {
    let response = ui.checkbox(is_on, "");
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, *is_on, name));
    response
}

/// A small square of a colour, before the name of what has it.
pub(super) fn swatch(ui: &mut Ui, color: Color32) {
    let (area, _) = ui.allocate_exact_size(vec2(SWATCH, SWATCH), Sense::hover());
    ui.painter().rect_filled(area, 2.0, color);
}

/// Side of a small square of a colour, and gap between meanings, in points.
const SWATCH: f32 = 11.0;
const GAP: f32 = 8.0;

/// Colours with their words, side by side.
pub(super) fn meanings_row<'t>(ui: &mut Ui, meanings: impl Iterator<Item = (Color32, &'t str)>) {
    ui.horizontal_wrapped(|ui| {
        for (color, title) in meanings {
            let ink = ui.visuals().text_color();
            let galley =
                ui.painter().layout_no_wrap(title.to_owned(), TextStyle::Body.resolve(ui.style()), ink);
            // One thing, so that a colour stays on the line of its words.
            let size = vec2(SWATCH + SWATCH / 2.0 + galley.size().x + GAP, galley.size().y);
            let (area, response) = ui.allocate_exact_size(size, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("legend: {title}")));
            let square = Align2::LEFT_CENTER.align_size_within_rect(vec2(SWATCH, SWATCH), area);
            ui.painter().rect_filled(square, 2.0, color);
            ui.painter().galley(area.left_top() + vec2(SWATCH * 1.5, 0.0), galley, ink);
        }
    });
}

/// The region of a rectangle of cells, in px.
pub(super) fn region_of_cells(session: &Session, cells: TileRect) -> Rect {
    let tile = session.game.level.tile_size.as_vec2();
    let min = Vec2::new(cells.min.col as f32, cells.min.row as f32);
    Rect::new(min * tile, cells.size.as_vec2() * tile)
}

/// The region of a cell, in px.
pub(super) fn region_of_cell(session: &Session, at: TileCoord) -> Rect {
    let tile = session.game.level.tile_size.as_vec2();
    Rect::new(Vec2::new(at.col as f32, at.row as f32) * tile, tile)
}

/// A small region around a point, in px.
pub(super) fn region_of_point(at: Vec2) -> Rect {
    Rect::new(at - Vec2::splat(POINT / 2.0), Vec2::splat(POINT))
}

/// Outline of an object where it is now, in px: corners of a rectangle or polygon, or points of a line.
pub(super) fn outline(session: &Session, object: &Object) -> Vec<Vec2> {
    let game = &session.game;
    let moved = game.spawned.displacement(&game.world, object.id, 1.0).unwrap_or(Vec2::ZERO);
    let points = match &object.kind {
        ObjectKind::Polygon(points) | ObjectKind::Polyline(points) => points.clone(),
        ObjectKind::Point => return vec![object.position + moved],
        _ => {
            let size = object.size;
            vec![Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)]
        }
    };
    let turn = Vec2::from_angle(object.rotation.to_radians());
    let place = |point: Vec2| object.anchor + turn.rotate(object.position + point - object.anchor) + moved;
    points.into_iter().map(place).collect()
}

/// The region of an object where it is now, in px.
pub(super) fn region_of_object(session: &Session, object: &Object) -> Rect {
    let points = outline(session, object);
    let first = points.first().copied().unwrap_or(object.position);
    let (min, max) =
        points.iter().fold((first, first), |(min, max), point| (min.min(*point), max.max(*point)));
    let size = max - min;
    if size.x > 0.0 || size.y > 0.0 { Rect::new(min, size) } else { region_of_point(min) }
}

/// The smallest object at a place of the level among the wanted ones, by their ids.
#[must_use]
pub fn object_at(session: &Session, at: Vec2, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
    let objects = session.game.level.objects.iter().filter(|object| is_wanted(object.id));
    let regions = objects.map(|object| (object.id, region_of_object(session, object)));
    let hit =
        regions.filter(|(_, region)| at.cmpge(region.min).all() && at.cmple(region.min + region.size).all());
    let area = |region: &Rect| region.size.x * region.size.y;
    hit.min_by(|(_, a), (_, b)| area(a).total_cmp(&area(b))).map(|(id, _)| id)
}
