//! All that a way enters, in order.

use super::walk::{Resume, walk};
use super::way::{Entry, Way, box_of};
use super::{GridHit, Solid, Solids, name_order};
use crate::direction::Direction;
use crate::grid::{BoxId, CellRect, View};
use crate::ratio::Ratio;
use crate::tile::TileCoord;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Something that a way enters.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) entry: Entry,
    cell: TileCoord,
    loose: Option<BoxId>,
}

impl Found {
    fn compare(&self, other: &Found) -> Ordering {
        let names = || name_order(self.cell, self.loose).cmp(&name_order(other.cell, other.loose));
        self.entry.fraction.cmp(&other.entry.fraction).then_with(names)
    }

    fn solid(&self, view: View) -> Solid {
        let loose = self.loose.and_then(|id| Some(Solid::of_loose(view, id.0, view.grid.loose_box(id)?)));
        loose.or_else(|| Solid::of_cell(view, self.cell)).expect("what is found is there")
    }
}

/// What a way enters, in order. It begins outside of everything: what it starts in is not entered.
pub(super) struct Entries<'a> {
    pub(super) way: Way<'a>,
    /// The cells at which the walk is taken up again, and the last thing found in them.
    resume: Resume,
    last: Option<Found>,
}

impl<'a> Entries<'a> {
    pub(super) fn new(way: Way<'a>) -> Self {
        Entries { way, resume: Resume::default(), last: None }
    }

    pub(super) fn next(&mut self) -> Option<Found> {
        let found = walk(&self.way, self.resume, |step| match self.first_in(step) {
            Some(found) => ControlFlow::Break((step, found)),
            None => ControlFlow::Continue(()),
        });
        let ControlFlow::Break((step, found)) = found else {
            // Nothing is left.
            self.resume.row = i32::MAX;
            return None;
        };
        self.resume = Resume { row: self.way.steps_to(1, step.row1) as i32, col: Some(step.col1) };
        self.last = Some(found);
        self.last
    }

    /// The first after the last of what is entered in these cells.
    fn first_in(&self, step: CellRect) -> Option<Found> {
        let (view, mut first) = (self.way.view, None::<Found>);
        let mut consider = |found: Found| {
            let is_new = self.last.is_none_or(|last| last.compare(&found).is_lt());
            if is_new && first.is_none_or(|first| found.compare(&first).is_lt()) {
                first = Some(found);
            }
        };
        for row in step.row0..=step.row1 {
            for col in step.col0..=step.col1 {
                if view.is_solid(col, row)
                    && let Some(entry) = self.way.entry(box_of(view, col, row))
                {
                    consider(Found { entry, cell: TileCoord::new(col, row), loose: None });
                }
            }
        }
        if view.has_loose() {
            view.any_loose(step, |index, b| {
                let entry = self.way.entry(b.aabb).filter(|entry| self.way.is_in(step, entry.fraction));
                if let Some(entry) = entry {
                    consider(Found { entry, cell: view.grid.cell_at(b.aabb.min), loose: Some(BoxId(index)) });
                }
                false
            });
        }
        first
    }
}

/// All that a cast enters, in order: see [`TileGrid::cast_all`](crate::TileGrid::cast_all).
pub struct CastAll<'a> {
    /// What the cast starts in, if it does.
    start: Option<Solids<'a>>,
    starts_inside: bool,
    /// The last cell of the start that was told: of its tiles one is.
    told: Option<TileCoord>,
    entries: Entries<'a>,
}

impl<'a> CastAll<'a> {
    pub(super) fn new(way: Way<'a>) -> Self {
        let solids = way.view.grid.solids_at(way.from, way.view.mask);
        let starts_inside = way.view.is_inside([way.from.x, way.from.y].map(i64::from));
        CastAll { start: Some(solids), starts_inside, told: None, entries: Entries::new(way) }
    }

    fn next_of_start(&mut self) -> Option<GridHit> {
        let from = self.entries.way.from;
        let told = self.told;
        let solid = self.start.as_mut()?.find(|s| s.loose.is_some() || told != Some(s.cell))?;
        if solid.loose.is_none() {
            self.told = Some(solid.cell);
        }
        Some(GridHit::inside(from, from, solid))
    }
}

impl Iterator for CastAll<'_> {
    type Item = GridHit;

    fn next(&mut self) -> Option<GridHit> {
        if let Some(hit) = self.next_of_start() {
            return Some(hit);
        }
        self.start = None;
        loop {
            let found = self.entries.next()?;
            // What a start inside touches was told.
            if !(self.starts_inside && found.entry.fraction == Ratio::ZERO) {
                let way = &self.entries.way;
                return Some(way.hit(found.entry, found.solid(way.view)));
            }
        }
    }
}

impl Way<'_> {
    /// The hit on `solid`, at `entry`.
    pub(super) fn hit(&self, entry: Entry, solid: Solid) -> GridHit {
        let Entry { fraction, axis } = entry;
        let face = Direction::along(axis, !self.forth[axis]);
        let point = self.point(fraction);
        GridHit { fraction, normal: face.vector(), face: Some(face), point, position: point, solid }
    }
}

impl std::fmt::Debug for CastAll<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let way = &self.entries.way;
        let mut debug = f.debug_struct("CastAll");
        debug.field("from", &way.from).field("d", &way.d).field("mask", &way.view.mask);
        debug.finish_non_exhaustive()
    }
}
