//! Oracle for queries in worlds of convex parts, by brute force in exact fractions.
//!
//! A point is inside if between any two neighbouring directions of edges through it a direction leads into some
//! part. A path is cut where it crosses the line of any edge, and each piece is tested in its middle.

use crate::exact::{Exact, gcd};
use crate::queries::world::{Convex, Point};
use std::cmp::Ordering;

pub(crate) fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn dot(a: Point, b: Point) -> i128 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: Point, b: Point) -> i128 {
    a[0] * b[1] - a[1] * b[0]
}

/// An edge, clockwise, and its normal out of the part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) from: Point,
    pub(crate) to: Point,
    pub(crate) normal: Point,
}

/// In the smallest whole numbers.
pub(crate) fn reduced([x, y]: Point) -> Point {
    let whole = gcd(x, y);
    [x / whole, y / whole]
}

/// A point of whole parts of `den`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) num: Point,
    pub(crate) den: i128,
}

impl Spot {
    pub(crate) fn of(at: Point) -> Self {
        Spot { num: at, den: 1 }
    }

    /// How far outside of an edge, by some measure.
    fn side(&self, e: &Edge) -> i128 {
        dot(e.normal, self.num) - dot(e.normal, e.from) * self.den
    }

    /// True if it is in the part or on its edge.
    pub(crate) fn is_in(&self, part: &Convex) -> bool {
        part.is_solid() && part.edges.iter().all(|e| self.side(e) <= 0)
    }

    /// True if a direction that follows no edge through the spot leads into the part.
    fn leads_into(&self, m: Point, part: &Convex) -> bool {
        self.is_in(part) && part.edges.iter().all(|e| self.side(e) < 0 || dot(e.normal, m) < 0)
    }

    /// Directions of edges through the spot, around the clock.
    fn rays(&self, parts: &[Convex]) -> Vec<Point> {
        let mut rays: Vec<Point> = Vec::new();
        for part in parts.iter().filter(|p| self.is_in(p)) {
            for e in part.edges.iter().filter(|e| self.side(e) == 0) {
                let d = reduced(minus(e.to, e.from));
                rays.extend([d, [-d[0], -d[1]]]);
            }
        }
        rays.sort_by(|a, b| clockwise([1, 0], *a, *b));
        rays.dedup();
        rays
    }

    pub(crate) fn is_inside(&self, parts: &[Convex]) -> bool {
        let rays = self.rays(parts);
        let filled = |m: Point| parts.iter().any(|p| self.leads_into(m, p));
        if rays.is_empty() {
            return parts.iter().any(|p| self.is_in(p));
        }
        (0..rays.len()).all(|i| filled(between(rays[i], rays[(i + 1) % rays.len()])))
    }
}

/// The order of directions clockwise from `start`, which comes first.
fn clockwise(start: Point, a: Point, b: Point) -> Ordering {
    let half = |v: Point| {
        let turn = cross(start, v);
        usize::from(turn < 0 || turn == 0 && dot(start, v) < 0)
    };
    half(a).cmp(&half(b)).then_with(|| 0.cmp(&cross(a, b)))
}

/// A direction between two that are neighbours clockwise; opposite ones always are among an edge's.
fn between(a: Point, b: Point) -> Point {
    if cross(a, b) == 0 { [-a[1], a[0]] } else { [a[0] + b[0], a[1] + b[1]] }
}

/// What a way meets; without a normal it starts in it.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) when: Exact,
    pub(crate) normal: Point,
    pub(crate) part: Convex,
}

/// A straight way of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) from: Point,
    pub(crate) d: Point,
}

/// Greater looks more up.
fn compare_upness(a: Point, b: Point) -> Ordering {
    let part = |n: Point| Exact::new(-n[1].signum() * n[1] * n[1], dot(n, n));
    part(a).cmp(&part(b))
}

impl Way {
    pub(crate) fn at(&self, when: Exact) -> Spot {
        Spot { num: [0, 1].map(|k| self.from[k] * when.den + self.d[k] * when.num), den: when.den }
    }

    /// When it crosses the line of an edge, from one length before its start on, in order.
    fn crossings(&self, parts: &[Convex]) -> Vec<Exact> {
        let mut all = vec![Exact::new(-1, 1), Exact::ZERO, Exact::ONE];
        for e in parts.iter().flat_map(|p| &p.edges) {
            let side = dot(e.normal, minus(self.from, e.from));
            let speed = dot(e.normal, self.d);
            if speed != 0 && side.abs() < speed.abs() {
                all.push(Exact::new(-side * speed.signum(), speed.abs()));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn middle(&self, a: Exact, b: Exact) -> Spot {
        self.at(a.middle(b))
    }

    /// True if it may touch a part, from one length before its start on.
    pub(crate) fn may_touch(&self, part: &Convex) -> bool {
        let [low, high] = part.bounds();
        (0..2).all(|k| {
            let far = self.d[k].abs();
            low[k] <= self.from[k] + far && self.from[k] - far <= high[k]
        })
    }

    /// When it first goes inside of what is solid, having been outside.
    fn first_inside(&self, parts: &[Convex], times: &[Exact]) -> Option<Exact> {
        let mut pieces = times.windows(2).filter(|pair| pair[0].num >= 0);
        let stops = |pair: &&[Exact]| {
            self.middle(pair[0], pair[1]).is_inside(parts) || self.is_pinched(parts, times, pair[0])
        };
        pieces.find(stops).map(|pair| pair[0])
    }

    /// True if something is solid on both sides of the path at an inner time, with the path outside just before and
    /// just after.
    fn is_pinched(&self, parts: &[Convex], times: &[Exact], when: Exact) -> bool {
        if when.num <= 0 || when.num >= when.den {
            return false;
        }
        let Ok(i) = times.binary_search(&when) else { return false };
        let spot = self.at(when);
        let is_outside = |i: usize| !self.middle(times[i], times[i + 1]).is_inside(parts);
        is_outside(i - 1)
            && is_outside(i)
            && [1, -1].into_iter().all(|sign| parts.iter().any(|p| self.has_beside(&spot, sign, p)))
    }

    /// True if a solid part that holds a spot on the path reaches to one side of the path.
    fn has_beside(&self, spot: &Spot, sign: i128, part: &Convex) -> bool {
        let across = |c: &Point| cross(self.d, [0, 1].map(|k| c[k] * spot.den - spot.num[k]));
        spot.is_in(part) && part.corners.iter().any(|c| across(c).signum() == sign)
    }

    /// When it enters a solid part, if that is among what is inside from there on.
    fn entry(&self, parts: &[Convex], times: &[Exact], part: &Convex) -> Option<Exact> {
        let is_in = |i: usize| self.middle(times[i], times[i + 1]).is_in(part);
        let first = (1..times.len() - 1).find(|&i| times[i].num >= 0 && is_in(i) && !is_in(i - 1));
        let Some(first) = first else {
            // It may touch a corner where the way is pinched.
            let touches = |t: &&Exact| self.at(**t).is_in(part) && self.is_pinched(parts, times, **t);
            return times.iter().find(touches).copied().filter(|t| self.meets_first(part, *t));
        };
        let goes_in = self.middle(times[first], times[first + 1]).is_inside(parts);
        (goes_in || self.is_pinched(parts, times, times[first])).then_some(times[first])
    }

    /// True if a face of a part that it touches looks against the path.
    fn meets_first(&self, part: &Convex, when: Exact) -> bool {
        let spot = self.at(when);
        part.edges.iter().any(|e| spot.side(e) == 0 && dot(e.normal, self.d) < 0)
    }

    /// When it comes to the line from its open side, ends included.
    fn crosses(&self, line: &Convex) -> Option<Exact> {
        let e = *line.edges.first()?;
        let side = dot(e.normal, minus(self.from, e.from));
        let speed = -dot(e.normal, self.d);
        let when = (side >= 0 && side < speed).then(|| Exact::new(side, speed))?;
        let spot = self.at(when);
        let along = minus(e.to, e.from);
        let place = dot(along, spot.num) - dot(along, e.from) * spot.den;
        (0 <= place && place <= dot(along, along) * spot.den).then_some(when)
    }

    /// Time at which a line stops it: on both sides of the path there is a one-way line or something solid.
    fn landing(&self, parts: &[Convex], line: &Convex) -> Option<Exact> {
        let when = self.crosses(line)?;
        let spot = self.at(when);
        let beside = |other: &Convex, sign: i128| {
            let across = |c: Point| cross(self.d, [0, 1].map(|k| c[k] * spot.den - spot.num[k]));
            other.corners.iter().any(|c| across(*c) * sign > 0)
        };
        let is_line = |p: &&Convex| !p.is_solid() && self.crosses(p).is_some_and(|t| t == when);
        let stopped = |sign: i128| {
            beside(line, sign)
                || parts.iter().filter(is_line).any(|p| beside(p, sign))
                || parts.iter().any(|p| spot.is_filled_beside(self.d, sign, p))
        };
        (stopped(1) && stopped(-1)).then_some(when)
    }

    /// Everything that is entered, and all that holds the start if that is inside.
    pub(crate) fn all(&self, parts: &[Convex]) -> Vec<Judged> {
        let zero = Exact::ZERO;
        let start = Spot::of(self.from);
        let inside = start.is_inside(parts);
        let times = self.crossings(parts);
        let mut all: Vec<Judged> = Vec::new();
        for part in parts.iter().filter(|_| self.d != [0, 0]) {
            let when =
                if part.is_solid() { self.entry(parts, &times, part) } else { self.landing(parts, part) };
            if let Some(when) = when.filter(|t| !(inside && part.is_solid() && t.num == 0)) {
                let normal = self.met_of(part, when);
                all.push(Judged { when, normal, part: part.clone() });
            }
        }
        if inside {
            // Of several parts of a tile that hold the start one is reported.
            let mut told: Vec<Judged> = Vec::new();
            for part in parts.iter().filter(|p| start.is_in(p)) {
                if !told.iter().any(|j| j.part.name.is_same_thing(&part.name)) {
                    told.push(Judged { when: zero, normal: [0, 0], part: part.clone() });
                }
            }
            all.extend(told);
        }
        all
    }

    /// By which of its own faces a part is entered.
    fn met_of(&self, part: &Convex, when: Exact) -> Point {
        let spot = self.at(when);
        let against = part.edges.iter().map(|e| (spot.side(e), e.normal));
        let met = against.filter(|(side, n)| *side == 0 && dot(*n, self.d) < 0).map(|e| e.1);
        met.max_by(|a, b| self.compare_normals(*a, *b)).expect("it is entered by a face")
    }

    /// The greater is met.
    fn compare_normals(&self, a: Point, b: Point) -> Ordering {
        let along = |n: Point| n[0].signum() * self.d[0].signum();
        compare_upness(a, b).then_with(|| along(b).cmp(&along(a))).then_with(|| b[0].cmp(&a[0]))
    }

    /// When something stops it first, and the faces that may be told then, the best ones.
    pub(crate) fn first(&self, parts: &[Convex]) -> Option<Judged> {
        let times = self.crossings(parts);
        let solid = self.first_inside(parts, &times);
        let lines = parts.iter().filter(|p| !p.is_solid());
        let landings: Vec<(Exact, &Convex)> =
            lines.filter_map(|p| Some((self.landing(parts, p)?, p))).collect();
        let when = landings.iter().map(|l| l.0).chain(solid).min()?;
        let spot = self.at(when);
        let is_now = |t: &Exact| *t == when;
        let mut met: Vec<(Point, i128, &Convex)> = Vec::new();
        for (_, line) in landings.iter().filter(|l| is_now(&l.0)) {
            let leads = |c: &Point| dot(minus([c[0] * spot.den, c[1] * spot.den], spot.num), self.d).signum();
            let leads = line.corners.iter().map(leads).max().expect("ends");
            met.push((line.edges[0].normal, leads, line));
        }
        if solid.as_ref().is_some_and(is_now) {
            let leads_in = !self.is_pinched(parts, &times, when);
            self.wedge(parts, &spot, leads_in, &mut met);
        }
        let best = met.into_iter().max_by(|a, b| {
            let names = || b.2.name.order().cmp(&a.2.name.order());
            self.compare_normals(a.0, b.0).then(a.1.cmp(&b.1)).then_with(names)
        });
        best.map(|(normal, _, part)| Judged { when, normal, part: part.clone() })
    }

    /// The faces beside the free directions that are next to the way ahead, on both sides of it; or if it does not lead in, the
    /// faces beside the filled directions that are next to the way back.
    fn wedge<'a>(
        &self,
        parts: &'a [Convex],
        spot: &Spot,
        leads_in: bool,
        met: &mut Vec<(Point, i128, &'a Convex)>,
    ) {
        let from = if leads_in { self.d } else { [-self.d[0], -self.d[1]] };
        let mut rays = spot.rays(parts);
        rays.sort_by(|a, b| clockwise(from, *a, *b));
        let n = rays.len();
        let gaps: Vec<Point> = (0..n).map(|i| between(rays[i], rays[(i + 1) % n])).collect();
        let filled = |m: Point| parts.iter().any(|p| spot.leads_into(m, p));
        let (free, full): (Vec<usize>, Vec<usize>) = (0..n).partition(|i| !filled(gaps[*i]));
        let sought = if leads_in { &free } else { &full };
        let Some(&first) = sought.first() else { return };
        let Some(&last) = sought.last() else { return };
        if !leads_in {
            // From the way back on, the first filled direction on either side of it.
            let before = |i: usize| gaps[(i + n - 1) % n];
            self.faces_at(parts, spot, [rays[first], gaps[first], before(first)], met);
            let end = (last + 1) % n;
            self.faces_at(parts, spot, [rays[end], gaps[last], gaps[end]], met);
            return;
        }
        for (ray, inner, outer) in [
            (rays[first], gaps[(first + n - 1) % n], gaps[first]),
            (rays[(last + 1) % n], gaps[(last + 1) % n], gaps[last]),
        ] {
            self.faces_at(parts, spot, [ray, inner, outer], met);
        }
    }

    /// The faces along a direction, between a filled and a free direction, that look against the way.
    fn faces_at<'a>(
        &self,
        parts: &'a [Convex],
        spot: &Spot,
        [ray, inner, outer]: [Point; 3],
        met: &mut Vec<(Point, i128, &'a Convex)>,
    ) {
        for part in parts.iter().filter(|p| spot.leads_into(inner, p)) {
            let is_face =
                |e: &&Edge| spot.side(e) == 0 && dot(e.normal, ray) == 0 && dot(e.normal, outer) > 0;
            let faces = part.edges.iter().filter(is_face);
            let against = faces.filter(|e| dot(e.normal, self.d) < 0);
            met.extend(against.map(|e| (e.normal, dot(ray, self.d).signum(), part)));
        }
    }
}

impl Spot {
    /// True if a solid part fills the space just beside the path ahead, on one side.
    fn is_filled_beside(&self, d: Point, sign: i128, part: &Convex) -> bool {
        let side = [-d[1] * sign, d[0] * sign];
        let into = |e: &Edge| {
            let order = self.side(e).cmp(&0).then(dot(e.normal, d).cmp(&0));
            order.then(dot(e.normal, side).cmp(&0)) == Ordering::Less
        };
        part.is_solid() && part.edges.iter().all(into)
    }
}
