//! Ordered hits of a segment.

use super::neighborhood::ExactPoint;
use super::outline::{Name, Outline};
use super::query_view::only;
use super::walk::{Resume, walk};
use super::way::{Entry, Way};
use super::{QueryHit, Solid, Solids, facing};
use crate::direction::Direction;
use crate::grid::CellRect;
use crate::ratio::Ratio;
use crate::shape_hit::ShapeHit;
use crate::tile::TileCoord;
use glam::IVec2;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A solid or line that a segment enters.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) entry: Entry,
    pub(super) name: Name,
    /// True if it is a one-way line.
    pub(super) is_line: bool,
}

impl Found {
    fn compare(&self, other: &Found) -> Ordering {
        self.entry.fraction.cmp(&other.entry.fraction).then_with(|| self.name.key().cmp(&other.name.key()))
    }
}

/// Entries of a segment, in order. The start is outside: solids that contain the start are not entered.
pub(super) struct Entries<'a> {
    pub(super) way: Way<'a>,
    /// True while the one-way lines at the start are visited.
    at_start: bool,
    /// Cells at which the traversal resumes, and the last entry found in them.
    resume: Resume,
    last: Option<(CellRect, Found)>,
    /// Fraction of the last pinch point, and the cells that reported it.
    pinched: Option<(CellRect, Ratio)>,
}

impl<'a> Entries<'a> {
    pub(super) fn new(way: Way<'a>) -> Self {
        Entries {
            way,
            at_start: way.may_start_on_line(),
            resume: Resume::default(),
            last: None,
            pinched: None,
        }
    }

    /// Like `new`, from a cell on, if nothing is entered before.
    pub(super) fn from(way: Way<'a>, cell: TileCoord) -> Self {
        Entries { way, at_start: false, resume: resume_at(&way, cell), last: None, pinched: None }
    }

    pub(super) fn next(&mut self) -> Option<Found> {
        if self.at_start {
            let cells = self.way.sight.cells_around(&ExactPoint::of(self.way.from));
            let last = self.last.map(|(_, found)| found);
            let mut first = None;
            self.way.lines_at_start(|found| keep_first(&mut first, found, last));
            if let Some(found) = first {
                self.last = Some((cells, found));
                return first;
            }
            self.at_start = false;
            self.last = None;
        }
        let found = walk::<true, _>(&self.way, self.resume, |step| match self.first_in(step) {
            Some(found) => ControlFlow::Break((step, found)),
            None => ControlFlow::Continue(()),
        });
        let ControlFlow::Break((step, found)) = found else {
            // No entry is left.
            self.resume.row = i32::MAX;
            return None;
        };
        self.resume = resume_at(&self.way, TileCoord::new(step.col1, step.row1));
        self.last = Some((step, found));
        if found.entry.is_pinched {
            self.pinched = Some((step, found.entry.fraction));
        }
        Some(found)
    }

    /// The first entry in these cells, after the last one if that was found in them.
    fn first_in(&self, step: CellRect) -> Option<Found> {
        let sight = self.way.sight;
        let mut first = None;
        let last = self.last.filter(|(cells, _)| *cells == step).map(|(_, found)| found);
        let mut consider = |o: &Outline, entry: Entry| {
            if !entry.is_pinched {
                keep_first(&mut first, found(o, entry), last);
            } else if !self.pinched.is_some_and(|(cells, at)| cells != step && at == entry.fraction) {
                // The first of the cells around reports all entries there, in their order.
                self.way.pinched_by(entry.fraction, |found| keep_first(&mut first, found, last));
            }
        };
        for row in step.row0..=step.row1 {
            for col in step.col0..=step.col1 {
                // Whole tiles lie in one cell, so they need no test of which cell reports them.
                if sight.has_whole(col, row) {
                    let o = sight.outline_of_cell(TileCoord::new(col, row));
                    if let Some(entry) = self.way.entry(&o) {
                        consider(&o, entry);
                    }
                }
            }
        }
        sight.any_part(step, |o| {
            let is_meant = |entry: &Entry| self.is_of(step, o, entry);
            if let Some(entry) = self.way.entry(o).filter(is_meant) {
                consider(o, entry);
            }
            false
        });
        first
    }

    /// True if these cells report the entry. A solid is reported where the way continues from the entry; a point at which
    /// solids touch, in all cells around it. A one-way line may be in none of them, so the first cells that list it report it.
    fn is_of(&self, step: CellRect, o: &Outline, entry: &Entry) -> bool {
        let way = &self.way;
        let sight = way.sight;
        // Two solids meet at the point, so each cell around it may report the stop.
        if entry.is_pinched {
            let around = sight.cells_around(&way.spot(entry.fraction));
            let is_beside = |low: i32, high: i32, from: i32, to: i32| low <= to && from <= high;
            return is_beside(around.col0, around.col1, step.col0, step.col1)
                && is_beside(around.row0, around.row1, step.row0, step.row1);
        }
        if o.is_solid() {
            return way.is_in(step, entry.fraction);
        }
        if entry.fraction == Ratio::ZERO {
            return !way.may_start_on_line() && way.is_in(step, entry.fraction);
        }
        let around = sight.cells_around(&way.spot(entry.fraction));
        // In the order of the segment, so that the first cell that lists the line reports it, and no later
        // one.
        let in_order = |low: i32, high: i32, forth: bool| if forth { [low, high] } else { [high, low] };
        for row in in_order(around.row0, around.row1, way.forth[1]) {
            for col in in_order(around.col0, around.col1, way.forth[0]) {
                let cell = TileCoord::new(col, row);
                if sight.any_part(only(cell), |other| other.name == o.name) {
                    let is_in = |at: i32, low: i32, high: i32| low <= at && at <= high;
                    return is_in(col, step.col0, step.col1) && is_in(row, step.row0, step.row1);
                }
            }
        }
        false
    }
}

fn found(o: &Outline, entry: Entry) -> Found {
    Found { entry, name: o.name, is_line: !o.is_solid() }
}

/// Keeps the first entry after the last one.
fn keep_first(first: &mut Option<Found>, new: Found, last: Option<Found>) {
    let is_new = last.is_none_or(|last| last.compare(&new).is_lt());
    if is_new && first.as_ref().is_none_or(|first| new.compare(first).is_lt()) {
        *first = Some(new);
    }
}

impl Way<'_> {
    /// True if the segment may start on a one-way line outside of the cells that it enters: only from an edge of cells.
    pub(super) fn may_start_on_line(&self) -> bool {
        (self.offset[0] == 0 || self.offset[1] == 0) && self.sees_lines()
    }

    /// True if the query may see one-way lines.
    pub(super) fn sees_lines(&self) -> bool {
        self.sight.query.one_ways && self.sight.view.has_shapes()
    }

    /// Calls `visit` with the solids that stop the segment where it is pinched at `fraction`.
    #[inline(never)]
    fn pinched_by(&self, fraction: Ratio, mut visit: impl FnMut(Found)) {
        let sight = self.sight;
        sight.any(sight.cells_around(&self.spot(fraction)), |o| {
            let entry = if o.is_solid() { self.entry(o) } else { None };
            if let Some(entry) = entry.filter(|entry| entry.is_pinched && entry.fraction == fraction) {
                visit(found(o, entry));
            }
            false
        });
    }

    /// Calls `visit` with the one-way lines that oppose the segment at its very start.
    pub(super) fn lines_at_start(&self, mut visit: impl FnMut(Found)) {
        let sight = self.sight;
        sight.any_part(sight.cells_around(&ExactPoint::of(self.from)), |o| {
            let entry = if o.is_solid() { None } else { self.entry(o) };
            if let Some(entry) = entry.filter(|entry| entry.fraction == Ratio::ZERO) {
                visit(found(o, entry));
            }
            false
        });
    }
}

fn resume_at(way: &Way, cell: TileCoord) -> Resume {
    Resume { row: way.steps_to(1, cell.row) as i32, col: Some(cell.col) }
}

/// Iterator over the hits of a cast: see [`TileGrid::cast_all`](crate::TileGrid::cast_all).
pub struct CastAll<'a> {
    /// Solids that contain the start, if any.
    start: Option<Solids<'a>>,
    starts_inside: bool,
    entries: Entries<'a>,
}

impl<'a> CastAll<'a> {
    pub(super) fn new(way: Way<'a>) -> Self {
        let starts_inside = way.sight.is_inside(&ExactPoint::of(way.from));
        let start = starts_inside.then(|| Solids::around(way.sight, way.from).one_a_cell());
        CastAll { start, starts_inside, entries: Entries::new(way) }
    }
}

impl Iterator for CastAll<'_> {
    type Item = QueryHit<Solid>;

    fn next(&mut self) -> Option<QueryHit<Solid>> {
        let from = self.entries.way.from;
        if let Some(solid) = self.start.as_mut().and_then(Iterator::next) {
            return Some(QueryHit::inside(from, from, solid));
        }
        self.start = None;
        loop {
            let found = self.entries.next()?;
            // Solids that contain the start were already reported.
            if found.is_line || !(self.starts_inside && found.entry.fraction == Ratio::ZERO) {
                return Some(self.entries.way.hit(found.entry, found.name));
            }
        }
    }
}

impl Way<'_> {
    /// The hit on the solid of this name, at `entry`.
    pub(super) fn hit(&self, entry: Entry, name: Name) -> QueryHit<Solid> {
        self.hit_on(entry, self.sight.solid(name))
    }

    /// The hit on a solid, at `entry`.
    fn hit_on(&self, entry: Entry, solid: Solid) -> QueryHit<Solid> {
        let fraction = entry.fraction;
        let point = self.point(entry.fraction);
        let normal = IVec2::new(entry.normal[0] as i32, entry.normal[1] as i32);
        let face = Some(facing(normal));
        QueryHit { shape: ShapeHit { fraction, normal, point, position: point }, face, target: solid }
    }

    /// The hit on a solid by a face across an axis.
    #[inline(never)]
    pub(super) fn hit_across(&self, axis: usize, fraction: Ratio, solid: Solid) -> QueryHit<Solid> {
        let face = Direction::along(axis, !self.forth[axis]);
        let point = self.point(fraction);
        let shape = ShapeHit { fraction, normal: face.vector(), point, position: point };
        QueryHit { shape, face: Some(face), target: solid }
    }
}

impl std::fmt::Debug for CastAll<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let way = &self.entries.way;
        let mut debug = f.debug_struct("CastAll");
        debug.field("from", &way.from).field("d", &way.d).field("query", &way.sight.query);
        debug.finish_non_exhaustive()
    }
}
