//! Convex solids and one-way lines in world coordinates, as lists of half-planes.
//!
//! A body is strictly inside a convex solid iff no edge of the solid, and no side of the body, has the two on different
//! sides of it. Each of these tests is one half-plane of the body's place; the solid is their intersection. It is gone
//! through from end to end, in whole numbers.

use super::world::{WORLD_END, lattice};
use crate::exact::{Exact, gcd};
use tilephys_core::{Aabb, Direction};

pub(crate) type Point = [i64; 2];

/// A box in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) lo: Point,
    pub(crate) hi: Point,
}

impl Rect {
    pub(crate) fn of(lo: Point, size: Point) -> Self {
        Rect { lo, hi: [lo[0] + size[0], lo[1] + size[1]] }
    }

    pub(crate) fn in_world(&self) -> bool {
        (0..2).all(|k| -WORLD_END <= self.lo[k] && self.hi[k] <= WORLD_END)
    }

    pub(crate) fn aabb(&self) -> Aabb {
        Aabb { min: lattice(self.lo), max: lattice(self.hi) }
    }

    pub(crate) fn moved(&self, by: Point) -> Rect {
        Rect { lo: add(self.lo, by), hi: add(self.hi, by) }
    }

    /// True if the two share a point, edges included.
    pub(crate) fn meets(&self, other: &Rect) -> bool {
        (0..2).all(|k| self.lo[k] <= other.hi[k] && other.lo[k] <= self.hi[k])
    }

    /// True if no edge is farther than this from the same edge of the other box.
    pub(crate) fn reaches(&self, other: &Rect, by: i64) -> bool {
        (0..2).all(|k| (self.lo[k] - other.lo[k]).abs() <= by && (self.hi[k] - other.hi[k]).abs() <= by)
    }

    /// Grown by so much on every side.
    pub(crate) fn grown(&self, by: i64) -> Rect {
        Rect { lo: self.lo.map(|c| c - by), hi: self.hi.map(|c| c + by) }
    }

    /// The box of all places on a straight way.
    pub(crate) fn swept(&self, d: Point) -> Rect {
        let (lo, hi) = ([0, 1].map(|k| self.lo[k] + d[k].min(0)), [0, 1].map(|k| self.hi[k] + d[k].max(0)));
        Rect { lo, hi }
    }
}

pub(crate) fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1]]
}

pub(crate) fn unit(direction: Direction) -> Point {
    match direction {
        Direction::Up => [0, -1],
        Direction::Right => [1, 0],
        Direction::Down => [0, 1],
        Direction::Left => [-1, 0],
    }
}

pub(crate) fn dot(a: Point, b: Point) -> i128 {
    i128::from(a[0]) * i128::from(b[0]) + i128::from(a[1]) * i128::from(b[1])
}

/// A vector in the smallest whole numbers.
pub(crate) fn reduced(v: Point) -> Point {
    let whole = gcd(v[0].into(), v[1].into()) as i64;
    v.map(|c| c / whole)
}

/// The names by which a hit tells a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    /// Column and row; for an off-grid shape the cell of its low corner.
    pub(crate) cell: Point,
    pub(crate) off_grid: Option<usize>,
    pub(crate) part: usize,
}

/// A half-plane: points `p` with `n · p < reach` lie on the inner side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plane {
    /// Outward, in the smallest whole numbers.
    pub(crate) n: Point,
    pub(crate) reach: i128,
    /// There is an edge with this normal; otherwise only a corner reaches so far.
    pub(crate) is_edge: bool,
}

impl Plane {
    pub(crate) fn is_slanted(&self) -> bool {
        self.n[0] != 0 && self.n[1] != 0
    }

    /// How far the nearest corner of the body is outside, times the length of the normal; negative if some of the body
    /// lies on the inner side.
    pub(crate) fn side(&self, body: &Rect) -> i128 {
        let first = [0, 1].map(|k| if self.n[k] > 0 { body.lo[k] } else { body.hi[k] });
        dot(self.n, first) - self.reach
    }
}

/// A convex solid, or a line that blocks from one side.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) corners: Vec<Point>,
    /// The open side of a one-way line.
    pub(crate) open: Option<Direction>,
    pub(crate) planes: Vec<Plane>,
    pub(crate) bounds: Rect,
    pub(crate) name: Name,
}

/// The open span of time in which a moving body is strictly inside a solid, and the planes that it crosses last.
#[derive(Clone, Debug)]
pub(crate) struct Stay {
    pub(crate) enters: Exact,
    /// Nothing if it does not come out again.
    pub(crate) leaves: Option<Exact>,
    pub(crate) planes: Vec<Plane>,
}

impl Solid {
    pub(crate) fn new(corners: Vec<Point>, open: Option<Direction>, name: Name) -> Self {
        let mut planes: Vec<Plane> = Vec::new();
        let mut normals: Vec<(Point, bool)> = Vec::new();
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            let n = reduced([b[1] - a[1], a[0] - b[0]]);
            normals.push((outward(n, a, &corners, open), true));
        }
        normals.extend([[0, -1], [1, 0], [0, 1], [-1, 0]].map(|n| (n, false)));
        for (n, is_edge) in normals {
            if planes.iter().all(|p| p.n != n) {
                let reach = corners.iter().map(|&c| dot(n, c)).max().expect("a solid has corners");
                planes.push(Plane { n, reach, is_edge });
            }
        }
        let extreme = |k: usize| {
            let all = corners.iter().map(|c| c[k]);
            (all.clone().min().expect("corners"), all.max().expect("corners"))
        };
        let ((x0, x1), (y0, y1)) = (extreme(0), extreme(1));
        Solid { corners, open, planes, bounds: Rect { lo: [x0, y0], hi: [x1, y1] }, name }
    }

    /// True if the body strictly overlaps it; never true for a one-way line.
    pub(crate) fn overlaps(&self, body: &Rect) -> bool {
        self.open.is_none() && self.bounds.meets(body) && self.planes.iter().all(|p| p.side(body) < 0)
    }

    /// When the body, moving by `d` in one unit of time, is strictly inside, if it ever is: also before and after.
    pub(crate) fn stay(&self, body: &Rect, d: Point) -> Option<Stay> {
        let (mut enters, mut leaves): (Option<Exact>, Option<Exact>) = (None, None);
        let mut planes = Vec::new();
        for plane in &self.planes {
            let (side, speed) = (plane.side(body), dot(plane.n, d));
            if speed == 0 {
                if side >= 0 {
                    return None;
                }
                continue;
            }
            let when = Exact::new(side, -speed);
            if speed > 0 {
                leaves = Some(leaves.map_or(when, |l| l.min(when)));
                continue;
            }
            if enters.is_none_or(|e| when > e) {
                (enters, planes) = (Some(when), vec![*plane]);
            } else if enters == Some(when) {
                planes.push(*plane);
            }
        }
        let enters = enters?;
        leaves.is_none_or(|l| enters < l).then_some(Stay { enters, leaves, planes })
    }

    /// The part of the solid that reaches to an axis-aligned plane: from and to on the other axis.
    pub(crate) fn face_span(&self, plane: &Plane) -> [i64; 2] {
        let free = usize::from(plane.n[0] != 0);
        let on = self.corners.iter().filter(|&&c| dot(plane.n, c) == plane.reach).map(|c| c[free]);
        [on.clone().min().expect("a corner is on it"), on.max().expect("a corner is on it")]
    }
}

/// True if the body overlaps something.
pub(crate) fn is_inside(body: &Rect, solids: &[Solid]) -> bool {
    solids.iter().any(|s| s.overlaps(body))
}

/// The normal of an edge through `a` that looks out of the solid; of a line, to its open side.
fn outward(n: Point, a: Point, corners: &[Point], open: Option<Direction>) -> Point {
    let looks_in = match open {
        Some(open) => dot(n, unit(open)) < 0,
        None => corners.iter().any(|&c| dot(n, c) > dot(n, a)),
    };
    if looks_in { n.map(|c| -c) } else { n }
}
