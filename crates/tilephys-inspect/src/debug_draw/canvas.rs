//! Debug drawing interface, and composed lines.

use super::meaning::Meaning;
use super::rgba::Rgba;
use glam::{I64Vec2, IVec2, Vec2};
use tilephys_core::{Aabb, RegionId, UNITS_PER_PX, lattice::px_from_point};

/// Renderer of debug lines, rectangles and text, in pixels.
pub trait DebugDraw {
    /// Draws a straight line, as thin as is well visible.
    fn line(&mut self, from: Vec2, to: Vec2, color: Rgba);

    /// Draws a rectangle with its upper left corner at `min`, `filled` or as an outline.
    fn rect(&mut self, min: Vec2, size: Vec2, color: Rgba, filled: bool);

    /// Draws a line of text whose lower left corner is at `at`.
    fn text(&mut self, at: Vec2, text: &str, color: Rgba);

    /// Colour of a region of the grid, by what it means to the game. The default implementation has one colour for all.
    fn color_of_region(&self, region: RegionId) -> Rgba {
        let _ = region;
        Meaning::Trigger.color()
    }

    /// Draws a convex polygon. The default implementation draws its outline only, also if `filled`.
    fn polygon(&mut self, corners: &[Vec2], color: Rgba, filled: bool) {
        let _ = filled;
        for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            self.line(*a, *b, color);
        }
    }
}

/// Draws a lattice box, filled or as an outline.
pub(super) fn rect(onto: &mut dyn DebugDraw, b: Aabb, color: Rgba, filled: bool) {
    let size = b.size().as_vec2() / UNITS_PER_PX as f32;
    onto.rect(px_from_point(b.min), size, color, filled);
}

/// Middle of two lattice points, in px.
pub(super) fn middle(a: IVec2, b: IVec2) -> Vec2 {
    (px_from_point(a) + px_from_point(b)) / 2.0
}

/// A vector in px; the vector may exceed the size of the world.
pub(super) fn px(v: I64Vec2) -> Vec2 {
    (v.as_dvec2() / f64::from(UNITS_PER_PX)).as_vec2()
}

/// Draws an arrow whose head is at most a third of its length.
pub(super) fn arrow(onto: &mut dyn DebugDraw, from: Vec2, to: Vec2, color: Rgba) {
    /// Length of the head in px, and half its width as a fraction of that.
    const HEAD: f32 = 3.0;
    const SLIM: f32 = 0.45;
    let way = to - from;
    let length = way.length();
    if length <= 0.0 || !length.is_finite() {
        return;
    }
    onto.line(from, to, color);
    let head = if length / 3.0 < HEAD { length / 3.0 } else { HEAD };
    let back = way / length * head;
    let aside = Vec2::new(-back.y, back.x) * SLIM;
    onto.polygon(&[to, to - back + aside, to - back - aside], color, true);
}

/// Draws a dashed line with dashes of this length, in px.
pub(super) fn dashed(onto: &mut dyn DebugDraw, from: Vec2, to: Vec2, color: Rgba) {
    /// Maximum number of dashes; longer lines have longer dashes.
    const MOST: f32 = 200.0;
    const DASH: f32 = 1.5;
    let way = to - from;
    let length = way.length();
    if length <= 0.0 || !length.is_finite() {
        return;
    }
    let dashes = (length / (2.0 * DASH)).ceil();
    let dashes = if dashes < MOST { dashes } else { MOST };
    let step = way / dashes;
    for i in 0..dashes as i32 {
        let start = from + step * i as f32;
        onto.line(start, start + step / 2.0, color);
    }
}
