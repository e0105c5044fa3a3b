//! Straight path of a point through the cells, in integers, and its entry into convex outlines.

use super::compare_upness;
use super::outline::{Outline, Plane, cross, dot, negated, turned};
use super::query_view::{ExactPoint, Place, Sight};
use crate::grid::CellRect;
use crate::ratio::{Ratio, wide};
use crate::tile::TileCoord;
use glam::IVec2;
use std::cmp::Ordering;

/// A segment through the cells, mirrored so that it leads away from its start on both axes.
///
/// Cells and units count from the start in the direction of the segment. So both directions use identical arithmetic, and mirrored
/// segments have mirrored results.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    pub(super) sight: Sight<'a>,
    pub(super) from: IVec2,
    pub(super) d: [i64; 2],
    /// Absolute value of the translation; at most 2^32 - 1.
    pub(super) run: [u64; 2],
    /// True on an axis with a translation toward greater coordinates, or none.
    pub(super) forth: [bool; 2],
    first: [i32; 2],
    /// Distance from the near edge of that cell to the start: at least 0, less than the tile.
    pub(super) offset: [u64; 2],
    pub(super) tile: [u64; 2],
}

/// Fraction at which a solid is entered, and normal of the face of entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) fraction: Ratio,
    pub(super) normal: [i64; 2],
    /// True if the segment enters no solid there: see [`Way::is_pinched`].
    pub(super) is_pinched: bool,
}

pub(super) enum Look {
    Misses,
    /// The segment passes through a corner point of the cell, or begins or ends there.
    Touches,
    /// The segment enters by one face, across this axis.
    Enters(Ratio, usize),
    /// The segment starts in the cell, hits a corner, or runs along an edge.
    Unsure,
}

impl<'a> Way<'a> {
    #[inline]
    pub(super) fn new(sight: Sight<'a>, from: IVec2, to: IVec2) -> Self {
        let view = sight.view;
        let on_axis = |k: usize| {
            let divisor = view.cells().axis(k);
            let from = i64::from(from[k]);
            let d = i64::from(to[k]) - from;
            // For a negative direction, a start on an edge has the cell before that edge ahead.
            let first = divisor.cell(if d < 0 { from - 1 } else { from } as i32);
            // Counted from the edge behind the start, so that both directions have one arithmetic.
            let tile = i64::from(divisor.edge);
            let low = i64::from(first) * tile;
            let offset = if d < 0 { low + tile - from } else { from - low };
            (d, first, offset as u64, tile as u64)
        };
        let [x, y] = [on_axis(0), on_axis(1)];
        Way {
            sight,
            from,
            d: [x.0, y.0],
            run: [x.0.unsigned_abs(), y.0.unsigned_abs()],
            forth: [x.0 >= 0, y.0 >= 0],
            first: [x.1, y.1],
            offset: [x.2, y.2],
            tile: [x.3, y.3],
        }
    }

    #[inline(always)]
    pub(super) fn cell(&self, axis: usize, n: u64) -> i32 {
        let n = n as i32;
        let back = i32::from(self.forth[axis]) - 1;
        self.first[axis] + ((n ^ back) - back)
    }

    #[inline(always)]
    pub(super) fn steps_to(&self, axis: usize, cell: i32) -> u64 {
        self.first[axis].abs_diff(cell).into()
    }

    /// Number of the last column or row that is entered, from the first one.
    #[inline(always)]
    pub(super) fn last(&self, axis: usize) -> u64 {
        let end = i64::from(self.from[axis]) + self.d[axis];
        let inside = if self.d[axis] > 0 { end - 1 } else { end };
        self.steps_to(axis, self.sight.view.cells().axis(axis).cell(inside as i32))
    }

    /// Distance along an axis until column or row `n` is entered: below 0 for the first one, unless the start is on its edge.
    #[inline(always)]
    pub(super) fn units_to_cell(&self, axis: usize, n: u64) -> i64 {
        (n * self.tile[axis]) as i64 - self.offset[axis] as i64
    }

    /// Quick test for the entry into a cell, by products of lengths of the segment, which are below 2^64.
    #[inline(always)]
    pub(super) fn look_at(&self, col: i32, row: i32) -> Look {
        let near =
            [self.units_to_cell(0, self.steps_to(0, col)), self.units_to_cell(1, self.steps_to(1, row))];
        let axis = if let Some(axis) = self.parallel_to() {
            if self.is_on_edge_of(1 - axis) || near[axis] <= 0 {
                return Look::Unsure;
            }
            axis
        } else {
            // Beyond the end there is nothing to enter, and no product that fits.
            let part = |k: usize, units: i64| (units.max(0) as u64).min(self.run[k]) * self.run[1 - k];
            // Distances over one denominator, the product of both runs: the slab test without division.
            let enter = [part(0, near[0]), part(1, near[1])];
            let leave = [0, 1].map(|k| part(k, near[k] + self.tile[k] as i64));
            let axis = usize::from(enter[1] > enter[0]);
            if enter[axis] > leave[1 - axis] {
                return Look::Misses;
            } else if enter[axis] == leave[1 - axis] {
                return Look::Touches;
            } else if enter[0] == enter[1] {
                return Look::Unsure;
            }
            axis
        };
        Look::Enters(Ratio::new(near[axis], self.run[axis] as i64), axis)
    }

    #[inline(always)]
    pub(super) fn parallel_to(&self) -> Option<usize> {
        match self.run {
            [_, 0] => Some(0),
            [0, _] => Some(1),
            _ => None,
        }
    }

    /// True if the segment runs along an edge between cells. The two columns or rows are then the first one and the one before.
    #[inline(always)]
    pub(super) fn is_on_edge_of(&self, axis: usize) -> bool {
        self.run[axis] == 0 && self.offset[axis] == 0
    }

    /// The passage of the segment through an outline: see [`passage`].
    #[inline]
    pub(super) fn through(&self, o: &Outline) -> Option<Passage> {
        let from = [i64::from(self.from.x), i64::from(self.from.y)];
        let of_plane =
            |p: Plane| Face { normal: p.normal, side: p.side_of(from), rank: u8::from(!p.is_pointed) };
        passage(o.planes().map(of_plane), self.d)
    }

    /// Fraction at which an outline stops the segment, if it does. A solid stops it where it continues strictly inside the union and
    /// inside this outline.
    ///
    /// Along an edge of the outline, another solid must adjoin on the other side. An outline that contains the start is not entered.
    /// An outline that the segment does not enter stops it where it is pinched.
    pub(super) fn entry(&self, o: &Outline) -> Option<Entry> {
        if let Some(line) = o.line() {
            return self.entry_of_line(o, &line);
        }
        let Passage { entry, along, only_touches } = self.through(o)?;
        let (fraction, normal) = entry.filter(|(when, _)| *when >= Ratio::ZERO)?;
        let is_alone = || along.is_some_and(|n| !self.sight.is_filled(&self.spot(fraction), self.d, n));
        let is_pinched = only_touches || is_alone();
        (!is_pinched || self.is_pinched(fraction)).then_some(Entry { fraction, normal, is_pinched })
    }

    /// True if the segment, outside before and after, passes through a point at which solids on both sides of it touch. A box of any
    /// size would be stopped there, on either side of the segment.
    #[inline(never)]
    pub(super) fn is_pinched(&self, fraction: Ratio) -> bool {
        if fraction <= Ratio::ZERO {
            return false;
        }
        let spot = self.spot(fraction);
        let side = turned(self.d);
        let is_open = |v: [i64; 2]| {
            !self.sight.is_filled(&spot, v, side) || !self.sight.is_filled(&spot, v, negated(side))
        };
        self.has_solid_beside(&spot, side)
            && self.has_solid_beside(&spot, negated(side))
            && is_open(self.d)
            && is_open(negated(self.d))
    }

    /// True if a solid that contains a point of the segment, edges included, lies on the side of the segment to which `side` points.
    fn has_solid_beside(&self, spot: &ExactPoint, side: [i64; 2]) -> bool {
        self.sight.any(self.sight.cells_around(spot), |o| self.is_solid_beside(o, spot, side))
    }

    pub(super) fn is_solid_beside(&self, o: &Outline, spot: &ExactPoint, side: [i64; 2]) -> bool {
        // A convex outline is on a side near the spot if any corner of it is.
        o.is_solid()
            && o.place(spot) != Place::Outside
            && o.corners().any(|corner| self.is_beside(spot, corner, side))
    }

    /// True if a cell that the segment touches at most at a corner stops it there.
    #[cold]
    pub(super) fn is_stopped_beside(&self, cell: TileCoord) -> bool {
        self.sight.has_whole(cell.col, cell.row) && self.entry(&self.sight.outline_of_cell(cell)).is_some()
    }

    /// Fraction at which the segment hits a one-way line. At an end of the line, another line or a solid must adjoin on the other
    /// side.
    fn entry_of_line(&self, o: &Outline, line: &Plane) -> Option<Entry> {
        let (fraction, spot) = self.crossing(o, line)?;
        // At its end a line stops the segment only together with a neighbor on the other side.
        let is_stopped = |side: [i64; 2]| {
            o.corners().any(|corner| self.is_beside(&spot, corner, side))
                || self.sight.is_filled(&spot, self.d, side)
                || self.sight.any_part(self.sight.cells_around(&spot), |other| {
                    let met = other.line().and_then(|plane| self.crossing(other, &plane));
                    met.is_some_and(|(when, _)| when == fraction)
                        && other.corners().any(|corner| self.is_beside(&spot, corner, side))
                })
        };
        let side = turned(self.d);
        (is_stopped(side) && is_stopped(negated(side))).then_some(Entry {
            fraction,
            normal: line.normal,
            is_pinched: false,
        })
    }

    /// Fraction and point at which the segment reaches a one-way line, its ends included, from the open side.
    fn crossing(&self, o: &Outline, line: &Plane) -> Option<(Ratio, ExactPoint)> {
        let side = line.side_of([i64::from(self.from.x), i64::from(self.from.y)]);
        let speed = dot(line.normal, self.d);
        if side < 0 || speed >= 0 || side >= -speed {
            return None;
        }
        let fraction = Ratio::new(side, -speed);
        let spot = self.spot(fraction);
        let is_on = (0..2).all(|k| spot.compare(k, o.min[k]).is_ge() && spot.compare(k, o.max[k]).is_le());
        is_on.then_some((fraction, spot))
    }

    /// True if a corner, seen from a point of the segment, is on the side of the segment to which `side` points.
    fn is_beside(&self, spot: &ExactPoint, corner: [i64; 2], side: [i64; 2]) -> bool {
        let across = |k: usize| i128::from(corner[k]) * spot.den - spot.num[k];
        let [dx, dy] = self.d.map(i128::from);
        let turn = dx * across(1) - dy * across(0);
        turn.signum() == cross(self.d, side).signum()
    }

    pub(super) fn spot(&self, fraction: Ratio) -> ExactPoint {
        let den = i128::from(fraction.den());
        let on_axis = |k: usize| i128::from(self.from[k]) * den + wide(self.d[k], fraction.num());
        ExactPoint { num: [on_axis(0), on_axis(1)], den }
    }

    /// True if the segment is in these cells from `fraction` on.
    pub(super) fn is_in(&self, r: CellRect, fraction: Ratio) -> bool {
        let ends = [(r.col0, r.col1), (r.row0, r.row1)];
        [0, 1].into_iter().filter(|k| self.run[*k] != 0).all(|k| {
            let steps = self.steps_to(k, if self.forth[k] { ends[k].0 } else { ends[k].1 });
            let enter = self.units_to_cell(k, steps);
            let at = wide(fraction.num(), self.run[k] as i64);
            wide(enter, fraction.den()) <= at && at < wide(enter + self.tile[k] as i64, fraction.den())
        })
    }

    pub(super) fn point(&self, fraction: Ratio) -> IVec2 {
        let num = fraction.num();
        let den = fraction.den();
        let on_axis = |k: usize| {
            let run = self.run[k] as i64;
            let units = if den == run {
                num
            } else if den >> 32 == 0 {
                // Both factors are below 2^32.
                ((run as u64 * num as u64) / den as u64) as i64
            } else {
                wide_part(run, num, den)
            };
            (i64::from(self.from[k]) + if self.forth[k] { units } else { -units }) as i32
        };
        IVec2::new(on_axis(0), on_axis(1))
    }
}

#[cold]
fn wide_part(run: i64, num: i64, den: i64) -> i64 {
    (wide(run, num) / i128::from(den)) as i64
}

/// A plane relative to the start of a segment.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) normal: [i64; 2],
    /// Distance of the start to the plane, times the length of the normal; positive outside.
    pub(super) side: i64,
    /// Priority at a corner, where several faces are passed at once: an edge precedes a mere corner point.
    pub(super) rank: u8,
}

#[derive(Clone, Copy)]
pub(super) struct Passage {
    /// Last plane that the segment passes from outside, if any, and its fraction: below 0 for a start behind it.
    pub(super) entry: Option<(Ratio, [i64; 2])>,
    /// Normal of a plane that contains the segment.
    pub(super) along: Option<[i64; 2]>,
    /// True if the segment leaves the outline where it enters it, at a corner.
    pub(super) only_touches: bool,
}

/// The passage of a segment by `d` through the planes of an outline; `None` if it is never inside or on all of them.
/// Source: Cyrus and Beck 1978, "Generalized two- and three-dimensional clipping".
#[inline]
pub(super) fn passage(faces: impl Iterator<Item = Face>, d: [i64; 2]) -> Option<Passage> {
    let mut entry: Option<(Ratio, Face)> = None;
    let mut exit: Option<Ratio> = None;
    let mut along = None;
    for face in faces {
        let speed = dot(face.normal, d);
        match speed.signum() {
            -1 => {
                // Still outside of this plane at the end, or just on it: an arrival is no entry.
                if face.side >= -speed {
                    return None;
                }
                let when = Ratio::new(face.side, -speed);
                let is_later = entry.as_ref().is_none_or(|(old_when, old)| {
                    when.cmp(old_when).then_with(|| compare_met(&face, old, d)).is_gt()
                });
                if is_later {
                    entry = Some((when, face));
                }
            }
            1 => {
                // Outside of this plane or on it, and moving away.
                if face.side >= 0 {
                    return None;
                }
                let when = Ratio::new(-face.side, speed);
                if exit.is_none_or(|old| when < old) {
                    exit = Some(when);
                }
            }
            _ if face.side > 0 => return None,
            _ if face.side == 0 => along = Some(face.normal),
            _ => {}
        }
    }
    // The segment is inside between its last entry and its first exit.
    let order = entry.as_ref().zip(exit).map_or(Ordering::Less, |((entry, _), exit)| entry.cmp(&exit));
    order.is_le().then_some(Passage {
        entry: entry.map(|(when, face)| (when, face.normal)),
        along,
        only_touches: order.is_eq(),
    })
}

/// Compares two faces passed simultaneously; the greater is hit.
fn compare_met(a: &Face, b: &Face, d: [i64; 2]) -> Ordering {
    a.rank.cmp(&b.rank).then_with(|| compare_normals(a.normal, b.normal, d))
}

/// Compares two faces that share a corner; the greater is hit: the face that points more toward up, so that a falling
/// segment lands and a rising one keeps rising. Then the face that opposes the segment more, then the face that points left.
pub(super) fn compare_normals(a: [i64; 2], b: [i64; 2], d: [i64; 2]) -> Ordering {
    // Two normals that point equally up are equal, or mirrored.
    let along = |n: [i64; 2]| n[0].signum() * d[0].signum();
    compare_upness(a, b).then_with(|| (along(b), b[0].signum()).cmp(&(along(a), a[0].signum())))
}
