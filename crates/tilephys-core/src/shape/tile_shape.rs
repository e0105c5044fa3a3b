//! Collision shapes of tiles.

use super::{OneWay, Polygon};
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::limits::{MAX_PARTS, SHAPE_REACH};
use glam::IVec2;

/// Geometry of a tile, in lattice units from the low corner of its cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TileShape {
    /// The whole cell is solid. The default.
    #[default]
    Full,
    /// A box, within the cell or beyond it.
    Box(Aabb),
    /// A slope from one side of the cell to the other.
    Slope(Slope),
    /// A one-way platform anywhere in or near the cell.
    OneWay(OneWay),
    /// Several parts, each of which collides by itself.
    Parts(Vec<Part>),
}

/// One of the parts of a tile's shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A solid polygon.
    Solid(Polygon),
    /// A line that blocks from one side.
    OneWay(OneWay),
}

/// A slope tile: solid from one side of the cell up to a straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slope {
    /// Side of the cell that is wholly solid: [`Direction::Down`] for a floor slope.
    pub side: Direction,
    /// Heights of the line over the solid side at both ends, low end first, in lattice units. The ends of a floor are left and
    /// right, of a wall upper and lower.
    pub heights: [i32; 2],
}

impl TileShape {
    /// Description of what makes the shape invalid for cells of `tile` units; `None` if it is valid.
    #[must_use]
    pub fn fault(&self, tile: IVec2) -> Option<String> {
        match self {
            TileShape::Full | TileShape::OneWay(_) => None,
            TileShape::Box(b) => {
                let far = |p: IVec2| p.x.unsigned_abs().max(p.y.unsigned_abs()) > SHAPE_REACH.unsigned_abs();
                if b.min.x >= b.max.x || b.min.y >= b.max.y {
                    Some(format!("the box of a tile needs an area: {b:?}"))
                } else {
                    (far(b.min) || far(b.max))
                        .then(|| format!("the box of a tile is too far from its cell: {b:?}"))
                }
            }
            TileShape::Slope(slope) => slope.fault(tile),
            // Each part has been checked when it was made, so only their number can be wrong.
            TileShape::Parts(parts) if parts.is_empty() => {
                Some("a tile of parts needs at least one".to_owned())
            }
            TileShape::Parts(parts) => (parts.len() > MAX_PARTS)
                .then(|| format!("a tile has at most {MAX_PARTS} parts, not {}", parts.len())),
        }
    }
}

impl Slope {
    fn fault(self, tile: IVec2) -> Option<String> {
        let height = tile[self.side.axis()];
        let [low, high] = self.heights;
        if low == 0 && high == 0 {
            return Some("both heights of a slope are 0: it has no area".to_owned());
        }
        let fits = |h: i32| (0..=height).contains(&h);
        (!fits(low) || !fits(high))
            .then(|| format!("heights of a slope are 0 to {height} units, not {low} and {high}"))
    }

    /// The corners in a cell of `tile` units, without coinciding ones.
    pub(crate) fn corners(self, tile: IVec2) -> Vec<IVec2> {
        let axis = self.side.axis();
        let along = 1 - axis;
        let toward_high = self.side.vector()[axis] > 0;
        let at = |end: i32, height: i32| {
            let mut p = IVec2::ZERO;
            p[along] = end;
            p[axis] = if toward_high { tile[axis] - height } else { height };
            p
        };
        let [low, high] = self.heights;
        // A height of zero at an end makes a triangle: its corners at this end coincide.
        let mut corners = vec![at(0, 0), at(0, low), at(tile[along], high), at(tile[along], 0)];
        corners.dedup();
        corners
    }
}
