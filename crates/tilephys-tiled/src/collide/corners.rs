//! Corners of polygons: turns, and corners that make no difference.

use glam::{I64Vec2, IVec2};

/// Above zero if `c` is to the right of the line from `a` to `b`, with y down.
pub(crate) fn turn(a: IVec2, b: IVec2, c: IVec2) -> i64 {
    let (way, to): (I64Vec2, I64Vec2) = ((b - a).as_i64vec2(), (c - a).as_i64vec2());
    way.x * to.y - way.y * to.x
}

/// The corners without repeated ones and ones on a straight edge; a polygon without area has fewer than three left.
pub(crate) fn without_straight(corners: &[IVec2]) -> Vec<IVec2> {
    let mut kept: Vec<IVec2> = Vec::with_capacity(corners.len());
    for &corner in corners {
        while let [.., a, b] = kept[..]
            && turn(a, b, corner) == 0
        {
            kept.pop();
        }
        if kept.last() != Some(&corner) {
            kept.push(corner);
        }
    }
    // Removes straight corners around the first corner too.
    let mut from = 0;
    while let [first, second, .., before, last] = kept[from..] {
        if first == last || turn(before, last, first) == 0 {
            kept.pop();
        } else if turn(last, first, second) == 0 {
            from += 1;
        } else {
            break;
        }
    }
    kept.split_off(from)
}

/// The edges of a polygon, each from a corner to the next.
pub(crate) fn edges(corners: &[IVec2]) -> impl Iterator<Item = [IVec2; 2]> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| [*a, *b])
}

/// Twice the area, above zero if the corners are clockwise, with y down.
pub(crate) fn area(corners: &[IVec2]) -> i128 {
    edges(corners).map(|[a, b]| i128::from(turn(corners[0], a, b))).sum()
}

/// The corners in clockwise order, with y down.
pub(crate) fn clockwise(mut corners: Vec<IVec2>) -> Vec<IVec2> {
    if area(&corners) < 0 {
        corners.reverse();
    }
    corners
}
