//! Shape cast of a convex polygon, boxes included, against convex outlines.
//!
//! The Minkowski sum of a polygon and a mirrored polygon has the edges of both as edges (Guibas, Ramshaw and Stolfi 1983, "A
//! kinetic framework for computational geometry"). So a polygon enters another as its origin, a point, enters an outline. The
//! planes of this outline are the planes of the other, moved outward by the polygon, and the polygon's own edges, reversed.

use super::compare_upness;
use super::outline::{Name, Outline, Plane, dot, turned, wide};
use super::way::{Face, passage};
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::limits::MAX_CORNERS;
use crate::ratio::Ratio;
use crate::shape::one_way_tolerance;
use glam::IVec2;
use std::cmp::Ordering;

#[derive(Clone, Copy)]
pub(super) struct Mover {
    /// Corners, clockwise as seen with y down, from the origin; unused entries repeat the last one.
    corners: [[i64; 2]; MAX_CORNERS],
    /// Edges that are not along an axis: inward normals, and the product of each with its edge.
    slants: [([i64; 2], i64); MAX_CORNERS],
    slant_count: usize,
    pub(super) bounds: Aabb,
}

#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub(super) fraction: Ratio,
    pub(super) normal: [i64; 2],
    pub(super) name: Name,
    /// Length of the contact for a straight face, times the denominator of the fraction; 0 for a slanted face.
    extent: i128,
    /// Position along the motion of an end of the face; a lesser one is met earlier.
    nearness: i64,
    is_pointed: bool,
}

impl Mover {
    /// A mover with these corners in clockwise order, at most as many as a polygon may have.
    pub(super) fn new(all: &[IVec2]) -> Self {
        // A fixed array needs no allocation. Repeats of the last corner change neither bounds nor extremes.
        let corner = |index: usize| wide(all[index.min(all.len() - 1)]);
        let corners: [[i64; 2]; MAX_CORNERS] = std::array::from_fn(corner);
        let mut slants = [([0; 2], 0); MAX_CORNERS];
        let mut slant_count = 0;
        for (index, from) in all.iter().enumerate() {
            let from = wide(*from);
            let to = wide(all[(index + 1) % all.len()]);
            let edge = [to[0] - from[0], to[1] - from[1]];
            if edge[0] != 0 && edge[1] != 0 {
                let normal = turned(edge);
                slants[slant_count] = (normal, dot(normal, from));
                slant_count += 1;
            }
        }
        Mover { corners, slants, slant_count, bounds: Aabb::around(all) }
    }

    pub(super) fn of_box(size: IVec2) -> Self {
        Mover::new(&[IVec2::ZERO, IVec2::new(size.x, 0), size, IVec2::new(0, size.y)])
    }

    /// The product of a normal and the corner that leads against it.
    fn nearest(&self, normal: [i64; 2]) -> i64 {
        self.corners.iter().map(|corner| dot(normal, *corner)).min().unwrap_or(0)
    }

    /// The corners that lead against a normal: the two ends of an edge, or one corner twice; the lesser along `axis` first.
    fn feature(&self, normal: [i64; 2], axis: usize) -> [[i64; 2]; 2] {
        let nearest = self.nearest(normal);
        ends_along(self.corners.iter().copied().filter(|c| dot(normal, *c) == nearest), axis)
    }

    /// The planes of an outline and of the mover's own edges, relative to a place.
    fn faces(&self, o: &Outline, at: [i64; 2]) -> impl Iterator<Item = Face> {
        let this = *self;
        let o = *o;
        let of_outline = move |plane: Plane| {
            // The mover becomes a point, and the outline its Minkowski sum with the mover.
            let side = plane.side_of(at) + this.nearest(plane.normal);
            let rank = match plane.side {
                Some(_) if plane.is_pointed => {
                    let [low, high] = this.feature(plane.normal, usize::from(plane.normal[1] == 0));
                    u8::from(low != high)
                }
                _ => 2,
            };
            Face { normal: plane.normal, side, rank }
        };
        let of_mover = move |index: usize| {
            let (normal, nearest) = this.slants[index];
            let offset = o.corners().map(|corner| dot(normal, corner)).max().unwrap_or(0);
            Face { normal, side: dot(normal, at) + nearest - offset, rank: 1 }
        };
        o.planes().map(of_outline).chain((0..self.slant_count).map(of_mover))
    }

    pub(super) fn overlaps(&self, o: &Outline, at: [i64; 2]) -> bool {
        o.is_solid() && self.faces(o, at).all(|face| face.side < 0)
    }

    /// The contact of the mover, moving from a place by `d`, with an outline, unless it starts inside.
    pub(super) fn meets(&self, o: &Outline, at: [i64; 2], d: [i64; 2]) -> Option<Meeting> {
        let (fraction, normal) = match o.one_way() {
            Some(open) => self.lands(o, open, at, d)?,
            None => {
                let passage = passage(self.faces(o, at), d)?;
                let (when, normal) = passage.entry.filter(|(when, _)| *when >= Ratio::ZERO)?;
                // A slide along a plane and a touch at a corner are no hits.
                if passage.along.is_some() || passage.only_touches {
                    return None;
                }
                (when, normal)
            }
        };
        let reach = |corner: [i64; 2]| dot(normal, corner);
        let farthest = o.corners().map(reach).max();
        let is_pointed = o.corners().filter(|corner| Some(reach(*corner)) == farthest).count() == 1;
        let mut meeting = Meeting { fraction, normal, name: o.name, extent: 0, nearness: 0, is_pointed };
        if let Some(axis) = axis_of(normal) {
            let free = 1 - axis;
            let [low, high] = o.end(Direction::along(axis, normal[axis] > 0));
            let [from, to] = self.feature(normal, free).map(|corner| at[free] + corner[free]);
            let num = i128::from(fraction.num());
            let den = i128::from(fraction.den());
            let moved = |position: i64| i128::from(position) * den + i128::from(d[free]) * num;
            // Over the denominator of the fraction, so that extents are compared without rounding.
            meeting.extent = moved(to).min(i128::from(high) * den) - moved(from).max(i128::from(low) * den);
            meeting.nearness = match d[free].signum() {
                1 => -low,
                -1 => high,
                _ => 0,
            };
        }
        Some(meeting)
    }

    /// Fraction at which the mover lands on a one-way line, and the normal of the contact. The leading feature of the mover must hit
    /// the line from outside. At the end of a slanted line toward its open side, an edge of the mover along an axis may hit that
    /// end.
    fn lands(&self, o: &Outline, open: Direction, at: [i64; 2], d: [i64; 2]) -> Option<(Ratio, [i64; 2])> {
        let line = o.line()?;
        let along = 1 - open.axis();
        let on_line = self.reaches(&line, [o.min[along], o.max[along]], along, at, d);
        if line.side.is_some() {
            return on_line;
        }
        let side = o.planes().find(|plane| plane.side == Some(open))?;
        match (on_line, self.reaches(&side, o.end(open), along, at, d)) {
            (Some(line), Some(end)) if end.0 < line.0 => Some(end),
            (None, end) => end,
            (line, _) => line,
        }
    }

    /// Fraction at which the mover reaches a plane of a one-way line, between two ends on an axis. An edge must reach more than
    /// their corner point, a corner any point between them.
    fn reaches(
        &self,
        plane: &Plane,
        [low, high]: [i64; 2],
        axis: usize,
        at: [i64; 2],
        d: [i64; 2],
    ) -> Option<(Ratio, [i64; 2])> {
        let normal = plane.normal;
        let side = plane.side_of(at) + self.nearest(normal);
        let speed = dot(normal, d);
        if speed >= 0 || side < -one_way_tolerance(normal) || side >= -speed {
            return None;
        }
        let when = Ratio::new(side.max(0), -speed);
        let [from, to] = self.feature(normal, axis).map(|corner| at[axis] + corner[axis]);
        let compare = |from: i64, position: i64| {
            let moved = i128::from(d[axis]) * i128::from(when.num());
            (moved + i128::from(from) * i128::from(when.den()))
                .cmp(&(i128::from(position) * i128::from(when.den())))
        };
        // The products are exact: a rounded end would hold a mover that falls just past the line.
        let before = compare(from, high);
        let after = compare(to, low);
        // Of two slanted lines that share an end point, the lower one holds. So a line includes its lower end only for a rising
        // mover, and its upper end only for a mover that descends on it.
        let grazes = d[1 - axis] * normal[1 - axis] >= 0;
        let toward_low = normal[axis] < 0 && d[axis] <= 0 || normal[axis] > 0 && grazes;
        let toward_high = normal[axis] > 0 && d[axis] >= 0 || normal[axis] < 0 && grazes;
        let is_on = if from == to && low != high {
            (before.is_lt() || before.is_eq() && !toward_high)
                && (after.is_gt() || after.is_eq() && !toward_low)
        } else {
            before.is_lt() && after.is_gt()
        };
        is_on.then_some((when, normal))
    }

    /// Middle of the contact with an outline when the mover is at a place, each axis rounded down.
    pub(super) fn contact(&self, o: &Outline, normal: [i64; 2], at: [i64; 2]) -> [i64; 2] {
        // The axis along which the face is longer.
        let axis = usize::from(normal[0].abs() > normal[1].abs());
        let own = self.feature(normal, axis).map(|corner| [at[0] + corner[0], at[1] + corner[1]]);
        let farthest = o.corners().map(|corner| dot(normal, corner)).max();
        let other = ends_along(o.corners().filter(|c| Some(dot(normal, *c)) == farthest), axis);
        if own[0] == own[1] {
            return own[0];
        } else if other[0] == other[1] {
            return other[0];
        }
        let low = if own[0][axis] > other[0][axis] { own[0] } else { other[0] };
        let high = if own[1][axis] < other[1][axis] { own[1] } else { other[1] };
        let mut middle = [0, 1].map(|k| (low[k] + high[k]) >> 1);
        if axis_of(normal).is_some() {
            middle[1 - axis] = own[0][1 - axis];
        }
        middle
    }
}

fn ends_along(points: impl Iterator<Item = [i64; 2]>, axis: usize) -> [[i64; 2]; 2] {
    let ends = points.fold(None, |ends: Option<[[i64; 2]; 2]>, point| {
        let [low, high] = ends.unwrap_or([point, point]);
        let is_low = point[axis] < low[axis];
        Some([if is_low { point } else { low }, if point[axis] > high[axis] { point } else { high }])
    });
    ends.expect("a polygon has corners")
}

fn axis_of(normal: [i64; 2]) -> Option<usize> {
    match normal {
        [_, 0] => Some(0),
        [0, _] => Some(1),
        _ => None,
    }
}

impl Meeting {
    /// Compares two contacts by the tie rules of moves with up upwards, in order:
    ///
    /// 1. The fraction.
    /// 2. The larger contact extent.
    /// 3. Where corners meet: an edge before the corner point of another solid, then the face that points more toward up.
    /// 4. The axis along up.
    /// 5. The face met first along the tangent.
    /// 6. The name.
    pub(super) fn compare(&self, other: &Meeting) -> Ordering {
        let extents = || {
            let a = self.extent;
            let b = other.extent;
            // Extents have different denominators: cross products compare them exactly.
            (b * i128::from(self.fraction.den())).cmp(&(a * i128::from(other.fraction.den())))
        };
        let faces = || {
            if self.extent == 0 {
                let upness = || compare_upness(other.normal, self.normal);
                self.is_pointed.cmp(&other.is_pointed).then_with(upness)
            } else {
                axis_of(other.normal).cmp(&axis_of(self.normal))
            }
        };
        let nearness = || match (axis_of(self.normal), axis_of(other.normal)) {
            (Some(a), Some(b)) if a == b => other.nearness.cmp(&self.nearness),
            _ => Ordering::Equal,
        };
        let names = || self.name.key().cmp(&other.name.key());
        let order = self.fraction.cmp(&other.fraction).then_with(extents).then_with(faces);
        order.then_with(nearness).then_with(names)
    }
}
