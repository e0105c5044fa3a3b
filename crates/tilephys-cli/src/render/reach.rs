//! Overlay of what a character can reach: marks with meanings, painted onto a picture.

use super::legend::{Entry, Line};
use super::overlay::Scene;
use super::pens::{Hatch, SHADE, WHITE, around, cased, dashed, hatched};
use glam::Vec2;
use std::collections::BTreeSet;
use tilephys::check::{LevelReach, ReachMark, ReachMeaning, ReachShape};
use tilephys::draw::{Outline, Picture, Rect, Shape};
use tilephys::tiled::Color;

/// Pixels of the picture between the lines of a hatching, and in a dash.
const HATCH_GAP: f32 = 5.0;
const DASH: f32 = 4.0;

/// Radius of a dot and of a ring, in pixels of the picture.
const DOT: f32 = 3.0;
const RING: f32 = 8.0;

/// Draws the marks in their order.
pub(super) fn push(picture: &mut Picture<'_>, reach: &LevelReach, scene: Scene) {
    for mark in &reach.marks {
        shapes(mark, scene).into_iter().for_each(|shape| picture.push_shape(shape));
    }
}

/// Samples of the meanings that occur.
pub(super) fn entries(reach: &LevelReach) -> Vec<Entry> {
    let meanings: BTreeSet<ReachMeaning> = reach.marks.iter().map(|mark| mark.meaning).collect();
    let entry = |meaning: ReachMeaning| {
        Entry::new(meaning.title(), move |at, scene| {
            sample(meaning, at).iter().flat_map(|mark| shapes(mark, scene)).collect()
        })
    };
    meanings.into_iter().map(entry).collect()
}

/// Most targets that have a line of their own.
const MOST_LISTED: usize = 12;

/// The result in words, and a line for each target that is not reachable.
pub(super) fn lines(reach: &LevelReach) -> Vec<Line> {
    let findings = reach.findings.iter().take(MOST_LISTED).map(|finding| {
        let color = super::findings::color(finding.severity);
        Line { text: format!("{} {}", finding.check, finding.message), color }
    });
    let more = reach.findings.len().saturating_sub(MOST_LISTED);
    let more = (more > 0)
        .then(|| Line { text: format!("and {more} more, which tilephys check --reach lists"), color: WHITE });
    let result = Line { text: reach.in_words(), color: WHITE };
    std::iter::once(result).chain(findings).chain(more).collect()
}

/// A mark as shapes: line styles tell the meanings apart without colours too.
fn shapes(mark: &ReachMark, scene: Scene) -> Vec<Shape> {
    let color = mark.meaning.color();
    match (&mark.shape, mark.meaning) {
        (ReachShape::Rect { min, size }, meaning) => rect(Rect::new(*min, *size), meaning, scene),
        (ReachShape::Line(points), ReachMeaning::Floor) => {
            vec![Shape::outlined(Outline::Line(points.clone()), color, 2.0)]
        }
        (ReachShape::Line(points), ReachMeaning::Unknown) => {
            cased(dashed(points, scene.px(DASH)), color, 1.5).into()
        }
        (ReachShape::Line(points), _) => cased(Outline::Line(points.clone()), color, 2.0).into(),
        (ReachShape::Dot(at), _) => {
            let dot = |radius, color| Shape::filled(Outline::Dot { center: *at, radius }, color);
            vec![dot(DOT + 1.5, SHADE), dot(DOT, color)]
        }
        (ReachShape::Ring(at), _) => cased(Outline::Dot { center: *at, radius: RING }, color, 2.0).into(),
    }
}

fn rect(rect: Rect, meaning: ReachMeaning, scene: Scene) -> Vec<Shape> {
    let color = meaning.color();
    let border = around(rect);
    let corners = &border[..4];
    match meaning {
        ReachMeaning::Area => vec![Shape::filled(Outline::Tile(rect), color)],
        ReachMeaning::Trap => {
            let lines = hatched(corners, Hatch::Rising, scene.px(HATCH_GAP));
            vec![sheer(rect, color), Shape::outlined(lines, color, 1.0)]
        }
        ReachMeaning::Impossible => {
            let cross = Outline::Segments(vec![[border[0], border[2]], [border[1], border[3]]]);
            let lines = [cased(cross, color, 2.0), cased(Outline::Line(border.clone()), color, 2.0)];
            std::iter::once(sheer(rect, color)).chain(lines.concat()).collect()
        }
        ReachMeaning::Unknown => {
            let lines = cased(dashed(&border, scene.px(DASH)), color, 2.0);
            std::iter::once(sheer(rect, color)).chain(lines).collect()
        }
        _ => {
            // Between the pixels of the picture a line of one pixel would be two faint ones.
            let half = scene.px(0.5);
            let inner = Rect::new(rect.min + half, rect.size - 2.0 * half);
            cased(Outline::Line(around(inner)), color, 1.0).into()
        }
    }
}

/// The inside of a rectangle, through which the art shows.
fn sheer(rect: Rect, color: Color) -> Shape {
    Shape::filled(Outline::Tile(rect), color.with_alpha(70))
}

/// Marks of a meaning within a rectangle of the legend.
fn sample(meaning: ReachMeaning, at: Rect) -> Vec<ReachMark> {
    let middle = at.min + at.size / 2.0;
    let left = Vec2::new(at.min.x, middle.y);
    let right = Vec2::new(at.min.x + at.size.x, middle.y);
    let shapes = match meaning {
        ReachMeaning::Area | ReachMeaning::Trap | ReachMeaning::Impossible => {
            vec![ReachShape::Rect { min: at.min, size: at.size }]
        }
        ReachMeaning::Floor | ReachMeaning::Way => vec![ReachShape::Line(vec![left, right])],
        ReachMeaning::Jump => vec![ReachShape::Dot(middle)],
        ReachMeaning::Unknown => vec![ReachShape::Ring(left.lerp(right, 0.5))],
    };
    shapes.into_iter().map(|shape| ReachMark { meaning, shape }).collect()
}
