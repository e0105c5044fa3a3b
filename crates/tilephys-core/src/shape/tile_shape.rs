//! Collision shapes of tiles, and one-way platforms: lines that block from one side only.

use super::Polygon;
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::limits::{MAX_PARTS, ONE_WAY_TOLERANCE, SHAPE_REACH, UNITS_PER_PX};
use glam::{IVec2, UVec2};

/// Geometry of a tile, in lattice units from the low corner of its cell.
///
/// ```
/// use tilephys_core::{Direction, Tile, TileGrid, shape::{OneWay, Polygon, Slope, TileShape, Part}};
///
/// let mut grid = TileGrid::new([16, 16]);
/// // A floor that rises by a tile to the right, and a plank on the upper edge of a cell.
/// let hill = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 16 * 256] });
/// let plank = TileShape::OneWay(OneWay::edge([16, 16], Direction::Up));
/// // A spike: a triangle with its corners in px.
/// let spike = Polygon::from_px(&[[0.0, 16.0], [8.0, 4.0], [16.0, 16.0]]);
/// let spike = TileShape::Parts(vec![Part::Solid(spike)]);
/// for shape in [hill, plank, spike] {
///     grid.add_tile(Tile { shape, ..Tile::default() });
/// }
/// assert_eq!(grid.tile_kinds().len(), 3);
/// ```
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
    #[must_use]
    pub fn corners(self, tile: IVec2) -> Vec<IVec2> {
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

/// A one-way platform: a line that stops bodies that come from its open side.
///
/// The line never blocks a motion along it or away from it, and has no inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("one way", "jump_thru", "jump_through", "one-way", "one-way platform", "jump-thru"))]
pub struct OneWay {
    ends: [IVec2; 2],
    open: Direction,
}

impl OneWay {
    /// The line between two points, in lattice units from the low corner of the cell. The line stops bodies that come from the side
    /// `open`. A line that is not along an axis is a slope.
    ///
    /// # Panics
    /// If both points are equal, if the line is parallel to `open`, or if a point is more than [`SHAPE_REACH`] from the cell's
    /// low corner.
    #[must_use]
    pub fn new(from: IVec2, to: IVec2, open: Direction) -> Self {
        for end in [from, to] {
            assert!(
                end.x.unsigned_abs().max(end.y.unsigned_abs()) <= SHAPE_REACH.unsigned_abs(),
                "an end of a one-way line, {end}, is too far from its cell"
            );
        }
        let along = 1 - open.axis();
        assert!(from[along] != to[along], "a one-way line from {from} to {to} has no side toward {open:?}");
        let ends = if from[along] < to[along] { [from, to] } else { [to, from] };
        OneWay { ends, open }
    }

    /// The edge of a cell of `tile` pixels on the side `open`, which blocks from outside the cell.
    ///
    /// # Panics
    /// If a side of the tile is zero, or longer than [`SHAPE_REACH`].
    #[must_use]
    pub fn edge(tile: impl Into<[u32; 2]>, open: Direction) -> Self {
        let tile = UVec2::from(tile.into());
        let longest = SHAPE_REACH.unsigned_abs() / UNITS_PER_PX.unsigned_abs();
        // Checked before the product with the units, which could leave `i32`.
        assert!(
            tile.min_element() > 0 && tile.max_element() <= longest,
            "a one-way tile is 1 to {longest} px wide and high, not {tile}"
        );
        let far = tile.as_ivec2() * UNITS_PER_PX;
        let (from, to) = match open {
            Direction::Up => (IVec2::ZERO, IVec2::new(far.x, 0)),
            Direction::Right => (IVec2::new(far.x, 0), far),
            Direction::Down => (IVec2::new(0, far.y), far),
            Direction::Left => (IVec2::ZERO, IVec2::new(0, far.y)),
        };
        OneWay::new(from, to, open)
    }

    /// Both ends, in ascending order along the line's axis.
    #[must_use]
    pub fn ends(&self) -> [IVec2; 2] {
        self.ends
    }

    /// The open side, from which the line blocks.
    #[must_use]
    pub fn open(&self) -> Direction {
        self.open
    }
}

/// Distance behind a one-way line with this normal up to which a body is placed on it, times the length of the normal.
#[inline(always)]
pub(crate) fn one_way_tolerance(normal: [i64; 2]) -> i64 {
    i64::from(ONE_WAY_TOLERANCE) * normal[0].abs().max(normal[1].abs())
}
