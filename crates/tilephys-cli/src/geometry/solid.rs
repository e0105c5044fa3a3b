//! Convex polygons of a level's solids, for pictures.

use super::extent::Extent;
use glam::{I64Vec2, IVec2};
use tilephys::core::shape::{OneWay, Part, TileShape};

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
        let points = corners.iter().map(|corner| Extent { min: *corner, max: *corner });
        let bounds = points.reduce(Extent::union).expect("a polygon has corners");
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
}

/// The solid parts of a tile in a cell of `tile` units, from the low corner of the cell; none if it fills the cell.
/// One-way lines are not solid: a body may be anywhere in them.
pub(crate) fn solids(shape: &TileShape, tile: I64Vec2) -> Vec<Solid> {
    let solid = |corners: &[IVec2]| Solid::new(corners.iter().map(|c| c.as_i64vec2()).collect());
    match shape {
        TileShape::Box(b) => vec![Solid::of_box(Extent::new(b.min, b.max))],
        TileShape::Slope(slope) => vec![solid(&slope.corners(tile.as_ivec2()))],
        TileShape::Parts(parts) => {
            let solid = |part: &Part| match part {
                Part::Solid(polygon) => Some(solid(polygon.corners())),
                Part::OneWay(_) => None,
            };
            parts.iter().filter_map(solid).collect()
        }
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
    use tilephys::core::{Direction, shape::Slope};

    #[test]
    fn a_slope_holds_the_points_under_its_line_in_either_sense_of_rotation() {
        let slope = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 16] });
        let slope = solids(&slope, I64Vec2::splat(16)).remove(0);
        let mut corners = slope.corners.clone();
        corners.reverse();
        let reversed = Solid::new(corners);
        let by = I64Vec2::new(-1 << 31, 1 << 31);
        for (x, y) in (-2..19).flat_map(|y| (-2..19).map(move |x| (x, y))) {
            let is_under = (0..=16).contains(&x) && (0..=16).contains(&y) && x + y >= 16;
            let point = I64Vec2::new(x, y);
            let held = [&slope, &reversed].map(|solid| solid.holds(point));
            assert_eq!(held, [is_under; 2], "{point}");
            assert_eq!(slope.moved(by).holds(point + by), is_under, "{point}");
        }
    }

    #[test]
    fn one_way_lines_are_not_solid_but_reach_as_far() {
        let line = OneWay::new(IVec2::new(-4, 3), IVec2::new(20, 3), Direction::Up);
        let shape = TileShape::OneWay(line);
        assert!(solids(&shape, I64Vec2::splat(16)).is_empty());
        let of = |shape: &TileShape| bounds(shape, IVec2::splat(16));
        assert_eq!(of(&shape), (IVec2::new(-4, 3), IVec2::new(20, 3)));
        assert_eq!(of(&TileShape::Full), (IVec2::ZERO, IVec2::splat(16)));
    }
}
