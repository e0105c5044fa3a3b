//! The hero on the screen.

use crate::game::ColoredBox;
use crate::session::Session;
use crate::view::draw_boxes;
use eframe::egui::{Color32, Painter};
use tilephys::draw::Rect;

/// Draws the hero at a fraction of the last tick.
pub(super) fn draw(session: &Session, painter: &Painter, alpha: f32) {
    draw_boxes(painter, &session.camera, session.game.hero_boxes(alpha).into_iter().map(colored));
}

/// A box in the types of the screen.
pub(super) fn colored(part: ColoredBox) -> (Rect, Color32) {
    let [red, green, blue] = part.color;
    (Rect::new(part.min, part.size), Color32::from_rgb(red, green, blue))
}
