//! The hero on the screen.

use crate::session::Session;
use crate::view::draw_boxes;
use eframe::egui::{Color32, Painter};
use tilephys::draw::Rect;

/// Draws the hero at a fraction of the last tick.
pub(super) fn draw(session: &Session, painter: &Painter, alpha: f32) {
    let boxes = session.game.hero_boxes(alpha).into_iter().map(|part| {
        let [red, green, blue] = part.color;
        (Rect::new(part.min, part.size), Color32::from_rgb(red, green, blue))
    });
    draw_boxes(painter, &session.camera, boxes);
}
