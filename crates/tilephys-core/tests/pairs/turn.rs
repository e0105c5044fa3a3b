//! Caves mirrored and shifted.

use crate::pairs::cave::{Actor, Cave};
use crate::shapes::solid::{Point, unit};
use crate::shapes::world::{Kind, World as Map, lattice, pair};
use tilephys_core::{Direction, OneWay, Slope, TileShape};

/// A change of the coordinates that must not change what happens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Turn {
    /// The axis' coordinates become negative.
    Mirror(usize),
    /// By whole tiles.
    Shift(Point),
}

impl Turn {
    /// The low end of what is `size` long, on an axis. `tile` is a tile's size.
    fn low(self, axis: usize, at: i64, size: i64, tile: i64) -> i64 {
        match self {
            Turn::Mirror(k) if k == axis => -at - size,
            Turn::Mirror(_) => at,
            Turn::Shift(by) => at + by[axis] * tile,
        }
    }

    pub(crate) fn place(self, at: Point, size: Point, tile: Point) -> Point {
        [0, 1].map(|k| self.low(k, at[k], size[k], tile[k]))
    }

    /// Zeros stay positive.
    pub(crate) fn floats(self, v: [f32; 2]) -> [f32; 2] {
        [0, 1].map(|k| if self == Turn::Mirror(k) { 0.0 - v[k] } else { v[k] })
    }

    pub(crate) fn direction(self, d: Direction) -> Direction {
        let v = unit(d);
        let turned = [0, 1].map(|k| if self == Turn::Mirror(k) { -v[k] } else { v[k] });
        Direction::ALL.into_iter().find(|&d| unit(d) == turned).expect("a direction")
    }

    /// A shape of a cell or, if it is a box, from the low corner of its own.
    fn shape(self, shape: &TileShape, tile: Point) -> TileShape {
        let Turn::Mirror(axis) = self else { return shape.clone() };
        match shape {
            TileShape::Slope(slope) => {
                let [low, high] = slope.heights;
                let along = 1 - slope.side.axis();
                let heights = if along == axis { [high, low] } else { [low, high] };
                TileShape::Slope(Slope { side: self.direction(slope.side), heights })
            }
            TileShape::OneWay(line) => {
                let ends = line.ends().map(|end| {
                    let mut end = pair(end);
                    end[axis] = tile[axis] - end[axis];
                    lattice(end)
                });
                TileShape::OneWay(OneWay::new(ends[0], ends[1], self.direction(line.open())))
            }
            TileShape::Full | TileShape::Box(_) => shape.clone(),
            other => panic!("a shape that caves do not have: {other:?}"),
        }
    }

    fn map(self, map: &Map) -> Map {
        let tile = map.tile();
        let mut turned = map.clone();
        let kinds = map.kinds.iter();
        turned.kinds =
            kinds.map(|k| Kind { shape: self.shape(&k.shape, tile), category: k.category }).collect();
        let cells = map.cells.iter().map(|(&(row, col, layer), &kind)| {
            let [col, row] = self.place([col, row], [1, 1], [1, 1]);
            ((row, col, layer), kind)
        });
        turned.cells = cells.collect();
        for loose in &mut turned.loose {
            let TileShape::Box(aabb) = &map.kinds[loose.kind].shape else {
                panic!("only boxes are loose: {loose:?}")
            };
            loose.at = self.place(loose.at, pair(aabb.max), tile);
        }
        turned
    }

    pub(crate) fn cave(self, cave: &Cave) -> Cave {
        let tile = cave.map.tile();
        let turned = |a: &Actor| {
            let mut profile = a.profile;
            profile.movement.up = self.direction(profile.movement.up);
            if let Some(collide) = &mut profile.collide {
                collide.one_way = collide.one_way.map(|open| self.direction(open));
            }
            let (min, velocity) = (self.place(a.min, a.size, tile), self.floats(a.velocity));
            Actor { min, velocity, rest: self.floats(a.rest), profile, ..a.clone() }
        };
        Cave {
            map: self.map(&cave.map),
            gravity: self.floats(cave.gravity),
            combine: cave.combine,
            actors: cave.actors.iter().map(turned).collect(),
        }
    }
}
