//! The hero on the screen: a box with hair that shows whether it can dash, and eyes that look where it runs.

use crate::session::Session;
use crate::view::draw_boxes;
use eframe::egui::{Color32, Painter};
use tilephys::draw::Rect;
use tilephys::ecs::FeelState;
use tilephys::glam::Vec2;

const SHIRT: Color32 = Color32::from_rgb(84, 150, 230);
const FACE: Color32 = Color32::from_rgb(250, 214, 176);
const EYES: Color32 = Color32::from_rgb(40, 30, 50);
const BOOTS: Color32 = Color32::from_rgb(70, 60, 90);
const HAIR: Color32 = Color32::from_rgb(214, 72, 72);
const HAIR_WITHOUT_DASH: Color32 = Color32::from_rgb(90, 200, 230);

/// Pixels of the hero: left, top, width and height in eighths and elevenths of its box, looking right.
const PARTS: [([f32; 4], Part); 7] = [
    ([0.0, 0.0, 8.0, 11.0], Part::Shirt),
    ([0.0, 0.0, 8.0, 6.0], Part::Hair),
    ([2.0, 2.0, 6.0, 4.0], Part::Face),
    ([4.0, 3.0, 1.0, 2.0], Part::Eyes),
    ([6.0, 3.0, 1.0, 2.0], Part::Eyes),
    ([0.0, 9.0, 3.0, 2.0], Part::Boots),
    ([5.0, 9.0, 3.0, 2.0], Part::Boots),
];

#[derive(Clone, Copy)]
enum Part {
    Shirt,
    Hair,
    Face,
    Eyes,
    Boots,
}

/// Draws the hero at a fraction of the last tick.
pub(super) fn draw(session: &Session, painter: &Painter, alpha: f32) {
    let (Some(area), Some(state)) = (session.hero(alpha), session.game.feel_state()) else { return };
    let has_dash = session.game.feel().is_some_and(|feel| feel.dash.is_none() || state.dashes() > 0);
    let parts = PARTS.into_iter().map(|(part, kind)| {
        let color = match kind {
            Part::Shirt => SHIRT,
            Part::Hair if has_dash => HAIR,
            Part::Hair => HAIR_WITHOUT_DASH,
            Part::Face => FACE,
            Part::Eyes => EYES,
            Part::Boots => BOOTS,
        };
        (place(part, area, state), color)
    });
    draw_boxes(painter, &session.camera, parts);
}

/// A part within the box of the hero, mirrored if it looks left.
fn place([left, top, width, height]: [f32; 4], area: Rect, state: FeelState) -> Rect {
    let pixel = area.size / Vec2::new(8.0, 11.0);
    let left = if state.facing() < 0 { 8.0 - left - width } else { left };
    Rect::new(area.min + Vec2::new(left, top) * pixel, Vec2::new(width, height) * pixel)
}
