//! Snapping: edits that move corners of drawn shapes.

use crate::fix::Edit;
use glam::Vec2;
use tilephys_tiled::{ObjectKind, SourceElement, TileShape};

/// Distance below which a corner is moved, in pixels.
pub(crate) const NEAR: f32 = 1.0;

/// The value at an edge of a tile of `size` pixels, if `value` is less than a pixel from it.
pub(crate) fn to_edge(value: f32, size: f32) -> Option<f32> {
    [0.0, size].into_iter().find(|edge| (value - edge).abs() < NEAR)
}

/// The edits that move the corners of a shape: `goal` returns the new coordinate on an axis for an old one.
///
/// `None` if the file cannot be edited so: in JSON, in a template, if the shape is rotated, or if nothing of it would
/// be left. Empty if all corners stay.
pub(crate) fn snap(shape: &TileShape<'_>, goal: impl Fn(usize, f32) -> f32) -> Option<Vec<Edit>> {
    if shape.rotation % 360.0 != 0.0 || shape.element.bytes().is_none() {
        return None;
    }
    match &shape.kind {
        ObjectKind::Rectangle | ObjectKind::Ellipse | ObjectKind::Capsule => of_box(shape, goal),
        ObjectKind::Polygon(points) => of_points(shape, ("polygon", points), goal),
        ObjectKind::Polyline(points) => of_points(shape, ("polyline", points), goal),
        _ => Some(Vec::new()),
    }
}

fn of_box(shape: &TileShape<'_>, goal: impl Fn(usize, f32) -> f32) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for (axis, [at, length]) in [["x", "width"], ["y", "height"]].into_iter().enumerate() {
        let (low, size) = (shape.position[axis], shape.size[axis]);
        let [new_low, new_high] = [low, low + size].map(|value| goal(axis, value));
        let new_size = new_high - new_low;
        if (new_size > 0.0) != (size > 0.0) {
            return None;
        }
        edits.extend(number(shape.element, at, low, new_low)?);
        edits.extend(number(shape.element, length, size, new_size)?);
    }
    Some(edits)
}

fn of_points(
    shape: &TileShape<'_>,
    (name, points): (&str, &[Vec2]),
    goal: impl Fn(usize, f32) -> f32,
) -> Option<Vec<Edit>> {
    let moved: Vec<Vec2> = points.iter().map(|point| moved(shape.position, *point, &goal)).collect();
    let (first, last) = (points.first()?, *moved.first()?);
    let mut edits = Vec::new();
    let mut local = moved.clone();
    for (axis, at) in ["x", "y"].into_iter().enumerate() {
        let shift = last[axis] - first[axis];
        // If all points move alike, the shape moves as a whole.
        if moved.iter().zip(points).all(|(new, old)| text(new[axis] - old[axis]) == text(shift)) {
            edits.extend(number(shape.element, at, shape.position[axis], shape.position[axis] + shift)?);
            local.iter_mut().zip(points).for_each(|(new, old)| new[axis] = old[axis]);
        }
    }
    let is_whole = moved.iter().zip(moved.iter().cycle().skip(1)).all(|(a, b)| a != b);
    if !is_whole {
        return None;
    }
    if local != points {
        let attribute = shape.element.children(name).next()?.attribute("points")?;
        let words = attribute.value.split_whitespace().zip(points.iter().zip(&local));
        let words = words.map(|(word, (old, new))| match old == new {
            true => word.to_owned(),
            false => format!("{},{}", text(new.x), text(new.y)),
        });
        let words: Vec<String> = words.collect();
        if words.len() != points.len() {
            return None;
        }
        edits.push(Edit::of_attribute(&attribute, words.join(" "))?);
    }
    Some(edits)
}

fn moved(origin: Vec2, point: Vec2, goal: &impl Fn(usize, f32) -> f32) -> Vec2 {
    let on_axis = |axis: usize| {
        let value = origin[axis] + point[axis];
        let new = goal(axis, value);
        if new == value { point[axis] } else { new - origin[axis] }
    };
    Vec2::new(on_axis(0), on_axis(1))
}

/// The edit of an attribute with a number, if the number changes; `None` if the element does not have the attribute.
fn number(element: SourceElement<'_>, name: &str, old: f32, new: f32) -> Option<Option<Edit>> {
    if text(old) == text(new) {
        return Some(None);
    }
    Edit::of_attribute(&element.attribute(name)?, text(new)).map(Some)
}

/// A number with at most four decimals, finer than the lattice of the engine.
fn text(value: f32) -> String {
    let rounded = (f64::from(value) * 10_000.0).round() / 10_000.0;
    (rounded + 0.0).to_string()
}
