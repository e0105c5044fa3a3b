//! Exact test for tunneling: true if two bodies passed through each other in a step. It uses their paths alone and
//! fractions of whole numbers, nothing of the engine.
//!
//! A path is a polyline through the start, the hits and the end of a body. The engine truncates positions to whole
//! lattice units toward the start of a piece. So a body may be up to one unit behind its line on each axis, or up
//! to one ahead where a hit came between two units. Two bodies have passed through each other if their lines
//! overlap by more than these two units on both axes at one time.

use glam::I64Vec2;
use std::cmp::Ordering;

/// The end of a step; its start is 0.
pub(crate) const END: u64 = 1 << 32;

/// How deep bodies may seem to be in each other, in lattice units: one for each of them.
const SLACK: i64 = 2;

/// Where a body was at a moment: its min corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Knot {
    /// In steps of 2^-32 of the step.
    pub(crate) time: u64,
    pub(crate) at: I64Vec2,
}

/// The path of a body, in order of time.
#[derive(Clone, Copy)]
pub(crate) struct Way<'a> {
    pub(crate) size: I64Vec2,
    pub(crate) knots: &'a [Knot],
}

/// True if two bodies passed through each other.
pub(crate) fn pass_through(a: Way, b: Way) -> bool {
    let (mut n, mut m) = (1, 1);
    while n < a.knots.len() && m < b.knots.len() {
        let pieces = [[a.knots[n - 1], a.knots[n]], [b.knots[m - 1], b.knots[m]]];
        if meet_inside(pieces, [a.size, b.size]) {
            return true;
        }
        // Of pieces that end together both are over, but a jump at that moment is still to be compared with either.
        match pieces[0][1].time.cmp(&pieces[1][1].time) {
            Ordering::Less => n += 1,
            Ordering::Greater => m += 1,
            Ordering::Equal if is_jump_next(b, m) => m += 1,
            Ordering::Equal => n += 1,
        }
    }
    false
}

/// True if the piece after point `m` has no duration.
fn is_jump_next(way: Way, m: usize) -> bool {
    way.knots.get(m + 1).is_some_and(|next| next.time == way.knots[m].time)
}

/// True if two bodies overlap at a time that both pieces have in common.
fn meet_inside([a, b]: [[Knot; 2]; 2], sizes: [I64Vec2; 2]) -> bool {
    let (from, to) = (a[0].time.max(b[0].time), a[1].time.min(b[1].time));
    let has_jump = a[0].time == a[1].time || b[0].time == b[1].time;
    // Of two that only follow each other nothing is new at the moment between them.
    if from > to || from == to && !has_jump || are_apart([a, b], sizes) {
        return false;
    }
    let (a, b) = (Line::new(a, [from, to]), Line::new(b, [from, to]));
    let mut window = Window::default();
    (0..2).all(|axis| {
        // The second seen from the first, in parts of the product of both denominators: at most 2^97.
        let [first, last] = [0, 1].map(|end| b.ends[end][axis] * a.parts - a.ends[end][axis] * b.parts);
        let parts = a.parts * b.parts;
        let low = i128::from(SLACK - sizes[1][axis]) * parts;
        let high = i128::from(sizes[0][axis] - SLACK) * parts;
        window.keep_positive(first - low, last - first) && window.keep_positive(high - first, first - last)
    }) && window.is_open()
}

/// True if the bounds of both pieces are apart, as most are.
fn are_apart([a, b]: [[Knot; 2]; 2], sizes: [I64Vec2; 2]) -> bool {
    let low = |piece: [Knot; 2]| piece[0].at.min(piece[1].at);
    let high = |piece: [Knot; 2], size| piece[0].at.max(piece[1].at) + size;
    low(a).cmpge(high(b, sizes[1])).any() || low(b).cmpge(high(a, sizes[0])).any()
}

/// A part of a piece, from one moment to another.
struct Line {
    /// The corner at both ends, in these parts of a lattice unit.
    ends: [[i128; 2]; 2],
    parts: i128,
}

impl Line {
    /// The part of a piece between two of its moments; the whole of one without a duration.
    fn new([start, end]: [Knot; 2], moments: [u64; 2]) -> Self {
        let whole = |at: I64Vec2| [at.x.into(), at.y.into()];
        let parts = i128::from(end.time - start.time);
        if parts == 0 {
            return Line { ends: [whole(start.at), whole(end.at)], parts: 1 };
        }
        let (from, by) = (whole(start.at), whole(end.at - start.at));
        let corner = |moment: u64| {
            let done = i128::from(moment - start.time);
            [0, 1].map(|axis| from[axis] * parts + by[axis] * done)
        };
        Line { ends: moments.map(corner), parts }
    }
}

/// The moments of a piece, 0 to 1, at which something holds: those between two fractions, both excluded.
struct Window {
    after: Ratio,
    before: Ratio,
}

impl Default for Window {
    /// More than all.
    fn default() -> Self {
        Window { after: Ratio { above: -1, below: 1 }, before: Ratio { above: 2, below: 1 } }
    }
}

impl Window {
    /// Keeps the moments at which a number is positive that is `first` at 0 and grows by `growth` until 1. Returns whether
    /// there may be any.
    fn keep_positive(&mut self, first: i128, growth: i128) -> bool {
        let zero = Ratio { above: if growth > 0 { -first } else { first }, below: growth.abs() };
        match growth.cmp(&0) {
            Ordering::Equal => return first > 0,
            Ordering::Greater if zero.cmp(self.after).is_gt() => self.after = zero,
            Ordering::Less if zero.cmp(self.before).is_lt() => self.before = zero,
            _ => {}
        }
        true
    }

    /// True if the interval contains a time from 0 to 1.
    fn is_open(&self) -> bool {
        let [zero, one] = [0, 1].map(|above| Ratio { above, below: 1 });
        self.after.cmp(self.before).is_lt() && self.after.cmp(one).is_lt() && self.before.cmp(zero).is_gt()
    }
}

/// Fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Ratio {
    above: i128,
    below: i128,
}

impl Ratio {
    /// Which is greater, found as Euclid finds a common measure: products would not fit.
    fn cmp(self, other: Ratio) -> Ordering {
        let (mut a, mut b) = (self, other);
        loop {
            let whole = a.above.div_euclid(a.below).cmp(&b.above.div_euclid(b.below));
            let [rest_a, rest_b] = [a, b].map(|ratio| ratio.above.rem_euclid(ratio.below));
            if whole.is_ne() || rest_a == 0 || rest_b == 0 {
                return whole.then(rest_a.signum().cmp(&rest_b.signum()));
            }
            // Of the inverse fractions, the one with the lesser remainder is greater.
            let next = Ratio { above: b.below, below: rest_b };
            (a, b) = (next, Ratio { above: a.below, below: rest_a });
        }
    }
}

#[cfg(test)]
#[path = "passing_tests.rs"]
mod tests;
