//! Handles of a diagram: places that the pointer drags.

use crate::session::Session;
use crate::view::color_of;
use eframe::egui::{Id, Painter, Pos2, Rect as Area, Response, Stroke};
use tilephys::inspect::debug_draw::Meaning;

/// Distance of the pointer at which it takes a handle, in points.
const REACH: f32 = 14.0;

/// Drags a handle of the scene's diagram. True if the drag is about one.
pub(super) fn drag(session: &mut Session, screen: Area, response: &Response) -> bool {
    let camera = &session.camera;
    let Some(diagram) = session.game.scene.as_mut().and_then(|scene| scene.diagram.as_mut()) else {
        return false;
    };
    let Some(pointer) = response.interact_pointer_pos() else { return false };
    let held = Id::unique("handle of the diagram");
    if response.drag_started() {
        let distance = |at: Pos2| at.distance(pointer);
        let places =
            diagram.handles().into_iter().map(|handle| distance(camera.to_screen(screen, handle.at)));
        let nearest =
            places.enumerate().filter(|(_, distance)| *distance < REACH).min_by(|a, b| a.1.total_cmp(&b.1));
        response.ctx.data_mut(|data| data.insert_temp(held, nearest.map(|(handle, _)| handle)));
    }
    let handle: Option<usize> = response.ctx.data(|data| data.get_temp(held)).flatten();
    if let Some(handle) = handle.filter(|_| response.dragged()) {
        diagram.drag(handle, camera.to_level(screen, pointer));
        return true;
    }
    false
}

/// Draws a ring around each place that can be dragged.
pub(super) fn draw_handles(session: &Session, screen: Area, painter: &Painter) {
    let Some(diagram) = session.game.scene.as_ref().and_then(|scene| scene.diagram.as_ref()) else { return };
    for handle in diagram.handles() {
        let at = session.camera.to_screen(screen, handle.at);
        painter.circle_stroke(at, 6.0, Stroke::new(1.5, color_of(Meaning::Path.color())));
    }
}
