//! Overlay of the paths of movers.

use super::overlay::Scene;
use super::pens::{around, arrow, cased, dashed, smaller};
use crate::picture::movers;
use glam::Vec2;
use tilephys::core::platform::PathMode;
use tilephys::draw::{Outline, Picture, Rect, Shape, color_of};
use tilephys::inspect::debug_draw::Meaning;

/// Length of a dash, in pixels of the picture.
const DASH: f32 = 5.0;

/// Maximum number of points of a path at which the mover is outlined; of longer paths only both ends.
const MOST_OUTLINED: usize = 8;

pub(crate) fn push(picture: &mut Picture<'_>, scene: Scene) {
    for (found, object) in movers::with_objects(scene.level) {
        let Some(path) = &found.path else { continue };
        let rect = movers::rect(scene.level, found, object);
        let points = movers::points(path, rect.min + rect.size / 2.0);
        for shape in shapes(&points, path.mode, rect.size, scene) {
            picture.push_shape(shape);
        }
    }
}

/// A path in the legend.
pub(crate) fn sample(at: Rect, scene: Scene) -> Vec<Shape> {
    let left = at.min + Vec2::new(0.0, at.size.y / 2.0);
    shapes(&[left, left + Vec2::new(at.size.x, 0.0)], PathMode::Once, Vec2::ZERO, scene)
}

/// A dashed line through the middle of the mover, with its outline where it stops and arrows where it goes.
pub(crate) fn shapes(points: &[Vec2], mode: PathMode, size: Vec2, scene: Scene) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let is_stop = |i: usize| points.len() <= MOST_OUTLINED || i + 1 == points.len();
    for (_, at) in points.iter().enumerate().filter(|(i, _)| *i > 0 && is_stop(*i)) {
        // Half a pixel smaller, so that thin lines cover whole pixels.
        let ghost = (size - scene.px(1.0)).max(Vec2::ZERO);
        let ghost = around(Rect::new(at - ghost / 2.0, ghost));
        shapes.extend(cased(dashed(&ghost, scene.px(3.0)), color_of(Meaning::Mover), 1.0));
    }
    shapes.extend(cased(dashed(points, scene.px(DASH)), color_of(Meaning::Mover), 2.0));
    let mut heads = Vec::new();
    for leg in points.windows(2) {
        let way = (leg[1] - leg[0]).normalize_or_zero();
        let head = smaller(scene.px(6.0), leg[0].distance(leg[1]) / 3.0);
        let middle = leg[0].lerp(leg[1], 0.5);
        let apart = if mode == PathMode::PingPong { head } else { 0.0 };
        heads.extend(arrow(middle, middle + way * (head + apart), head));
        if mode == PathMode::PingPong {
            heads.extend(arrow(middle, middle - way * (head + apart), head));
        }
    }
    if !heads.is_empty() {
        shapes.extend(cased(Outline::Segments(heads), color_of(Meaning::Mover), 2.0));
    }
    for center in points {
        let dot = Outline::Dot { center: *center, radius: 3.0 };
        shapes.push(Shape {
            outline: dot,
            fill: Some(color_of(Meaning::Mover)),
            line: Some(super::pens::SHADE),
            thickness: 1.0,
        });
    }
    shapes
}
