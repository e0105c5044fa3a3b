//! Nearest solid to a point or a box, by exact squared distances.

use super::gap::Gap;
use super::neighborhood::ExactPoint;
use super::outline::{Name, Outline, Plane, negated, smallest, turned};
use super::query_view::{Sight, only};
use super::{Query, Solid, Solids, facing};
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, TileGrid, bits};
use crate::tile::TileCoord;
use glam::IVec2;
use std::cmp::Reverse;

/// Nearest solid of a distance query: see [`TileGrid::nearest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nearest {
    /// Square of the distance, in square lattice units. Exact for a corner or a straight face, rounded down for a slanted face.
    /// Zero on contact or inside.
    pub distance_squared: i64,
    /// Shortest translation from the point or the box to the solid, in lattice units. To a slanted face it seldom ends on the
    /// lattice; then each axis is rounded toward zero, which never leads inside.
    pub translation: IVec2,
    /// Normal of the nearest face, in the smallest whole numbers; zero for a start inside. Where a corner is nearest, the face that
    /// points most toward the start, of equals the more level one.
    pub normal: IVec2,
    /// That face by its outward direction; a slanted face counts as the nearest direction, of two as up or down. `None` for a start
    /// inside.
    pub face: Option<Direction>,
    /// Nearest solid. Of several whole tiles in a cell, the tile of the lowest layer.
    pub solid: Solid,
}

impl TileGrid {
    /// The solid nearest to a point, at most `within` lattice units away. One-way lines are not solid.
    ///
    /// A solid that strictly contains the point is the nearest, without a face. Exact distances decide. Of equal distances, a
    /// [`face`](Nearest::face) that points up or down precedes. Then the order is row and column, an off-grid shape before a tile,
    /// a whole tile before a shaped one, layer, part. For a point in contact with the union, the face is an exposed one.
    ///
    /// The cost grows with the number of chunks of 64 x 64 cells as near as the result, or of all chunks if these are fewer.
    ///
    /// ```
    /// use glam::{IVec2, UVec2};
    /// use tilephys_core::{Direction, Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// grid.set_tile(ground, TileCoord::new(0, 10), Some(stone));
    /// let nearest = grid.nearest(IVec2::new(8 * 256, 150 * 256), 1 << 20, u32::MAX).expect("a tile");
    /// assert_eq!((nearest.translation, nearest.face), (IVec2::new(0, 10 * 256), Some(Direction::Up)));
    /// ```
    ///
    /// # Panics
    /// If `within` is negative.
    #[must_use]
    #[doc(alias = "project_point")]
    #[doc(alias = "closest_point")]
    pub fn nearest<'a>(&'a self, point: IVec2, within: i32, query: impl Into<Query<'a>>) -> Option<Nearest> {
        let sight = Sight::new(self, query.into());
        let spot = ExactPoint::of(point);
        if sight.is_inside(&spot) {
            return Solids::around(sight, point).next().map(Nearest::inside);
        }
        let nearest = Search::new(sight, Aabb { min: point, max: point }, within).run()?;
        Some(if nearest.distance_squared == 0 { nearest.on_exposed_face(sight, &spot) } else { nearest })
    }

    /// The solid nearest to a box, at most `within` lattice units away: between their nearest points.
    ///
    /// If the box strictly overlaps solids, the first as in [`solids_in`](Self::solids_in) is the nearest, without a face. Of equal
    /// distances, the larger extent beside the box precedes (zero for a slanted face), then the order of
    /// [`nearest`](Self::nearest).
    ///
    /// # Panics
    /// If the box has no area or reaches beyond the world, or `within` is negative.
    #[must_use]
    pub fn nearest_to_box<'a>(
        &'a self,
        aabb: Aabb,
        within: i32,
        query: impl Into<Query<'a>>,
    ) -> Option<Nearest> {
        aabb.assert_in_world();
        let sight = Sight::new(self, query.into());
        if let Some(solid) = Solids::within(sight, aabb).next() {
            return Some(Nearest::inside(solid));
        }
        Search::new(sight, aabb, within).run()
    }
}

impl Nearest {
    fn inside(solid: Solid) -> Self {
        let translation = IVec2::ZERO;
        let normal = IVec2::ZERO;
        Nearest { distance_squared: 0, translation, normal, face: None, solid }
    }

    /// For a point on the outside of the union, also where seams end: its exposed face, and the solid of that face.
    fn on_exposed_face(self, sight: Sight, spot: &ExactPoint) -> Self {
        let mut first: Option<((bool, _), [i64; 2], Name)> = None;
        sight.any(sight.cells_around(spot), |o| {
            let is_exposed = |plane: &Plane| {
                let n = plane.normal;
                let u = turned(plane.normal);
                // Beside the point the solid fills the inner side of the face, and no solid fills the outer
                // side.
                let on = |u: [i64; 2]| o.fills(spot, u, negated(n)) && !sight.is_filled(spot, u, n);
                spot.side_of(plane).is_eq() && (on(u) || on(negated(u)))
            };
            for plane in o.faces().filter(|plane| o.is_solid() && is_exposed(plane)) {
                let order = (is_wall(plane.normal), o.name.key());
                if first.as_ref().is_none_or(|(old, ..)| order < *old) {
                    first = Some((order, plane.normal, o.name));
                }
            }
            false
        });
        match first {
            Some((_, normal, name)) => self.with_face(normal, sight.solid(name)),
            None => self,
        }
    }

    fn with_face(self, normal: [i64; 2], solid: Solid) -> Self {
        let normal = smallest(normal);
        Nearest { normal, face: Some(facing(normal)), solid, ..self }
    }
}

/// True if a face points rather to a side than up or down.
fn is_wall([x, y]: [i64; 2]) -> bool {
    x.abs() > y.abs()
}

/// A search for the solid nearest to a box, which may be a point.
struct Search<'a> {
    sight: Sight<'a>,
    aabb: Aabb,
    /// Greatest squared distance of interest.
    limit: i64,
    best: Option<(Gap, Name)>,
}

impl<'a> Search<'a> {
    fn new(sight: Sight<'a>, aabb: Aabb, within: i32) -> Self {
        assert!(within >= 0, "a distance is not negative, as {within} is");
        Search { sight, aabb, limit: i64::from(within) * i64::from(within), best: None }
    }

    /// Searches chunks ring by ring, as long as these are fewer than all chunks; then all chunks.
    fn run(mut self) -> Option<Nearest> {
        // `limit` shrinks with each find, and the caller's limit is needed at the end.
        let within = self.limit;
        let cols = self.beside(0);
        let rows = self.beside(1);
        let chunks = |cells: [i32; 2]| cells.map(|cell| i64::from(cell >> CHUNK_SHIFT));
        let [x0, x1] = chunks(cols);
        let [y0, y1] = chunks(rows);
        let tile = self.sight.view.cells().tile();
        let edge = i64::from(tile.min_element()) << CHUNK_SHIFT;
        let all = self.sight.view.grid.chunk_slots() as i64;
        let mut ring = 0;
        let mut seen = 0;
        // The chunks of a ring are at least one chunk less than its number away.
        while squared_over(edge * (ring - 1).max(0), self.limit).is_some() {
            let x = [x0 - ring, x1 + ring];
            let y = [y0 - ring, y1 + ring];
            let inner = if ring == 0 { 0 } else { (x[1] - x[0] - 1) * (y[1] - y[0] - 1) };
            seen += (x[1] - x[0] + 1) * (y[1] - y[0] + 1) - inner;
            // In a sparse map the rings would soon visit more absent chunks than there are chunks.
            if seen > all + 64 {
                for (x, y, slot) in self.sight.view.grid.chunk_coords() {
                    self.chunk(x, y, slot);
                }
                break;
            }
            for row in y[0]..=y[1] {
                // Rows between the first and the last have only their two end chunks in this ring.
                let whole = ring == 0 || row == y[0] || row == y[1];
                let mut col = x[0];
                while col <= x[1] {
                    let cx = col as i32;
                    let cy = row as i32;
                    self.chunk(cx, cy, self.sight.view.slot(cx, cy));
                    col += if whole { 1 } else { x[1] - x[0] };
                }
            }
            ring += 1;
        }
        let (gap, name) = self.best.filter(|(gap, _)| gap.squared.is_at_most(within))?;
        let nearest = Nearest {
            distance_squared: gap.squared.floor(),
            translation: gap.translation,
            ..Nearest::inside(self.sight.solid(name))
        };
        Some(nearest.with_face(gap.normal, nearest.solid))
    }

    /// The cells of an axis that the box touches or overlaps on it.
    fn beside(&self, axis: usize) -> [i32; 2] {
        let divisor = self.sight.view.cells().axis(axis);
        [divisor.cell(self.aabb.min[axis].saturating_sub(1)), divisor.cell(self.aabb.max[axis])]
    }

    /// Distance along an axis between the box and a range; below 0 if the range lies toward lesser coordinates.
    fn gap(&self, axis: usize, low: i64, high: i64) -> i64 {
        let min = i64::from(self.aabb.min[axis]);
        let max = i64::from(self.aabb.max[axis]);
        (low - max).max(0) + (high - min).min(0)
    }

    /// The gap to some cells of an axis.
    fn gap_to_cells(&self, axis: usize, first: i32, last: i32) -> i64 {
        let edge = i64::from(self.sight.view.cells().axis(axis).edge());
        self.gap(axis, i64::from(first) * edge, (i64::from(last) + 1) * edge)
    }

    /// Searches a chunk, nearest rows first.
    fn chunk(&mut self, x: i32, y: i32, slot: usize) {
        let occupied = self.sight.view.occupied(slot);
        if occupied == 0 {
            return;
        }
        let low_col = x << CHUNK_SHIFT;
        let low_row = y << CHUNK_SHIFT;
        let dx = self.gap_to_cells(0, low_col, low_col + CHUNK_MASK);
        if self.is_far(dx, self.gap_to_cells(1, low_row, low_row + CHUNK_MASK)) {
            return;
        }
        let [row0, row1] = self.beside(1).map(|row| row.clamp(low_row, low_row + CHUNK_MASK));
        let has = |row: &i32| occupied >> (row & CHUNK_MASK) & 1 != 0;
        // Rows at the height of the box first, then away from it: the first row too far ends the search.
        for row in (row0..=low_row + CHUNK_MASK).filter(has) {
            if row > row1 && self.is_far(dx, self.gap_to_cells(1, row, row)) {
                break;
            }
            self.row(row, low_col, slot);
        }
        for row in (low_row..row0).rev().filter(has) {
            if self.is_far(dx, self.gap_to_cells(1, row, row)) {
                break;
            }
            self.row(row, low_col, slot);
        }
    }

    /// Searches a row of a chunk, nearest columns first.
    fn row(&mut self, row: i32, low_col: i32, slot: usize) {
        let within = (row & CHUNK_MASK) as usize;
        let solid = self.sight.view.solid(slot, within);
        let any = self.sight.view.candidates(slot, within);
        let dy = self.gap_to_cells(1, row, row);
        let [col0, col1] = self.beside(0);
        let first = (col0 - low_col).max(0);
        let last = (col1 - low_col).min(CHUNK_MASK);
        if first <= last {
            let beside = any & bits(first, last);
            let rest = solid & beside;
            // Of tiles beside the box all have one distance, so the few that can win the ties are enough.
            let more = solid & beside & (solid & beside).wrapping_sub(1);
            let mut all = if self.sight.query.filter.is_some() { solid & beside } else { 0 };
            while all != 0 {
                self.tile(low_col + all.trailing_zeros() as i32, row);
                all &= all - 1;
            }
            // The largest extent belongs to a tile covered in full, if there is one: of three or more tiles, the second.
            for bit in [rest, more].into_iter().filter(|b| *b != 0) {
                self.tile(low_col + bit.trailing_zeros() as i32, row);
            }
            if rest != 0 {
                self.tile(low_col + CHUNK_MASK - rest.leading_zeros() as i32, row);
            }
            self.parts(beside, low_col, row);
        }
        // Away from the box to both sides: the first cell that is too far ends each search.
        let mut left = if first > 0 { any & bits(0, (first - 1).min(CHUNK_MASK)) } else { 0 };
        while left != 0 {
            let bit = CHUNK_MASK - left.leading_zeros() as i32;
            if self.is_far(self.gap_to_cells(0, low_col + bit, low_col + bit), dy) {
                break;
            }
            self.cell(solid, bit, low_col, row);
            left &= !(1 << bit);
        }
        let mut right = if last < CHUNK_MASK { any & bits((last + 1).max(0), CHUNK_MASK) } else { 0 };
        while right != 0 {
            let bit = right.trailing_zeros() as i32;
            if self.is_far(self.gap_to_cells(0, low_col + bit, low_col + bit), dy) {
                break;
            }
            self.cell(solid, bit, low_col, row);
            right &= right - 1;
        }
    }

    fn cell(&mut self, solid: u64, bit: i32, low_col: i32, row: i32) {
        if solid >> bit & 1 != 0 {
            self.tile(low_col + bit, row);
        }
        self.parts(1 << bit, low_col, row);
    }

    fn tile(&mut self, col: i32, row: i32) {
        if self.sight.query.filter.is_none() || self.sight.has_whole(col, row) {
            self.consider(&self.sight.outline_of_cell(TileCoord::new(col, row)));
        }
    }

    /// Considers convex parts in cells of a row.
    fn parts(&mut self, mut cells: u64, low_col: i32, row: i32) {
        if !self.sight.view.has_shapes() {
            return;
        }
        while cells != 0 {
            // A part in several cells is considered several times, which does not change the minimum.
            let cell = TileCoord::new(low_col + cells.trailing_zeros() as i32, row);
            let sight = self.sight;
            sight.any_part(only(cell), |o| {
                if o.is_solid() {
                    self.consider(o);
                }
                false
            });
            cells &= cells - 1;
        }
    }

    fn consider(&mut self, o: &Outline) {
        let Some(gap) = Gap::between(self.aabb, o, self.limit) else { return };
        let is_nearer = self.best.as_ref().is_none_or(|(best, name)| {
            let order = |gap: &Gap, name: &Name| (Reverse(gap.extent), is_wall(gap.normal), name.key());
            gap.squared
                .compare(best.squared)
                .then_with(|| order(&gap, &o.name).cmp(&order(best, name)))
                .is_lt()
        });
        if is_nearer {
            self.limit = gap.squared.floor();
            self.best = Some((gap, o.name));
        }
    }

    /// True if everything at these gaps or more is beyond the distance of interest.
    fn is_far(&self, dx: i64, dy: i64) -> bool {
        distance_squared([dx, dy], self.limit).is_none()
    }
}

/// The square of a length, unless it is above `limit`.
fn squared_over(length: i64, limit: i64) -> Option<i64> {
    length.checked_mul(length).filter(|squared| *squared <= limit)
}

fn distance_squared([x, y]: [i64; 2], limit: i64) -> Option<i64> {
    let squared = squared_over(x, limit)? + squared_over(y, limit)?;
    (squared <= limit).then_some(squared)
}
