//! Oracle for queries about one body, in exact fractions.

use crate::exact::Exact;
use crate::geometry::oracle::{Entry, entry};
use std::cmp::Ordering;
use tilephys_core::{Aabb, BodyId};

/// Expected hit: body, fraction, point and normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    pub(crate) body: BodyId,
    pub(crate) time: Exact,
    pub(crate) normal: [i64; 2],
    pub(crate) extent: Exact,
    pub(crate) position: [i64; 2],
    pub(crate) point: [i64; 2],
}

impl Met {
    /// Time, what the way starts in, the larger contact, the face that falling lands on and rising passes, id.
    pub(crate) fn order(&self, other: &Met, falls: bool) -> Ordering {
        let is_entered = |met: &Met| met.normal != [0, 0];
        let turned = |met: &Met| if falls { met.normal[1] == 0 } else { met.normal[1] != 0 };
        self.time
            .cmp(&other.time)
            .then(is_entered(self).cmp(&is_entered(other)))
            .then(other.extent.cmp(&self.extent))
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

/// Whether and when box `a`, which moves by `to`, comes inside of `b`. A box without size is a point, on the way wherever it is.
pub(crate) fn meeting(a: Aabb, to: [i64; 2], body: BodyId, b: Aabb) -> Option<Met> {
    let low = [0, 1].map(|k| i64::from(a.min[k]));
    let size = [0, 1].map(|k| i64::from(a.max[k]) - low[k]);
    // The middle of what both have of an axis, rounded down.
    let middle = |at: [i64; 2], k: usize| {
        (at[k].max(b.min[k].into()) + (at[k] + size[k]).min(b.max[k].into())).div_euclid(2)
    };
    if overlaps(a, b) {
        let point = [0, 1].map(|k| middle(low, k));
        let [time, extent] = [Exact::ZERO; 2];
        return Some(Met { body, time, normal: [0, 0], extent, position: low, point });
    }
    let is_on_way = |k: usize| {
        let [first, last] = [low[k] + to[k].min(0), low[k] + size[k] + to[k].max(0)];
        first <= b.max[k].into() && i64::from(b.min[k]) <= last
    };
    if !is_on_way(0) || !is_on_way(1) {
        return None;
    }
    let Entry { at: time, normal, extent, .. } = entry(a, to, b, [0, 0])?;
    let normal = [normal.x, normal.y].map(i64::from);
    let position = [0, 1].map(|k| low[k] + time.part_of(to[k]));
    let is_point = size == [0, 0];
    let on_face = |k: usize| i64::from(if normal[k] < 0 { b.min[k] } else { b.max[k] });
    let point = [0, 1].map(|k| if normal[k] != 0 { on_face(k) } else { middle(position, k) });
    let extent = if is_point { Exact::ZERO } else { Exact::new(extent, time.den) };
    Some(Met { body, time, normal, extent, position, point: if is_point { position } else { point } })
}
