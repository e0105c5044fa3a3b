//! Movers in the picture of a run: their positions and the dotted lines of their paths.

use super::driver::Driver;
use crate::geometry::pixels;
use crate::picture::movers;
use crate::render::overlay::Offsets;
use glam::{I64Vec2, IVec2, Vec2};
use std::collections::{BTreeMap, BTreeSet};
use tilephys::draw::{Body, BodyKind, Outline, Rect, Shape};
use tilephys::tiled::{Color, Level, LevelMover, Object, ObjectKind};

/// Pixels of the level from dot to dot.
const GAP: f32 = 6.0;

/// Of a dot, in pixels of the picture.
const RADIUS: f32 = 0.9;

/// Maximum number of dots of a mover's path.
const MOST: f32 = 4000.0;

const INK: Color = Color { red: 214, green: 222, blue: 235, alpha: 150 };

/// Where the objects of a level are when a run has ended; the `taken` ones are gone.
pub(crate) fn offsets(level: &Level, driver: &dyn Driver, taken: &BTreeSet<u32>, by: I64Vec2) -> Offsets {
    let places: BTreeMap<u32, IVec2> = driver.movers().iter().map(|m| (m.object, m.at)).collect();
    let moved = level.movers.iter().filter_map(|found| {
        let at = places.get(&found.object)?.as_i64vec2();
        Some((found.object, Some(pixels(at - by - found.mover.position.as_i64vec2()))))
    });
    Offsets(moved.chain(taken.iter().map(|id| (*id, None))).collect())
}

/// The rectangle of an object, moved from its place.
fn moved(Rect { min, size }: Rect, object: &Object, now: &Offsets) -> Rect {
    Rect::new(min + now.of(object.id).unwrap_or_default(), size)
}

/// Paths of all movers, through the middle of the mover at each point, without the part that the mover covers.
pub(crate) fn shapes(level: &Level, now: &Offsets) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (found, object) in movers::with_objects(level) {
        let Some(path) = &found.path else { continue };
        let start = movers::rect(level, found, object);
        let rect = moved(start, object, now);
        let points = movers::points(path, start.min + start.size / 2.0);
        let length: f32 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let gap = if length > MOST * GAP { length / MOST } else { GAP };
        let margin = Vec2::splat(2.0);
        let (low, high) = (rect.min - margin, rect.min + rect.size + margin);
        let is_beside = |p: &Vec2| p.cmplt(low).any() || p.cmpgt(high).any();
        let dots = dots(&points, gap).into_iter().filter(is_beside);
        shapes.extend(dots.map(|center| Shape::filled(Outline::Dot { center, radius: RADIUS }, INK)));
    }
    shapes
}

/// Points along a line, `gap` apart, from its first on.
fn dots(points: &[Vec2], gap: f32) -> Vec<Vec2> {
    let mut dots = Vec::new();
    let mut next = 0.0;
    for leg in points.windows(2) {
        let length = leg[0].distance(leg[1]);
        while next < length {
            dots.push(leg[0].lerp(leg[1], next / length));
            next += gap;
        }
        next -= length;
    }
    dots.extend(points.last());
    dots
}

/// Movers that show no tile, as bodies: nothing else of them is drawn.
pub(crate) fn bare(level: &Level, now: &Offsets) -> Vec<Body> {
    let bare = movers::with_objects(level).filter(|(_, object)| !matches!(object.kind, ObjectKind::Tile(_)));
    let body = |(found, object): (&LevelMover, &Object)| Body {
        kind: BodyKind::Platform,
        rect: moved(movers::rect(level, found, object), object, now),
        path: Vec::new(),
        label: String::new(),
    };
    bare.map(body).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_equally_far_apart_around_corners_and_end_at_the_end() {
        let points = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 9.0)];
        let wanted = [(0.0, 0.0), (4.0, 0.0), (8.0, 0.0), (10.0, 2.0), (10.0, 6.0), (10.0, 9.0)];
        assert_eq!(dots(&points, 4.0), wanted.map(|(x, y)| Vec2::new(x, y)));
    }
}
