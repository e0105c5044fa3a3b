//! First entry of a straight motion, and the tie-break between several faces entered at one time.

use super::solid::{Plane, Point, Rect, Solid, dot, unit};
use crate::exact::{Exact, gcd};
use std::cmp::Ordering;
use tilephys_core::Direction;

/// Units that a body may be on the wrong side of a one-way line and still be set on it: 1/64 px.
pub(crate) const TOLERANCE: i64 = 4;

/// A straight motion of a box in one unit of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub(crate) body: Rect,
    pub(crate) d: Point,
    pub(crate) up: Direction,
}

/// A face that the motion goes into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Its place in the list of solids.
    pub(crate) solid: usize,
    pub(crate) plane: Plane,
    pub(crate) at: Exact,
    /// A certain one must not be missed; the others are ends of slanted one-way lines, met in a point.
    pub(crate) certain: bool,
    /// The body is a little way inside of a one-way line and is set on it.
    pub(crate) set_on: bool,
}

impl Flight {
    /// Everything that is entered on the way, in no order.
    pub(crate) fn entries(&self, solids: &[Solid]) -> Vec<Entry> {
        let mut all = Vec::new();
        let swept = self.body.swept(self.d).grown(TOLERANCE);
        for (index, solid) in solids.iter().enumerate().filter(|(_, s)| s.bounds.meets(&swept)) {
            let entry =
                |plane: &Plane, at| Entry { solid: index, plane: *plane, at, certain: true, set_on: false };
            if solid.open.is_some() {
                all.extend(self.line_entries(solid).map(|e| Entry { solid: index, ..e }));
                continue;
            }
            let Some(stay) = solid.stay(&self.body, self.d) else { continue };
            if (Exact::ZERO..Exact::ONE).contains(&stay.enters) {
                all.extend(stay.planes.iter().map(|plane| entry(plane, stay.enters)));
            }
        }
        all
    }

    /// By the rule of one-way lines: against the normal, from on or outside of the line, with a shared length.
    fn line_entries(&self, line: &Solid) -> impl Iterator<Item = Entry> {
        let open = unit(line.open.expect("a line is open to a side"));
        let free = usize::from(open[0] != 0);
        let holds = move |plane: &&Plane| plane.is_slanted() || plane.n == open;
        line.planes.iter().filter(holds).filter_map(move |plane| {
            let (side, speed) = (plane.side(&self.body), dot(plane.n, self.d));
            if speed >= 0 {
                return None;
            }
            let length2 = dot(plane.n, plane.n);
            let near = side < 0 && side * side <= i128::from(TOLERANCE * TOLERANCE) * length2;
            let at = if near { Exact::ZERO } else { Exact::new(side, -speed) };
            if !(Exact::ZERO..Exact::ONE).contains(&at) {
                return None;
            }
            // Lengths on the free axis, times the denominator of the moment.
            let scaled = |c: i64| i128::from(c) * at.den;
            let gone = i128::from(self.d[free]) * at.num;
            let (lo, hi) = (scaled(self.body.lo[free]) + gone, scaled(self.body.hi[free]) + gone);
            let (from, to) = (scaled(line.bounds.lo[free]), scaled(line.bounds.hi[free]));
            let straight = plane.is_edge && !plane.is_slanted();
            let (meets, certain) = if straight {
                (lo < to && from < hi, true)
            } else if plane.is_slanted() {
                let corner = if plane.n[free] > 0 { lo } else { hi };
                (from <= corner && corner <= to, from < corner && corner < to && !near)
            } else {
                let end = scaled(line.face_span(plane)[0]);
                (lo <= end && end <= hi, lo < end && end < hi && !near)
            };
            meets.then_some(Entry { solid: 0, plane: *plane, at, certain, set_on: near })
        })
    }

    /// The body's extent along an axis-aligned face at that moment, times the moment's denominator; nothing for a
    /// slanted one.
    pub(crate) fn extent(&self, solids: &[Solid], entry: &Entry, at: Exact) -> i128 {
        if entry.plane.is_slanted() {
            return 0;
        }
        let free = usize::from(entry.plane.n[0] != 0);
        let [from, to] = solids[entry.solid].face_span(&entry.plane);
        let gone = i128::from(self.d[free]) * at.num;
        let lo = (i128::from(self.body.lo[free]) * at.den + gone).max(i128::from(from) * at.den);
        let hi = (i128::from(self.body.hi[free]) * at.den + gone).min(i128::from(to) * at.den);
        hi - lo
    }

    /// Best entries among simultaneous ones. Larger contact extent first; in a mere point an edge before a corner
    /// and the face that looks more toward up; else the axis of up.
    pub(crate) fn best<'a>(&self, solids: &[Solid], entries: &[&'a Entry]) -> Vec<&'a Entry> {
        let at = entries[0].at;
        let whole = gcd(at.num, at.den);
        let at = Exact { num: at.num / whole, den: at.den / whole };
        let keyed: Vec<_> = entries.iter().map(|e| (self.extent(solids, e, at), *e)).collect();
        let before = |a: &(i128, &Entry), b: &(i128, &Entry)| -> Ordering {
            let extents = b.0.cmp(&a.0);
            if extents.is_ne() {
                return extents;
            }
            if a.0 == 0 {
                let edges = b.1.plane.is_edge.cmp(&a.1.plane.is_edge);
                let straight = |e: &Entry| !e.plane.is_slanted();
                if a.1.solid != b.1.solid && straight(a.1) && straight(b.1) {
                    // Sides held by points of two solids: no corner arrives at a corner.
                    return edges;
                }
                return edges.then(looks_up(b.1.plane.n, self.up).cmp(&looks_up(a.1.plane.n, self.up)));
            }
            let along_up = |e: &Entry| dot(e.plane.n, unit(self.up)) != 0;
            along_up(b.1).cmp(&along_up(a.1))
        };
        let wins = |a: &&(i128, &'a Entry)| keyed.iter().all(|b| before(a, b).is_le());
        keyed.iter().filter(wins).map(|k| k.1).collect()
    }
}

/// The cosine of the angle between a normal and up, with its sign, squared.
pub(crate) fn looks_up(n: Point, up: Direction) -> Exact {
    let along = dot(n, unit(up));
    Exact::new(along * along.abs(), dot(n, n))
}
