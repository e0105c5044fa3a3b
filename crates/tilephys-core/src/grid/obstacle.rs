//! Identity of solids, as hits and filters name them.

use super::off_grid::ShapeId;
use crate::tile::{LayerId, TileCoord, TileId};

/// Identity of a solid with which a body may collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Obstacle {
    /// Layer of the solid.
    pub layer: LayerId,
    /// Cell of the solid; for an off-grid shape the cell of its low corner.
    pub cell: TileCoord,
    /// Kind of tile.
    pub tile: TileId,
    /// Off-grid shape; `None` for a tile in a cell.
    pub off_grid: Option<ShapeId>,
}

impl Obstacle {
    /// Placeholder for an unused entry.
    pub(crate) const NONE: Obstacle = Obstacle {
        layer: LayerId::LOWEST,
        cell: TileCoord::new(i32::MIN, i32::MIN),
        tile: TileId::FIRST,
        off_grid: None,
    };

    /// True if both identify one solid. An off-grid shape is identified by its id alone, because its cell changes as it moves.
    pub(crate) fn is_same_solid(&self, other: &Obstacle) -> bool {
        self == other || self.off_grid.is_some() && self.off_grid == other.off_grid
    }
}
