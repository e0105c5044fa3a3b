//! What the engine knows, as lines over the level.

use glam::Vec2;
use macroquad::color::Color;
use macroquad::shapes::{draw_line, draw_rectangle, draw_rectangle_lines, draw_triangle};
use macroquad::text::draw_text;
use tilephys_inspect::debug_draw::{DebugDraw, Rgba};

/// The window, as the engine draws onto it in pixels of the level, after [`set_view`](crate::set_view): the argument of
/// `Physics::debug_draw` and of all in `tilephys_inspect::debug_draw`.
#[derive(Clone, Copy, Debug, Default)]
pub struct DebugLines;

fn color(Rgba { red, green, blue, alpha }: Rgba) -> Color {
    Color::from_rgba(red, green, blue, alpha)
}

impl DebugDraw for DebugLines {
    fn line(&mut self, from: Vec2, to: Vec2, rgba: Rgba) {
        draw_line(from.x, from.y, to.x, to.y, 0.75, color(rgba));
    }

    fn rect(&mut self, min: Vec2, size: Vec2, rgba: Rgba, filled: bool) {
        if filled {
            draw_rectangle(min.x, min.y, size.x, size.y, color(rgba));
        } else {
            draw_rectangle_lines(min.x, min.y, size.x, size.y, 1.5, color(rgba));
        }
    }

    fn text(&mut self, at: Vec2, text: &str, rgba: Rgba) {
        draw_text(text, at.x, at.y, 8.0, color(rgba));
    }

    fn polygon(&mut self, corners: &[Vec2], rgba: Rgba, filled: bool) {
        let [first, others @ ..] = corners else { return };
        let point = |corner: &Vec2| corner.to_array().into();
        for side in others.windows(2).filter(|_| filled) {
            draw_triangle(point(first), point(&side[0]), point(&side[1]), color(rgba));
        }
        for (from, to) in corners.iter().zip(others.iter().chain([first])).filter(|_| !filled) {
            self.line(*from, *to, rgba);
        }
    }
}
