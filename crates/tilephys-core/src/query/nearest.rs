//! Nearest solid to a point or a box, by exact squared distances to convex outlines.

use super::outline::{Name, Outline, Plane, dot, negated, smallest, turned, wide};
use super::query_view::{ExactPoint, Sight, only};
use super::solids::{solids_around, solids_within};
use super::{Query, Solid};
use crate::aabb::Aabb;
use crate::controller::facing;
use crate::direction::Direction;
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, TileGrid};
use crate::tile::TileCoord;
use glam::IVec2;
use std::cmp::{Ordering, Reverse};

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
    #[doc(alias("project_point", "closest_point"))]
    pub fn nearest<'a>(&'a self, point: IVec2, within: i32, query: impl Into<Query<'a>>) -> Option<Nearest> {
        let sight = Sight::new(self, query.into());
        let spot = ExactPoint::of(point);
        if sight.is_inside(&spot) {
            return solids_around(sight, point, false).next().map(Nearest::inside);
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
        if let Some(solid) = solids_within(sight, aabb, false).next() {
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
        Nearest { normal, face: Some(facing(normal, Direction::Up)), solid, ..self }
    }
}

fn is_wall([x, y]: [i64; 2]) -> bool {
    x.abs() > y.abs()
}

struct Search<'a> {
    sight: Sight<'a>,
    aabb: Aabb,
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
        let all = self.sight.view.grid.chunks.len() as i64;
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
                for (x, y, slot) in self.sight.view.grid.directory.slots() {
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

    /// The gap to some cells of an axis; below 0 if the cells lie toward lesser coordinates.
    fn gap_to_cells(&self, axis: usize, first: i32, last: i32) -> i64 {
        let edge = i64::from(self.sight.view.cells().axis(axis).edge);
        let own = [self.aabb.min[axis].into(), self.aabb.max[axis].into()];
        gap_on_axis(own, [i64::from(first) * edge, (i64::from(last) + 1) * edge])
    }

    /// Searches a chunk, nearest rows first.
    fn chunk(&mut self, x: i32, y: i32, slot: usize) {
        let occupied = self.sight.view.grid.occupied[slot];
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
        // The cells of the row left of the box, beside it, and right of it.
        let under =
            |col: i32| 1u64.checked_shl((col - low_col).max(0) as u32).map_or(u64::MAX, |bit| bit - 1);
        let beside = any & under(col1 + 1) & !under(col0);
        // Away from the box to both sides: the first cell that is too far ends each search.
        let sides = [(beside, false), (any & under(col0), true), (any & !under(col1 + 1), false)];
        for (mut cells, is_left) in sides {
            while cells != 0 {
                let bit = if is_left { cells.leading_zeros() ^ 63 } else { cells.trailing_zeros() } as i32;
                cells &= !(1 << bit);
                if self.is_far(self.gap_to_cells(0, low_col + bit, low_col + bit), dy) {
                    break;
                }
                self.cell(solid, bit, low_col, row);
            }
        }
    }

    /// Considers the whole tile and the convex parts in a cell. A part in several cells is considered several times, which does not
    /// change the minimum.
    fn cell(&mut self, solid: u64, bit: i32, low_col: i32, row: i32) {
        let sight = self.sight;
        let cell = TileCoord::new(low_col + bit, row);
        let is_whole = solid >> bit & 1 != 0;
        if is_whole && (sight.query.filter.is_none() || sight.has_whole(cell.col, cell.row)) {
            self.consider(&sight.outline_of_cell(cell));
        }
        sight.any_part(only(cell), |o| {
            if o.is_solid() {
                self.consider(o);
            }
            false
        });
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

/// Square of a length as a quotient of integers: `num` has at most 120 bits, `den` 53 and is above zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square {
    num: i128,
    den: i128,
}

impl Square {
    fn whole(num: i128) -> Self {
        Square { num, den: 1 }
    }

    /// The square rounded down. Lengths of interest are below 2^31.
    pub(super) fn floor(self) -> i64 {
        self.whole_part().min(i64::MAX.into()) as i64
    }

    fn whole_part(self) -> i128 {
        self.num / self.den
    }

    /// Compares by value: whole parts first, so that products of the remainders fit.
    pub(super) fn compare(self, other: Square) -> Ordering {
        let rest = |s: Square, by: Square| s.num % s.den * by.den;
        self.whole_part().cmp(&other.whole_part()).then_with(|| rest(self, other).cmp(&rest(other, self)))
    }

    pub(super) fn is_at_most(self, limit: i64) -> bool {
        self.compare(Square::whole(limit.into())).is_le()
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) squared: Square,
    /// Translation to the outline, each axis rounded toward zero.
    pub(super) translation: IVec2,
    pub(super) normal: [i64; 2],
    /// Length of the opposing sides of box and outline; 0 for a slanted face.
    pub(super) extent: i64,
}

impl Gap {
    /// The gap between a box and an outline without overlap, unless the whole part of its square is above `limit`.
    pub(super) fn between(b: Aabb, o: &Outline, limit: i64) -> Option<Gap> {
        let low = wide(b.min);
        let high = wide(b.max);
        let to_bounds = [0, 1].map(|k| gap_on_axis([low[k], high[k]], [o.min[k], o.max[k]]));
        let is_near = |squared: Square| squared.whole_part() <= i128::from(limit);
        // The gap to the bounds is never greater, so a far outline costs two subtractions.
        if !is_near(square_of(to_bounds)) {
            return None;
        }
        // Strictly less replaces: a side of the bounds precedes a corner at an equal distance.
        let mut best = beside(low, high, o);
        let mut consider = |new: Gap| {
            if best.as_ref().is_none_or(|old| new.squared.compare(old.squared).is_lt()) {
                best = Some(new);
            }
        };
        for index in 0..o.corner_count() {
            consider(to_corner(low, high, o, index));
            if let Some(gap) = to_edge(low, high, [o.corner(index), o.corner(index + 1)]) {
                consider(gap);
            }
        }
        best.filter(|gap| is_near(gap.squared))
    }
}

/// Distance between two ranges; below 0 if the other lies toward lesser coordinates.
pub(super) fn gap_on_axis([low, high]: [i64; 2], [from, to]: [i64; 2]) -> i64 {
    (from - high).max(0) + (to - low).min(0)
}

fn square_of([x, y]: [i64; 2]) -> Square {
    Square::whole(i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y))
}

fn translation([x, y]: [i64; 2]) -> IVec2 {
    IVec2::new(x as i32, y as i32)
}

/// The gap to a side of the outline's bounds beside the box. Of equal distances, the greater extent precedes, then an edge
/// before a mere corner, then a side that faces up or down.
fn beside(low: [i64; 2], high: [i64; 2], o: &Outline) -> Option<Gap> {
    let mut best: Option<(Gap, bool)> = None;
    for plane in o.planes() {
        let Some(side) = plane.side else { continue };
        let k = side.axis();
        let free = 1 - side.axis();
        let corner = if plane.normal[k] > 0 { low } else { high };
        let distance = plane.side_of(corner);
        let [from, to] = o.end(side);
        let extent = high[free].min(to) - low[free].max(from);
        // The box is behind this side, or only diagonal to it. The nearest point is a corner then.
        if distance < 0 || extent < 0 {
            continue;
        }
        let mut way = [0, 0];
        way[k] = -plane.normal[k] * distance;
        let gap =
            Gap { squared: square_of(way), translation: translation(way), normal: plane.normal, extent };
        let is_better = best.as_ref().is_none_or(|(old, is_pointed)| {
            let order = |gap: &Gap, is_pointed: bool| (gap.extent, !is_pointed, gap.normal[0] == 0);
            let nearer = old.squared.compare(gap.squared);
            nearer.then_with(|| order(&gap, plane.is_pointed).cmp(&order(old, *is_pointed))).is_gt()
        });
        if is_better {
            best = Some((gap, plane.is_pointed));
        }
    }
    best.map(|(gap, _)| gap)
}

fn to_corner(low: [i64; 2], high: [i64; 2], o: &Outline, index: usize) -> Gap {
    let (before, corner, after) =
        (o.corner(index + o.corner_count() - 1), o.corner(index), o.corner(index + 1));
    let way = [0, 1].map(|k| gap_on_axis([low[k], high[k]], [corner[k], corner[k]]));
    // Of both edges, the edge that faces the start more; then the more level one.
    let normals = [[before, corner], [corner, after]].map(normal_of);
    let [a, b] = normals.map(|n| {
        let square = square_of(n).num;
        let toward = -i128::from(dot(n, way));
        let up = i128::from(n[1]);
        let part = |v: i128| Square { num: v * v, den: square };
        (toward.signum(), part(toward), part(up))
    });
    let is_first = (a.0.cmp(&b.0)).then_with(|| a.1.compare(b.1)).then_with(|| a.2.compare(b.2)).is_ge();
    let normal = normals[usize::from(!is_first)];
    Gap { squared: square_of(way), translation: translation(way), normal, extent: 0 }
}

/// Outward normal of an edge, between corners in clockwise order.
fn normal_of([from, to]: [[i64; 2]; 2]) -> [i64; 2] {
    let [x, y] = turned([to[0] - from[0], to[1] - from[1]]);
    [-x, -y]
}

/// The gap to a slanted edge, if that is nearer than both its ends and nearest to a corner of the box.
fn to_edge(low: [i64; 2], high: [i64; 2], [from, to]: [[i64; 2]; 2]) -> Option<Gap> {
    let normal = normal_of([from, to]);
    if normal[0] == 0 || normal[1] == 0 {
        return None;
    }
    let corner = [0, 1].map(|k| if normal[k] > 0 { low[k] } else { high[k] });
    let way = [corner[0] - from[0], corner[1] - from[1]];
    let side = dot(normal, way);
    let along = dot([to[0] - from[0], to[1] - from[1]], way);
    let length = square_of(normal).num;
    // The nearest point of the line must lie between the ends, or an end is nearer.
    if side < 0 || along < 0 || i128::from(along) > length {
        return None;
    }
    let part = |k: usize| (-i128::from(side) * i128::from(normal[k]) / length) as i64;
    let squared = Square { num: i128::from(side) * i128::from(side), den: length };
    Some(Gap { squared, translation: translation([part(0), part(1)]), normal, extent: 0 })
}
