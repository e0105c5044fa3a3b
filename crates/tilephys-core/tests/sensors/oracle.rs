//! Path of a body from its hits, and the times at which it overlaps a convex polygon.

use glam::IVec2;
use tilephys_core::{Aabb, Body, BodyId, EventKind, Region, Response, World};

/// Straight pieces: from where to where, and when in steps of 2^-32.
pub(super) type Pieces = Vec<(IVec2, IVec2, u64, u64)>;

const WHOLE: u64 = 1 << 32;

/// The way of a body that started the last step as `before`: straight from hit to hit.
pub(super) fn way(world: &World, id: BodyId, before: &Body, response: Response) -> Pieces {
    let (mut at, mut when, mut pieces) = (before.position, 0, Vec::new());
    for event in world.events().iter().filter(|e| e.body == id && response != Response::PassThrough) {
        if let EventKind::Hit(hit) = event.kind {
            pieces.push((at, hit.position, when, hit.fraction.to_bits()));
            (at, when) = (hit.position, hit.fraction.to_bits());
        }
    }
    let after = world.body(id).expect("it is there");
    pieces.push((at, after.position, when, WHOLE));
    pieces
}

/// A quotient; the denominator is above zero.
#[derive(Clone, Copy)]
struct Quotient(i128, i128);

impl Quotient {
    fn is_less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

type Point = (i128, i128);

fn wide(p: IVec2) -> Point {
    (p.x.into(), p.y.into())
}

/// Above zero if `c` is to the right of the way from `a` to `b`, with y down.
fn turn(a: Point, b: Point, c: Point) -> i128 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The corners of a region, wherever in its box they are.
pub(super) fn corners(region: &Region) -> Vec<IVec2> {
    let Aabb { min, max } = region.aabb;
    match &region.shape {
        Some(shape) => shape.corners().iter().map(|corner| min + *corner).collect(),
        None => vec![min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)],
    }
}

/// Positions of the min corner of a box of `size` at which it overlaps the target: the Minkowski difference of the
/// two. Computed as the convex hull of all differences of corners, clockwise with y down (Andrew 1979, "Another
/// efficient algorithm for convex hulls in two dimensions").
fn meeting(target: &[IVec2], size: IVec2) -> Vec<Point> {
    let own = [IVec2::ZERO, IVec2::new(size.x, 0), size, IVec2::new(0, size.y)];
    let mut all: Vec<Point> = target.iter().flat_map(|t| own.map(|o| wide(*t - o))).collect();
    all.sort_unstable();
    all.dedup();
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut hull: Vec<Point> = Vec::new();
        for p in points {
            while hull.len() > 1 && turn(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0 {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        hull
    };
    let mut hull = half(&mut all.iter().copied());
    hull.extend(half(&mut all.iter().rev().copied()));
    hull
}

/// The edges of a hull.
fn edges(hull: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..hull.len()).map(|i| (hull[i], hull[(i + 1) % hull.len()]))
}

/// The open part of a piece, as fractions of it, in which a point on it is inside a hull; `None` for never.
fn overlap((from, to): (IVec2, IVec2), hull: &[Point]) -> Option<(Quotient, Quotient)> {
    let far = 1i128 << 62; // beyond all quotients here, and small enough for their products
    let (mut low, mut high) = (Quotient(-far, 1), Quotient(far, 1));
    for (a, b) in edges(hull) {
        let [first, last] = [from, to].map(|p| turn(a, b, wide(p)));
        match last - first {
            0 if first > 0 => {}
            0 => return None,
            d if d > 0 => low = if low.is_less(Quotient(-first, d)) { Quotient(-first, d) } else { low },
            d => high = if Quotient(first, -d).is_less(high) { Quotient(first, -d) } else { high },
        }
    }
    low.is_less(high).then_some((low, high))
}

/// When a box of `size` on its way comes into the convex polygon of these corners (true) and leaves it, and whether it is in at
/// the end.
pub(super) fn judge(
    pieces: &Pieces,
    size: IVec2,
    corners: &[IVec2],
    mut is_in: bool,
) -> (Vec<(bool, u64)>, bool) {
    let mut told = Vec::new();
    let hull = meeting(corners, size);
    for &(from, to, begin, end) in pieces {
        let starts_in = edges(&hull).all(|(a, b)| turn(a, b, wide(from)) > 0);
        if is_in && !starts_in {
            told.push((false, begin));
            is_in = false;
        }
        let Some((low, high)) = overlap((from, to), &hull) else { continue };
        let moment = |q: Quotient| begin + (q.0 * i128::from(end - begin)).div_euclid(q.1) as u64;
        if !is_in && starts_in {
            told.push((true, begin));
            is_in = true;
        } else if !is_in && low.0 >= 0 && low.is_less(Quotient(1, 1)) {
            told.push((true, moment(low)));
            is_in = true;
        }
        if is_in && !Quotient(1, 1).is_less(high) {
            told.push((false, moment(high)));
            is_in = false;
        }
    }
    (told, is_in)
}
