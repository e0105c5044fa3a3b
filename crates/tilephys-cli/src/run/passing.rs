//! Test for tunneling: true if two bodies passed through each other in a step. It uses their paths alone, in whole numbers.
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
    let mut n = 1;
    let mut m = 1;
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
    let times = [a[0].time.max(b[0].time), a[1].time.min(b[1].time)];
    let has_jump = a[0].time == a[1].time || b[0].time == b[1].time;
    // Of two that only follow each other nothing is new at the moment between them.
    if times[0] > times[1] || times[0] == times[1] && !has_jump {
        return false;
    }
    // The second seen from the first is a segment, and the first a box around the origin.
    let ends = [0, 1].map(|end| {
        let [a, b] = [a, b].map(|piece| place(piece, end, times[end]));
        [b[0] - a[0], b[1] - a[1]]
    });
    let bounds = [0, 1].map(|axis| [SLACK - sizes[1][axis], sizes[0][axis] - SLACK].map(fine));
    is_inside(ends, bounds)
}

/// True if a part of the segment is strictly inside the box: no axis separates them (Gottschalk 1996), neither an axis of the box
/// nor the normal of the segment.
fn is_inside([start, end]: [[i128; 2]; 2], [x, y]: [[i128; 2]; 2]) -> bool {
    let is_within = |axis: usize, [low, high]: [i128; 2]| {
        start[axis].min(end[axis]) < high && start[axis].max(end[axis]) > low
    };
    let side = |x: i128, y: i128| (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]);
    let sides = [side(x[0], y[0]), side(x[1], y[0]), side(x[0], y[1]), side(x[1], y[1])];
    let is_crossed = sides.iter().any(|side| *side < 0) && sides.iter().any(|side| *side > 0);
    is_within(0, x) && is_within(1, y) && (start == end || is_crossed)
}

/// Where a body is at a time of its piece; at the first or second end of a piece without a duration.
fn place([start, end]: [Knot; 2], nth: usize, time: u64) -> [i128; 2] {
    let duration = i128::from(end.time - start.time);
    let by = end.at - start.at;
    let (done, parts) =
        if duration == 0 { (nth as i128, 1) } else { (i128::from(time - start.time), duration) };
    [0, 1].map(|axis| fine(start.at[axis]) + fine(by[axis]) * done / parts)
}

/// Whole lattice units in 2^-28 of a unit, to which places between two knots are rounded: products of two such numbers fit.
fn fine(units: i64) -> i128 {
    i128::from(units) << 28
}

#[cfg(test)]
#[path = "passing_tests.rs"]
mod tests;
