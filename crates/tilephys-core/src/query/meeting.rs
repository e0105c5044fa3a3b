//! When a straight way enters a convex outline, and by which face.

use super::compare_upness;
use super::outline::dot;
use crate::ratio::Ratio;
use std::cmp::Ordering;

/// A plane as a way begins.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) normal: [i64; 2],
    /// How far the start is outside, times the length of the normal.
    pub(super) side: i64,
    /// Of faces passed at once, at a corner, the one with the greatest rank is met: an edge before a mere corner point.
    pub(super) rank: u8,
}

/// A way through an outline.
#[derive(Clone, Copy)]
pub(super) struct Passage {
    /// The last plane that the way passes from outside, if there is one, and when: before 0 if it starts behind it.
    pub(super) entry: Option<(Ratio, [i64; 2])>,
    /// The normal of a plane in which the way lies.
    pub(super) along: Option<[i64; 2]>,
    /// It leaves the outline when it enters it, by a corner.
    pub(super) only_touches: bool,
}

/// The passage of a way by `d` through the planes of an outline, or `None` if it does not come to be inside of all of them or
/// in some of them (Cyrus and Beck 1978, "Generalized two- and three-dimensional clipping").
#[inline]
pub(super) fn passage(faces: impl Iterator<Item = Face>, d: [i64; 2]) -> Option<Passage> {
    let (mut entry, mut exit, mut along): (Option<(Ratio, Face)>, Option<Ratio>, _) = (None, None, None);
    for face in faces {
        let speed = dot(face.normal, d);
        match speed.signum() {
            -1 => {
                if face.side >= -speed {
                    return None;
                }
                let when = Ratio::new(face.side, -speed);
                let is_later = entry.as_ref().is_none_or(|(old_when, old)| {
                    when.cmp(old_when).then_with(|| compare_met(&face, old, d)).is_gt()
                });
                if is_later {
                    entry = Some((when, face));
                }
            }
            1 => {
                if face.side >= 0 {
                    return None;
                }
                let when = Ratio::new(-face.side, speed);
                if exit.is_none_or(|old| when < old) {
                    exit = Some(when);
                }
            }
            _ if face.side > 0 => return None,
            _ if face.side == 0 => along = Some(face.normal),
            _ => {}
        }
    }
    let order = entry.as_ref().zip(exit).map_or(Ordering::Less, |((entry, _), exit)| entry.cmp(&exit));
    order.is_le().then_some(Passage {
        entry: entry.map(|(when, face)| (when, face.normal)),
        along,
        only_touches: order.is_eq(),
    })
}

/// Of two faces passed at the same time, the greater is met.
fn compare_met(a: &Face, b: &Face, d: [i64; 2]) -> Ordering {
    a.rank.cmp(&b.rank).then_with(|| compare_normals(a.normal, b.normal, d))
}

/// Of two faces that meet in a corner, the greater is met: the one that looks more toward up, so that falling lands and
/// rising keeps rising; then the one against which the way goes more, and if it goes between two mirrored ones the one that
/// looks to the left.
pub(super) fn compare_normals(a: [i64; 2], b: [i64; 2], d: [i64; 2]) -> Ordering {
    // Two that look up alike are the same, or mirrored.
    let along = |n: [i64; 2]| n[0].signum() * d[0].signum();
    compare_upness(a, b).then_with(|| (along(b), b[0].signum()).cmp(&(along(a), a[0].signum())))
}
