//! Which faces of a part a box touches, and whether it overlaps it.

use super::Piece;
use crate::direction::Direction;
use glam::IVec2;

fn relative(piece: &Piece, min: IVec2) -> [i64; 2] {
    [0, 1].map(|k| i64::from(min[k]) - i64::from(piece.origin[k]))
}

/// Does the box strictly overlap the part? Nothing overlaps a one-way line.
#[inline]
pub(crate) fn overlaps(piece: &Piece, min: IVec2, size: IVec2) -> bool {
    piece.part.one_way.is_none() && is_inside(piece, relative(piece, min), [size.x.into(), size.y.into()])
}

/// The same for a box given by its min corner relative to the part's origin.
#[inline]
fn is_inside(piece: &Piece, min: [i64; 2], size: [i64; 2]) -> bool {
    let part = piece.part;
    (0..2).all(|k| i64::from(part.min[k]) < min[k] + size[k] && min[k] < i64::from(part.max[k]))
        && part.slants.iter().all(|slant| slant.side(min, size) < 0)
}

/// Calls `visit` with the normal of each face of the part that the box touches: one into which a step of one unit, on each axis for a
/// slanted face, would bring it.
pub(crate) fn touches(piece: &Piece, min: IVec2, size: IVec2, mut visit: impl FnMut(IVec2)) {
    let (part, min, size) = (piece.part, relative(piece, min), [i64::from(size.x), i64::from(size.y)]);
    let near =
        |k: usize| i64::from(part.min[k]) <= min[k] + size[k] + 1 && min[k] <= i64::from(part.max[k]) + 1;
    if !near(0) || !near(1) {
        return;
    }
    if part.slants.is_empty() && part.one_way.is_none() {
        // As whole tiles: also of what is inside already.
        let overlaps =
            |k: usize, low: i64, high: i64| i64::from(part.min[k]) < high && low < i64::from(part.max[k]);
        for face in Direction::ALL {
            let (k, free) = (face.axis(), 1 - face.axis());
            let low = if face.vector()[k] > 0 { min[k] - 1 } else { min[k] + size[k] };
            if overlaps(k, low, low + 1) && overlaps(free, min[free], min[free] + size[free]) {
                visit(face.vector());
            }
        }
        return;
    }
    let step = |v: IVec2| [min[0] - i64::from(v.x), min[1] - i64::from(v.y)];
    for face in Direction::ALL {
        if part.one_way.is_some_and(|open| open != face) {
            continue;
        }
        let (k, v) = (face.axis(), face.vector());
        let is_flush = if v[k] > 0 {
            min[k] == i64::from(part.max[k])
        } else {
            min[k] + size[k] == i64::from(part.min[k])
        };
        let free = 1 - k;
        let [from, to] = part.end(face).map(i64::from);
        let is_beside = from < min[free] + size[free] && min[free] < to;
        if is_flush && is_beside && (part.one_way.is_some() || is_inside(piece, step(v), size)) {
            visit(v);
        }
    }
    for slant in &part.slants {
        let side = slant.side(min, size);
        if side < 0 || side >= slant.step() {
            continue;
        }
        let touching = match part.one_way {
            None => is_inside(piece, step(slant.normal.signum()), size),
            Some(open) => {
                let k = 1 - open.axis();
                let corner = min[k] + if slant.normal[k] > 0 { 0 } else { size[k] };
                (i64::from(part.min[k])..=i64::from(part.max[k])).contains(&corner)
            }
        };
        if touching {
            visit(slant.normal);
        }
    }
}

/// Does the part hold the box: does it touch it?
pub(crate) fn holds(piece: &Piece, min: IVec2, size: IVec2) -> bool {
    let mut any = false;
    touches(piece, min, size, |_| any = true);
    any
}

/// Units that a box which overlaps a part must move in `direction` until it does not: to the nearest plane that it meets
/// from inside.
pub(crate) fn exit_of(piece: &Piece, min: IVec2, size: IVec2, direction: Direction) -> i64 {
    let (part, at, size) = (piece.part, relative(piece, min), [i64::from(size.x), i64::from(size.y)]);
    let (axis, v) = (direction.axis(), direction.vector());
    let by_side = if v[axis] > 0 {
        i64::from(part.max[axis]) - at[axis]
    } else {
        at[axis] + size[axis] - i64::from(part.min[axis])
    };
    part.slants.iter().fold(by_side, |least, slant| {
        let speed = i64::from(slant.normal[axis]) * i64::from(v[axis]);
        if speed <= 0 {
            return least;
        }
        let depth = -slant.side(at, size);
        least.min((depth + speed - 1) / speed)
    })
}
