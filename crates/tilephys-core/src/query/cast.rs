//! Ray casts and segment casts through a grid: the first hit, or all hits in order.

use super::outline::{Name, Outline};
use super::query_view::{ExactPoint, Sight, only};
use super::solids::solids_around;
use super::walk::{Resume, walk};
use super::way::{Entry, Look, Way};
use super::{Query, QueryHit, Solid};
use crate::controller::facing;
use crate::direction::Direction;
use crate::grid::{CellRect, TileGrid};
use crate::ratio::Ratio;
use crate::shape_hit::ShapeHit;
use crate::tile::TileCoord;
use glam::IVec2;
use std::cmp::Ordering;
use std::iter;
use std::ops::ControlFlow;

impl TileGrid {
    /// Casts a segment through the grid: the first solid that it enters.
    ///
    /// The segment is a box without size against the *union* of the solids; touching is no overlap:
    ///
    /// - A segment along the outside of solids, slanted ones too, or past a corner of a solid is not stopped.
    /// - A segment is stopped where solids on both sides of it touch, as two do corner to corner: no light leaks between
    ///   diagonal tiles.
    /// - The seam between two adjoining solids is no gap: a segment along the seam is stopped as by one solid.
    /// - A segment that ends on a face does not hit it. A segment that starts on a face and leads into it hits at fraction 0.
    /// - A segment that starts strictly inside a solid hits at once, without a face: see [`QueryHit::starts_inside`]. So does
    ///   a point (`from` = `to`) that is inside.
    /// - A one-way line stops a segment from its open side, or a segment that starts on it and leads against it. A free end of a
    ///   line stops nothing by itself; where it adjoins another line or a solid, there is no gap.
    ///
    /// The reported face is an exposed one. Where the segment hits a corner of the union exactly, two faces adjoin it, and so do they
    /// where solids touch on both sides. Of the faces that oppose the segment, the face that points more toward up is reported: a
    /// falling segment lands, a rising one keeps rising. On a flat surface it is the face of the solid ahead. Several solids
    /// that share the face are ordered by row and column, an off-grid shape before a tile, a whole tile before a shaped one, layer,
    /// part.
    ///
    /// Exact at any length; ends may lie anywhere in `i32`. For a ray, place `to` at its greatest range. The cost grows with the
    /// cells crossed up to the hit, 64 cells at a time. (The cast against one box, [`cast_segment`](crate::geometry::cast_segment),
    /// includes the edges of its box.)
    ///
    /// ```
    /// use glam::{IVec2, UVec2};
    /// use tilephys_core::{Direction, Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// grid.set_tile(ground, TileCoord::new(10, 0), Some(stone));
    ///
    /// let px = |x, y| IVec2::new(x, y) * 256;
    /// let hit = grid.cast(px(0, 8), px(320, 8), u32::MAX).expect("a tile is in the way");
    /// assert_eq!((hit.target.cell, hit.face), (TileCoord::new(10, 0), Some(Direction::Left)));
    /// assert_eq!((hit.shape.point, hit.shape.fraction.as_f32()), (px(160, 8), 0.5));
    /// assert!(grid.cast(px(0, 16), px(320, 16), u32::MAX).is_none(), "along its lower edge");
    /// ```
    #[must_use]
    #[doc(alias("raycast", "linecast", "intersect_ray", "query_segment"))]
    pub fn cast<'a>(
        &'a self,
        from: IVec2,
        to: IVec2,
        query: impl Into<Query<'a>>,
    ) -> Option<QueryHit<Solid>> {
        let query = query.into();
        let sight = Sight::new(self, query);
        let way = Way::new(sight, from, to);
        if query.filter.is_some() || from == to {
            way.first(None)
        } else if sight.view.has_shapes() {
            way.first_by_cells::<true>()
        } else {
            way.first_by_cells::<false>()
        }
    }

    /// Casts a segment through everything: all solids that it enters, in order of fraction, then by row and column, an off-grid
    /// shape before a tile. For penetrating projectiles, or a stop condition of the game. The iterator is lazy and allocates
    /// nothing.
    ///
    /// The solid that contains the start comes first, with fraction 0 and without a face. Of several whole tiles in a cell, the
    /// tile of the lowest layer is reported; of a shaped tile every part that is entered. The rules are as in [`cast`](Self::cast),
    /// with one difference: each part is reported at its own face. So later faces may be hidden ones. Of
    /// solids that touch on both sides of the segment, all with an opposing face are reported. (A one-way line at the far end of
    /// its cell precedes everything else at that point.)
    ///
    /// ```
    /// use glam::{IVec2, UVec2};
    /// use tilephys_core::{Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// for col in [3, 4, 9] {
    ///     grid.set_tile(ground, TileCoord::new(col, 0), Some(stone));
    /// }
    /// let all = grid.cast_all(IVec2::new(0, 2048), IVec2::new(65_536, 2048), u32::MAX);
    /// let cols: Vec<i32> = all.take_while(|hit| hit.shape.fraction.as_f32() < 0.5).map(|hit| hit.target.cell.col).collect();
    /// assert_eq!(cols, [3, 4]);
    /// ```
    #[doc(alias = "query_segment_with_coords")]
    pub fn cast_all<'a>(
        &'a self,
        from: IVec2,
        to: IVec2,
        query: impl Into<Query<'a>>,
    ) -> impl Iterator<Item = QueryHit<Solid>> {
        let sight = Sight::new(self, query.into());
        let way = Way::new(sight, from, to);
        let starts_inside = sight.is_inside(&ExactPoint::of(from));
        let start = starts_inside.then(|| solids_around(sight, from, true)).into_iter().flatten();
        let mut entries = Entries::new(way, None);
        let entered = iter::from_fn(move || entries.next());
        // Solids that contain the start were already reported.
        let entered = entered
            .filter(move |found| found.is_line || !(starts_inside && found.entry.fraction == Ratio::ZERO));
        let hits = entered.map(move |found| way.hit(found.entry, sight.solid(found.name)));
        start.map(move |solid| QueryHit::inside(from, from, solid)).chain(hits)
    }
}

impl Way<'_> {
    /// The first hit among any shapes. If a cell is given, nothing is entered before it, except for a start inside.
    #[inline(never)]
    fn first(&self, cell: Option<TileCoord>) -> Option<QueryHit<Solid>> {
        let sight = self.sight;
        let from = self.from;
        // Asked first, because a start inside enters nothing on its way.
        if sight.is_inside(&ExactPoint::of(from)) {
            let solid = solids_around(sight, from, false).next()?;
            return Some(QueryHit::inside(from, from, solid));
        }
        let found = Entries::new(*self, cell).next()?;
        let (entry, name) = self.surface(found.entry.fraction).unwrap_or((found.entry, found.name));
        Some(self.hit(entry, sight.solid(name)))
    }

    /// Like `first`, for a segment of positive length and no filter. `SHAPES` is true if there may be others than whole tiles.
    #[inline(never)]
    fn first_by_cells<const SHAPES: bool>(&self) -> Option<QueryHit<Solid>> {
        // The traversal reports entries ahead, and a line at the very start is none of them.
        if SHAPES && self.may_start_on_line() && self.starts_on_line() {
            return self.first(None);
        }
        // The first solid is nearly always a tile that the segment enters by one face.
        let first = walk::<SHAPES, _>(self, Resume::default(), |step| {
            let cell = TileCoord::new(step.col1, step.row1);
            if SHAPES {
                match self.may_meet_part(step) {
                    // Parts are decided by the exact path, from this cell on.
                    Some(true) => return ControlFlow::Break((Look::Unsure, cell)),
                    Some(false) => return ControlFlow::Continue(()),
                    None => {}
                }
            }
            match self.look_at(cell.col, cell.row) {
                Look::Misses => ControlFlow::Continue(()),
                Look::Touches if !self.is_stopped_beside(cell) => ControlFlow::Continue(()),
                other => ControlFlow::Break((other, cell)),
            }
        });
        match first {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break((Look::Enters(fraction, axis), cell)) => {
                let (layer, tile) = self.sight.whole(cell)?;
                let mut normal = [0; 2];
                normal[axis] = if self.forth[axis] { -1 } else { 1 };
                let entry = Entry { fraction, normal, is_pinched: false };
                Some(self.hit(entry, self.sight.whole_solid(cell, layer, tile)))
            }
            // A corner or a start inside: the exact path decides, from this cell on.
            ControlFlow::Break((_, cell)) => self.first(Some(cell)),
        }
    }

    /// True if the segment opposes a one-way line at its very start.
    #[inline(never)]
    fn starts_on_line(&self) -> bool {
        let mut starts = false;
        self.lines_at_start(|_| starts = true);
        starts
    }

    /// True if the segment may hit or touch a part in these cells. `None` if not, but there may be a whole tile.
    #[inline(never)]
    fn may_meet_part(&self, step: CellRect) -> Option<bool> {
        let sight = self.sight;
        let meets =
            |o: &Outline| if o.is_solid() { self.through(o).is_some() } else { self.entry(o).is_some() };
        if sight.any_part(step, meets) {
            return Some(true);
        }
        let has_whole =
            sight.view.is_solid(step.col1, step.row1) || sight.view.is_solid(step.col0, step.row0);
        if has_whole { None } else { Some(false) }
    }
}

/// A solid or line that a segment enters.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) entry: Entry,
    pub(super) name: Name,
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
    /// The entries from the start on, or from a cell on if nothing is entered before.
    pub(super) fn new(way: Way<'a>, cell: Option<TileCoord>) -> Self {
        let at_start = cell.is_none() && way.may_start_on_line();
        let resume = cell.map_or(Resume::default(), |cell| resume_at(&way, cell));
        Entries { way, at_start, resume, last: None, pinched: None }
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

impl Way<'_> {
    fn hit(&self, entry: Entry, target: Solid) -> QueryHit<Solid> {
        let fraction = entry.fraction;
        let point = self.point(fraction);
        let normal = IVec2::new(entry.normal[0] as i32, entry.normal[1] as i32);
        let shape = ShapeHit { fraction, normal, point, position: point };
        QueryHit { shape, face: Some(facing(normal, Direction::Up)), target }
    }
}
