//! The four axis-aligned directions.

use glam::IVec2;

/// One of the four axis-aligned directions: the up direction of a body, or the outward direction of a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// Toward smaller y.
    #[default]
    Up,
    /// Toward greater x.
    Right,
    /// Toward greater y.
    Down,
    /// Toward smaller x.
    Left,
}

impl Direction {
    /// All four directions, clockwise from up.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The unit vector of the direction.
    #[must_use]
    pub const fn vector(self) -> IVec2 {
        match self {
            Direction::Up => IVec2::new(0, -1),
            Direction::Right => IVec2::new(1, 0),
            Direction::Down => IVec2::new(0, 1),
            Direction::Left => IVec2::new(-1, 0),
        }
    }

    /// The opposite direction on the same axis.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Direction::Up => Direction::Down,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
        }
    }

    /// Axis of the direction: 0 for x, 1 for y.
    #[must_use]
    pub const fn axis(self) -> usize {
        match self {
            Direction::Up | Direction::Down => 1,
            Direction::Left | Direction::Right => 0,
        }
    }

    pub(crate) const fn sign(self) -> f32 {
        match self {
            Direction::Right | Direction::Down => 1.0,
            Direction::Up | Direction::Left => -1.0,
        }
    }

    /// The direction on `axis` (0 for x, 1 for y) toward greater coordinates if `positive`.
    #[must_use]
    pub const fn along(axis: usize, positive: bool) -> Self {
        match (axis, positive) {
            (0, true) => Direction::Right,
            (0, false) => Direction::Left,
            (_, true) => Direction::Down,
            (_, false) => Direction::Up,
        }
    }
}
