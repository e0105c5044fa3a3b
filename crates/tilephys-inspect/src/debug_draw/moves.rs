//! Debug drawing of an explained move.

use super::body::swept;
use super::canvas::{DebugDraw, arrow, middle, rect};
use super::meaning::Meaning;
use super::minkowski::cross;
use super::rgba::Rgba;
use crate::explain::{Explanation, Face, Outcome, Piece, Refusal, Taken, Verdict};
use glam::{IVec2, Vec2};
use tilephys_core::{Aabb, lattice::px_from_point};

/// Length of the normal of a face, in px.
const NORMAL: f32 = 6.0;

/// Draws an explanation: the body at its start and at its end, the swept area, and the hit faces with normals and segment
/// numbers. Faces that the motion opposed and did not hit have a word for the reason.
///
/// ```
/// use glam::{UVec2, Vec2};
/// use tilephys_core::{Body, MoveConfig, Tile, TileCoord, TileGrid};
/// use tilephys_inspect::debug_draw::{DebugDraw, Rgba, draw_explanation};
/// use tilephys_inspect::explain;
///
/// struct Words(Vec<String>);
///
/// impl DebugDraw for Words {
///     fn line(&mut self, _: Vec2, _: Vec2, _: Rgba) {}
///     fn rect(&mut self, _: Vec2, _: Vec2, _: Rgba, _: bool) {}
///     fn text(&mut self, _: Vec2, text: &str, _: Rgba) {
///         self.0.push(text.to_owned());
///     }
/// }
///
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let ground = grid.add_layer("ground");
/// let (stone, water) = (grid.add_tile(Tile::default()), grid.add_tile(Tile { category: 2, ..Tile::default() }));
/// grid.set_tile(ground, TileCoord::new(0, 3), Some(stone));
/// grid.set_tile(ground, TileCoord::new(0, 2), Some(water));
/// let body = Body::new(Vec2::new(2.0, 2.0), Vec2::new(8.0, 11.0));
/// let config = MoveConfig { mask: 1, ..MoveConfig::default() };
/// let mut words = Words(Vec::new());
/// draw_explanation(&mut words, &explain(&grid, &body, Vec2::new(0.0, 50.0), &config));
/// assert_eq!(words.0, ["mask", "1"]);
/// ```
pub fn draw_explanation(onto: &mut dyn DebugDraw, explanation: &Explanation) {
    let size = explanation.body.size;
    let at = |min: IVec2| Aabb { min, max: min + size };
    for piece in &explanation.pieces {
        let end = piece.hit.as_ref().map_or(piece.from + piece.translation, |hit| hit.position);
        swept(onto, at(piece.from), end - piece.from, piece.gone);
    }
    for piece in &explanation.pieces {
        for face in &piece.faces {
            match &face.verdict {
                Verdict::Refused(refusal) if !is_flush(piece, face) => refused(onto, face, refusal),
                _ => {}
            }
        }
    }
    rect(onto, at(explanation.body.position), Meaning::Body.color().with_alpha(110), true);
    rect(onto, at(explanation.body.position), Meaning::Body.color(), false);
    rect(onto, at(explanation.after.position), Meaning::Body.color().with_alpha(190), true);
    rect(onto, at(explanation.after.position), Meaning::Body.color(), false);
    for piece in &explanation.pieces {
        let end = piece.hit.as_ref().map_or(piece.from + piece.translation, |hit| hit.position);
        let half = px_from_point(size) / 2.0;
        let color = if piece.gone { Meaning::Path.color() } else { Meaning::Remainder.color() };
        arrow(onto, px_from_point(piece.from) + half, px_from_point(end) + half, color);
    }
    for (number, piece) in (1..).zip(&explanation.pieces) {
        taken(onto, number, piece, size);
    }
}

/// Draws the hit of a segment: the face, its normal at the contact, and the number of the segment.
fn taken(onto: &mut dyn DebugDraw, number: u32, piece: &Piece, size: IVec2) {
    for face in piece.faces.iter().filter(|face| face.verdict == Verdict::Taken) {
        let [a, b] = face.ends.map(px_from_point);
        let color = match piece.hit {
            Some(Taken { outcome: Outcome::Passes | Outcome::Obstructs | Outcome::Refused, .. }) => {
                Meaning::Refused.color()
            }
            _ => Meaning::Contact.color(),
        };
        onto.line(a, b, color);
        let at = piece.hit.as_ref().map_or(middle(face.ends[0], face.ends[1]), |hit| {
            nearest(contact(hit.position, size, face.normal), a, b)
        });
        let out = face.normal.as_vec2().normalize() * NORMAL;
        arrow(onto, at, at + out, color);
        cross(onto, at, color);
        onto.text(at + out + Vec2::new(1.0, 0.0), &number.to_string(), color);
    }
}

/// Middle of the side of a body that faces a surface, or its corner.
fn contact(position: IVec2, size: IVec2, normal: IVec2) -> Vec2 {
    let min = px_from_point(position);
    let size = px_from_point(size);
    let on = |k: usize| match normal[k].signum() {
        1 => min[k],
        -1 => min[k] + size[k],
        _ => min[k] + size[k] / 2.0,
    };
    Vec2::new(on(0), on(1))
}

/// The point between `a` and `b` that is nearest to `point`.
fn nearest(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let way = b - a;
    let square = way.length_squared();
    let along = (point - a).dot(way);
    if along <= 0.0 {
        a
    } else if along >= square {
        b
    } else {
        a + way * (along / square)
    }
}

/// True if a face continues the hit face at one of its ends; a mark on it would look like a missed hit.
fn is_flush(piece: &Piece, face: &Face) -> bool {
    let first = piece.faces.first().filter(|first| first.verdict == Verdict::Taken);
    first.is_some_and(|first| {
        let offset = |face: &Face| first.normal.as_i64vec2().dot(face.ends[0].as_i64vec2());
        first.normal == face.normal && offset(first) == offset(face)
    })
}

/// Draws a face that was not hit, if the motion opposed it.
fn refused(onto: &mut dyn DebugDraw, face: &Face, refusal: &Refusal) {
    let Some((word, color)) = word(refusal) else { return };
    let [a, b] = face.ends.map(px_from_point);
    onto.line(a, b, color);
    let at = (a + b) / 2.0;
    let out = face.normal.as_vec2().normalize();
    onto.line(at, at + out * NORMAL / 2.0, color);
    if !word.is_empty() {
        onto.text(at + out * NORMAL / 2.0 + Vec2::new(1.0, 0.0), word, color);
    }
}

/// A word for the reason; `None` if it is obvious, and an empty word if the picture shows it.
fn word(refusal: &Refusal) -> Option<(&'static str, Rgba)> {
    let refused = |word| Some((word, Meaning::Refused.color()));
    match refusal {
        Refusal::Hidden { .. } | Refusal::Away | Refusal::Along | Refusal::Past => None,
        Refusal::Masked { .. } => refused("mask"),
        Refusal::Ignored => refused("ignored"),
        Refusal::DroppedThrough => refused("dropped"),
        Refusal::FromBehind => refused("from behind"),
        Refusal::StartedInside { .. } => refused("from inside"),
        Refusal::Overlapped => refused("inside"),
        Refusal::Overlooked => refused("overlooked"),
        Refusal::Tie(_) => refused("tie"),
        Refusal::Later => refused("later"),
        Refusal::Short { .. } | Refusal::Beside => Some(("", Meaning::Refused.color().with_alpha(110))),
    }
}
