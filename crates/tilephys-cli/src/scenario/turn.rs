//! Shapes turned and mirrored within their cell: by the orientation of a variant, or by Tiled's flags.

use glam::{IVec2, Vec2, Vec2Swizzles};
use tilephys::core::{
    Aabb, Direction,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

/// One of eight orientations: exchanges the axes if `swap`, then negates those whose sign is -1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    pub(crate) swap: bool,
    /// 1 or -1 on each axis, after the exchange.
    pub(crate) sign: IVec2,
}

impl Turn {
    pub(crate) const NONE: Turn = Turn { swap: false, sign: IVec2::ONE };

    /// A translation in lattice units.
    pub(crate) fn translation(self, v: IVec2) -> IVec2 {
        self.sign * if self.swap { v.yx() } else { v }
    }

    /// A vector of numbers; -0 becomes +0.
    pub(crate) fn vector(self, v: Vec2) -> Vec2 {
        self.sign.as_vec2() * if self.swap { v.yx() } else { v } + Vec2::ZERO
    }

    pub(crate) fn direction(self, direction: Direction) -> Direction {
        direction_of(self.translation(direction.vector()))
    }

    /// A point of a cell of `tile` units: the cell is turned in its place.
    fn point(self, p: IVec2, tile: IVec2) -> IVec2 {
        let (p, tile) = if self.swap { (p.yx(), tile.yx()) } else { (p, tile) };
        IVec2::select(self.sign.cmplt(IVec2::ZERO), tile - p, p)
    }

    /// The shape of a cell of `tile` units.
    pub(crate) fn shape(self, shape: &TileShape, tile: IVec2) -> TileShape {
        match shape {
            TileShape::Full => TileShape::Full,
            TileShape::Box(b) => {
                let a = self.point(b.min, tile);
                let b = self.point(b.max, tile);
                TileShape::Box(Aabb { min: a.min(b), max: a.max(b) })
            }
            TileShape::Slope(slope) => {
                let side = self.direction(slope.side);
                let [low, high] = slope.heights;
                let backward = self.sign[1 - side.axis()] < 0;
                TileShape::Slope(Slope { side, heights: if backward { [high, low] } else { [low, high] } })
            }
            TileShape::OneWay(line) => TileShape::OneWay(self.line(*line, tile)),
            TileShape::Parts(parts) => TileShape::Parts(
                parts
                    .iter()
                    .map(|part| match part {
                        Part::OneWay(line) => Part::OneWay(self.line(*line, tile)),
                        Part::Solid(polygon) => {
                            let corners: Vec<IVec2> =
                                polygon.corners().iter().map(|&corner| self.point(corner, tile)).collect();
                            Part::Solid(Polygon::new(&corners))
                        }
                    })
                    .collect(),
            ),
            _ => unreachable!("the format has no other shapes"),
        }
    }

    fn line(self, line: OneWay, tile: IVec2) -> OneWay {
        let [from, to] = line.ends();
        OneWay::new(self.point(from, tile), self.point(to, tile), self.direction(line.open()))
    }
}

/// The direction of a unit vector along an axis.
pub(crate) fn direction_of(v: IVec2) -> Direction {
    match (v.x, v.y) {
        (0, -1) => Direction::Up,
        (1, _) => Direction::Right,
        (-1, _) => Direction::Left,
        _ => Direction::Down,
    }
}
