//! Shapes onto samples, with smooth edges: tiny-skia says how much of each sample is covered.

use super::Canvas;
use super::blend::{alpha_of, over, part};
use crate::list::{larger, smaller, union};
use crate::shape::{Outline, Rect, Shape};
use glam::Vec2;
use std::ops::Range;
use tilephys_tiled::Color;
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, Transform};

/// The sides of a mask in samples. tiny-skia rounds where a mask begins, so masks begin at multiples of these in the whole
/// picture, and bands of any height show the same.
const MASK_WIDTH: u32 = 1024;
const MASK_HEIGHT: u32 = 64;

/// Steps of coordinates to a sample, finer than what tiny-skia tells apart.
const STEPS: f64 = 256.0;

pub(super) fn shape(canvas: &mut Canvas, shape: &Shape) {
    if let (Some(color), false) = (shape.fill, matches!(shape.outline, Outline::Line(_))) {
        cover(canvas, shape, None, color);
    }
    if let Some(color) = shape.line.filter(|_| shape.thickness > 0.0) {
        cover(canvas, shape, Some(shape.thickness * canvas.fine as f32), color);
    }
}

/// Fills the shape, or draws its outline so many samples thick.
fn cover(canvas: &mut Canvas, shape: &Shape, thickness: Option<f32>, color: Color) {
    // A sample more than what a round line reaches, for smooth edges.
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
                for (under, cover) in canvas.row(row - band.start, x.clone()).iter_mut().zip(covered) {
                    let alpha = alpha_of(color.alpha, part(f32::from(*cover) / 255.0));
                    over(under, [color.red, color.green, color.blue], alpha);
                }
            }
        }
    }
}

/// A span in parts, at multiples of `length`.
fn parts(span: &Range<u32>, length: u32) -> impl Iterator<Item = Range<u32>> + use<> {
    let Range { start, end } = *span;
    let first = start / length * length;
    (first..end).step_by(length as usize).map(move |from| larger(from, start)..smaller(from + length, end))
}

/// How much of each sample in a part of the picture is covered.
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
            // To steps that `f32` has wherever the mask is, so that bands of any height show the same.
            ((sample * STEPS).round() / STEPS - corner[axis]) as f32
        };
        (axis(p.x, 0), axis(p.y, 1))
    };
    let margin = thickness.unwrap_or(0.0) + 2.0;
    let near = [-margin, -margin, size[0] as f32 + margin, size[1] as f32 + margin];
    let path = path(outline, canvas.fine as f32, place, near)?;
    let path = match thickness {
        Some(width) => {
            let stroke =
                Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            path.stroke(&stroke, 1.0)?
        }
        None => path,
    };
    let mut mask = Mask::new(size[0], size[1])?;
    mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
    Some(mask)
}

/// The outline in samples. Of an open line only the segments `near` (left, top, right, bottom) the mask.
fn path(outline: &Outline, fine: f32, place: impl Fn(Vec2) -> (f32, f32), near: [f32; 4]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let rect = |rect: &Rect| {
        let ((left, top), (right, bottom)) = (place(rect.min), place(rect.min + rect.size));
        tiny_skia::Rect::from_ltrb(left, top, right, bottom)
    };
    match outline {
        Outline::Box(bounds) => builder.push_rect(rect(bounds)?),
        Outline::Ellipse(bounds) => builder.push_oval(rect(bounds)?),
        Outline::Dot { center, radius } => {
            let (x, y) = place(*center);
            builder.push_circle(x, y, radius * fine);
        }
        Outline::Line(points) => {
            let mut last = None;
            for pair in points.windows(2) {
                let ((ax, ay), (bx, by)) = (place(pair[0]), place(pair[1]));
                let apart = larger(ax, bx) < near[0] || smaller(ax, bx) > near[2];
                if apart || larger(ay, by) < near[1] || smaller(ay, by) > near[3] {
                    continue;
                }
                if last != Some((ax, ay)) {
                    builder.move_to(ax, ay);
                }
                builder.line_to(bx, by);
                last = Some((bx, by));
            }
        }
        Outline::Polygon(points) => {
            for (i, (x, y)) in points.iter().map(|p| place(*p)).enumerate() {
                if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            builder.close();
        }
    }
    builder.finish()
}

/// The rectangle of an outline without its thickness, in pixels of the level; `None` if it is not to be drawn.
fn extent(canvas: &Canvas, outline: &Outline) -> Option<[f64; 4]> {
    let point = |p: Vec2| [p.x, p.y, p.x, p.y].map(f64::from);
    let found = match outline {
        Outline::Box(rect) | Outline::Ellipse(rect) if rect.is_empty() => None,
        Outline::Box(rect) | Outline::Ellipse(rect) => {
            Some(union(point(rect.min), point(rect.min + rect.size)))
        }
        Outline::Dot { center, radius } if *radius > 0.0 => {
            let radius = f64::from(*radius) * f64::from(canvas.fine) / canvas.scale;
            let [x, y, ..] = point(*center);
            Some([x - radius, y - radius, x + radius, y + radius])
        }
        Outline::Dot { .. } => None,
        Outline::Line(points) | Outline::Polygon(points) => points
            .iter()
            .all(|p| p.is_finite())
            .then(|| points.iter().map(|p| point(*p)).reduce(union))
            .flatten(),
    };
    found.filter(|extent| extent.iter().all(|v| v.is_finite()))
}
