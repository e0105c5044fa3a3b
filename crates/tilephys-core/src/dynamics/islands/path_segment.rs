//! Trajectory of a body in a step, and the exact test of two trajectories for contact.

use crate::controller::Motion;
use crate::dynamics::islands::{END, QuantizedMotion, StepTime, both, first_meeting};
use glam::IVec2;

/// Straight path segment, up to the start of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathSegment {
    pub(crate) at: IVec2,
    pub(crate) left: IVec2,
    pub(crate) begin: StepTime,
}

impl PathSegment {
    pub(crate) fn of(motion: &Motion) -> Self {
        PathSegment { at: motion.position, left: motion.left, begin: motion.fraction.to_bits() }
    }

    fn stairs(self) -> [QuantizedMotion; 2] {
        both([0, 1], |k| QuantizedMotion {
            at: self.at[k].into(),
            left: self.left[k].into(),
            begin: self.begin,
        })
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Track<'a> {
    pub(crate) pieces: &'a [PathSegment],
    pub(crate) size: IVec2,
}

#[doc(alias = "narrow phase")]
pub(crate) fn meet(a: Track, b: Track) -> bool {
    let mut i = 0;
    let mut j = 0;
    loop {
        let one = a.pieces[i];
        let other = b.pieces[j];
        let end =
            |pieces: &[PathSegment], index: usize| pieces.get(index + 1).map_or(END, |piece| piece.begin);
        let end_a = end(a.pieces, i);
        let end_b = end(b.pieces, j);
        // Both tracks are straight between two neighboring ends of segments.
        let from = if one.begin > other.begin { one.begin } else { other.begin };
        let to = if end_a < end_b { end_a } else { end_b };
        if segments_meet([one, other], [a.size, b.size], [from, to]) {
            return true;
        }
        if to == END {
            return false;
        }
        i += usize::from(end_a == to);
        j += usize::from(end_b == to);
    }
}

/// True if two segments meet between two times.
#[inline(always)]
fn segments_meet([a, b]: [PathSegment; 2], sizes: [IVec2; 2], [from, to]: [StepTime; 2]) -> bool {
    if !may_meet(a, b, sizes, [from, to]) {
        return false;
    }
    let sizes = both(sizes, |size| [i64::from(size.x), i64::from(size.y)]);
    let a = a.stairs();
    let b = b.stairs();
    let are_inside = (0..2).all(|k| {
        let indices = [a[k].coordinate_at(from), b[k].coordinate_at(from)];
        indices[0] < indices[1] + sizes[1][k] && indices[1] < indices[0] + sizes[0][k]
    });
    // Overlapping from the start, they have no first contact.
    if are_inside {
        return true;
    }
    // A contact at the end belongs to the segments that begin there.
    first_meeting(a, b, sizes, from).is_some_and(|meet| meet.moment < to)
}

/// True if two segments may meet between two times, by their lines: a separating axis test.
///
/// The first box, seen from the second one, is a point on a straight line against a box of both sizes. They are apart along an
/// axis, or across the line. Positions are less than a unit behind their lines, so the boxes are grown by two units. Floats
/// suffice with a margin for rounding, which is alike anywhere in the world and in mirrored scenes.
#[inline(always)]
fn may_meet(a: PathSegment, b: PathSegment, sizes: [IVec2; 2], [from, to]: [StepTime; 2]) -> bool {
    if a.begin == END || b.begin == END {
        return true;
    }
    // Half units, and parts of the step.
    let part = |moments: StepTime| moments as f64 / END as f64;
    let middle = |piece: PathSegment, k: usize, size: IVec2| 2 * i64::from(piece.at[k]) + i64::from(size[k]);
    let speed = |piece: PathSegment, k: usize| {
        let whole = 2.0 * f64::from(piece.left[k]);
        if piece.begin == 0 { whole } else { whole / part(END - piece.begin) }
    };
    let mut apart = [0.0; 2];
    let mut gain = [0.0; 2];
    let mut near = [0.0; 2];
    for k in [0, 1] {
        let speeds = [speed(a, k), speed(b, k)];
        let begun = (middle(a, k, sizes[0]) - middle(b, k, sizes[1])) as f64;
        apart[k] = begun + (speeds[0] * part(from - a.begin) - speeds[1] * part(from - b.begin));
        gain[k] = (speeds[0] - speeds[1]) * part(to - from);
        // Each path is truncated by less than a unit, so by four half units in sum. The rest is for floats.
        near[k] = f64::from(sizes[0][k]) + f64::from(sizes[1][k]) + 4.01;
        let end = apart[k] + gain[k];
        let (low, high) = if end < apart[k] { (end, apart[k]) } else { (apart[k], end) };
        if low >= near[k] || high <= -near[k] {
            return false;
        }
    }
    // The third separating axis of a box and a segment lies across the relative path.
    let across = (apart[0] * gain[1] - apart[1] * gain[0]).abs();
    across <= near[0] * gain[1].abs() + near[1] * gain[0].abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::islands::MeetKind;

    struct Random(u64);

    impl Random {
        fn within(&mut self, most: i32) -> i32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as i32).rem_euclid(2 * most + 1) - most
        }

        fn pair(&mut self, most: i32) -> IVec2 {
            IVec2::new(self.within(most), self.within(most))
        }
    }

    #[test]
    fn segments_that_touch_may_meet() {
        let mut random = Random(5);
        let mut touches = 0;
        let mut apart = 0;
        for world in 0..200_000 {
            let span = [8, 60, 3000, 1 << 20][world % 4];
            // Also at the far end of the world, where floats are coarse.
            let far = if world % 3 == 0 { (1 << 29) - 4 * span } else { 0 };
            let mut segment = || {
                let at = random.pair(span);
                let way = random.pair(span);
                let begin = [0, END / 3, END - 40][(random.within(1) + 1) as usize];
                // At most a unit in each unit of time.
                let left = if begin == END - 40 { way % 40 } else { way };
                PathSegment { at: at + IVec2::new(far, 0), left, begin }
            };
            let a = segment();
            let b = segment();
            let mut size = || 1 + random.within(span).abs();
            let sizes = [IVec2::new(size(), size()), IVec2::new(size(), size())];
            let from = if a.begin > b.begin { a.begin } else { b.begin };
            let wide = both(sizes, |size| [i64::from(size.x), i64::from(size.y)]);
            let first = first_meeting(a.stairs(), b.stairs(), wide, from);
            let may = may_meet(a, b, sizes, [from, END]);
            if first.is_some_and(|meet| meet.what != MeetKind::Phase) {
                touches += 1;
                assert!(may, "{a:?} {b:?} {sizes:?}");
            }
            apart += u32::from(!may);
        }
        assert!(touches > 10_000 && apart > 40_000, "{touches} touch, {apart} are apart");
    }
}
