//! Anti-aliased shapes: tiny-skia computes the coverage of each sample.

use super::blend::over;
use super::canvas::Canvas;
use super::clip::{self, Window};
use crate::rect::{Rect, larger, smaller, union};
use crate::shape::{Outline, Shape};
use crate::trail;
use glam::Vec2;
use std::ops::Range;
use tilephys_tiled::{Color, Turn};
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, Transform};

/// Sides of a mask in samples. Since tiny-skia rounds the origin of a mask, masks begin at multiples of these in the
/// whole picture. So the height of bands does not change the result.
const MASK_WIDTH: u32 = 1024;
const MASK_HEIGHT: u32 = 64;

/// Coordinate steps per sample, finer than the resolution of tiny-skia.
const STEPS: f64 = 256.0;

pub(super) fn shape(canvas: &mut Canvas, shape: &Shape) {
    if let Some(color) = shape.fill.filter(|_| shape.is_filled()) {
        match &shape.outline {
            Outline::Tile(rect) => fill(canvas, rect, color),
            _ => cover(canvas, shape, None, color),
        }
    }
    if let Some((color, thickness)) = shape.line.zip(shape.drawn_thickness()) {
        cover(canvas, shape, Some(thickness * canvas.fine as f32), color);
    }
}

/// Fills the samples with centres in a rectangle.
fn fill(canvas: &mut Canvas, rect: &Rect, color: Color) {
    let (min, max) = (rect.min, rect.min + rect.size);
    if !(min.is_finite() && max.is_finite()) {
        return;
    }
    let xs = canvas.span(0, min.x.into(), max.x.into());
    for y in canvas.span(1, min.y.into(), max.y.into()) {
        for under in canvas.row(y, xs.clone()) {
            over(under, [color.red, color.green, color.blue, color.alpha], 255);
        }
    }
}

/// Fills the shape, or draws its outline with a thickness in samples.
fn cover(canvas: &mut Canvas, shape: &Shape, thickness: Option<f32>, color: Color) {
    // One sample more than a round line, for smooth edges.
    let reach = (f64::from(thickness.unwrap_or(0.0)) / 2.0 + 1.0) / canvas.scale;
    let Some([left, top, right, bottom]) = extent(canvas, &shape.outline) else { return };
    let xs = canvas.whole_span(0, left - reach, right + reach);
    let ys = canvas.whole_span(1, top - reach, bottom + reach);
    let band = canvas.above..canvas.above + canvas.height;
    for y in parts(&ys, MASK_HEIGHT).filter(|part| part.start < band.end && part.end > band.start) {
        for x in parts(&xs, MASK_WIDTH) {
            let Some(mask) = mask(canvas, &shape.outline, thickness, (&x, &y)) else { continue };
            for (row, covered) in y.clone().zip(mask.data().chunks_exact(x.len())) {
                if !band.contains(&row) {
                    continue;
                }
                let samples = canvas.row(row - band.start, x.clone()).iter_mut();
                // Most of the box around a long line is not covered.
                for (under, cover) in samples.zip(covered).filter(|(_, cover)| **cover > 0) {
                    over(under, [color.red, color.green, color.blue, color.alpha], *cover);
                }
            }
        }
    }
}

/// Splits a span at multiples of `length`.
fn parts(span: &Range<u32>, length: u32) -> impl Iterator<Item = Range<u32>> + use<> {
    let Range { start, end } = *span;
    let first = start / length * length;
    (first..end).step_by(length as usize).map(move |from| larger(from, start)..smaller(from + length, end))
}

/// The coverage of each sample in a part of the picture.
fn mask(
    canvas: &Canvas,
    outline: &Outline,
    thickness: Option<f32>,
    (x, y): (&Range<u32>, &Range<u32>),
) -> Option<Mask> {
    let corner = [x.start, y.start].map(f64::from);
    let size = [x.end - x.start, y.end - y.start];
    let place = |p: Vec2| {
        let axis = |at: f32, axis: usize| {
            let sample = (f64::from(at) - canvas.corner[axis]) * canvas.scale;
            // Rounded to steps that `f32` has at any mask, so that the height of bands does not change the result.
            (sample * STEPS).round() / STEPS - corner[axis]
        };
        [axis(p.x, 0), axis(p.y, 1)]
    };
    let margin = f64::from(thickness.unwrap_or(0.0)) + 2.0;
    let window = [-margin, -margin, f64::from(size[0]) + margin, f64::from(size[1]) + margin];
    let path = match (thickness, outline) {
        (Some(width), Outline::Trail(points)) => {
            let points: Vec<_> = points.iter().map(|p| place(*p)).collect();
            let pieces = trail::pieces(&points, f64::from(width));
            areas(pieces.into_iter().map(Vec::from), window)?
        }
        (Some(width), _) => {
            let stroke =
                Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            let path = match outline {
                Outline::Segments(ends) => lines(ends.iter().map(|ends| ends.map(place)), window),
                _ => line(&points(outline, canvas.fine, place), !matches!(outline, Outline::Line(_)), window),
            };
            path?.stroke(&stroke, 1.0)?
        }
        (None, _) => areas(std::iter::once(points(outline, canvas.fine, place)), window)?,
    };
    let mut mask = Mask::new(size[0], size[1])?;
    mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
    Some(mask)
}

/// The corners of an outline in samples. An ellipse has so many that none is visible.
fn points(outline: &Outline, fine: u32, place: impl Fn(Vec2) -> [f64; 2]) -> Vec<[f64; 2]> {
    let round = |[x, y]: [f64; 2], [rx, ry]: [f64; 2]| {
        // An edge deviates from the circle by its radius times (π/n)²/2: 1/16 of a sample, for a radius below 13,000.
        let edges = if larger(rx, ry) < 100.0 { 90 } else { 1000 };
        let corner = |i: u32| {
            let [cos, sin] = Turn::new(f64::from(i) * 360.0 / f64::from(edges), [0.0; 2]).forth([1.0, 0.0]);
            [x + rx * cos, y + ry * sin]
        };
        (0..edges).map(corner).collect()
    };
    match outline {
        Outline::Box(rect) | Outline::Tile(rect) => {
            let ([left, top], [right, bottom]) = (place(rect.min), place(rect.min + rect.size));
            vec![[left, top], [right, top], [right, bottom], [left, bottom]]
        }
        Outline::Ellipse(rect) => {
            let ([left, top], [right, bottom]) = (place(rect.min), place(rect.min + rect.size));
            round([(left + right) / 2.0, (top + bottom) / 2.0], [(right - left) / 2.0, (bottom - top) / 2.0])
        }
        Outline::Dot { center, radius } => round(place(*center), [f64::from(*radius) * f64::from(fine); 2]),
        Outline::Line(points) | Outline::Trail(points) | Outline::Polygon(points) => {
            points.iter().map(|p| place(*p)).collect()
        }
        Outline::Segments(ends) => ends.as_flattened().iter().map(|p| place(*p)).collect(),
    }
}

/// The union of some polygons.
fn areas(polygons: impl Iterator<Item = Vec<[f64; 2]>>, window: Window) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for points in polygons {
        let points = clip::polygon(points, window);
        for (i, [x, y]) in points.iter().enumerate() {
            if i == 0 { builder.move_to(*x as f32, *y as f32) } else { builder.line_to(*x as f32, *y as f32) }
        }
        builder.close();
    }
    builder.finish()
}

/// The segments from point to point; with `closed`, back to the first.
fn line(points: &[[f64; 2]], closed: bool, window: Window) -> Option<Path> {
    let back = points.last().zip(points.first()).filter(|_| closed).map(|(a, b)| [*a, *b]);
    lines(points.windows(2).map(|pair| [pair[0], pair[1]]).chain(back), window)
}

/// Segments, of which some may follow each other.
fn lines(segments: impl Iterator<Item = [[f64; 2]; 2]>, window: Window) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let mut last = None;
    for ends in segments {
        let Some([a, b]) = clip::segment(ends, window) else { continue };
        if last != Some(a) {
            builder.move_to(a[0] as f32, a[1] as f32);
        }
        builder.line_to(b[0] as f32, b[1] as f32);
        last = Some(b);
    }
    builder.finish()
}

/// The bounding box of an outline without its thickness, in pixels of the level; `None` if it is not drawn.
fn extent(canvas: &Canvas, outline: &Outline) -> Option<[f64; 4]> {
    let point = |p: Vec2| [p.x, p.y, p.x, p.y].map(f64::from);
    let around = |points: &[Vec2]| {
        let is_finite = points.iter().all(|p| p.is_finite());
        is_finite.then(|| points.iter().map(|p| point(*p)).reduce(union)).flatten()
    };
    let found = match outline {
        Outline::Box(rect) | Outline::Tile(rect) | Outline::Ellipse(rect) if rect.is_empty() => None,
        Outline::Box(rect) | Outline::Tile(rect) | Outline::Ellipse(rect) => {
            Some(union(point(rect.min), point(rect.min + rect.size)))
        }
        Outline::Dot { center, radius } if *radius > 0.0 => {
            let radius = f64::from(*radius) * f64::from(canvas.fine) / canvas.scale;
            let [x, y, ..] = point(*center);
            Some([x - radius, y - radius, x + radius, y + radius])
        }
        Outline::Dot { .. } => None,
        Outline::Line(points) | Outline::Trail(points) | Outline::Polygon(points) => around(points),
        Outline::Segments(ends) => around(ends.as_flattened()),
    };
    found.filter(|extent| extent.iter().all(|v| v.is_finite()))
}
