//! Distance between a box, or a point, and a convex outline.

use super::outline::{Outline, dot, turned, wide};
use crate::aabb::Aabb;
use glam::IVec2;
use std::cmp::Ordering;

/// Square of a length as a quotient of integers: `num` has at most 120 bits, `den` 53 and is above zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square {
    num: i128,
    den: i128,
}

impl Square {
    fn whole(num: i128) -> Self {
        Square { num, den: 1 }
    }

    /// The square rounded down. Lengths of interest are below 2^31.
    pub(super) fn floor(self) -> i64 {
        self.whole_part().min(i64::MAX.into()) as i64
    }

    fn whole_part(self) -> i128 {
        self.num / self.den
    }

    /// Compares by value: whole parts first, so that products of the remainders fit.
    pub(super) fn compare(self, other: Square) -> Ordering {
        let rest = |s: Square, by: Square| s.num % s.den * by.den;
        self.whole_part().cmp(&other.whole_part()).then_with(|| rest(self, other).cmp(&rest(other, self)))
    }

    pub(super) fn is_at_most(self, limit: i64) -> bool {
        self.compare(Square::whole(limit.into())).is_le()
    }
}

/// Distance to an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) squared: Square,
    /// Translation to the outline, each axis rounded toward zero.
    pub(super) translation: IVec2,
    /// Normal of the nearest face.
    pub(super) normal: [i64; 2],
    /// Length of the opposing sides of box and outline; 0 for a slanted face.
    pub(super) extent: i64,
}

impl Gap {
    /// The gap between a box and an outline without overlap, unless the whole part of its square is above `limit`.
    pub(super) fn between(b: Aabb, o: &Outline, limit: i64) -> Option<Gap> {
        let low = wide(b.min);
        let high = wide(b.max);
        let to_bounds = [0, 1].map(|k| gap_on_axis([low[k], high[k]], [o.min[k], o.max[k]]));
        let is_near = |squared: Square| squared.whole_part() <= i128::from(limit);
        // The gap to the bounds is never greater, so a far outline costs two subtractions.
        if !is_near(square_of(to_bounds)) {
            return None;
        }
        // Strictly less replaces: a side of the bounds precedes a corner at an equal distance.
        let mut best = beside(low, high, o);
        let mut consider = |new: Gap| {
            if best.as_ref().is_none_or(|old| new.squared.compare(old.squared).is_lt()) {
                best = Some(new);
            }
        };
        for index in 0..o.corner_count() {
            consider(to_corner(low, high, o, index));
            if let Some(gap) = to_edge(low, high, [o.corner(index), o.corner(index + 1)]) {
                consider(gap);
            }
        }
        best.filter(|gap| is_near(gap.squared))
    }
}

/// Distance between two ranges; below 0 if the other lies toward lesser coordinates.
fn gap_on_axis([low, high]: [i64; 2], [from, to]: [i64; 2]) -> i64 {
    (from - high).max(0) + (to - low).min(0)
}

fn square_of([x, y]: [i64; 2]) -> Square {
    Square::whole(i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y))
}

fn translation([x, y]: [i64; 2]) -> IVec2 {
    IVec2::new(x as i32, y as i32)
}

/// The gap to a side of the outline's bounds beside the box. Of equal distances, the greater extent precedes, then an edge
/// before a mere corner, then a side that faces up or down.
fn beside(low: [i64; 2], high: [i64; 2], o: &Outline) -> Option<Gap> {
    let mut best: Option<(Gap, bool)> = None;
    for plane in o.planes() {
        let Some(side) = plane.side else { continue };
        let k = side.axis();
        let free = 1 - side.axis();
        let corner = if plane.normal[k] > 0 { low } else { high };
        let distance = plane.side_of(corner);
        let [from, to] = o.end(side);
        let extent = high[free].min(to) - low[free].max(from);
        // The box is behind this side, or only diagonal to it. The nearest point is a corner then.
        if distance < 0 || extent < 0 {
            continue;
        }
        let mut way = [0, 0];
        way[k] = -plane.normal[k] * distance;
        let gap =
            Gap { squared: square_of(way), translation: translation(way), normal: plane.normal, extent };
        let is_better = best.as_ref().is_none_or(|(old, is_pointed)| {
            let order = |gap: &Gap, is_pointed: bool| (gap.extent, !is_pointed, gap.normal[0] == 0);
            let nearer = old.squared.compare(gap.squared);
            nearer.then_with(|| order(&gap, plane.is_pointed).cmp(&order(old, *is_pointed))).is_gt()
        });
        if is_better {
            best = Some((gap, plane.is_pointed));
        }
    }
    best.map(|(gap, _)| gap)
}

/// The gap to a corner of the outline.
fn to_corner(low: [i64; 2], high: [i64; 2], o: &Outline, index: usize) -> Gap {
    let (before, corner, after) =
        (o.corner(index + o.corner_count() - 1), o.corner(index), o.corner(index + 1));
    let way = [0, 1].map(|k| gap_on_axis([low[k], high[k]], [corner[k], corner[k]]));
    // Of both edges, the edge that faces the start more; then the more level one.
    let normals = [[before, corner], [corner, after]].map(normal_of);
    let [a, b] = normals.map(|n| {
        let square = square_of(n).num;
        let toward = -i128::from(dot(n, way));
        let up = i128::from(n[1]);
        let part = |v: i128| Square { num: v * v, den: square };
        (toward.signum(), part(toward), part(up))
    });
    let is_first = (a.0.cmp(&b.0)).then_with(|| a.1.compare(b.1)).then_with(|| a.2.compare(b.2)).is_ge();
    let normal = normals[usize::from(!is_first)];
    Gap { squared: square_of(way), translation: translation(way), normal, extent: 0 }
}

/// Outward normal of an edge, between corners in clockwise order.
fn normal_of([from, to]: [[i64; 2]; 2]) -> [i64; 2] {
    let [x, y] = turned([to[0] - from[0], to[1] - from[1]]);
    [-x, -y]
}

/// The gap to a slanted edge, if that is nearer than both its ends and nearest to a corner of the box.
fn to_edge(low: [i64; 2], high: [i64; 2], [from, to]: [[i64; 2]; 2]) -> Option<Gap> {
    let normal = normal_of([from, to]);
    if normal[0] == 0 || normal[1] == 0 {
        return None;
    }
    let corner = [0, 1].map(|k| if normal[k] > 0 { low[k] } else { high[k] });
    let way = [corner[0] - from[0], corner[1] - from[1]];
    let side = dot(normal, way);
    let along = dot([to[0] - from[0], to[1] - from[1]], way);
    let length = square_of(normal).num;
    // The nearest point of the line must lie between the ends, or an end is nearer.
    if side < 0 || along < 0 || i128::from(along) > length {
        return None;
    }
    let part = |k: usize| (-i128::from(side) * i128::from(normal[k]) / length) as i64;
    let squared = Square { num: i128::from(side) * i128::from(side), den: length };
    Some(Gap { squared, translation: translation([part(0), part(1)]), normal, extent: 0 })
}
