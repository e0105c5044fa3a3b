//! Debug drawing of a body and of a sweep.

use super::canvas::{DebugDraw, arrow, rect};
use super::meaning::Meaning;
use glam::{IVec2, Vec2};
use tilephys_core::lattice::{px_from_point, px_from_units};
use tilephys_core::{Aabb, Body, Direction, Faces, MoveConfig, Surface, TileGrid, trace};

/// Draws a body with its contacts: its box, the sides in contact, and the normals of its floor, wall and ceiling. An arrow shows
/// its motion in a tenth of a second.
///
/// # Panics
/// If the body does not lie in the world, or has no size.
///
/// ```
/// use glam::{UVec2, Vec2};
/// use tilephys_core::{Body, MoveConfig, TileGrid};
/// use tilephys_inspect::debug_draw::{DebugDraw, Rgba, draw_body};
///
/// struct Boxes(Vec<(Vec2, Vec2)>);
///
/// impl DebugDraw for Boxes {
///     fn line(&mut self, _: Vec2, _: Vec2, _: Rgba) {}
///     fn rect(&mut self, min: Vec2, size: Vec2, _: Rgba, filled: bool) {
///         if filled {
///             self.0.push((min, size));
///         }
///     }
///     fn text(&mut self, _: Vec2, _: &str, _: Rgba) {}
/// }
///
/// let body = Body::new(Vec2::new(5.0, 6.0), Vec2::new(8.0, 11.0));
/// let mut boxes = Boxes(Vec::new());
/// draw_body(&mut boxes, &TileGrid::new(UVec2::splat(16)), &body, &MoveConfig::default());
/// assert_eq!(boxes.0, [(Vec2::new(5.0, 6.0), Vec2::new(8.0, 11.0))]);
/// ```
pub fn draw_body(onto: &mut dyn DebugDraw, grid: &TileGrid, body: &Body, config: &MoveConfig) {
    let aabb = body.aabb();
    let contacts = trace::contacts(grid, body, config);
    let surfaces = [grid.floor(body, config), grid.ceiling(body, config), grid.wall(body, config)];
    draw_contacts(onto, (aabb, body.velocity), contacts.sides, surfaces, config.up);
}

/// Draws a box with a velocity, the sides in contact, and the normals of its floor, ceiling and wall.
pub(super) fn draw_contacts(
    onto: &mut dyn DebugDraw,
    (aabb, velocity): (Aabb, Vec2),
    contacts: Faces,
    [floor, ceiling, wall]: [Option<Surface>; 3],
    up: Direction,
) {
    /// Length of a normal, in px.
    const NORMAL: f32 = 7.0;
    // A thin tint: what the game draws of the body stays in view.
    rect(onto, aabb, Meaning::Body.color().with_alpha(48), true);
    rect(onto, aabb, Meaning::Body.color(), false);
    for side in Direction::ALL.into_iter().filter(|side| contacts.contains(*side)) {
        let [a, b] = side_of(aabb, side);
        onto.line(a, b, Meaning::Contact.color());
    }
    let ahead = Direction::along(1 - up.axis(), velocity[1 - up.axis()] >= 0.0);
    for (surface, side) in [(floor, up.opposite()), (ceiling, up), (wall, ahead)] {
        let Some(surface) = surface else { continue };
        // A wall may be behind.
        let toward = surface.normal.as_vec2().dot(side.vector().as_vec2());
        let [a, b] = side_of(aabb, if toward > 0.0 { side.opposite() } else { side });
        let middle = (a + b) / 2.0;
        arrow(onto, middle, middle + surface.normal.as_vec2().normalize() * NORMAL, Meaning::Contact.color());
    }
    if velocity.is_finite() {
        let center = (px_from_point(aabb.min) + px_from_point(aabb.max)) / 2.0;
        arrow(onto, center, center + velocity / 10.0, Meaning::Path.color());
    }
}

fn side_of(aabb: Aabb, side: Direction) -> [Vec2; 2] {
    let axis = side.axis();
    let mut low = aabb.min;
    let mut high = aabb.max;
    let place = if side.vector()[axis] > 0 { aabb.max[axis] } else { aabb.min[axis] };
    low[axis] = place;
    high[axis] = place;
    [px_from_point(low), px_from_point(high)]
}

/// Draws the swept area of a box that moves straight by `translation` lattice units, and its final place.
///
/// # Panics
/// If the translation leaves the range of lattice units.
///
/// ```
/// use glam::{IVec2, Vec2};
/// use tilephys_core::Aabb;
/// use tilephys_inspect::debug_draw::{DebugDraw, Rgba, draw_sweep};
///
/// struct Corners(usize);
///
/// impl DebugDraw for Corners {
///     fn line(&mut self, _: Vec2, _: Vec2, _: Rgba) {}
///     fn rect(&mut self, _: Vec2, _: Vec2, _: Rgba, _: bool) {}
///     fn text(&mut self, _: Vec2, _: &str, _: Rgba) {}
///     fn polygon(&mut self, corners: &[Vec2], _: Rgba, _: bool) {
///         if corners.len() > 3 {
///             self.0 = corners.len();
///         }
///     }
/// }
///
/// let mut corners = Corners(0);
/// draw_sweep(&mut corners, Aabb::from_px(Vec2::ZERO, Vec2::new(8.0, 11.0)), IVec2::new(5000, 3000));
/// assert_eq!(corners.0, 6);
/// ```
pub fn draw_sweep(onto: &mut dyn DebugDraw, aabb: Aabb, translation: IVec2) {
    swept(onto, aabb, translation, true);
    rect(onto, aabb, Meaning::Body.color(), false);
    let half = (px_from_point(aabb.max) - px_from_point(aabb.min)) / 2.0;
    let center = px_from_point(aabb.min) + half;
    arrow(onto, center, center + px_from_point(translation), Meaning::Path.color());
}

/// Draws the swept area of a box, and its final place.
pub(super) fn swept(onto: &mut dyn DebugDraw, aabb: Aabb, translation: IVec2, gone: bool) {
    let color = if gone { Meaning::Path.color() } else { Meaning::Remainder.color() };
    let corners = swept_corners(aabb, translation);
    onto.polygon(&corners, color.with_alpha(36), true);
    onto.polygon(&corners, color.with_alpha(120), false);
    rect(onto, aabb.translated(translation), color.with_alpha(200), false);
}

/// Corners of the convex hull of a box at both ends of its translation, clockwise as seen with y down. Six for a slanted
/// translation, else four.
fn swept_corners(aabb: Aabb, d: IVec2) -> Vec<Vec2> {
    let at = |x: bool, y: bool, end: bool| {
        let pick = |high: bool, k: usize| if high { aabb.max[k] } else { aabb.min[k] };
        let moved = if end { d } else { IVec2::ZERO };
        let place = |high: bool, k: usize| px_from_units(pick(high, k)) + px_from_units(moved[k]);
        Vec2::new(place(x, 0), place(y, 1))
    };
    // The corners clockwise: each is at the start, at the end, or (two of them) at both.
    let mut corners = Vec::with_capacity(6);
    for (x, y) in [(false, false), (true, false), (true, true), (false, true)] {
        let outward = IVec2::new(if x { 1 } else { -1 }, if y { 1 } else { -1 }) * d.signum();
        match (outward.x, outward.y) {
            (-1, -1) | (-1, 0) | (0, -1) => corners.push(at(x, y, false)),
            (1, 1) | (1, 0) | (0, 1) => corners.push(at(x, y, true)),
            (0, 0) => corners.push(at(x, y, false)),
            _ => {
                // A corner beside the translation: clockwise order leads from its start to its end, or back.
                let clockwise = IVec2::new(if y { -1 } else { 1 }, if x { 1 } else { -1 });
                let leads = clockwise.dot(d.signum()) > 0;
                let ends = if leads { [false, true] } else { [true, false] };
                corners.extend(ends.map(|end| at(x, y, end)));
            }
        }
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_swept_area_is_a_convex_hull_clockwise() {
        let aabb = Aabb { min: IVec2::ZERO, max: IVec2::new(512, 768) };
        for x in [-3000, 0, 3000] {
            for y in [-2000, 0, 2000] {
                let corners = swept_corners(aabb, IVec2::new(x, y));
                let n = corners.len();
                assert_eq!(n, if x != 0 && y != 0 { 6 } else { 4 });
                let mut area = 0.0;
                for i in 0..n {
                    let [a, b, c] = [corners[i], corners[(i + 1) % n], corners[(i + 2) % n]];
                    assert!((b - a).perp_dot(c - b) > 0.0, "{x}, {y}: {corners:?}");
                    area += a.perp_dot(b) / 2.0;
                }
                let w = 2.0;
                let h = 3.0;
                let swept = w * h + w * (y as f32 / 256.0).abs() + h * (x as f32 / 256.0).abs();
                assert!((area - swept).abs() < 1e-3, "{x}, {y}: {area} {swept}");
            }
        }
    }
}
