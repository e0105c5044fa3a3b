//! Oracle for the geometry by brute force: it tries every time at which two edges can align.
//!
//! Times are rationals of `i128`. Between two neighbouring times nothing changes, so the middle of each interval
//! stands for all of it. The oracle shares nothing with the crate except for plain types.

use crate::exact::Exact;
use glam::IVec2;
use tilephys_core::Aabb;

/// A translation.
pub(crate) type Way = [i64; 2];

/// The interval of a moving box on an axis at a moment, in units of 1/den.
fn interval(b: Aabb, way: Way, axis: usize, at: Exact) -> (i128, i128) {
    let moved = i128::from(way[axis]) * at.num;
    (i128::from(b.min[axis]) * at.den + moved, i128::from(b.max[axis]) * at.den + moved)
}

/// The length shared on an axis in units of 1/den; negative is a gap.
pub(crate) fn shared(a: Aabb, ta: Way, b: Aabb, tb: Way, axis: usize, at: Exact) -> i128 {
    let ((a0, a1), (b0, b1)) = (interval(a, ta, axis, at), interval(b, tb, axis, at));
    a1.min(b1) - a0.max(b0)
}

/// Whether the insides meet on an axis.
fn meets_at(a: Aabb, ta: Way, b: Aabb, tb: Way, axis: usize, at: Exact) -> bool {
    let ((a0, a1), (b0, b1)) = (interval(a, ta, axis, at), interval(b, tb, axis, at));
    a0 < b1 && b0 < a1
}

pub(crate) fn overlap_at(a: Aabb, ta: Way, b: Aabb, tb: Way, at: Exact) -> bool {
    (0..2).all(|axis| meets_at(a, ta, b, tb, axis, at))
}

/// Moments in 0..=1 at which an edge of one box aligns with an edge of the other, with 0 and 1, in order.
fn alignments(a: Aabb, ta: Way, b: Aabb, tb: Way) -> Vec<Exact> {
    let mut found = vec![Exact::ZERO, Exact::ONE];
    for axis in 0..2 {
        let speed = i128::from(ta[axis]) - i128::from(tb[axis]);
        if speed == 0 {
            continue;
        }
        for p in [a.min[axis], a.max[axis]] {
            for q in [b.min[axis], b.max[axis]] {
                let at = Exact::new(i128::from(q) - i128::from(p), speed);
                if at.num > 0 && at.num < at.den {
                    found.push(at);
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// What a sweep must find.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) at: Exact,
    pub(crate) normal: IVec2,
    /// The boxes meet corner to corner.
    pub(crate) corner: bool,
    /// Length shared along the face, in units of 1/at.den.
    pub(crate) extent: i128,
}

/// The first moment after which the boxes overlap, unless they do at the start.
pub(crate) fn entry(a: Aabb, ta: Way, b: Aabb, tb: Way) -> Option<Entry> {
    if overlap_at(a, ta, b, tb, Exact::ZERO) {
        return None;
    }
    let times = alignments(a, ta, b, tb);
    let gap = times.windows(2).find(|w| w[0] < w[1] && overlap_at(a, ta, b, tb, w[0].middle(w[1])))?;
    let at = gap[0];
    // Of the axes, those on which the insides do not meet yet are the ones that begin to now.
    let closing: Vec<usize> = (0..2).filter(|axis| !meets_at(a, ta, b, tb, *axis, at)).collect();
    let speed = |axis: usize| i128::from(ta[axis]) - i128::from(tb[axis]);
    let corner = closing.len() == 2;
    let axis = match closing.as_slice() {
        [axis] => *axis,
        // Falling lands, rising keeps rising.
        [0, 1] => usize::from(speed(1) > 0),
        other => panic!("{a:?} by {ta:?} meets {b:?} by {tb:?} on axes {other:?}"),
    };
    let mut normal = IVec2::ZERO;
    normal[axis] = if speed(axis) > 0 { -1 } else { 1 };
    Some(Entry { at, normal, corner, extent: shared(a, ta, b, tb, 1 - axis, at) })
}

/// Whether a point of the line lies in the closed box, and on which of its faces (outward normals).
fn on_box(origin: IVec2, direction: [i128; 2], b: Aabb, at: Exact) -> Option<Vec<IVec2>> {
    let mut faces = Vec::new();
    for axis in 0..2 {
        let p = i128::from(origin[axis]) * at.den + direction[axis] * at.num;
        let (low, high) = (i128::from(b.min[axis]) * at.den, i128::from(b.max[axis]) * at.den);
        if p < low || p > high {
            return None;
        }
        let mut face = IVec2::ZERO;
        if p == low {
            face[axis] = -1;
            faces.push(face);
        }
        if p == high {
            face[axis] = 1;
            faces.push(face);
        }
    }
    Some(faces)
}

/// First and last moment at which a line is in the closed box, and the faces it is on at the first.
pub(crate) fn line(origin: IVec2, direction: [i128; 2], b: Aabb) -> Option<(Exact, Exact, Vec<IVec2>)> {
    assert!(direction != [0, 0]);
    let mut inside: Vec<Exact> = Vec::new();
    for axis in 0..2 {
        if direction[axis] != 0 {
            let sides = [b.min[axis], b.max[axis]];
            inside
                .extend(sides.map(|q| Exact::new(i128::from(q) - i128::from(origin[axis]), direction[axis])));
        }
    }
    inside.retain(|at| on_box(origin, direction, b, *at).is_some());
    inside.sort_unstable();
    let (near, far) = (*inside.first()?, *inside.last()?);
    Some((near, far, on_box(origin, direction, b, near)?))
}
