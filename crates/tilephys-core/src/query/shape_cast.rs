//! Shape casts of boxes and convex polygons through a grid, and overlap tests of polygons.

use super::mover::{Meeting, Mover};
use super::outline::{Name, Outline, smallest, wide};
use super::query_view::Sight;
use super::solids::solids_within;
use super::{Query, QueryHit, Solid};
use crate::aabb::Aabb;
use crate::controller::{Actor, Candidate, Hit, Motion, MoveConfig, Sweep, facing, order_crossings};
use crate::direction::Direction;
use crate::grid::{CellRect, TileGrid};
use crate::limits::ONE_WAY_TOLERANCE;
use crate::shape::Polygon;
use crate::shape_hit::ShapeHit;
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};

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
    /// # Panics
    /// If the polygon starts or ends beyond the world.
    #[must_use]
    #[doc(alias("shape_cast", "cast_motion", "shape cast", "time of impact"))]
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
const NEAR: i32 = 2 * ONE_WAY_TOLERANCE;

/// Straight motion of a mover through the solids that a query sees.
pub(super) struct Flight<'a> {
    sight: Sight<'a>,
    mover: Mover,
    at: IVec2,
    d: IVec2,
    low: IVec2,
    high: IVec2,
}

impl<'a> Flight<'a> {
    /// # Panics
    /// If the mover starts or ends beyond the world.
    pub(super) fn new(sight: Sight<'a>, mover: Mover, at: IVec2, d: IVec2) -> Self {
        let bounds = |moved: IVec2| {
            // Checked: a mover far outside of the world must panic with its name, not wrap.
            let corner = |c: IVec2| at.checked_add(c)?.checked_add(moved);
            let ends = corner(mover.bounds.min).zip(corner(mover.bounds.max));
            let (min, max) =
                ends.unwrap_or_else(|| panic!("a polygon at {at} moved by {moved} leaves the world"));
            let bounds = Aabb { min, max };
            bounds.assert_in_world();
            bounds
        };
        let Aabb { min: low, max: high } = bounds(IVec2::ZERO);
        bounds(d);
        Flight { sight, mover, at, d, low, high }
    }

    /// Calls `visit` with the hit on everything in the path, in no order, and with duplicates for shapes in several cells. Solids
    /// that the mover overlaps at the start are not hit.
    pub(super) fn all(&self, mut visit: impl FnMut(QueryHit<Solid>)) {
        self.rows(|cells, _| {
            self.visit_whole_rows(cells, |o| {
                if let Some(meeting) = self.mover.meets(o, wide(self.at), wide(self.d)) {
                    visit(self.hit(&meeting));
                }
            });
            true
        });
    }

    /// The first hit; for a solid that the mover overlaps at the start, without a face.
    pub(super) fn first_hit(&self) -> Option<QueryHit<Solid>> {
        if let Some(o) = self.start() {
            let bounds = Aabb { min: self.low, max: self.high };
            return Some(starts_in(self.at, bounds, self.sight.solid(o.name)));
        }
        self.first_met().map(|meeting| self.hit(&meeting))
    }

    fn hit(&self, meeting: &Meeting) -> QueryHit<Solid> {
        let Meeting { fraction, normal, name, .. } = *meeting;
        let position = self.at + fraction.of(self.d);
        let [x, y] = self.mover.contact(&self.sight.outline(name), normal, wide(position));
        let normal = smallest(normal);
        let shape = ShapeHit { fraction, normal, point: IVec2::new(x as i32, y as i32), position };
        QueryHit { shape, face: Some(facing(normal, Direction::Up)), target: self.sight.solid(name) }
    }

    /// The first solid by name that the mover overlaps at the start.
    fn start(&self) -> Option<Outline<'a>> {
        let mut first: Option<Outline> = None;
        let cells = self.sight.view.cells().covered(self.low, self.high);
        self.visit_whole_rows(cells, |o| {
            let is_first = first.is_none_or(|first| o.name.key() < first.name.key());
            if is_first && self.mover.overlaps(o, wide(self.at)) {
                first = Some(*o);
            }
        });
        first
    }

    fn first_met(&self) -> Option<Meeting> {
        let mut first: Option<Meeting> = None;
        self.rows(|cells, when| {
            // Rows come in the order of the motion, so no later row has an earlier hit.
            if first.is_some_and(|first| first.fraction.of(self.d).y.unsigned_abs() < when) {
                return false;
            }
            self.visit_whole_rows(cells, |o| {
                if let Some(new) = self.mover.meets(o, wide(self.at), wide(self.d))
                    && first.is_none_or(|first| new.compare(&first).is_lt())
                {
                    first = Some(new);
                }
            });
            true
        });
        first
    }

    /// Visits everything visible in some cells, with duplicates for shapes in several cells.
    fn visit_whole_rows(&self, cells: CellRect, mut visit: impl FnMut(&Outline<'a>)) {
        self.sight.view.any_whole(cells, |col, row| {
            if self.sight.has_whole(col, row) {
                visit(&self.sight.outline_of_cell(TileCoord::new(col, row)));
            }
            false
        });
        // Whole tiles are found by bits. Only other shapes need a visit of each cell.
        self.sight.any_part(cells, |o| {
            visit(o);
            false
        });
    }

    /// Calls `visit`, in the order of the motion, with the part of each row that the grown bounds of the mover sweep, until it
    /// returns false. The number is the y motion in units before which the bounds are not in the row.
    fn rows(&self, mut visit: impl FnMut(CellRect, u32) -> bool) {
        // Grown, because a one-way line holds bodies that are slightly behind it.
        let low = self.low - NEAR;
        let config = MoveConfig::default();
        let actor = Actor::new(self.sight.view, self.high + NEAR - low, &config);
        Sweep::new(actor, low, self.d).row_spans(|cells, enter| visit(cells, enter as u32));
    }
}

impl TileGrid {
    /// Shape cast of a box: the first hit on its straight translation by `translation`.
    ///
    /// The result is the first hit of a body of this size: the rules and ties of moves apply, with up upwards. A box that arrives
    /// at the very end of its translation, slides along a solid or grazes a corner does not hit. A box that strictly overlaps a
    /// solid at the start hits it at once, without a face: see [`QueryHit::starts_inside`]. A one-way line stops a box from its open
    /// side, also a box that is up to 1/64 px behind it. With a filter, the cost grows with the whole translation.
    ///
    /// ```
    /// use glam::{IVec2, UVec2, Vec2};
    /// use tilephys_core::{Aabb, Direction, Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// grid.set_tile(ground, TileCoord::new(0, 10), Some(stone));
    /// // Is there ground under the feet, within 32 px?
    /// let feet = Aabb::from_px(Vec2::new(12.0, 130.0), Vec2::new(8.0, 14.0));
    /// let hit = grid.sweep(feet, IVec2::new(0, 32 * 256), u32::MAX).expect("there is");
    /// assert_eq!((hit.face, hit.shape.fraction.as_f32()), (Some(Direction::Up), 0.5));
    /// ```
    ///
    /// # Panics
    /// If the box has no area, is wider or higher than `i32`, or starts or ends beyond the world.
    #[must_use]
    #[doc(alias("shape cast", "shape_cast", "shape_test", "time of impact", "cast_motion"))]
    pub fn sweep<'a>(
        &'a self,
        aabb: Aabb,
        translation: IVec2,
        query: impl Into<Query<'a>>,
    ) -> Option<QueryHit<Solid>> {
        let query = query.into();
        let size = assert_sweep(aabb, translation);
        let sight = Sight::new(self, query);
        let may_start_in = query.filter.is_some() || sight.view.overlaps(aabb.min, aabb.max);
        if may_start_in && let Some(solid) = solids_within(sight, aabb, false).next() {
            return Some(starts_in(aabb.min, aabb, solid));
        }
        // The moves of bodies know neither filters nor an exception for lines. The general flight does.
        if query.filter.is_some() || !query.one_ways && sight.view.has_shapes() {
            return Flight::new(sight, Mover::of_box(size), aabb.min, translation).first_hit();
        }
        // Otherwise the sweep of bodies decides, with its fast paths.
        let config = MoveConfig { mask: query.mask, ..MoveConfig::default() };
        let actor = Actor::new(sight.view, size, &config);
        let found = actor.sweep_whole(aabb.min, translation)?;
        let there = found.moved(actor, &Motion::new(aabb.min, translation, Vec2::ZERO));
        Some(hit(&actor, sight, &found, translation, &there))
    }

    /// Shape cast through everything: appends to `hits` every hit of the box on its straight translation. Sorted by fraction, then
    /// row and column, an off-grid shape before a tile.
    ///
    /// Solids that the box overlaps at the start come first, with fraction 0 and without a face. Of several whole tiles in a
    /// cell, the tile of the lowest layer is reported; of a shaped tile every part that is hit. Existing elements of `hits`
    /// stay unchanged. Nothing is allocated if `hits` has room.
    ///
    /// # Panics
    /// Like [`sweep`](Self::sweep).
    pub fn sweep_all<'a>(
        &'a self,
        aabb: Aabb,
        translation: IVec2,
        query: impl Into<Query<'a>>,
        hits: &mut Vec<QueryHit<Solid>>,
    ) {
        let query = query.into();
        let size = assert_sweep(aabb, translation);
        let sight = Sight::new(self, query);
        let before = hits.len();
        let starts = solids_within(sight, aabb, true);
        hits.extend(starts.map(|solid| starts_in(aabb.min, aabb, solid)));
        let flight = Flight::new(sight, Mover::of_box(size), aabb.min, translation);
        flight.all(|hit| hits.push(hit));
        // The flight visits cells row by row, so hits come in no order.
        order_crossings(hits, before, QueryHit::order);
    }
}

fn assert_sweep(aabb: Aabb, translation: IVec2) -> IVec2 {
    aabb.assert_in_world();
    let moved = aabb.min.checked_add(translation).zip(aabb.max.checked_add(translation));
    let (min, max) = moved.unwrap_or_else(|| panic!("{aabb:?} moved by {translation} leaves the world"));
    Aabb { min, max }.assert_in_world();
    let size = aabb.max.checked_sub(aabb.min);
    size.unwrap_or_else(|| panic!("{aabb:?} is too large to be swept"))
}

/// The hit of a shape at `at` with these bounds on a solid that it overlaps at the start.
fn starts_in(at: IVec2, bounds: Aabb, solid: Solid) -> QueryHit<Solid> {
    let shared = Aabb { min: bounds.min.max(solid.aabb.min), max: bounds.max.min(solid.aabb.max) };
    QueryHit::inside(at, shared.middle(), solid)
}

/// The hit on a candidate of a motion by `d`; `there` is the motion at the hit.
fn hit(actor: &Actor, sight: Sight, found: &Candidate, d: IVec2, there: &Motion) -> QueryHit<Solid> {
    let Hit { shape: ShapeHit { normal, point, position, .. }, face, .. } = Hit::new(actor, found, d, there);
    let name = match found.name() {
        Some(piece) => Name::of_piece(piece),
        None => Name::of_cell(TileCoord::new(found.col, found.row)),
    };
    let shape = ShapeHit { fraction: actor.ratio_of(found, d), normal, point, position };
    QueryHit { shape, face: Some(face), target: sight.solid(name) }
}
