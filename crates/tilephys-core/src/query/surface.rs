//! Face of entry of a segment where edges and corners of several parts meet.

use super::outline::{Name, Outline, Plane, dot, negated, turned};
use super::query_view::{ExactPoint, Place};
use super::way::{Entry, Way, compare_normals};
use crate::ratio::Ratio;
use std::cmp::Ordering;

#[derive(Clone, Copy)]
struct Met {
    normal: [i64; 2],
    /// Positive if the segment leads toward the face from the point of the hit, negative if away from it.
    leads: i64,
    name: Name,
}

impl Met {
    fn compare(&self, other: &Met, d: [i64; 2]) -> Ordering {
        compare_normals(self.normal, other.normal, d)
            .then(self.leads.cmp(&other.leads))
            .then_with(|| other.name.key().cmp(&self.name.key()))
    }
}

fn keep(best: &mut Option<Met>, new: Met, d: [i64; 2]) {
    if best.as_ref().is_none_or(|old| new.compare(old, d).is_gt()) {
        *best = Some(new);
    }
}

impl Way<'_> {
    /// The face at which the segment, outside until then, enters the union or hits one-way lines at `fraction`, and its solid.
    ///
    /// The union around that point fills a wedge that contains the direction ahead, and two exposed faces bound it. The result is the
    /// greater by [`compare_normals`] of the faces that oppose the segment. On a flat surface it is the face of the solid ahead.
    pub(super) fn surface(&self, fraction: Ratio) -> Option<(Entry, Name)> {
        let sight = self.sight;
        let spot = self.spot(fraction);
        let cells = sight.cells_around(&spot);
        let mut best = None;
        // A lone face, the usual case, needs no test of its neighbours.
        let mut alone = None;
        let mut parts = 0;
        let mut faces = 0;
        sight.any(cells, |o| {
            if !o.is_solid() {
                self.keep_line(o, fraction, &mut best);
            } else if o.place(&spot) != Place::Outside {
                parts += 1;
                for plane in o.faces().filter(|plane| spot.side_of(plane).is_eq()) {
                    faces += 1;
                    let leads = dot(turned(plane.normal), self.d).signum().abs();
                    alone = Some(Met { normal: plane.normal, leads, name: o.name });
                }
            }
            parts > 1 || faces > 1
        });
        match alone {
            None if parts == 0 => {}
            Some(met) if parts == 1 && faces == 1 => {
                if dot(met.normal, self.d) < 0 {
                    keep(&mut best, met, self.d);
                }
            }
            _ => self.surface_closely(&spot, fraction, &mut best),
        }
        best.map(|met| (Entry { fraction, normal: met.normal, is_pinched: false }, met.name))
    }

    /// Keeps a one-way line if the segment opposes it at `fraction`.
    fn keep_line(&self, o: &Outline, fraction: Ratio, best: &mut Option<Met>) {
        let Some(entry) = self.entry(o).filter(|entry| entry.fraction == fraction) else { return };
        let spot = self.spot(fraction);
        let leads_to = |corner: [i64; 2]| {
            let away = |k: usize| i128::from(corner[k]) * spot.den - spot.num[k];
            (away(0) * i128::from(self.d[0]) + away(1) * i128::from(self.d[1])).signum() as i64
        };
        let leads = o.corners().map(leads_to).max().unwrap_or(0);
        keep(best, Met { normal: entry.normal, leads, name: o.name }, self.d);
    }

    #[inline(never)]
    fn surface_closely(&self, spot: &ExactPoint, fraction: Ratio, best: &mut Option<Met>) {
        let sight = self.sight;
        sight.any_part(sight.cells_around(spot), |o| {
            if !o.is_solid() {
                self.keep_line(o, fraction, best);
            }
            false
        });
        let side = turned(self.d);
        let goes_in = sight.is_filled(spot, self.d, side) && sight.is_filled(spot, self.d, negated(side));
        if !goes_in && !self.is_pinched(fraction) {
            // Only lines are hit here.
            return;
        }
        // The two faces that bound the filled wedge ahead, one on either side.
        for clockwise in [true, false] {
            let met =
                if goes_in { self.end_of_wedge(spot, clockwise) } else { self.first_beside(spot, clockwise) };
            if let Some(met) = met {
                keep(best, met, self.d);
            }
        }
    }

    /// The first face beside the path to a point where it is pinched, clockwise or counterclockwise; `None` if the face does not
    /// oppose the segment.
    fn first_beside(&self, spot: &ExactPoint, clockwise: bool) -> Option<Met> {
        let ahead = |v: [i64; 2]| if clockwise { turned(v) } else { negated(turned(v)) };
        let side = ahead(self.d);
        // From the direction ahead, the part that extends the farthest back.
        let (end, normal) = self.farthest(spot, &ahead, |o| self.is_solid_beside(o, spot, side))?;
        (dot(normal, self.d) < 0).then(|| self.first_face(spot, end, normal))
    }

    /// The face that bounds the union beside the direction ahead from a point, clockwise or counterclockwise; `None` if the face does
    /// not oppose the segment.
    fn end_of_wedge(&self, spot: &ExactPoint, clockwise: bool) -> Option<Met> {
        let sight = self.sight;
        let ahead = |v: [i64; 2]| if clockwise { turned(v) } else { negated(turned(v)) };
        // From one part's end to the next part's, while there is a part that continues.
        let mut ray = self.d;
        loop {
            let continues = |o: &Outline| o.is_solid() && o.fills(spot, ray, ahead(ray));
            let (end, normal) = self.farthest(spot, &ahead, continues)?;
            // The face must be less than half a turn from the direction ahead.
            if dot(normal, self.d) >= 0 {
                return None;
            }
            if !sight.is_filled(spot, end, normal) {
                return Some(self.first_face(spot, end, normal));
            }
            ray = end;
        }
    }

    /// The end that is farthest ahead of the parts at a point that `is_meant` accepts: see [`end_of_part`].
    fn farthest(
        &self,
        spot: &ExactPoint,
        ahead: &impl Fn([i64; 2]) -> [i64; 2],
        is_meant: impl Fn(&Outline) -> bool,
    ) -> Option<([i64; 2], [i64; 2])> {
        let mut last: Option<([i64; 2], [i64; 2])> = None;
        self.sight.any(self.sight.cells_around(spot), |o| {
            if is_meant(o) {
                let end = end_of_part(o, spot, ahead);
                if last.is_none_or(|(old, _)| is_farther(end.0, old, ahead)) {
                    last = Some(end);
                }
            }
            false
        });
        last
    }

    /// The reported part of those which share an exposed face.
    fn first_face(&self, spot: &ExactPoint, end: [i64; 2], normal: [i64; 2]) -> Met {
        let leads = dot(end, self.d).signum();
        let mut best = None;
        self.sight.any(self.sight.cells_around(spot), |o| {
            let has_face = |plane: Plane| plane.normal == normal && spot.side_of(&plane).is_eq();
            if o.is_solid() && o.fills(spot, end, negated(normal)) && o.faces().any(has_face) {
                keep(&mut best, Met { normal, leads, name: o.name }, self.d);
            }
            false
        });
        best.expect("a part has the face that was found")
    }
}

/// End of a part, rotating ahead from a direction that it fills: the direction along its edge, and the normal of that edge.
fn end_of_part(
    o: &Outline,
    spot: &ExactPoint,
    ahead: &impl Fn([i64; 2]) -> [i64; 2],
) -> ([i64; 2], [i64; 2]) {
    let mut first: Option<([i64; 2], [i64; 2])> = None;
    for plane in o.faces().filter(|plane| spot.side_of(plane).is_eq()) {
        // Rotating ahead, the half-plane ends where `ahead` of the direction is the normal.
        let end = negated(ahead(plane.normal));
        if first.is_none_or(|(old, _)| is_farther(old, end, ahead)) {
            first = Some((end, plane.normal));
        }
    }
    first.expect("a way does not enter what it is inside of")
}

/// True if `a` is farther ahead than `b`. Both are within half a turn of each other.
fn is_farther(a: [i64; 2], b: [i64; 2], ahead: &impl Fn([i64; 2]) -> [i64; 2]) -> bool {
    // `a` is ahead of `b` by less than half a turn if it is on the side of `b` to which `ahead` points.
    let side = ahead(b);
    i128::from(a[0]) * i128::from(side[0]) + i128::from(a[1]) * i128::from(side[1]) > 0
}
