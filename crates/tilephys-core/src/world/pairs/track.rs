//! The way of a body in a step as straight pieces in time, and whether two such ways lead into each other.

use super::meet::first_meeting;
use super::stair::{END, Moment, Stair};
use crate::movement::Motion;
use glam::IVec2;

/// A straight piece of a way, up to the beginning of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) at: IVec2,
    /// The translation from there to the end of the step.
    pub(super) left: IVec2,
    pub(super) begin: Moment,
}

impl Piece {
    pub(super) fn of(motion: &Motion) -> Self {
        Piece { at: motion.position, left: motion.left, begin: motion.fraction.to_bits() }
    }

    fn stairs(self) -> [Stair; 2] {
        [0, 1].map(|k| Stair { at: self.at[k].into(), left: self.left[k].into(), begin: self.begin })
    }
}

/// The way of a body of some size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track<'a> {
    pub(super) pieces: &'a [Piece],
    pub(super) size: IVec2,
}

/// Do the ways of two bodies lead into each other?
pub(super) fn meet(a: Track, b: Track) -> bool {
    let sizes = [a.size, b.size].map(|size| [i64::from(size.x), i64::from(size.y)]);
    let (mut i, mut j) = (0, 0);
    loop {
        let (one, other) = (a.pieces[i], b.pieces[j]);
        let end = |pieces: &[Piece], place: usize| pieces.get(place + 1).map_or(END, |piece| piece.begin);
        let (end_a, end_b) = (end(a.pieces, i), end(b.pieces, j));
        let from = if one.begin > other.begin { one.begin } else { other.begin };
        let to = if end_a < end_b { end_a } else { end_b };
        if may_meet(one, other, [a.size, b.size]) {
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

/// May two pieces meet, as far as their lines tell? A staircase is less than a unit behind its line, so boxes two units larger
/// are looked at; and floats will do, with room for what they round.
#[inline]
fn may_meet(a: Piece, b: Piece, sizes: [IVec2; 2]) -> bool {
    if a.begin != b.begin || a.begin == END {
        return true;
    }
    let (mut enter, mut leave) = (-1e-6f64, 1.0 + 1e-6f64);
    for k in [0, 1] {
        let apart = f64::from(a.at[k]) - f64::from(b.at[k]);
        let gain = f64::from(a.left[k]) - f64::from(b.left[k]);
        let (low, high) = (-f64::from(sizes[0][k]) - 2.0 - apart, f64::from(sizes[1][k]) + 2.0 - apart);
        if gain == 0.0 {
            if low >= 0.0 || high <= 0.0 {
                return false;
            }
            continue;
        }
        let (one, other) = (low / gain, high / gain);
        let (first, last) = if one < other { (one, other) } else { (other, one) };
        enter = if first - 1e-6 > enter { first - 1e-6 } else { enter };
        leave = if last + 1e-6 < leave { last + 1e-6 } else { leave };
    }
    enter <= leave
}
