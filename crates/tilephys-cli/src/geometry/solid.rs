//! Convex polygons of a level's solids, and separating-axis tests: the audit's own geometry, without using the
//! engine's.

use super::extent::Extent;
use glam::{I64Vec2, IVec2};
use tilephys::core::{
    Direction,
    shape::{OneWay, Part, TileShape},
};

/// A convex polygon of whole numbers, with its bounds.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    corners: Vec<I64Vec2>,
    pub(crate) bounds: Extent,
}

impl Solid {
    /// The polygon of some corners, in either sense of rotation. Of neighbours that fall together one is kept: an edge
    /// without length has no sides.
    pub(crate) fn new(mut corners: Vec<I64Vec2>) -> Self {
        corners.dedup();
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        let bounds = around(&corners);
        Solid { corners, bounds }
    }

    /// A box.
    pub(crate) fn of_box(Extent { min, max }: Extent) -> Self {
        Solid::new(vec![min, I64Vec2::new(max.x, min.y), max, I64Vec2::new(min.x, max.y)])
    }

    /// Corners in order, in either sense of rotation.
    pub(crate) fn corners(&self) -> &[I64Vec2] {
        &self.corners
    }

    /// True if the polygon is an axis-aligned rectangle.
    pub(crate) fn is_box(&self) -> bool {
        let at_corner =
            |c: &I64Vec2| (0..2).all(|k| c[k] == self.bounds.min[k] || c[k] == self.bounds.max[k]);
        self.corners.len() == 4 && self.corners.iter().all(at_corner)
    }

    /// The same elsewhere.
    pub(crate) fn moved(&self, by: I64Vec2) -> Self {
        Solid { corners: self.corners.iter().map(|c| *c + by).collect(), bounds: self.bounds.moved(by) }
    }

    /// True if the box has a part strictly inside; touching is not.
    ///
    /// Two convex shapes are apart if there is a line between them along an edge of either (the separating axis
    /// theorem).
    pub(crate) fn overlaps(&self, aabb: Extent) -> bool {
        let apart = self.bounds.max.cmple(aabb.min).any() || aabb.max.cmple(self.bounds.min).any();
        !apart && !self.edges().any(|(a, b)| self.is_beyond(a, b, aabb))
    }

    /// True if the point is inside or on an edge.
    pub(crate) fn holds(&self, point: I64Vec2) -> bool {
        let mut sides = self.edges().map(|(from, to)| (to - from).perp_dot(point - from));
        let first = sides.by_ref().find(|side| *side != 0).unwrap_or(0);
        sides.all(|side| side * first.signum() >= 0)
    }

    fn edges(&self) -> impl Iterator<Item = (I64Vec2, I64Vec2)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }

    /// True if the box lies on the outer side of an edge.
    fn is_beyond(&self, a: I64Vec2, b: I64Vec2, aabb: Extent) -> bool {
        let side = |p: I64Vec2| {
            let (e, d) = (b - a, p - a);
            i128::from(e.x) * i128::from(d.y) - i128::from(e.y) * i128::from(d.x)
        };
        let (min, max) = (aabb.min, aabb.max);
        let corners = [min, I64Vec2::new(max.x, min.y), max, I64Vec2::new(min.x, max.y)];
        let inside = self.corners.iter().map(|c| side(*c)).find(|s| *s != 0).unwrap_or(0);
        corners.iter().all(|c| side(*c) * inside.signum() <= 0)
    }
}

/// The box around some points.
fn around(points: &[I64Vec2]) -> Extent {
    let first = Extent { min: points[0], max: points[0] };
    points.iter().fold(first, |b, p| Extent { min: b.min.min(*p), max: b.max.max(*p) })
}

/// The solid parts of a tile in a cell of `tile` units, from the low corner of the cell; none if it fills the cell.
/// One-way lines are not solid: a body may be anywhere in them.
pub(crate) fn solids(shape: &TileShape, tile: I64Vec2) -> Vec<Solid> {
    let corners =
        |min: I64Vec2, max: I64Vec2| vec![min, I64Vec2::new(max.x, min.y), max, I64Vec2::new(min.x, max.y)];
    match shape {
        TileShape::Box(b) => vec![Solid::new(corners(b.min.as_i64vec2(), b.max.as_i64vec2()))],
        TileShape::Slope(slope) => {
            let [low, high] = slope.heights.map(i64::from);
            let (w, h) = (tile.x, tile.y);
            let points = match slope.side {
                Direction::Down => [(0, h), (0, h - low), (w, h - high), (w, h)],
                Direction::Up => [(0, 0), (0, low), (w, high), (w, 0)],
                Direction::Left => [(0, 0), (low, 0), (high, h), (0, h)],
                Direction::Right => [(w, 0), (w - low, 0), (w - high, h), (w, h)],
            };
            vec![Solid::new(points.map(|(x, y)| I64Vec2::new(x, y)).to_vec())]
        }
        TileShape::Parts(parts) => parts
            .iter()
            .filter_map(|part| match part {
                Part::Solid(polygon) => Some(polygon.corners().iter().map(|c| c.as_i64vec2()).collect()),
                Part::OneWay(_) => None,
            })
            .map(Solid::new)
            .collect(),
        _ => Vec::new(),
    }
}

/// Like [`solids`], with the cell as the part of a tile that fills it.
pub(crate) fn parts(shape: &TileShape, tile: I64Vec2) -> Vec<Solid> {
    match shape {
        TileShape::Full => vec![Solid::of_box(Extent { min: I64Vec2::ZERO, max: tile })],
        shape => solids(shape, tile),
    }
}

/// One-way lines of a shape, from the low corner of its cell.
pub(crate) fn one_way_lines(shape: &TileShape) -> Vec<OneWay> {
    match shape {
        TileShape::OneWay(line) => vec![*line],
        TileShape::Parts(parts) => {
            let line = |part: &Part| match part {
                Part::OneWay(line) => Some(*line),
                Part::Solid(_) => None,
            };
            parts.iter().filter_map(line).collect()
        }
        _ => Vec::new(),
    }
}

/// The low and the high corner of [`reach`].
pub(crate) fn bounds(shape: &TileShape, tile: IVec2) -> (IVec2, IVec2) {
    let Extent { min, max } = reach(shape, tile.as_i64vec2());
    (min.as_ivec2(), max.as_ivec2())
}

/// The box around all of a tile, one-way lines too, from the low corner of its cell of `tile` units.
pub(crate) fn reach(shape: &TileShape, tile: I64Vec2) -> Extent {
    let ends = one_way_lines(shape).into_iter().flat_map(|line| line.ends()).map(IVec2::as_i64vec2);
    let of_lines = ends.map(|end| Extent { min: end, max: end }).reduce(Extent::union);
    let of_solids = solids(shape, tile).into_iter().map(|solid| solid.bounds);
    let whole = Extent { min: I64Vec2::ZERO, max: tile };
    of_solids.chain(of_lines).reduce(Extent::union).unwrap_or(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilephys::core::shape::Slope;

    /// The slope from (0, 16) up to (16, 0).
    fn slope() -> Solid {
        let slope = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 16] });
        solids(&slope, I64Vec2::splat(16)).remove(0)
    }

    fn at(x: i32, y: i32, w: i32, h: i32) -> Extent {
        Extent::new(IVec2::new(x, y), IVec2::new(x + w, y + h))
    }

    #[test]
    fn one_unit_into_a_slope_is_inside_and_touching_it_is_not() {
        // The lower right corner of the box is what meets the slope.
        for (free, inside) in [
            (at(0, 0, 8, 8), at(0, 1, 8, 8)),
            (at(-4, 8, 6, 6), at(-3, 8, 6, 6)),
            (at(16, 4, 9, 9), at(15, 4, 9, 9)),
            (at(4, 16, 9, 9), at(4, 15, 9, 9)),
            (at(-20, -4, 20, 20), at(-19, -4, 20, 20)),
        ] {
            assert!(!slope().overlaps(free), "{free:?}");
            assert!(slope().overlaps(inside), "{inside:?}");
            let by = I64Vec2::new(-1 << 31, 1 << 31);
            assert!(
                !slope().moved(by).overlaps(free.moved(by)) && slope().moved(by).overlaps(inside.moved(by))
            );
        }
    }

    #[test]
    fn both_senses_of_rotation_are_the_same_solid() {
        let mut corners = slope().corners;
        corners.reverse();
        let back = Solid::new(corners);
        for x in -12..20 {
            for y in -12..20 {
                assert_eq!(back.overlaps(at(x, y, 5, 3)), slope().overlaps(at(x, y, 5, 3)), "{x}, {y}");
            }
        }
    }

    /// Every box on a small lattice, against every unit cell of it: a cell is inside if its middle is.
    #[test]
    fn a_slope_holds_what_its_unit_cells_hold() {
        let is_under = |x: i32, y: i32| (0..16).contains(&x) && (0..16).contains(&y) && x + y >= 15;
        for x in -9..17 {
            for y in -9..17 {
                for (w, h) in [(1, 1), (8, 3), (3, 9)] {
                    let cells = (x..x + w).any(|x| (y..y + h).any(|y| is_under(x, y)));
                    assert_eq!(slope().overlaps(at(x, y, w, h)), cells, "{x}, {y}, {w} by {h}");
                }
            }
        }
    }

    #[test]
    fn one_way_lines_are_not_solid_but_reach_as_far() {
        let line = OneWay::new(IVec2::new(-4, 3), IVec2::new(20, 3), Direction::Up);
        let shape = TileShape::OneWay(line);
        assert!(solids(&shape, I64Vec2::splat(16)).is_empty());
        assert_eq!(reach(&shape, I64Vec2::splat(16)), at(-4, 3, 24, 0));
        assert_eq!(reach(&TileShape::Full, I64Vec2::splat(16)), at(0, 0, 16, 16));
    }
}
