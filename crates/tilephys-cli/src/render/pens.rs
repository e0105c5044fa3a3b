//! Lines that readers tell apart without colours: dashes, hatching, arrows.

use glam::Vec2;
use tilephys::draw::{Outline, Rect, Shape, color_of};
use tilephys::inspect::debug_draw::Meaning;
use tilephys::tiled::Color;

/// Colour of letters, and of lines without a meaning to the engine.
pub(crate) const WHITE: Color = color_of(Meaning::Face);

/// Dark casing around lines, and plate behind letters, which set both off from any level.
pub(crate) const SHADE: Color = Color::rgb(10, 12, 20);

/// Maximum number of dashes or lines of a hatching; longer lines have longer dashes, larger areas wider hatching.
const MOST: f32 = 2000.0;

pub(crate) fn larger(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

pub(crate) fn smaller(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

/// Direction of the lines of a hatching.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Hatch {
    /// From the lower left to the upper right.
    Rising,
    Level,
}

/// A line with a dark casing, `thickness` pixels of the picture thick.
pub(crate) fn cased(outline: Outline, color: Color, thickness: f32) -> [Shape; 2] {
    [
        Shape::outlined(outline.clone(), SHADE.with_alpha(190), thickness + 2.0),
        Shape::outlined(outline, color, thickness),
    ]
}

/// Dashes along a line, beginning with half a gap so that corners stay visible.
pub(crate) fn dashed(points: &[Vec2], dash: f32) -> Outline {
    let length: f32 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    let dash = larger(dash, length / MOST);
    let mut dashes = Vec::new();
    for leg in points.windows(2) {
        let length = leg[0].distance(leg[1]);
        // A whole number of dashes a leg, with a dash at both ends.
        let count = larger(((length / dash - 1.0) / 2.0).round(), 0.0);
        let part = 1.0 / (2.0 * count + 1.0);
        for i in 0..=count as u32 {
            let from = 2.0 * i as f32 * part;
            dashes.push([leg[0].lerp(leg[1], from), leg[0].lerp(leg[1], from + part)]);
        }
    }
    Outline::Segments(dashes)
}

/// The corners of a rectangle, closed.
pub(crate) fn around(rect: Rect) -> Vec<Vec2> {
    let min = rect.min;
    let max = rect.min + rect.size;
    vec![min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y), min]
}

/// Lines within a convex polygon, `gap` apart. Lines of adjacent areas meet.
pub(crate) fn hatched(corners: &[Vec2], hatch: Hatch, gap: f32) -> Outline {
    // Across and along the lines.
    let (normal, way) = match hatch {
        Hatch::Rising => (Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)),
        Hatch::Level => (Vec2::Y, Vec2::X),
    };
    let across = corners.iter().map(|c| c.dot(normal));
    let low = across.clone().fold(f32::MAX, smaller);
    let high = across.fold(f32::MIN, larger);
    // Doubled until there are few enough, so that lines still meet.
    let mut gap = gap;
    while (high - low) / gap > MOST {
        gap *= 2.0;
    }
    let mut lines = Vec::new();
    let indices = (low / gap).ceil() as i32..=(high / gap).floor() as i32;
    for at in indices.map(|i| i as f32 * gap) {
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        let crossings = edges.filter_map(|(a, b)| {
            let from = a.dot(normal) - at;
            let to = b.dot(normal) - at;
            ((from < 0.0) != (to < 0.0)).then(|| a.lerp(*b, from / (from - to)))
        });
        let mut ends: Vec<Vec2> = crossings.collect();
        ends.sort_by(|a, b| a.dot(way).total_cmp(&b.dot(way)));
        if let [from, .., to] = ends[..]
            && from != to
        {
            lines.push([from, to]);
        }
    }
    Outline::Segments(lines)
}

/// An arrow from its tail to its tip: a shaft and two strokes, of which the head has the length `head`.
pub(crate) fn arrow(tail: Vec2, tip: Vec2, head: f32) -> [[Vec2; 2]; 3] {
    let way = (tip - tail).normalize_or_zero() * head;
    let aside = Vec2::new(-way.y, way.x) * 0.7;
    [[tail, tip], [tip - way + aside, tip], [tip - way - aside, tip]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_begin_and_end_at_the_ends() {
        let Outline::Segments(dashes) = dashed(&[Vec2::ZERO, Vec2::new(10.0, 0.0)], 2.0) else {
            panic!("dashes are segments")
        };
        let ends = dashes.iter().map(|dash| dash.map(|p| p.x.round())).collect::<Vec<_>>();
        assert_eq!(ends, [[0.0, 2.0], [4.0, 6.0], [8.0, 10.0]]);
    }

    #[test]
    fn hatching_stays_within_its_area_and_meets_at_borders() {
        let square = |x: f32| around(Rect::new(Vec2::new(x, 0.0), Vec2::splat(16.0)));
        let lines = |x: f32| match hatched(&square(x), Hatch::Rising, 8.0) {
            Outline::Segments(lines) => lines,
            _ => panic!("hatching is segments"),
        };
        assert_eq!(
            lines(0.0),
            [8.0, 16.0, 24.0].map(|at: f32| {
                let (low, high) = (larger(at - 16.0, 0.0), smaller(at, 16.0));
                [Vec2::new(low, high), Vec2::new(high, low)]
            })
        );
        assert!(lines(16.0).iter().any(|[from, _]| lines(0.0).iter().any(|[_, to]| from == to)));
    }
}
