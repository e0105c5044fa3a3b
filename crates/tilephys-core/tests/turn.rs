//! Changes of the coordinates that must not change what happens: the eight orientations, and shifts by whole tiles.

use crate::shapes::solid::{Point, unit};
use crate::shapes::world::{lattice, pair};
use tilephys_core::{
    Aabb, Direction,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

/// One of the eight orientations, then a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    /// The axis from which each new coordinate comes, and its sign.
    from: [(usize, i64); 2],
    /// In tiles.
    shift: Point,
}

impl Turn {
    pub(crate) const NONE: Turn = Turn { from: [(0, 1), (1, 1)], shift: [0, 0] };
    pub(crate) const MIRROR_X: Turn = Turn { from: [(0, -1), (1, 1)], shift: [0, 0] };
    pub(crate) const MIRROR_Y: Turn = Turn { from: [(0, 1), (1, -1)], shift: [0, 0] };
    pub(crate) const HALF: Turn = Turn { from: [(0, -1), (1, -1)], shift: [0, 0] };
    pub(crate) const QUARTER: Turn = Turn { from: [(1, -1), (0, 1)], shift: [0, 0] };
    pub(crate) const TRANSPOSE: Turn = Turn { from: [(1, 1), (0, 1)], shift: [0, 0] };

    pub(crate) const fn shift(by: Point) -> Turn {
        Turn { shift: by, ..Turn::NONE }
    }

    pub(crate) fn is_shift(self) -> bool {
        self.from == Turn::NONE.from
    }

    pub(crate) fn whole(self, v: Point) -> Point {
        self.from.map(|(axis, sign)| v[axis] * sign)
    }

    /// Zeros stay positive.
    pub(crate) fn floats(self, v: [f32; 2]) -> [f32; 2] {
        self.from.map(|(axis, sign)| if sign < 0 { 0.0 - v[axis] } else { v[axis] })
    }

    /// Numbers of both axes that have no sign, such as a size.
    pub(crate) fn sizes<T: Copy>(self, v: [T; 2]) -> [T; 2] {
        self.from.map(|(axis, _)| v[axis])
    }

    pub(crate) fn direction(self, d: Direction) -> Direction {
        let v = self.whole(unit(d));
        Direction::ALL.into_iter().find(|&d| unit(d) == v).expect("a direction")
    }

    /// The low corner of a box; `tile` is the size of a tile before the turn.
    pub(crate) fn place(self, at: Point, size: Point, tile: Point) -> Point {
        let (a, b) = (self.whole(at), self.whole([at[0] + size[0], at[1] + size[1]]));
        let tile = self.sizes(tile);
        [0, 1].map(|k| a[k].min(b[k]) + self.shift[k] * tile[k])
    }

    pub(crate) fn cell(self, cell: Point) -> Point {
        self.place(cell, [1, 1], [1, 1])
    }

    /// A point of a shape, from the low corner of its cell.
    pub(crate) fn corner(self, p: Point, tile: Point) -> Point {
        let (p, far) = (self.whole(p), self.whole(tile));
        [0, 1].map(|k| p[k] - far[k].min(0))
    }

    fn polygon(self, polygon: &Polygon, tile: Point) -> Polygon {
        let corners: Vec<_> =
            polygon.corners().iter().map(|&c| lattice(self.corner(pair(c), tile))).collect();
        Polygon::new(&corners)
    }

    fn line(self, line: &OneWay, tile: Point) -> OneWay {
        let [from, to] = line.ends().map(|end| lattice(self.corner(pair(end), tile)));
        OneWay::new(from, to, self.direction(line.open()))
    }

    pub(crate) fn shape(self, shape: &TileShape, tile: Point) -> TileShape {
        match shape {
            TileShape::Box(b) => {
                let (p, q) = (self.corner(pair(b.min), tile), self.corner(pair(b.max), tile));
                let (min, max) = ([0, 1].map(|k| p[k].min(q[k])), [0, 1].map(|k| p[k].max(q[k])));
                TileShape::Box(Aabb::new(lattice(min), lattice(max)))
            }
            TileShape::Slope(slope) => {
                let side = self.direction(slope.side);
                let is_level = matches!(slope.side, Direction::Up | Direction::Down);
                let along = if is_level { [1, 0] } else { [0, 1] };
                // The heights change places if their axis is turned around.
                let is_around = self.whole(along).iter().any(|&c| c < 0);
                let [low, high] = slope.heights;
                TileShape::Slope(Slope { side, heights: if is_around { [high, low] } else { [low, high] } })
            }
            TileShape::OneWay(line) => TileShape::OneWay(self.line(line, tile)),
            TileShape::Parts(parts) => {
                let turned = parts.iter().map(|part| match part {
                    Part::Solid(polygon) => Part::Solid(self.polygon(polygon, tile)),
                    Part::OneWay(line) => Part::OneWay(self.line(line, tile)),
                });
                TileShape::Parts(turned.collect())
            }
            other => other.clone(),
        }
    }
}
