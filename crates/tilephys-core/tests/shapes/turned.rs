//! Worlds and movers mirrored, turned and shifted.

use super::mover::{Met, Mover, Outcome};
use super::solid::Point;
use super::world::{Kind, World, lattice, pair};
use tilephys_core::{Aabb, Direction, OneWay, Part, Polygon, Slope, TileShape};

/// A change of the coordinates that must not change what happens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Turn {
    /// The axis' coordinates become negative.
    Mirror(usize),
    /// x and y change places.
    Transpose,
    /// A quarter turn, x to y.
    Quarter,
    /// By whole tiles.
    Shift(Point),
}

impl Turn {
    /// A vector, of numbers of any kind.
    fn vector<T: Copy>(self, v: [T; 2], minus: impl Fn(T) -> T) -> [T; 2] {
        match self {
            Turn::Mirror(0) => [minus(v[0]), v[1]],
            Turn::Mirror(_) => [v[0], minus(v[1])],
            Turn::Transpose => [v[1], v[0]],
            Turn::Quarter => [minus(v[1]), v[0]],
            Turn::Shift(_) => v,
        }
    }

    fn whole(self, v: Point) -> Point {
        self.vector(v, |c| -c)
    }

    /// Zeros stay positive.
    fn floats(self, v: [f32; 2]) -> [f32; 2] {
        self.vector(v, |c| 0.0 - c)
    }

    /// The extent of a box.
    fn size(self, size: Point) -> Point {
        self.whole(size).map(i64::abs)
    }

    /// The low corner of a box, without a shift.
    fn low(self, at: Point, size: Point) -> Point {
        let (a, b) = (self.whole(at), self.whole([at[0] + size[0], at[1] + size[1]]));
        [a[0].min(b[0]), a[1].min(b[1])]
    }

    fn shift(self, tile: Point) -> Point {
        match self {
            Turn::Shift(by) => [by[0] * tile[0], by[1] * tile[1]],
            _ => [0, 0],
        }
    }

    /// The low corner of a box in the world; `tile` before the turn.
    fn place(self, at: Point, size: Point, tile: Point) -> Point {
        let (low, by) = (self.low(at, size), self.shift(tile));
        [low[0] + by[0], low[1] + by[1]]
    }

    fn cell(self, cell: Point) -> Point {
        self.place(cell, [1, 1], [1, 1])
    }

    pub(crate) fn direction(self, d: Direction) -> Direction {
        let v = self.whole(super::solid::unit(d));
        Direction::ALL.into_iter().find(|&d| super::solid::unit(d) == v).expect("a direction")
    }

    /// A point of a shape in its cell.
    fn point(self, p: Point, tile: Point) -> Point {
        let origin = self.low([0, 0], tile);
        let p = self.whole(p);
        [p[0] - origin[0], p[1] - origin[1]]
    }

    fn polygon(self, polygon: &Polygon, tile: Point) -> Polygon {
        let corners: Vec<_> = polygon.corners().iter().map(|&c| lattice(self.point(pair(c), tile))).collect();
        Polygon::new(&corners)
    }

    fn line(self, line: &OneWay, tile: Point) -> OneWay {
        let [from, to] = line.ends().map(|end| lattice(self.point(pair(end), tile)));
        OneWay::new(from, to, self.direction(line.open()))
    }

    fn shape(self, shape: &TileShape, tile: Point) -> TileShape {
        match shape {
            TileShape::Box(b) => {
                let (p, q) = (self.point(pair(b.min), tile), self.point(pair(b.max), tile));
                let (min, max) = ([0, 1].map(|k| p[k].min(q[k])), [0, 1].map(|k| p[k].max(q[k])));
                TileShape::Box(Aabb::new(lattice(min), lattice(max)))
            }
            TileShape::Slope(slope) => {
                let side = self.direction(slope.side);
                // The heights change places if their axis is turned around.
                let along =
                    if matches!(slope.side, Direction::Up | Direction::Down) { [1, 0] } else { [0, 1] };
                let turned_around = self.whole(along).iter().any(|&c| c < 0);
                let [low, high] = slope.heights;
                let heights = if turned_around { [high, low] } else { [low, high] };
                TileShape::Slope(Slope { side, heights })
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

    /// The world after the turn.
    pub(crate) fn world(self, world: &World) -> World {
        let tile = world.tile();
        let mut turned = world.clone();
        turned.tile_px = self.size(world.tile_px.map(i64::from)).map(|px| px as u32);
        let kinds = world.kinds.iter();
        turned.kinds =
            kinds.map(|k| Kind { shape: self.shape(&k.shape, tile), category: k.category }).collect();
        let cells = world.cells.iter().map(|(&(row, col, layer), &kind)| {
            let [col, row] = self.cell([col, row]);
            ((row, col, layer), kind)
        });
        turned.cells = cells.collect();
        for l in &mut turned.loose {
            l.at = self.place(l.at, tile, tile);
        }
        turned
    }

    /// The mover after the turn; `tile` is the tile's size before it.
    pub(crate) fn mover(self, mover: &Mover, tile: Point) -> Mover {
        Mover {
            position: self.place(mover.position, mover.size, tile),
            size: self.size(mover.size),
            velocity: self.floats(mover.velocity),
            rest: self.floats(mover.rest),
            translation: self.floats(mover.translation),
            up: self.direction(mover.up),
            ..mover.clone()
        }
    }

    /// What must come of it after the turn. The contact's middle (it is rounded down) and a loose shape's cell are left
    /// out, and the face where two are as near.
    pub(crate) fn outcome(self, outcome: &Outcome, size: Point, tile: Point) -> Outcome {
        let mut sides = [false; 4];
        for (from, direction) in Direction::ALL.into_iter().enumerate() {
            sides[self.direction(direction) as usize] = outcome.sides[from];
        }
        let hit = |h: &Met| Met {
            normal: self.whole(h.normal),
            face: self.direction(h.face),
            point: [0; 2],
            position: self.place(h.position, size, tile),
            left: self.whole(h.left),
            cell: if h.loose.is_none() { self.cell(h.cell) } else { [0; 2] },
            ..*h
        };
        Outcome {
            position: self.place(outcome.position, size, tile),
            velocity: self.floats(outcome.velocity),
            rest: self.floats(outcome.rest),
            hits: outcome.hits.iter().map(hit).collect(),
            pushed: self.whole(outcome.pushed),
            corrected: self.whole(outcome.corrected),
            stuck: outcome.stuck,
            sides,
            surfaces: outcome.surfaces.map(|s| s.map(|n| self.whole(n))),
        }
    }
}
