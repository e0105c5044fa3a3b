//! Time and face of entry of a segment into a convex outline.

use super::compare_upness;
use super::outline::dot;
use crate::ratio::Ratio;
use std::cmp::Ordering;

/// A plane relative to the start of a segment.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) normal: [i64; 2],
    /// Distance of the start to the plane, times the length of the normal; positive outside.
    pub(super) side: i64,
    /// Priority at a corner, where several faces are passed at once: an edge precedes a mere corner point.
    pub(super) rank: u8,
}

/// Passage of a segment through an outline.
#[derive(Clone, Copy)]
pub(super) struct Passage {
    /// Last plane that the segment passes from outside, if any, and its fraction: below 0 for a start behind it.
    pub(super) entry: Option<(Ratio, [i64; 2])>,
    /// Normal of a plane that contains the segment.
    pub(super) along: Option<[i64; 2]>,
    /// True if the segment leaves the outline where it enters it, at a corner.
    pub(super) only_touches: bool,
}

/// The passage of a segment by `d` through the planes of an outline; `None` if it is never inside or on all of them.
/// Source: Cyrus and Beck 1978, "Generalized two- and three-dimensional clipping".
#[inline]
pub(super) fn passage(faces: impl Iterator<Item = Face>, d: [i64; 2]) -> Option<Passage> {
    let mut entry: Option<(Ratio, Face)> = None;
    let mut exit: Option<Ratio> = None;
    let mut along = None;
    for face in faces {
        let speed = dot(face.normal, d);
        match speed.signum() {
            -1 => {
                // Still outside of this plane at the end, or just on it: an arrival is no entry.
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
                // Outside of this plane or on it, and moving away.
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
    // The segment is inside between its last entry and its first exit.
    let order = entry.as_ref().zip(exit).map_or(Ordering::Less, |((entry, _), exit)| entry.cmp(&exit));
    order.is_le().then_some(Passage {
        entry: entry.map(|(when, face)| (when, face.normal)),
        along,
        only_touches: order.is_eq(),
    })
}

/// Compares two faces passed simultaneously; the greater is hit.
fn compare_met(a: &Face, b: &Face, d: [i64; 2]) -> Ordering {
    a.rank.cmp(&b.rank).then_with(|| compare_normals(a.normal, b.normal, d))
}

/// Compares two faces that share a corner; the greater is hit: the face that points more toward up, so that a falling
/// segment lands and a rising one keeps rising. Then the face that opposes the segment more, then the face that points left.
pub(super) fn compare_normals(a: [i64; 2], b: [i64; 2], d: [i64; 2]) -> Ordering {
    // Two normals that point equally up are equal, or mirrored.
    let along = |n: [i64; 2]| n[0].signum() * d[0].signum();
    compare_upness(a, b).then_with(|| (along(b), b[0].signum()).cmp(&(along(a), a[0].signum())))
}
