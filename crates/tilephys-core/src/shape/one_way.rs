//! One-way platforms: lines that block from one side only.

use crate::direction::Direction;
use crate::limits::{ONE_WAY_TOLERANCE, SHAPE_REACH, UNITS_PER_PX};

use glam::{IVec2, UVec2};

/// A one-way platform: a line that stops bodies that come from its open side.
///
/// The line never blocks a motion along it or away from it, and has no inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "one way")]
#[doc(alias = "jump_thru")]
#[doc(alias = "jump_through")]
#[doc(alias = "one-way")]
#[doc(alias = "one-way platform")]
#[doc(alias = "jump-thru")]
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
