//! Outlines: the points of a collision shape, from the geometry of an object.

use crate::collide::turn::Turn;
use crate::data::objects::ObjectKind;
use crate::tmx::facts::Geometry;
use glam::{I64Vec2, Vec2};
use tilephys_core::UNITS_PER_PX;

/// Half the side of the octagon around a circle, in multiples of its radius: tan(π/8).
///
/// The octagon touches the circle on all eight sides, and its corners are 8.24 % of the radius outside of it.
const FLAT: f64 = std::f64::consts::SQRT_2 - 1.0;

/// A shape as points, in pixels from the corner of its tile or of the map.
pub(crate) struct Outline {
    pub(crate) points: Vec<[f64; 2]>,
    /// True for a polygon, false for a line of several pieces.
    pub(crate) closed: bool,
}

/// The outline of an object, rotated about its own anchor; `None` if it is a point or a text.
pub(crate) fn outline(object: &Geometry) -> Option<Outline> {
    outline_of(&object.shape, object)
}

/// The outline of another shape in the place of an object's.
pub(crate) fn outline_of(shape: &ObjectKind, object: &Geometry) -> Option<Outline> {
    let of = |points: &[Vec2]| points.iter().map(|p| p.to_array().map(f64::from)).collect();
    let size = object.size.to_array().map(f64::from);
    let (points, closed): (Vec<[f64; 2]>, bool) = match shape {
        ObjectKind::Rectangle => rectangle(size),
        ObjectKind::Ellipse => (octagon(size, size.map(|side| side / 2.0 * (1.0 - FLAT))), true),
        ObjectKind::Capsule => {
            let radius = if size[0] < size[1] { size[0] } else { size[1] } / 2.0;
            (octagon(size, [radius * (1.0 - FLAT); 2]), true)
        }
        ObjectKind::Polygon(points) => (of(points), true),
        ObjectKind::Polyline(points) => (of(points), false),
        ObjectKind::Point | ObjectKind::Text(_) | ObjectKind::Tile(_) => return None,
    };
    let at = object.anchor.to_array().map(f64::from);
    let mut points: Vec<[f64; 2]> = points.into_iter().map(|[x, y]| [at[0] + x, at[1] + y]).collect();
    if object.rotation % 360.0 != 0.0 {
        let turn = Turn::new(object.rotation.into(), at);
        points = points.into_iter().map(|p| turn.forth(p)).collect();
    }
    Some(Outline { points, closed })
}

/// The corners of a box, clockwise, and true if it is closed. Without height or width it is a line, as designers draw
/// one-way platforms.
pub(crate) fn rectangle([w, h]: [f64; 2]) -> (Vec<[f64; 2]>, bool) {
    if (w == 0.0) != (h == 0.0) {
        return (vec![[0.0, 0.0], [w, h]], false);
    }
    (vec![[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]], true)
}

/// A box with cut corners, clockwise.
fn octagon([w, h]: [f64; 2], [x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    vec![[x, 0.0], [w - x, 0.0], [w, y], [w, h - y], [w - x, h], [x, h], [0.0, h - y], [0.0, y]]
}

/// The lattice point nearest to a point in pixels, rounded half to even.
pub(crate) fn on_lattice(point: [f64; 2]) -> I64Vec2 {
    I64Vec2::from(point.map(|px| (px * f64::from(UNITS_PER_PX)).round_ties_even() as i64))
}
