//! What the engine knows, as lines over the level.

use macroquad::prelude::*;
use tilephys::core::Aabb;
use tilephys::ecs::Physics;
use tilephys::glam::Vec2 as Point;
use tilephys::hecs::World;
use tilephys::inspect::debug_draw::{DebugDraw, Rgba};

/// Draws contacts, triggers, paths and bodies in the shown part of the level.
pub fn draw_debug(physics: &Physics, world: &World, shown: Rect) {
    let area = Aabb::from_px([shown.x, shown.y], [shown.w, shown.h]);
    physics.debug_draw(world, &mut Lines, area);
}

/// The screen, as the engine draws on it.
struct Lines;

fn color(color: Rgba) -> Color {
    Color::from_rgba(color.red, color.green, color.blue, color.alpha)
}

impl DebugDraw for Lines {
    fn line(&mut self, from: Point, to: Point, rgba: Rgba) {
        draw_line(from.x, from.y, to.x, to.y, 0.75, color(rgba));
    }

    fn rect(&mut self, min: Point, size: Point, rgba: Rgba, filled: bool) {
        if filled {
            draw_rectangle(min.x, min.y, size.x, size.y, color(rgba));
        } else {
            draw_rectangle_lines(min.x, min.y, size.x, size.y, 1.5, color(rgba));
        }
    }

    fn text(&mut self, at: Point, text: &str, rgba: Rgba) {
        draw_text(text, at.x, at.y, 8.0, color(rgba));
    }
}
