//! Overlays of exposed faces and of one-way platforms.

use super::overlay::{Scene, in_units};
use super::pens::{SHADE, arrow, cased, smaller};
use crate::geometry::pixels;
use crate::geometry::solid::one_way_lines;
use glam::{IVec2, Vec2};
use tilephys::core::{Direction, geometry::Ratio, shape::OneWay};
use tilephys::draw::{Outline, Picture, Rect, Shape, color_of};
use tilephys::inspect::debug_draw::Meaning;
use tilephys::tiled::Color;

/// Thickness of a face, inward from it, in pixels of the picture.
const FACE: f32 = 2.0;

/// Length of an arrow, in pixels of the picture.
const ARROW: f32 = 9.0;

/// Minimum distance of arrows, in pixels of the picture.
const ARROWS_APART: f32 = 14.0;

/// Draws each stretch of a solid's edge that no other solid covers.
pub(crate) fn push_faces<'a>(picture: &mut Picture<'a>, scene: Scene<'a>) {
    picture.push_generated(move |window, draw| {
        let Some(area) = in_units(window) else { return };
        let edges = scene.level.grid.exposed_edges(area, u32::MAX);
        let faces = edges.iter().filter(|edge| !edge.one_way);
        let faces = faces.map(|edge| cased_face(edge.stretch_px(), edge.normal, scene));
        let (casings, lines): (Vec<Shape>, Vec<Shape>) = faces.map(<(Shape, Shape)>::from).unzip();
        // All casings first: a casing over the face beside it would interrupt the line.
        casings.into_iter().chain(lines).for_each(draw);
    });
}

/// A face in the legend.
pub(crate) fn face_sample(at: Rect, scene: Scene) -> Vec<Shape> {
    let left = at.min + Vec2::new(0.0, at.size.y / 2.0);
    cased_face([left, left + Vec2::new(at.size.x, 0.0)], IVec2::NEG_Y, scene).into()
}

/// Casing and line of a face.
fn cased_face(ends: [Vec2; 2], normal: IVec2, scene: Scene) -> [Shape; 2] {
    let casing = face(ends, normal, [-1.0, FACE + 1.0], SHADE.with_alpha(170), scene);
    [casing, face(ends, normal, [0.0, FACE], color_of(Meaning::Face), scene)]
}

/// A strip along a face, from one depth behind it to another, in pixels of the picture.
fn face(ends: [Vec2; 2], normal: IVec2, [from, to]: [f32; 2], color: Color, scene: Scene) -> Shape {
    let inward = -normal.as_vec2().normalize_or_zero();
    let [from, to] = [from, to].map(|depth| inward * scene.px(depth));
    let [a, b] = ends;
    if normal.x == 0 || normal.y == 0 {
        let corners = [a + from, a + to, b + from, b + to];
        let min = corners.into_iter().fold(a + from, Vec2::min);
        let max = corners.into_iter().fold(a + from, Vec2::max);
        return Shape::filled(Outline::Tile(Rect::new(min, max - min)), color);
    }
    let middle = (from + to) / 2.0;
    Shape::outlined(Outline::Line(vec![a + middle, b + middle]), color, from.distance(to) * scene.scale)
}

/// Draws one-way platforms, with arrows to their blocking side.
pub(crate) fn push_one_way<'a>(picture: &mut Picture<'a>, scene: Scene<'a>) {
    let grid = &scene.level.grid;
    picture.push_generated(move |window, draw| {
        let Some(area) = in_units(window) else { return };
        let edges = grid.exposed_edges(area, u32::MAX);
        for edge in edges.iter().filter(|edge| edge.one_way) {
            let ends = edge.ends.map(|end| pixels(end.as_i64vec2()));
            let open = [edge.from, edge.to].map(Ratio::as_f32);
            platform(ends, edge.normal.as_vec2(), open, scene).into_iter().for_each(&mut *draw);
        }
    });
    let one_way = |open: Direction, ends: [Vec2; 2]| {
        let shapes = platform(ends, open.vector().as_vec2(), [0.0, 1.0], scene);
        shapes.into_iter()
    };
    for found in &scene.level.movers {
        let shape = &grid.tile_kind(found.mover.tile).shape;
        let lines = one_way_lines(shape);
        let low = lines.iter().flat_map(OneWay::ends).reduce(IVec2::min).unwrap_or_default();
        for line in &lines {
            let at = found.mover.position - low;
            let ends = line.ends().map(|end| pixels((end + at).as_i64vec2()));
            one_way(line.open(), ends).for_each(|shape| picture.push_shape(shape));
        }
    }
}

/// A one-way platform in the legend.
pub(crate) fn one_way_sample(at: Rect, scene: Scene) -> Vec<Shape> {
    let right = at.min + at.size;
    platform([Vec2::new(at.min.x, right.y), right], Vec2::NEG_Y, [0.0, 1.0], scene).into()
}

/// True if a tile, object or mover is a one-way platform.
pub(crate) fn has_one_way(scene: Scene) -> bool {
    scene.level.grid.tile_kinds().iter().any(|kind| !one_way_lines(&kind.shape).is_empty())
}

/// The open part of a one-way line, and arrows along all of it. Arrows that the open part does not have are left out.
fn platform([a, b]: [Vec2; 2], normal: Vec2, [from, to]: [f32; 2], scene: Scene) -> [Shape; 2] {
    let normal = normal.normalize_or_zero();
    // A whole number of arrows in a line, also in each of a row of cells; small cells share an arrow.
    let cell = scene.cell().x;
    let apart = scene.every(cell, ARROWS_APART);
    let count = (a.distance(b) / (cell * apart)).round();
    let is_marked = (smaller(a.x, b.x) / cell).floor().rem_euclid(apart) == 0.0;
    let count = if count >= 1.0 { count as u32 } else { u32::from(is_marked) };
    let size = smaller(scene.px(ARROW), cell * apart * 0.6);
    // One outline, so that no arrow's casing covers the line.
    let mut lines = vec![[a.lerp(b, from), a.lerp(b, to)]];
    for part in (0..count).map(|i| (i as f32 + 0.5) / count as f32) {
        if from <= part && part <= to {
            let foot = a.lerp(b, part);
            lines.extend(arrow(foot, foot + normal * size, size * 0.45));
        }
    }
    cased(Outline::Segments(lines), color_of(Meaning::OneWay), 2.0)
}
