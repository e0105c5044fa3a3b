//! Shape casts and overlap tests of convex polygons in a grid.

use super::mover::{Meeting, Mover};
use super::outline::{Outline, smallest, wide};
use super::query_view::Sight;
use super::{Query, QueryHit, Solid, facing};
use crate::aabb::Aabb;
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, CellRect, TileGrid};
use crate::limits::ONE_WAY_TOLERANCE;
use crate::shape::Polygon;
use crate::shape_hit::ShapeHit;
use crate::tile::TileCoord;
use glam::IVec2;

impl TileGrid {
    /// True if the polygon, with its origin at the lattice point `at`, strictly overlaps a solid. Touching is no overlap.
    ///
    /// # Panics
    /// If the polygon reaches beyond the world.
    #[must_use]
    pub fn overlaps_polygon<'a>(&'a self, polygon: &Polygon, at: IVec2, query: impl Into<Query<'a>>) -> bool {
        let mover = Mover::new(polygon.corners());
        Flight::new(Sight::new(self, query.into()), mover, at, IVec2::ZERO).start().is_some()
    }

    /// Shape cast of a polygon with its origin at the lattice point `at`: the first hit on its straight translation by
    /// `translation`.
    ///
    /// The rules are as in [`sweep`](Self::sweep), which gives equal results for a box. Arriving at the very end, sliding along and
    /// grazing are no hits. A strict overlap at the start is a hit without a face. A slanted face counts as having no extent in
    /// ties. The reported face belongs to the solid or, where a corner of the solid is hit, to the polygon, reversed. A one-way
    /// line stops only the feature of the polygon that leads against the line.
    ///
    /// ```
    /// use glam::{IVec2, UVec2, Vec2};
    /// use tilephys_core::{Tile, TileCoord, TileGrid, shape::Polygon};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// grid.set_tile(ground, TileCoord::new(0, 10), Some(stone));
    /// let diamond = Polygon::from_px(&[(0.0, -8.0), (8.0, 0.0), (0.0, 8.0), (-8.0, 0.0)].map(Vec2::from));
    /// let at = IVec2::new(8 * 256, 144 * 256);
    /// let hit = grid.sweep_polygon(&diamond, at, IVec2::new(0, 32 * 256), u32::MAX).expect("there is ground");
    /// assert_eq!((hit.shape.fraction.as_f32(), hit.shape.point), (0.25, IVec2::new(8 * 256, 160 * 256)));
    /// ```
    ///
    /// # Panics
    /// If the polygon starts or ends beyond the world.
    #[must_use]
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_motion")]
    #[doc(alias = "shape cast")]
    #[doc(alias = "time of impact")]
    pub fn sweep_polygon<'a>(
        &'a self,
        polygon: &Polygon,
        at: IVec2,
        translation: IVec2,
        query: impl Into<Query<'a>>,
    ) -> Option<QueryHit<Solid>> {
        let mover = Mover::new(polygon.corners());
        Flight::new(Sight::new(self, query.into()), mover, at, translation).first_hit()
    }
}

/// Margin around a mover in which one-way lines may stop it, in lattice units: lines are hit before they are out of tolerance.
const NEAR: i64 = 2 * ONE_WAY_TOLERANCE as i64;

/// Straight motion of a mover through the solids that a query sees.
pub(super) struct Flight<'a> {
    sight: Sight<'a>,
    mover: Mover,
    at: [i64; 2],
    d: [i64; 2],
    /// Bounds of the mover at the start.
    low: [i64; 2],
    high: [i64; 2],
}

impl<'a> Flight<'a> {
    /// # Panics
    /// If the mover starts or ends beyond the world.
    pub(super) fn new(sight: Sight<'a>, mover: Mover, at: IVec2, translation: IVec2) -> Self {
        let at = wide(at);
        let d = wide(translation);
        let bounds = |moved: [i64; 2]| {
            // Checked in 64 bits: a mover far outside of the world must panic with its name, not wrap.
            let corner = |c: [i64; 2]| {
                let [x, y] = [0, 1].map(|k| i32::try_from(at[k] + c[k] + moved[k]).ok());
                x.zip(y).map(|(x, y)| IVec2::new(x, y))
            };
            let ends = corner(mover.min).zip(corner(mover.max));
            let (min, max) =
                ends.unwrap_or_else(|| panic!("a polygon at {at:?} moved by {moved:?} leaves the world"));
            Aabb { min, max }.assert_in_world();
            (wide(min), wide(max))
        };
        let (low, high) = bounds([0, 0]);
        bounds(d);
        Flight { sight, mover, at, d, low, high }
    }

    /// Calls `visit` with the hit on everything in the path, in no order, and with duplicates for shapes in several cells. Solids
    /// that the mover overlaps at the start are not hit.
    pub(super) fn all(&self, mut visit: impl FnMut(QueryHit<Solid>)) {
        self.rows(|cells, _| {
            self.visit_whole_rows(cells, |o| {
                if let Some(meeting) = self.mover.meets(o, self.at, self.d) {
                    visit(self.hit(&meeting));
                }
            });
            true
        });
    }

    /// The first hit; for a solid that the mover overlaps at the start, without a face.
    pub(super) fn first_hit(&self) -> Option<QueryHit<Solid>> {
        let [x, y] = self.at;
        let at = IVec2::new(x as i32, y as i32);
        if let Some(o) = self.start() {
            let middle = |k: usize| ((self.low[k].max(o.min[k]) + self.high[k].min(o.max[k])) >> 1) as i32;
            return Some(QueryHit::inside(at, IVec2::new(middle(0), middle(1)), self.sight.solid(o.name)));
        }
        self.first_met().map(|meeting| self.hit(&meeting))
    }

    fn hit(&self, meeting: &Meeting) -> QueryHit<Solid> {
        let Meeting { fraction, normal, name, .. } = *meeting;
        let [at, d] = [self.at, self.d].map(|[x, y]| IVec2::new(x as i32, y as i32));
        let position = at + fraction.of(d);
        let [x, y] = self.mover.contact(&self.sight.outline(name), normal, wide(position));
        let normal = smallest(normal);
        let shape = ShapeHit { fraction, normal, point: IVec2::new(x as i32, y as i32), position };
        QueryHit { shape, face: Some(facing(normal)), target: self.sight.solid(name) }
    }

    /// The first solid by name that the mover overlaps at the start.
    fn start(&self) -> Option<Outline<'a>> {
        let [low, high] = [self.low, self.high].map(|[x, y]| IVec2::new(x as i32, y as i32));
        let mut first: Option<Outline> = None;
        let cells = self.sight.view.cells().covered(low, high);
        self.visit_whole_rows(cells, |o| {
            let is_first = first.is_none_or(|first| o.name.key() < first.name.key());
            if is_first && self.mover.overlaps(o, self.at) {
                first = Some(*o);
            }
        });
        first
    }

    fn first_met(&self) -> Option<Meeting> {
        let mut first: Option<Meeting> = None;
        self.rows(|cells, when| {
            // Rows come in the order of the motion, so no later row has an earlier hit.
            if first.is_some_and(|first| first.fraction.of(self.way_y()).y.unsigned_abs() < when) {
                return false;
            }
            self.visit_whole_rows(cells, |o| {
                if let Some(new) = self.mover.meets(o, self.at, self.d)
                    && first.is_none_or(|first| new.compare(&first).is_lt())
                {
                    first = Some(new);
                }
            });
            true
        });
        first
    }

    fn way_y(&self) -> IVec2 {
        IVec2::new(0, self.d[1] as i32)
    }

    /// Visits everything visible in some cells, with duplicates for shapes in several cells.
    fn visit_whole_rows(&self, cells: CellRect, mut visit: impl FnMut(&Outline<'a>)) {
        let view = self.sight.view;
        for row in view.rows_with_something(cells.row0, cells.row1, cells.col0, cells.col1) {
            let mut from = cells.col0;
            while let Some(col) = view.first_right(row, from, cells.col1) {
                if self.sight.has_whole(col, row) {
                    visit(&self.sight.outline_of_cell(TileCoord::new(col, row)));
                }
                from = col + 1;
            }
        }
        // Whole tiles are found by bits. Only other shapes need a visit of each cell.
        self.sight.any_part(cells, |o| {
            visit(o);
            false
        });
    }

    /// Calls `visit`, in the order of the motion, with the part of each row that the grown bounds of the mover sweep, until it
    /// returns false. The number is the y motion in units before which the bounds are not in the row.
    fn rows(&self, mut visit: impl FnMut(CellRect, u32) -> bool) {
        let cells = self.sight.view.cells();
        let dy = self.d[1];
        let tile = i64::from(cells.y.edge());
        // Grown, because a one-way line holds bodies that are slightly behind it.
        let low = self.low.map(|c| c - NEAR);
        let high = self.high.map(|c| c + NEAR);
        let row_of = |y: i64| cells.y.cell(y as i32);
        let (first, last) = if dy >= 0 {
            (row_of(low[1]), row_of(high[1] + dy))
        } else {
            (row_of(high[1]), row_of(low[1] + dy))
        };
        // The columns covered while the bounds are in the rows from `a` to `b`, and the entry into `a`.
        let columns = |a: i32, b: i32| {
            let top = i64::from(a.min(b)) * tile;
            let bottom = (i64::from(a.max(b)) + 1) * tile;
            let (enter, leave) =
                if dy >= 0 { (top - high[1], bottom - low[1]) } else { (low[1] - bottom, high[1] - top) };
            let run = dy.abs();
            let enter = enter.clamp(0, run);
            let leave = leave.clamp(0, run);
            let x = |units: i64| {
                if run == 0 {
                    return [0, self.d[0]];
                }
                let product = i128::from(self.d[0]) * i128::from(units);
                let floor = product.div_euclid(run.into()) as i64;
                // Rounded both ways, so that no column is missed.
                [floor, floor + 1]
            };
            let [a, b] = x(enter);
            let [c, d] = x(leave);
            let least = a.min(b).min(c);
            let most = b.max(a).max(d);
            (cells.x.cell((low[0] + least) as i32), cells.x.cell((high[0] + most) as i32), enter as u32)
        };
        let mut at = first;
        while if dy >= 0 { at <= last } else { at >= last } {
            let band = at >> CHUNK_SHIFT << CHUNK_SHIFT;
            let end = if dy >= 0 { last.min(band + CHUNK_MASK) } else { last.max(band) };
            // The columns of a band of chunks bound the search for its rows.
            let (col0, col1, _) = columns(at, end);
            for row in self.sight.view.rows_with_something(at, end, col0, col1) {
                let (col0, col1, when) = columns(row, row);
                if !visit(CellRect { col0, row0: row, col1, row1: row }, when) {
                    return;
                }
            }
            at = if dy >= 0 { end + 1 } else { end - 1 };
        }
    }
}
