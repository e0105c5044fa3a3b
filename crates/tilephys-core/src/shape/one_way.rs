//! Lines that block from one side only.

use crate::constants::{SHAPE_REACH, UNITS_PER_PX};
use crate::direction::Direction;

use glam::{IVec2, UVec2};

/// A line that stops what comes from its open side, and nothing else.
///
/// It never holds back a motion along it or out of it, and nothing is ever inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "jump_thru")]
pub struct OneWay {
    ends: [IVec2; 2],
    open: Direction,
}

impl OneWay {
    /// The line between two points, in lattice units from the low corner of the cell, that stops what comes from the
    /// side of `open`. A line that is not straight along an axis is a slope.
    ///
    /// # Panics
    /// If both points are one, if the line runs along `open`, or if a point is more than [`SHAPE_REACH`] from the cell's
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

    /// The edge of a cell of `tile` pixels on the side of `open`, open to the outside of the cell.
    ///
    /// # Panics
    /// If a side of the tile is zero, or longer than [`SHAPE_REACH`].
    #[must_use]
    pub fn edge(tile: UVec2, open: Direction) -> Self {
        let longest = SHAPE_REACH.unsigned_abs() / UNITS_PER_PX.unsigned_abs();
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

    /// Both ends, in the order of the axis along the line.
    #[must_use]
    pub fn ends(&self) -> [IVec2; 2] {
        self.ends
    }

    /// The side that blocks.
    #[must_use]
    pub fn open(&self) -> Direction {
        self.open
    }
}
