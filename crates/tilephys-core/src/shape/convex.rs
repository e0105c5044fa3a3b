//! Convex parts of tile shapes for the narrow phase: bounds, and the planes of slanted edges.
//!
//! The Minkowski sum of a convex polygon and a box has the polygon's edges and the four sides of a box as edges (Guibas, Ramshaw
//! and Stolfi 1983, "A kinetic framework for computational geometry"). So a box against a polygon is a point against two sets of
//! planes: slanted edges moved outward, and grown bounds.

use super::polygon::pairs;
use super::{OneWay, Part, Polygon, TileShape};
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::limits::ONE_WAY_TOLERANCE;
use glam::IVec2;

/// A convex part of a tile, in lattice units from the low corner of the cell.
#[derive(Clone, Debug)]
pub(crate) struct Convex {
    /// Low corner of the bounds; a straight one-way line has no extent along its normal.
    pub(crate) min: IVec2,
    pub(crate) max: IVec2,
    /// Corners, clockwise as seen with y down; the two ends of a line.
    pub(crate) corners: Box<[IVec2]>,
    /// Part of each side of the bounds that belongs to the shape, by direction: low and high end, equal at a corner.
    pub(crate) ends: [[i32; 2]; 4],
    pub(crate) slants: Box<[Slant]>,
    /// Open side of a one-way line; `None` for a solid.
    pub(crate) one_way: Option<Direction>,
}

/// Half-plane outside of a slanted edge: points p with `normal . p >= offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slant {
    pub(crate) normal: IVec2,
    pub(crate) offset: i64,
}

impl Slant {
    /// The half-plane left of the line from `a` to `b` as seen with y up: outside for corners in clockwise order as seen with y
    /// down. `None` if the line is along an axis.
    fn of_edge(a: IVec2, b: IVec2) -> Option<Self> {
        let edge = b - a;
        if edge.x == 0 || edge.y == 0 {
            return None;
        }
        let divisor = gcd(edge.x.unsigned_abs(), edge.y.unsigned_abs()) as i32;
        let normal = IVec2::new(edge.y, -edge.x) / divisor;
        Some(Slant { normal, offset: normal.as_i64vec2().dot(a.as_i64vec2()) })
    }

    /// Greatest change of [`side`](Self::side) for a box that moves by one unit on each axis.
    pub(crate) fn step(self) -> i64 {
        i64::from(self.normal.x.abs()) + i64::from(self.normal.y.abs())
    }

    /// Distance of a box with min corner `min` to the outside, times the length of the normal; negative inside.
    #[inline(always)]
    pub(crate) fn side(self, min: [i64; 2], size: [i64; 2]) -> i64 {
        let n = [i64::from(self.normal.x), i64::from(self.normal.y)];
        // The corner of the box that leads against the normal.
        let x = min[0] + if n[0] > 0 { 0 } else { size[0] };
        let y = min[1] + if n[1] > 0 { 0 } else { size[1] };
        n[0] * x + n[1] * y - self.offset
    }

    fn flipped(self) -> Self {
        Slant { normal: -self.normal, offset: -self.offset }
    }
}

pub(crate) fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Convex {
    fn of_polygon(polygon: &Polygon) -> Self {
        let corners = polygon.corners();
        let slants = pairs(corners).filter_map(|(a, b)| Slant::of_edge(a, b)).collect();
        Convex { slants, one_way: None, ..Convex::bounds(corners) }
    }

    pub(crate) fn of_box(min: IVec2, max: IVec2) -> Self {
        let corners = [min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)];
        Convex::bounds(&corners)
    }

    fn of_line(line: OneWay) -> Self {
        let [from, to] = line.ends();
        let open = line.open();
        let is_out = |s: &Slant| s.normal[open.axis()] * open.vector()[open.axis()] > 0;
        let slant = Slant::of_edge(from, to).map(|s| if is_out(&s) { s } else { s.flipped() });
        Convex { slants: slant.into_iter().collect(), one_way: Some(open), ..Convex::bounds(&[from, to]) }
    }

    fn bounds(corners: &[IVec2]) -> Self {
        let Aabb { min, max } = Aabb::around(corners);
        // The stretch of each side that the corners reach. A slope reaches some of its sides with a single
        // corner.
        let ends = Direction::ALL.map(|d| {
            let axis = d.axis();
            let along = 1 - axis;
            let side = if d.vector()[axis] > 0 { max[axis] } else { min[axis] };
            let on_side = corners.iter().filter(|c| c[axis] == side).map(|c| c[along]);
            on_side.fold([i32::MAX, i32::MIN], |[low, high], c| [low.min(c), high.max(c)])
        });
        Convex { min, max, corners: corners.into(), ends, slants: Box::default(), one_way: None }
    }

    /// The bounds of all places in which a box may interact with the part. A one-way line extends backward by the tolerance
    /// within which bodies are placed on it.
    pub(crate) fn reach(&self) -> [IVec2; 2] {
        let behind = self.one_way.map_or(IVec2::ZERO, |open| open.vector() * -ONE_WAY_TOLERANCE);
        [self.min + behind.min(IVec2::ZERO), self.max + behind.max(IVec2::ZERO)]
    }

    /// The part of a side of the bounds that belongs to the shape, as low and high end.
    #[inline(always)]
    pub(crate) fn end(&self, side: Direction) -> [i32; 2] {
        self.ends[side as usize]
    }
}

impl TileShape {
    /// Convex parts of the shape in a cell of `tile` units; empty for a whole tile, which has a faster path.
    pub(crate) fn convex_parts(&self, tile: IVec2) -> Vec<Convex> {
        match self {
            TileShape::Full => Vec::new(),
            TileShape::Box(b) => vec![Convex::of_box(b.min, b.max)],
            // A slope becomes a polygon, so that one set of exact predicates serves both.
            TileShape::Slope(slope) => vec![Convex::of_polygon(&Polygon::new(&slope.corners(tile)))],
            TileShape::OneWay(line) => vec![Convex::of_line(*line)],
            TileShape::Parts(parts) => parts
                .iter()
                .map(|part| match part {
                    Part::Solid(polygon) => Convex::of_polygon(polygon),
                    Part::OneWay(line) => Convex::of_line(*line),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Slope;

    #[test]
    fn a_slope_has_its_line_and_the_sides_that_it_fills() {
        let slope = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 4096] });
        let parts = slope.convex_parts(IVec2::splat(4096));
        let [part] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!((part.min, part.max), (IVec2::ZERO, IVec2::splat(4096)));
        assert_eq!(part.slants[..], [Slant { normal: IVec2::splat(-1), offset: -4096 }]);
        assert_eq!(part.end(Direction::Left), [4096, 4096]);
        assert_eq!(part.end(Direction::Right), [0, 4096]);
        assert_eq!(part.end(Direction::Down), [0, 4096]);
        assert_eq!(part.end(Direction::Up), [4096, 4096]);
    }

    #[test]
    fn a_one_way_slope_faces_its_open_side() {
        for (from, to) in [(IVec2::new(0, 16), IVec2::new(16, 0)), (IVec2::new(16, 0), IVec2::new(0, 16))] {
            for (open, normal) in [
                (Direction::Up, [-1, -1]),
                (Direction::Left, [-1, -1]),
                (Direction::Down, [1, 1]),
                (Direction::Right, [1, 1]),
            ] {
                let parts = TileShape::OneWay(OneWay::new(from, to, open)).convex_parts(IVec2::splat(4096));
                assert_eq!(parts[0].slants[0].normal, IVec2::from(normal), "{open:?}");
            }
        }
    }
}
