//! Trajectory of a body in a step, and the exact test of two trajectories for contact.

use crate::controller::Motion;
use crate::dynamics::islands::both::both;
use crate::dynamics::islands::meet::first_meeting;
use crate::dynamics::islands::quantized_motion::{END, QuantizedMotion, StepTime};
use glam::IVec2;

/// Straight path segment, up to the start of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathSegment {
    pub(crate) at: IVec2,
    /// Translation from there to the end of the step, in lattice units.
    pub(crate) left: IVec2,
    pub(crate) begin: StepTime,
}

impl PathSegment {
    pub(crate) const NONE: PathSegment = PathSegment { at: IVec2::ZERO, left: IVec2::ZERO, begin: END };

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

/// Trajectory of a body with a size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track<'a> {
    pub(crate) pieces: &'a [PathSegment],
    pub(crate) size: IVec2,
}

/// True if two trajectories meet.
#[doc(alias = "narrow phase")]
pub(crate) fn meet(a: Track, b: Track) -> bool {
    let sizes = both([a.size, b.size], |size| [i64::from(size.x), i64::from(size.y)]);
    let (mut i, mut j) = (0, 0);
    loop {
        let (one, other) = (a.pieces[i], b.pieces[j]);
        let end =
            |pieces: &[PathSegment], place: usize| pieces.get(place + 1).map_or(END, |piece| piece.begin);
        let (end_a, end_b) = (end(a.pieces, i), end(b.pieces, j));
        let from = if one.begin > other.begin { one.begin } else { other.begin };
        let to = if end_a < end_b { end_a } else { end_b };
        if may_meet(one, other, [a.size, b.size], [from, to]) {
            let (one, other) = (one.stairs(), other.stairs());
            let are_inside = (0..2).all(|k| {
                let (a, b) = (one[k].place(from), other[k].place(from));
                a < b + sizes[1][k] && b < a + sizes[0][k]
            });
            if are_inside || first_meeting(one, other, sizes, from).is_some_and(|meet| meet.moment < to) {
                return true;
            }
        }
        if to == END {
            return false;
        }
        i += usize::from(end_a == to);
        j += usize::from(end_b == to);
    }
}

/// True if two segments may meet between two times, by their lines.
///
/// Positions are less than a unit behind their lines, so the boxes are grown by two units. Floats suffice
/// with a margin for rounding, which is alike anywhere in the world and in mirrored scenes.
#[inline]
fn may_meet(a: PathSegment, b: PathSegment, sizes: [IVec2; 2], [from, to]: [StepTime; 2]) -> bool {
    const ROUNDING: f64 = 1e-6;
    if a.begin == END || b.begin == END {
        return true;
    }
    // Parts of the step, and half units.
    let time = |moment: StepTime| moment as f64 / END as f64;
    let speed = |piece: PathSegment, k: usize| 2.0 * f64::from(piece.left[k]) / (1.0 - time(piece.begin));
    let since = |piece: PathSegment| time(from) - time(piece.begin);
    let middle = |piece: PathSegment, size: IVec2, k: usize| 2 * i64::from(piece.at[k]) + i64::from(size[k]);
    let (mut enter, mut leave) = (-ROUNDING, time(to) - time(from) + ROUNDING);
    for k in [0, 1] {
        let (speed_a, speed_b) = (speed(a, k), speed(b, k));
        let begun = (middle(a, sizes[0], k) - middle(b, sizes[1], k)) as f64;
        let apart = begun + (speed_a * since(a) - speed_b * since(b));
        let near = f64::from(sizes[0][k]) + f64::from(sizes[1][k]) + 4.01;
        let gain = speed_a - speed_b;
        if gain == 0.0 {
            if apart <= -near || apart >= near {
                return false;
            }
            continue;
        }
        let (one, other) = ((-near - apart) / gain, (near - apart) / gain);
        let (first, last) = if one < other { (one, other) } else { (other, one) };
        enter = if first - ROUNDING > enter { first - ROUNDING } else { enter };
        leave = if last + ROUNDING < leave { last + ROUNDING } else { leave };
    }
    enter <= leave
}
