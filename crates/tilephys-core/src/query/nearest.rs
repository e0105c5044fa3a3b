//! The nearest solid, by exact squared distances.

use super::{Solid, name_order};
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::grid::{BoxId, CHUNK_MASK, CHUNK_SHIFT, TileGrid, View, assert_in_world, bits};
use crate::tile::TileCoord;
use glam::IVec2;
use std::cmp::Reverse;

/// What is nearest to a point or a box, and where: see [`TileGrid::nearest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nearest {
    /// The square of the distance, in square lattice units; exact. Zero if it touches, or is inside.
    pub distance_squared: i64,
    /// The shortest translation from the point or the box to the solid; at both ends of it they touch.
    pub translation: IVec2,
    /// The face that is nearest, by the direction in which it looks; `None` for a start inside. Where a corner is nearest,
    /// the face that looks most toward the start, of equals the horizontal one.
    pub face: Option<Direction>,
    /// What is nearest. Of several tiles in a cell the one of the lowest layer.
    pub solid: Solid,
}

impl TileGrid {
    /// The thing solid to `mask` that is nearest to a point, at most `within` lattice units away.
    ///
    /// If the point is strictly inside of something, that is it, without a face. Of equally near ones the one with a
    /// horizontal face comes first, then the first by row and column, a loose box before a tile. The face is an exposed one.
    /// It costs the chunks of 64 x 64 cells that are as near as the result, or all chunks of the map if these are fewer.
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
    pub fn nearest(&self, point: IVec2, within: i32, mask: u32) -> Option<Nearest> {
        if let Some(solid) = self.solids_at(point, mask).next() {
            return Some(Nearest::inside(solid));
        }
        let view = self.view(mask);
        let nearest = Search::new(view, Aabb { min: point, max: point }, within).run()?;
        Some(if nearest.distance_squared == 0 { nearest.on_exposed_face(view, point) } else { nearest })
    }

    /// The thing solid to `mask` that is nearest to a box, at most `within` lattice units away: between their nearest points.
    ///
    /// If the box strictly overlaps something, that is it, the first as in [`solids_in`](Self::solids_in), without a face.
    /// Of equally near ones the one with the larger extent beside the box comes first, then as in
    /// [`nearest`](Self::nearest).
    ///
    /// # Panics
    /// If the box has no area or reaches beyond the world, or `within` is negative.
    #[must_use]
    pub fn nearest_to_box(&self, aabb: Aabb, within: i32, mask: u32) -> Option<Nearest> {
        if let Some(solid) = self.solids_in(aabb, mask).next() {
            return Some(Nearest::inside(solid));
        }
        assert_in_world(aabb);
        Search::new(self.view(mask), aabb, within).run()
    }
}

impl Nearest {
    fn inside(solid: Solid) -> Self {
        Nearest { distance_squared: 0, translation: IVec2::ZERO, face: None, solid }
    }

    /// For a point on the outside of what is solid, also where seams end: the face that it is on, and whose it is.
    fn on_exposed_face(self, view: View, point: IVec2) -> Self {
        let at = [i64::from(point.x), i64::from(point.y)];
        for axis in [1, 0] {
            let mut first: Option<(Solid, Direction)> = None;
            for (side, forth) in [(0, false), (0, true), (1, false), (1, true)] {
                let mut inner = at;
                inner[axis] -= i64::from(!forth);
                inner[1 - axis] -= side;
                let mut outer = inner;
                outer[axis] = at[axis] - i64::from(forth);
                if view.is_covered(outer) {
                    continue;
                }
                let Some(solid) = view.first_cover(inner) else { continue };
                let order = |s: &Solid| name_order(s.cell, s.loose);
                if first.as_ref().is_none_or(|(old, _)| order(&solid) < order(old)) {
                    first = Some((solid, Direction::along(axis, !forth)));
                }
            }
            if let Some((solid, face)) = first {
                return Nearest { face: Some(face), solid, ..self };
            }
        }
        self
    }
}

/// The order of what is near: squared distance; larger extent; the horizontal face; name.
type Order = (i64, Reverse<i64>, bool, (i32, i32, bool, Option<BoxId>));

/// A search for what is nearest to a box, which may be a point.
struct Search<'a> {
    view: View<'a>,
    aabb: Aabb,
    /// The greatest squared distance that is still of interest.
    limit: i64,
    best: Option<(Order, Aabb)>,
}

impl<'a> Search<'a> {
    fn new(view: View<'a>, aabb: Aabb, within: i32) -> Self {
        assert!(within >= 0, "a distance is not negative, as {within} is");
        Search { view, aabb, limit: i64::from(within) * i64::from(within), best: None }
    }

    /// Chunks ring by ring, as long as these are fewer than all there are; then all there are.
    fn run(mut self) -> Option<Nearest> {
        let (cols, rows) = (self.beside(0), self.beside(1));
        let chunks = |cells: [i32; 2]| cells.map(|cell| i64::from(cell >> CHUNK_SHIFT));
        let ([x0, x1], [y0, y1]) = (chunks(cols), chunks(rows));
        let tile = self.view.cells().tile();
        let (edge, all) = (i64::from(tile.min_element()) << CHUNK_SHIFT, self.view.grid.chunk_slots() as i64);
        let (mut ring, mut seen) = (0, 0);
        while squared_over(edge * (ring - 1).max(0), self.limit).is_some() {
            let (x, y) = ([x0 - ring, x1 + ring], [y0 - ring, y1 + ring]);
            let inner = if ring == 0 { 0 } else { (x[1] - x[0] - 1) * (y[1] - y[0] - 1) };
            seen += (x[1] - x[0] + 1) * (y[1] - y[0] + 1) - inner;
            if seen > all + 64 {
                for (x, y, slot) in self.view.grid.chunk_coords() {
                    self.chunk(x, y, slot);
                }
                break;
            }
            for row in y[0]..=y[1] {
                let whole = ring == 0 || row == y[0] || row == y[1];
                let mut col = x[0];
                while col <= x[1] {
                    let (cx, cy) = (col as i32, row as i32);
                    self.chunk(cx, cy, self.view.slot(cx, cy));
                    col += if whole { 1 } else { x[1] - x[0] };
                }
            }
            ring += 1;
        }
        let (order, aabb) = self.best?;
        Some(self.found(&order, aabb))
    }

    /// The cells of an axis that the box touches or overlaps on it.
    fn beside(&self, axis: usize) -> [i32; 2] {
        let divisor = self.view.cells().axis(axis);
        [divisor.cell(self.aabb.min[axis].saturating_sub(1)), divisor.cell(self.aabb.max[axis])]
    }

    /// Units along an axis between the box and a range; below 0 if that lies toward lesser coordinates.
    fn gap(&self, axis: usize, low: i64, high: i64) -> i64 {
        let (min, max) = (i64::from(self.aabb.min[axis]), i64::from(self.aabb.max[axis]));
        (low - max).max(0) + (high - min).min(0)
    }

    /// The gap to some cells of an axis.
    fn gap_to_cells(&self, axis: usize, first: i32, last: i32) -> i64 {
        let edge = i64::from(self.view.cells().axis(axis).edge());
        self.gap(axis, i64::from(first) * edge, (i64::from(last) + 1) * edge)
    }

    /// Looks at a chunk, nearest rows first.
    fn chunk(&mut self, x: i32, y: i32, slot: usize) {
        let occupied = self.view.occupied(slot);
        if occupied == 0 {
            return;
        }
        let (low_col, low_row) = (x << CHUNK_SHIFT, y << CHUNK_SHIFT);
        let dx = self.gap_to_cells(0, low_col, low_col + CHUNK_MASK);
        if self.is_far(dx, self.gap_to_cells(1, low_row, low_row + CHUNK_MASK)) {
            return;
        }
        let [row0, row1] = self.beside(1).map(|row| row.clamp(low_row, low_row + CHUNK_MASK));
        let has = |row: &i32| occupied >> (row & CHUNK_MASK) & 1 != 0;
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

    /// Looks at a row of a chunk, nearest columns first.
    fn row(&mut self, row: i32, low_col: i32, slot: usize) {
        let within = (row & CHUNK_MASK) as usize;
        let solid = self.view.solid(slot, within);
        let any = self.view.candidates(slot, within);
        let dy = self.gap_to_cells(1, row, row);
        let [col0, col1] = self.beside(0);
        let (first, last) = ((col0 - low_col).max(0), (col1 - low_col).min(CHUNK_MASK));
        if first <= last {
            let beside = any & bits(first, last);
            let (rest, more) = (solid & beside, solid & beside & (solid & beside).wrapping_sub(1));
            // The largest extent has one covered whole, if there is any: of three or more that is the second.
            for bit in [rest, more].into_iter().filter(|b| *b != 0) {
                self.tile(low_col + bit.trailing_zeros() as i32, row);
            }
            if rest != 0 {
                self.tile(low_col + CHUNK_MASK - rest.leading_zeros() as i32, row);
            }
            self.boxes(beside, low_col, row);
        }
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
        self.boxes(1 << bit, low_col, row);
    }

    fn tile(&mut self, col: i32, row: i32) {
        let cell = TileCoord::new(col, row);
        self.consider(super::cell_box(self.view, cell), cell, None);
    }

    /// Considers the loose boxes that are listed in cells of a row.
    fn boxes(&mut self, mut cells: u64, low_col: i32, row: i32) {
        if !self.view.has_loose() {
            return;
        }
        while cells != 0 {
            let (col, mut from) = (low_col + cells.trailing_zeros() as i32, 0);
            while let Some((index, b)) = self.view.next_loose(col, row, from) {
                self.consider(b.aabb, self.view.grid.cell_at(b.aabb.min), Some(BoxId(index)));
                from = index + 1;
            }
            cells &= cells - 1;
        }
    }

    fn gaps(&self, b: Aabb) -> [i64; 2] {
        [0, 1].map(|k| self.gap(k, b.min[k].into(), b.max[k].into()))
    }

    fn consider(&mut self, b: Aabb, cell: TileCoord, loose: Option<BoxId>) {
        let gaps = self.gaps(b);
        let Some(squared) = distance_squared(gaps, self.limit) else { return };
        let shared = |k: usize| {
            let (low, high) = (self.aabb.min[k].max(b.min[k]), self.aabb.max[k].min(b.max[k]));
            (i64::from(high) - i64::from(low)).max(0)
        };
        // One of them is zero, since they do not overlap.
        let extent = shared(0).max(shared(1));
        let horizontal = self.nearest_axis(b) == 1;
        let order = (squared, Reverse(extent), !horizontal, name_order(cell, loose));
        if self.best.as_ref().is_none_or(|(best, _)| order < *best) {
            (self.best, self.limit) = (Some((order, b)), squared);
        }
    }

    /// The axis of the face of `b` that is nearest.
    fn nearest_axis(&self, b: Aabb) -> usize {
        let [x, y] = self.gaps(b);
        if (x, y) == (0, 0) {
            // They touch, along the axis on which they share more than a point.
            return usize::from(self.aabb.min.y >= b.max.y || b.min.y >= self.aabb.max.y);
        }
        usize::from(y.abs() >= x.abs())
    }

    /// Is everything at these gaps or more farther than what is of interest?
    fn is_far(&self, dx: i64, dy: i64) -> bool {
        distance_squared([dx, dy], self.limit).is_none()
    }

    fn found(&self, order: &Order, b: Aabb) -> Nearest {
        let (distance_squared, (row, col, _, loose)) = (order.0, order.3);
        let (gaps, axis) = (self.gaps(b), self.nearest_axis(b));
        let beyond = if gaps[axis] == 0 { self.aabb.min[axis] < b.max[axis] } else { gaps[axis] > 0 };
        let boxed =
            loose.and_then(|id| Some(Solid::of_loose(self.view, id.0, self.view.grid.loose_box(id)?)));
        let solid = boxed.or_else(|| Solid::of_cell(self.view, TileCoord::new(col, row)));
        Nearest {
            distance_squared,
            translation: IVec2::new(gaps[0] as i32, gaps[1] as i32),
            face: Some(Direction::along(axis, !beyond)),
            solid: solid.expect("what is found is there"),
        }
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
