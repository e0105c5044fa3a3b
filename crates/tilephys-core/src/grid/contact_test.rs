//! Exact contact test and overlap test of a box against a convex part.

use super::piece::Piece;
use crate::direction::Direction;
use crate::floor_classifier::Outline;
use crate::shape::Slant;
use glam::IVec2;

/// Min corner from the part's origin, and size.
#[inline(always)]
fn relative(piece: &Piece, outline: Outline) -> ([i64; 2], [i64; 2]) {
    let min = [0, 1].map(|k| i64::from(outline.min[k]) - i64::from(piece.origin[k]));
    (min, [outline.size.x.into(), outline.size.y.into()])
}

/// Distance of a body to a slanted face, times the length of the normal; positive outside.
#[inline(always)]
fn side(piece: &Piece, slant: &Slant, outline: Outline) -> i64 {
    let (min, size) = relative(piece, outline.to_slants());
    slant.side(min, size)
}

/// True if the body strictly overlaps the part. One-way lines are never overlapped.
#[inline]
pub(crate) fn overlaps(piece: &Piece, outline: Outline) -> bool {
    piece.part.one_way.is_none() && is_inside(piece, outline)
}

#[inline]
fn is_inside(piece: &Piece, outline: Outline) -> bool {
    let part = piece.part;
    let (min, size) = relative(piece, outline);
    (0..2).all(|k| i64::from(part.min[k]) < min[k] + size[k] && min[k] < i64::from(part.max[k]))
        && part.slants.iter().all(|slant| side(piece, slant, outline) < 0)
}

/// True if a plane of the part separates it from all of a box. May be false for a part that is apart from it.
#[inline(always)]
pub(crate) fn is_apart(piece: &Piece, low: IVec2, high: IVec2) -> bool {
    let part = piece.part;
    let min = piece.origin.wrapping_add(part.min);
    let max = piece.origin.wrapping_add(part.max);
    if max.cmple(low).any() || high.cmple(min).any() {
        return true;
    }
    // In 64 bits: a box in few cells of great size may be wider than `i32`.
    let min = [0, 1].map(|k| i64::from(low[k]) - i64::from(piece.origin[k]));
    let size = [0, 1].map(|k| i64::from(high[k]) - i64::from(low[k]));
    part.one_way.is_none() && part.slants.iter().any(|slant| slant.side(min, size) >= 0)
}

/// Calls `visit` with the normal of each face of the part that the box touches: a step of one unit would enter the part. For a
/// slanted face that is a step on either axis or on both.
pub(crate) fn touches(piece: &Piece, outline: Outline, mut visit: impl FnMut(IVec2)) {
    let part = piece.part;
    let (min, size) = relative(piece, outline);
    let near =
        |k: usize| i64::from(part.min[k]) <= min[k] + size[k] + 1 && min[k] <= i64::from(part.max[k]) + 1;
    if !near(0) || !near(1) {
        return;
    }
    if part.slants.is_empty() && part.one_way.is_none() {
        // As for whole tiles: a side inside the part touches too.
        let overlaps =
            |k: usize, low: i64, high: i64| i64::from(part.min[k]) < high && low < i64::from(part.max[k]);
        for face in Direction::ALL {
            let k = face.axis();
            let free = 1 - face.axis();
            let low = if face.vector()[k] > 0 { min[k] - 1 } else { min[k] + size[k] };
            if overlaps(k, low, low + 1) && overlaps(free, min[free], min[free] + size[free]) {
                visit(face.vector());
            }
        }
        return;
    }
    let enters = |v: IVec2| is_inside(piece, Outline { min: outline.min - v, ..outline });
    // A side that is only a corner is touched if a step toward it would enter the part.
    for face in Direction::ALL {
        if part.one_way.is_some_and(|open| open != face) {
            continue;
        }
        let k = face.axis();
        let v = face.vector();
        let is_flush = if v[k] > 0 {
            min[k] == i64::from(part.max[k])
        } else {
            min[k] + size[k] == i64::from(part.min[k])
        };
        let free = 1 - k;
        let [from, to] = part.end(face).map(i64::from);
        let is_beside = from < min[free] + size[free] && min[free] < to;
        if is_flush && is_beside && (part.one_way.is_some() || enters(v)) {
            visit(v);
        }
    }
    for slant in &part.slants {
        let side = side(piece, slant, outline);
        if side < 0 || side >= slant.step() {
            continue;
        }
        let touching = match part.one_way {
            None => {
                // At an end of the face, a step on both axes would move a box of one unit past the part.
                let [x, y] = slant.normal.signum().to_array();
                [(x, y), (x, 0), (0, y)].into_iter().any(|(x, y)| enters(IVec2::new(x, y)))
            }
            Some(open) => {
                let k = 1 - open.axis();
                let (min, size) = relative(piece, outline.to_slants());
                let corner = min[k] + if slant.normal[k] > 0 { 0 } else { size[k] };
                let low = i64::from(part.min[k]);
                let high = i64::from(part.max[k]);
                // The line excludes its lower end.
                if slant.normal[k] < 0 {
                    low < corner && corner <= high
                } else {
                    low <= corner && corner < high
                }
            }
        };
        if touching {
            visit(slant.normal);
        }
    }
}

/// Distance that a box which overlaps a part must move in `direction` until it does not: to the nearest plane that it reaches
/// from inside. In lattice units.
pub(crate) fn exit_of(piece: &Piece, outline: Outline, direction: Direction) -> i64 {
    let part = piece.part;
    let (at, size) = relative(piece, outline);
    let axis = direction.axis();
    let v = direction.vector();
    let by_side = if v[axis] > 0 {
        i64::from(part.max[axis]) - at[axis]
    } else {
        at[axis] + size[axis] - i64::from(part.min[axis])
    };
    part.slants.iter().fold(by_side, |least, slant| {
        let speed = i64::from(slant.normal[axis]) * i64::from(v[axis]);
        // In this direction the box does not leave through this plane.
        if speed <= 0 {
            return least;
        }
        let depth = -side(piece, slant, outline);
        // Rounded up: one unit less would leave the box inside.
        least.min((depth + speed - 1) / speed)
    })
}
