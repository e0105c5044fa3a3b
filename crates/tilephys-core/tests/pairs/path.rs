//! Paths of bodies through one step, from the events of the engine, and a tunneling test for two of them, in whole
//! numbers.

use crate::pairs::cave::TICK;
use crate::shapes::solid::{Point, Rect};
use crate::shapes::world::pair;
use tilephys_core::glam::IVec2;
use tilephys_core::{EventKind, Fraction};

/// Steps of time in one step of the world, as in fractions.
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

/// What a body does from a knot on, in units for a whole step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Speed {
    /// This.
    Is([f64; 2]),
    /// So much more than before.
    More([f64; 2]),
}

/// When, where the body was then, and how it goes on, as an event of a step tells it.
pub(crate) fn told(kind: &EventKind) -> Option<(Knot, Speed)> {
    let knot =
        |fraction: Fraction, place: IVec2| Knot { time: fraction.to_bits() as i64, place: pair(place) };
    match kind {
        EventKind::Hit(hit) => {
            let knot = knot(hit.shape.fraction, hit.shape.position);
            let share = (WHOLE - knot.time) as f64 / WHOLE as f64;
            let left = hit.left.to_array().map(f64::from);
            Some((knot, Speed::Is(left.map(|l| if share > 0.0 { l / share } else { 0.0 }))))
        }
        EventKind::BodyHit(hit) => {
            let change = hit.change.to_array().map(in_a_step);
            Some((knot(hit.shape.fraction, hit.shape.position), Speed::More(change)))
        }
        _ => None,
    }
}

/// Units of way in a step at a speed in px/s.
pub(crate) fn in_a_step(speed: f32) -> f64 {
    f64::from(speed) * f64::from(TICK) * 256.0
}

/// A way is at most so many units a step.
fn cut(way: f64) -> f64 {
    let most = f64::from(i32::MAX);
    if way > most {
        most
    } else if way < -most {
        -most
    } else {
        way
    }
}

/// The path through all reported points, if each piece leads where the speed before it leads; else the path is not
/// known. Bodies in `may_wait` may have stopped before the end of the step.
pub(crate) fn follow(
    size: Point,
    [start, end]: [(Point, [f64; 2]); 2],
    told: &[(Knot, Speed)],
    may_wait: bool,
) -> Option<Path> {
    let (mut last, mut speed) = (Knot { time: 0, place: start.0 }, start.1);
    let mut knots = vec![last];
    for (n, &(knot, change)) in told.iter().enumerate() {
        let (ahead, gone) = piece(last, knot, speed);
        leads(ahead, gone, 1.0).then_some(())?;
        knots.push(knot);
        last = knot;
        // A body that is pushed and pushes others reports one change for each of them.
        if n > 0 && told[n - 1] == (knot, change) {
            continue;
        }
        speed = match change {
            Speed::Is(speed) => speed,
            Speed::More(more) => [0, 1].map(|k| speed[k] + more[k]),
        };
    }
    let (end, now) = (Knot { time: WHOLE, place: end.0 }, end.1);
    let (ahead, gone) = piece(last, end, speed);
    leads(ahead, piece(last, end, now).0, 1.0).then_some(())?;
    if !leads(ahead, gone, 1.0) {
        let axis = usize::from(ahead[1].abs() > ahead[0].abs());
        let share = if ahead[axis] == 0.0 { 0.0 } else { gone[axis] / ahead[axis] };
        (may_wait && (0.0..1.0).contains(&share) && leads(ahead, gone, share)).then_some(())?;
        let stopped = last.time + (share * (WHOLE - last.time) as f64) as i64;
        knots.push(Knot { time: stopped, place: end.place });
    }
    knots.push(end);
    Some(Path::new(size, knots))
}

/// How far a speed leads from one knot to the next, and how far that is.
fn piece(from: Knot, to: Knot, speed: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    let share = (to.time - from.time) as f64 / WHOLE as f64;
    (speed.map(|s| cut(s) * share), [0, 1].map(|k| (to.place[k] - from.place[k]) as f64))
}

/// The way is rounded to whole units, cut to them and, where two come together, put right by one; speeds are told in `f32`.
fn leads(ahead: [f64; 2], gone: [f64; 2], share: f64) -> bool {
    (0..2).all(|k| (gone[k] - ahead[k] * share).abs() <= 3.0 + 1e-6 * ahead[k].abs())
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

/// Like `meet`, on two straight pieces: a time in finer steps, at which a point is in four half-planes.
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
    fn bodies_that_change_places_overlap_and_turning_bodies_do_not() {
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
    fn touching_corners_and_sides_are_no_overlap() {
        let still = Path::still(Rect::of([0, 0], [10, 10]));
        for knots in [[(0, [-20, -20]), (WHOLE, [-10, -10])], [(0, [-100, 10]), (WHOLE, [100, 10])]] {
            assert_eq!(meet_deeply(&way([10, 10], &knots), &still, 0), None);
        }
        let through = way([1, 1], &[(0, [-1_000_000, 5]), (WHOLE, [1_000_000, 6])]);
        assert!(meet_deeply(&through, &still, 0).is_some() && meet_deeply(&still, &through, 2).is_some());
    }

    #[test]
    fn a_path_shorter_than_the_speed_ends_at_rest() {
        let way = |end: Point, may_wait: bool| {
            let speed = [100.0, 0.0];
            follow([1, 1], [([0, 0], speed), (end, speed)], &[], may_wait)
        };
        let stood = way([50, 0], true).expect("it waited");
        assert_eq!(stood.knots[1], Knot { time: WHOLE / 2, place: [50, 0] });
        assert_eq!(way([99, 0], false).expect("it went on").knots.len(), 2);
        assert!(
            way([50, 0], false).is_none() && way([50, 9], true).is_none() && way([-9, 0], true).is_none()
        );
    }

    #[test]
    fn a_way_of_which_something_was_not_told_is_not_followed() {
        let hit = |change: f64| (Knot { time: WHOLE / 2, place: [50, 0] }, Speed::More([change, 0.0]));
        let way = |change: f64| {
            let (start, end) = (([0, 0], [100.0, 0.0]), ([0, 0], [-100.0, 0.0]));
            follow([1, 1], [start, end], &[hit(change)], false)
        };
        assert!(way(-200.0).is_some() && way(-100.0).is_none());
    }
}
