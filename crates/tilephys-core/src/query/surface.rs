//! By which face a way goes into what is solid, where edges and corners of several parts meet.

use super::around::{Place, Spot};
use super::meeting::compare_normals;
use super::outline::{Name, Outline, Plane, dot, negated, turned};
use super::way::{Entry, Way};
use crate::ratio::Ratio;
use std::cmp::Ordering;

/// A face that may be the one that is met.
#[derive(Clone, Copy)]
struct Met {
    normal: [i64; 2],
    /// Does the way lead to where the face is, from the point of the hit? Positive if so, negative if away from it.
    leads: i64,
    name: Name,
}

impl Met {
    /// The greater one is met.
    fn compare(&self, other: &Met, d: [i64; 2]) -> Ordering {
        compare_normals(self.normal, other.normal, d)
            .then(self.leads.cmp(&other.leads))
            .then_with(|| other.name.key().cmp(&self.name.key()))
    }
}

/// Keeps the one of both that is met.
fn keep(best: &mut Option<Met>, new: Met, d: [i64; 2]) {
    if best.as_ref().is_none_or(|old| new.compare(old, d).is_gt()) {
        *best = Some(new);
    }
}

impl Way<'_> {
    /// The face at which the way, outside until then, goes into what is solid or against one-way lines at `fraction`, and
    /// whose it is.
    ///
    /// What is solid around that point fills a wedge with the way ahead in it, which is bounded by two exposed faces. Of those
    /// that look against the way it is the one by [`compare_normals`]; on a flat surface, the one of what the way leads
    /// to.
    pub(super) fn surface(&self, fraction: Ratio) -> Option<(Entry, Name)> {
        let (sight, spot) = (self.sight, self.spot(fraction));
        let cells = sight.cells_around(&spot);
        let mut best = None;
        // A lone face, which is nearly always so, needs no look at what is beside it.
        let mut alone = None;
        let (mut parts, mut faces) = (0, 0);
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

    /// Keeps a one-way line if the way goes against it at `fraction`.
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
    fn surface_closely(&self, spot: &Spot, fraction: Ratio, best: &mut Option<Met>) {
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
            // Only lines are met here.
            return;
        }
        for clockwise in [true, false] {
            let met =
                if goes_in { self.end_of_wedge(spot, clockwise) } else { self.first_beside(spot, clockwise) };
            if let Some(met) = met {
                keep(best, met, self.d);
            }
        }
    }

    /// The face that comes first beside the way to a spot where it is pinched, clockwise or counterclockwise; `None` if it does
    /// not look against the way.
    fn first_beside(&self, spot: &Spot, clockwise: bool) -> Option<Met> {
        let ahead = |v: [i64; 2]| if clockwise { turned(v) } else { negated(turned(v)) };
        let (sight, side) = (self.sight, ahead(self.d));
        // From the way on, the part that reaches the farthest back.
        let mut last: Option<([i64; 2], [i64; 2])> = None;
        sight.any(sight.cells_around(spot), |o| {
            if self.is_solid_beside(o, spot, side) {
                let end = end_of_part(o, spot, &ahead);
                if last.is_none_or(|(old, _)| is_farther(end.0, old, &ahead)) {
                    last = Some(end);
                }
            }
            false
        });
        let (end, normal) = last?;
        (dot(normal, self.d) < 0).then(|| self.first_face(spot, end, normal))
    }

    /// The face that bounds what is solid beside the way ahead from a spot, clockwise or counterclockwise; `None` if it does
    /// not look against the way.
    fn end_of_wedge(&self, spot: &Spot, clockwise: bool) -> Option<Met> {
        let sight = self.sight;
        let ahead = |v: [i64; 2]| if clockwise { turned(v) } else { negated(turned(v)) };
        // From one part's end to the next part's, as long as there is one that goes on.
        let mut ray = self.d;
        loop {
            let mut next: Option<([i64; 2], [i64; 2])> = None;
            sight.any(sight.cells_around(spot), |o| {
                if o.is_solid() && o.fills(spot, ray, ahead(ray)) {
                    let end = end_of_part(o, spot, &ahead);
                    if next.is_none_or(|(old, _)| is_farther(end.0, old, &ahead)) {
                        next = Some(end);
                    }
                }
                false
            });
            let (end, normal) = next?;
            // It must be less than half a turn from the way.
            if dot(normal, self.d) >= 0 {
                return None;
            }
            if !sight.is_filled(spot, end, normal) {
                return Some(self.first_face(spot, end, normal));
            }
            ray = end;
        }
    }

    /// Of the parts that share an exposed face, whose it is.
    fn first_face(&self, spot: &Spot, end: [i64; 2], normal: [i64; 2]) -> Met {
        let (leads, mut best) = (dot(end, self.d).signum(), None);
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

/// Where a part ends, going ahead from a direction that it fills: the direction along its edge and the normal of that.
fn end_of_part(o: &Outline, spot: &Spot, ahead: &impl Fn([i64; 2]) -> [i64; 2]) -> ([i64; 2], [i64; 2]) {
    let mut first: Option<([i64; 2], [i64; 2])> = None;
    for plane in o.faces().filter(|plane| spot.side_of(plane).is_eq()) {
        // Going ahead, the way out of the half-plane is where `ahead` of the direction is the normal.
        let end = negated(ahead(plane.normal));
        if first.is_none_or(|(old, _)| is_farther(old, end, ahead)) {
            first = Some((end, plane.normal));
        }
    }
    first.expect("a way does not enter what it is inside of")
}

/// Is `a` farther ahead than `b`? Both are within half a turn of each other.
fn is_farther(a: [i64; 2], b: [i64; 2], ahead: &impl Fn([i64; 2]) -> [i64; 2]) -> bool {
    // `a` is ahead of `b` by less than half a turn if it is on the side of `b` to which `ahead` points.
    let side = ahead(b);
    i128::from(a[0]) * i128::from(side[0]) + i128::from(a[1]) * i128::from(side[1]) > 0
}
