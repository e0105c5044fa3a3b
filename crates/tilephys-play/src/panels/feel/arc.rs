//! The arc of the jump in the level, from where the hero is, while its settings change.

use crate::panels::outlines::label;
use crate::panels::state::FeelPanel;
use crate::session::Session;
use crate::view::color_of;
use eframe::egui::{Color32, Painter, Pos2, Rect as Area, Shape, Stroke, vec2};
use tilephys::glam::Vec2;
use tilephys::inspect::debug_draw::Meaning;

/// Thickness of the line and of its casing, in points.
const LINE: f32 = 2.0;
const CASING: f32 = 4.0;

/// Draws the arc, with the height at its top and the width at its end.
pub(in crate::panels) fn draw(panel: &FeelPanel, session: &Session, painter: &Painter, screen: Area) {
    let Some((_, arc)) = &panel.arc else { return };
    let Some(hero) = session.hero(session.clock.alpha()) else { return };
    let Some(last) = arc.points.last() else { return };
    let is_left = session.game.feel_state().is_some_and(|state| state.facing() < 0);
    let forward = Vec2::new(if is_left { -1.0 } else { 1.0 }, 1.0);
    let feet = hero.min + Vec2::new(hero.size.x / 2.0, hero.size.y);
    let place = |at: Vec2| session.camera.to_screen(screen, feet + at * forward);
    let points: Vec<Pos2> = arc.points.iter().map(|point| place(*point)).collect();
    let color = color_of(Meaning::Path.color());
    painter.add(Shape::line(points.clone(), Stroke::new(CASING, Color32::from_black_alpha(170))));
    painter.add(Shape::line(points, Stroke::new(LINE, color)));
    let tile = session.game.level.tile_size.as_vec2();
    let top = arc.points.iter().copied().reduce(|top, point| if point.y < top.y { point } else { top });
    if let Some(top) = top {
        let text = format!("{:.1} tiles high", arc.height / tile.y);
        label(painter, place(top) + vec2(-30.0, -6.0), &text, color);
    }
    label(painter, place(*last) + vec2(6.0, 4.0), &format!("{:.1} tiles wide", arc.width / tile.x), color);
}
