//! Oracle for queries about one body, in exact fractions.

use std::cmp::Ordering;
use tilephys_core::{Aabb, BodyId};

/// Numerator and denominator, which is above zero.
pub(crate) type Quotient = (i128, i128);

fn compare(a: Quotient, b: Quotient) -> Ordering {
    (a.0 * b.1).cmp(&(b.0 * a.1))
}

fn quotient(num: i128, den: i128) -> Quotient {
    if den > 0 { (num, den) } else { (-num, -den) }
}

/// Expected hit: body, fraction, point and normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    pub(crate) body: BodyId,
    pub(crate) time: Quotient,
    pub(crate) normal: [i64; 2],
    pub(crate) extent: Quotient,
    pub(crate) position: [i64; 2],
    pub(crate) point: [i64; 2],
}

impl Met {
    /// Time, what the way starts in, the larger contact, the face that falling lands on and rising passes, id.
    pub(crate) fn order(&self, other: &Met, falls: bool) -> Ordering {
        let is_entered = |met: &Met| met.normal != [0, 0];
        let turned = |met: &Met| if falls { met.normal[1] == 0 } else { met.normal[1] != 0 };
        compare(self.time, other.time)
            .then(is_entered(self).cmp(&is_entered(other)))
            .then(compare(other.extent, self.extent))
            .then(turned(self).cmp(&turned(other)))
            .then(self.body.cmp(&other.body))
    }
}

/// Strictly inside each other on both axes.
pub(crate) fn overlaps(a: Aabb, b: Aabb) -> bool {
    (0..2).all(|k| a.min[k] < b.max[k] && b.min[k] < a.max[k])
}

pub(crate) fn distance_squared(a: Aabb, b: Aabb) -> i128 {
    let square = |k: usize| {
        let apart =
            [i128::from(b.min[k]) - i128::from(a.max[k]), i128::from(a.min[k]) - i128::from(b.max[k]), 0];
        let gap = apart.into_iter().max().expect("three");
        gap * gap
    };
    square(0) + square(1)
}

fn half_down(a: i64, b: i64) -> i64 {
    (a + b).div_euclid(2)
}

/// Whether and when box `a`, which moves by `to`, comes inside of `b`.
pub(crate) fn meeting(a: Aabb, to: [i64; 2], body: BodyId, b: Aabb) -> Option<Met> {
    let low = |aabb: Aabb, k: usize| i64::from(aabb.min[k]);
    let high = |aabb: Aabb, k: usize| i64::from(aabb.max[k]);
    if overlaps(a, b) {
        let middle = |k: usize| half_down(low(a, k).max(low(b, k)), high(a, k).min(high(b, k)));
        let (position, point) = ([low(a, 0), low(a, 1)], [middle(0), middle(1)]);
        return Some(Met { body, time: (0, 1), normal: [0, 0], extent: (0, 1), position, point });
    }
    // On each axis, the open range of times in which the two overlap on it; `None` for always.
    let mut ranges: [Option<[Quotient; 2]>; 2] = [None; 2];
    for k in 0..2 {
        let (first, last) = (i128::from(low(b, k) - high(a, k)), i128::from(high(b, k) - low(a, k)));
        let by = i128::from(to[k]);
        if by == 0 {
            if first >= 0 || last <= 0 {
                return None;
            }
            continue;
        }
        let times = [quotient(first, by), quotient(last, by)];
        ranges[k] = Some(if by > 0 { times } else { [times[1], times[0]] });
    }
    let axis = match ranges {
        [None, None] => return None,
        [Some(_), None] => 0,
        [None, Some(_)] => 1,
        [Some(x), Some(y)] => {
            if compare(x[0], y[1]).is_ge() || compare(y[0], x[1]).is_ge() {
                return None;
            }
            match compare(x[0], y[0]) {
                Ordering::Greater => 0,
                Ordering::Less => 1,
                Ordering::Equal => usize::from(to[1] > 0),
            }
        }
    };
    let time = ranges[axis].expect("the axis moves")[0];
    if compare(time, (0, 1)).is_lt() || compare(time, (1, 1)).is_ge() {
        return None;
    }
    let mut normal = [0, 0];
    normal[axis] = -to[axis].signum();
    // Rust divides toward zero, which is toward the start.
    let moved = [0, 1].map(|k| (i128::from(to[k]) * time.0 / time.1) as i64);
    let position = [low(a, 0) + moved[0], low(a, 1) + moved[1]];
    let free = 1 - axis;
    let at = |v: i64| i128::from(v) * time.1 + i128::from(to[free]) * time.0;
    let [b_low, b_high] = [low(b, free), high(b, free)].map(|v| i128::from(v) * time.1);
    let shared = at(high(a, free)).min(b_high) - at(low(a, free)).max(b_low);
    let size = high(a, free) - low(a, free);
    let ends = [position[free].max(low(b, free)), (position[free] + size).min(high(b, free))];
    let mut point = [0, 0];
    point[axis] = if to[axis] > 0 { low(b, axis) } else { high(b, axis) };
    point[free] = half_down(ends[0], ends[1]);
    // A box without size is a point, on the way wherever it is.
    let is_point = a.min == a.max;
    if is_point {
        point = position;
    }
    let extent = if is_point { (0, 1) } else { (shared, time.1) };
    Some(Met { body, time, normal, extent, position, point })
}
