//! The ways of bodies through one step, from what the engine told of it, and whether two of them go through each other, in
//! whole numbers.

use crate::solid::{Point, Rect};
use tilephys_core::EventKind;

/// Steps of time in one step of the world: those of fractions.
pub(crate) const WHOLE: i64 = 1 << 32;

/// Finer steps of time in one of those, at which places are compared.
const FINER: i128 = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Knot {
    pub(crate) time: i64,
    pub(crate) place: Point,
}

/// A box that goes straight, and evenly in time, from knot to knot.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) size: Point,
    pub(crate) knots: Vec<Knot>,
    /// What all of it lies in.
    pub(crate) bounds: Rect,
}

impl Path {
    pub(crate) fn new(size: Point, knots: Vec<Knot>) -> Path {
        let mut bounds = Rect::of(knots[0].place, size);
        for knot in &knots {
            let here = Rect::of(knot.place, size);
            bounds.lo = [0, 1].map(|k| bounds.lo[k].min(here.lo[k]));
            bounds.hi = [0, 1].map(|k| bounds.hi[k].max(here.hi[k]));
        }
        Path { size, knots, bounds }
    }

    /// Something that does not move.
    pub(crate) fn still(rect: Rect) -> Path {
        let size = [0, 1].map(|k| rect.hi[k] - rect.lo[k]);
        let at = |time| Knot { time, place: rect.lo };
        Path { size, knots: vec![at(0), at(WHOLE)], bounds: rect }
    }

    fn pieces(&self) -> impl Iterator<Item = [Knot; 2]> + '_ {
        self.knots.windows(2).map(|w| [w[0], w[1]]).filter(|[from, to]| from.time < to.time)
    }
}

/// When, and where the body was then, as an event of a step tells it.
pub(crate) fn told(kind: &EventKind) -> Option<Knot> {
    let (fraction, place) = match kind {
        EventKind::Hit(hit) => (hit.fraction, hit.position),
        EventKind::BodyHit(hit) => (hit.fraction, hit.position),
        _ => return None,
    };
    Some(Knot { time: fraction.to_bits() as i64, place: crate::world::pair(place) })
}

/// The way from knot to knot, and on to the end. Who stood still before the end of the step, having had too many hits or waiting for
/// the next, went on with `speed` (units a step) and then stood.
pub(crate) fn path(size: Point, told: &[Knot], end: Point, speed: [f64; 2]) -> Path {
    let mut knots = told.to_vec();
    let last = *told.last().expect("a way has a start");
    let rest = (WHOLE - last.time) as f64 / WHOLE as f64;
    let (ahead, gone) = (speed.map(|s| s * rest), [0, 1].map(|k| (end[k] - last.place[k]) as f64));
    let axis = usize::from(ahead[1].abs() > ahead[0].abs());
    if gone[axis].abs() + 2.0 < ahead[axis].abs() && gone[axis] * ahead[axis] >= 0.0 {
        let share = gone[axis] / ahead[axis];
        let stopped = last.time + (share * (WHOLE - last.time) as f64) as i64;
        knots.push(Knot { time: stopped, place: end });
    }
    knots.push(Knot { time: WHOLE, place: end });
    Path::new(size, knots)
}

/// A moment, in steps of fractions, at which each of the two is more than `depth` units in the other from every side.
pub(crate) fn meet_deeply(a: &Path, b: &Path, depth: i64) -> Option<i64> {
    let apart =
        |k: usize| a.bounds.hi[k] - depth <= b.bounds.lo[k] || b.bounds.hi[k] - depth <= a.bounds.lo[k];
    if apart(0) || apart(1) {
        return None;
    }
    a.pieces()
        .find_map(|one| b.pieces().find_map(|other| meet_on_pieces((one, a.size), (other, b.size), depth)))
}

/// The same on two straight pieces: a moment in finer steps, at which a point is in four half-planes.
fn meet_on_pieces(a: ([Knot; 2], Point), b: ([Knot; 2], Point), depth: i64) -> Option<i64> {
    let ([p0, p1], [q0, q1]) = (a.0, b.0);
    let (from, to) = (p0.time.max(q0.time), p1.time.min(q1.time));
    if from >= to {
        return None;
    }
    let (whole_p, whole_q) = (i128::from(p1.time - p0.time), i128::from(q1.time - q0.time));
    let (mut first, mut last) = (i128::from(from) * FINER, i128::from(to) * FINER);
    for k in 0..2 {
        let (dp, dq) = (i128::from(p1.place[k] - p0.place[k]), i128::from(q1.place[k] - q0.place[k]));
        // From the second to the first, times both lengths of time: at time 0, and its change in one step of time.
        let p = i128::from(p0.place[k]) * whole_p - dp * i128::from(p0.time);
        let q = i128::from(q0.place[k]) * whole_q - dq * i128::from(q0.time);
        let (start, change) = (p * whole_q - q * whole_p, dp * whole_q - dq * whole_p);
        let whole = whole_p * whole_q;
        let (low, high) = (i128::from(depth - a.1[k]) * whole, i128::from(b.1[k] - depth) * whole);
        // Greater than the low one, less than the high one.
        for (start, change) in [(start - low, change), (high - start, -change)] {
            let start = start * FINER;
            match change.signum() {
                1 => first = first.max((-start).div_euclid(change) + 1),
                -1 => last = last.min((start - 1).div_euclid(-change)),
                _ if start > 0 => {}
                _ => return None,
            }
        }
    }
    (first <= last).then_some((first / FINER) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(size: Point, knots: &[(i64, Point)]) -> Path {
        Path::new(size, knots.iter().map(|&(time, place)| Knot { time, place }).collect())
    }

    #[test]
    fn bodies_that_change_places_meet_and_those_that_turn_do_not() {
        let right = way([10, 10], &[(0, [0, 0]), (WHOLE, [100, 0])]);
        let left = way([10, 10], &[(0, [100, 0]), (WHOLE, [0, 0])]);
        assert_eq!(meet_deeply(&right, &left, 0), Some(WHOLE * 45 / 100));
        assert_eq!(meet_deeply(&left, &right, 2), Some(WHOLE * 46 / 100));
        let turns = way([10, 10], &[(0, [100, 0]), (WHOLE * 45 / 100, [55, 0]), (WHOLE, [200, 0])]);
        assert_eq!(meet_deeply(&right, &turns, 0), None);
        let late = way([10, 10], &[(0, [100, 0]), (WHOLE * 49 / 100, [51, 0]), (WHOLE, [200, 0])]);
        assert_eq!(
            (meet_deeply(&right, &late, 10), meet_deeply(&right, &late, 1)),
            (None, Some(WHOLE * 91 / 200))
        );
    }

    #[test]
    fn corners_that_touch_and_boxes_that_pass_side_by_side_are_not_in_each_other() {
        let still = Path::still(Rect::of([0, 0], [10, 10]));
        for knots in [[(0, [-20, -20]), (WHOLE, [-10, -10])], [(0, [-100, 10]), (WHOLE, [100, 10])]] {
            assert_eq!(meet_deeply(&way([10, 10], &knots), &still, 0), None);
        }
        let through = way([1, 1], &[(0, [-1_000_000, 5]), (WHOLE, [1_000_000, 6])]);
        assert!(meet_deeply(&through, &still, 0).is_some() && meet_deeply(&still, &through, 2).is_some());
    }

    #[test]
    fn who_did_not_come_as_far_as_its_speed_took_it_stood_at_last() {
        let from = Knot { time: 0, place: [0, 0] };
        let stood = path([1, 1], &[from], [50, 0], [100.0, 0.0]);
        assert_eq!(stood.knots[1], Knot { time: WHOLE / 2, place: [50, 0] });
        assert_eq!(path([1, 1], &[from], [99, 0], [100.0, 0.0]).knots.len(), 2);
    }
}
