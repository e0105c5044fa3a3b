//! What a cell holds, and how cells, layers and faces are named.

use crate::constants::{MAX_LAYERS, UNITS_PER_PX};
use glam::IVec2;
use std::num::NonZeroU16;

/// Column and row of a cell; negative ones are as good as any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileCoord {
    /// The column, rightwards.
    pub col: i32,
    /// The row, downwards.
    pub row: i32,
}

impl TileCoord {
    /// The cell in column `col` and row `row`.
    #[must_use]
    pub const fn new(col: i32, row: i32) -> Self {
        TileCoord { col, row }
    }
}

/// One of a grid's layers, in the order in which they were added. Of several tiles in a cell the lowest layer's is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerId(pub(crate) u8);

impl LayerId {
    /// The layer's place in the order of layers.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }

    pub(crate) fn from_index(index: usize) -> Self {
        debug_assert!(index < MAX_LAYERS);
        LayerId(index as u8)
    }
}

/// A kind of tile of one grid, as given by [`TileGrid::add_tile`](crate::TileGrid::add_tile).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub(crate) NonZeroU16);

impl TileId {
    /// The kind's place in the order in which kinds were added.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

/// The geometry of a tile within its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TileShape {
    /// The whole cell is solid.
    #[default]
    Full,
}

/// A kind of tile: what all cells that hold it have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Its geometry.
    pub shape: TileShape,
    /// Filter bits: the tile is solid to bodies whose mask shares one. Zero is solid to nobody.
    pub category: u32,
    /// The game's own number, for example an index into its table of materials.
    pub user: u32,
}

impl Default for Tile {
    /// A whole tile of category 1.
    fn default() -> Self {
        Tile { shape: TileShape::Full, category: 1, user: 0 }
    }
}

/// One of the four directions of the axes: which way is up, or which way a face looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// All four, clockwise from up.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The unit vector.
    #[must_use]
    pub const fn vector(self) -> IVec2 {
        match self {
            Direction::Up => IVec2::new(0, -1),
            Direction::Right => IVec2::new(1, 0),
            Direction::Down => IVec2::new(0, 1),
            Direction::Left => IVec2::new(-1, 0),
        }
    }

    /// The other way on the same axis.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Direction::Up => Direction::Down,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
        }
    }

    /// 0 if it lies on the x axis, 1 if on the y axis.
    #[must_use]
    pub const fn axis(self) -> usize {
        match self {
            Direction::Up | Direction::Down => 1,
            Direction::Left | Direction::Right => 0,
        }
    }

    /// The direction on `axis` (0 for x, 1 for y) toward greater coordinates if `positive`.
    pub(crate) const fn along(axis: usize, positive: bool) -> Self {
        match (axis, positive) {
            (0, true) => Direction::Right,
            (0, false) => Direction::Left,
            (_, true) => Direction::Down,
            (_, false) => Direction::Up,
        }
    }
}

/// Size in units of a tile of `px` pixels.
pub(crate) fn tile_units(px: u32) -> i32 {
    let units = i64::from(px) * i64::from(UNITS_PER_PX);
    assert!(px > 0, "a tile is at least one pixel wide and high");
    i32::try_from(units).unwrap_or_else(|_| panic!("a tile of {px} px does not fit the world"))
}
