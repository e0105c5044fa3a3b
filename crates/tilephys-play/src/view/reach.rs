//! What a character can reach, over the level: marks with meanings as lines and areas of the screen.

use super::camera::Camera;
use super::overlay::Overlay;
use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind};
use tilephys::check::{LevelReach, ReachMark, ReachMeaning, ReachShape};
use tilephys::glam::Vec2;
use tilephys::inspect::debug_draw::{DebugDraw, Rgba};
use tilephys::tiled::Color;

/// Casing of lines and dots, which sets them off from any level.
const SHADE: Color32 = Color32::from_rgb(10, 12, 20);

/// Thickness of lines, and of their casing on both sides, in points.
const LINE: f32 = 2.0;
const CASING: f32 = 1.0;

/// Radius of dots and rings, in points.
const DOT: f32 = 3.0;
const RING: f32 = 9.0;

/// Length of a dash, and distance of the lines of a hatching, in points.
const DASH: f32 = 5.0;
const HATCH: f32 = 6.0;

/// Draws the marks in their order.
pub fn draw_reach(painter: &Painter, camera: &Camera, reach: &LevelReach) {
    let view = View { painter, camera };
    // Areas are many and plain, so they are one mesh below all lines.
    let mut areas = Overlay::new(painter, camera);
    for mark in &reach.marks {
        if let (ReachMeaning::Area, ReachShape::Rect { min, size }) = (mark.meaning, &mark.shape) {
            let Color { red, green, blue, alpha, .. } = mark.meaning.color();
            areas.rect(*min, *size, Rgba { red, green, blue, alpha }, true);
        }
    }
    areas.finish();
    reach.marks.iter().filter(|mark| mark.meaning != ReachMeaning::Area).for_each(|mark| view.draw(mark));
}

/// Colour of a meaning.
pub(crate) fn color_of(meaning: ReachMeaning) -> Color32 {
    let Color { red, green, blue, alpha, .. } = meaning.color();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// Draws on a screen by a camera.
struct View<'a> {
    painter: &'a Painter,
    camera: &'a Camera,
}

impl View<'_> {
    fn place(&self, at: Vec2) -> Pos2 {
        self.camera.to_screen(self.painter.clip_rect(), at)
    }

    /// Draws a mark, if it is on the screen.
    fn draw(&self, mark: &ReachMark) {
        let color = color_of(mark.meaning);
        match &mark.shape {
            ReachShape::Rect { min, size } => {
                let rect = Rect::from_two_pos(self.place(*min), self.place(*min + *size));
                if self.shows(rect) {
                    self.rect(rect, mark.meaning, color);
                }
            }
            ReachShape::Line(points) => {
                let points: Vec<Pos2> = points.iter().map(|point| self.place(*point)).collect();
                if self.shows(Rect::from_points(&points)) {
                    self.line(points, mark.meaning, color);
                }
            }
            ReachShape::Dot(at) => {
                self.painter.circle_filled(self.place(*at), DOT + CASING, SHADE);
                self.painter.circle_filled(self.place(*at), DOT, color);
            }
            ReachShape::Ring(at) => {
                self.painter.circle_stroke(self.place(*at), RING, Stroke::new(LINE + 2.0 * CASING, SHADE));
                self.painter.circle_stroke(self.place(*at), RING, Stroke::new(LINE, color));
            }
        }
    }

    fn shows(&self, bounds: Rect) -> bool {
        self.painter.clip_rect().expand(RING).intersects(bounds)
    }

    fn line(&self, points: Vec<Pos2>, meaning: ReachMeaning, color: Color32) {
        let casing = Stroke::new(LINE + 2.0 * CASING, SHADE.gamma_multiply(0.75));
        match meaning {
            ReachMeaning::Floor => {
                self.painter.add(Shape::line(points, Stroke::new(LINE, color)));
            }
            ReachMeaning::Unknown => {
                self.painter.extend(Shape::dashed_line(&points, Stroke::new(LINE, color), DASH, DASH));
            }
            _ => {
                self.painter.add(Shape::line(points.clone(), casing));
                self.painter.add(Shape::line(points, Stroke::new(LINE, color)));
            }
        }
    }

    fn rect(&self, rect: Rect, meaning: ReachMeaning, color: Color32) {
        let stroke = Stroke::new(LINE, color);
        let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        match meaning {
            ReachMeaning::Trap => {
                self.painter.rect_filled(rect, 0.0, color.gamma_multiply(0.3));
                self.hatch(rect, color);
            }
            ReachMeaning::Impossible => {
                self.painter.rect(rect, 0.0, color.gamma_multiply(0.3), stroke, StrokeKind::Middle);
                self.painter.line_segment([corners[0], corners[2]], stroke);
                self.painter.line_segment([corners[1], corners[3]], stroke);
            }
            ReachMeaning::Unknown => {
                self.painter.rect_filled(rect, 0.0, color.gamma_multiply(0.3));
                let [a, b, c, d] = corners;
                self.painter.extend(Shape::dashed_line(&[a, b, c, d, a], stroke, DASH, DASH));
            }
            _ => {
                self.painter.rect_stroke(rect, 0.0, Stroke::new(1.0, color), StrokeKind::Middle);
            }
        }
    }

    /// Rising lines within a rectangle.
    fn hatch(&self, rect: Rect, color: Color32) {
        let shown = rect.intersect(self.painter.clip_rect());
        let painter = self.painter.with_clip_rect(shown);
        let height = rect.height();
        let count = ((shown.width() + height) / HATCH).ceil() as usize;
        for line in 0..=count {
            let foot = shown.left() - height + line as f32 * HATCH;
            let from = Pos2::new(foot, rect.bottom());
            let to = Pos2::new(foot + height, rect.top());
            painter.line_segment([from, to], Stroke::new(1.0, color));
        }
    }
}
