//! Collision filter: predicates that hide a part of the grid from a body.

use super::{CHUNK_SHIFT, Piece, PieceName, ShapeId, TileGrid, View};
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

/// Collision filter of one body, besides its mask.
pub(crate) trait Filter {
    /// True if the body collides with this solid.
    fn lets(&self, met: &Obstacle) -> bool;

    /// True if the body falls through this one-way line.
    fn drops(&self, grid: &TileGrid, line: &Piece) -> bool;
}

impl<F: Fn(&Obstacle) -> bool> Filter for F {
    fn lets(&self, met: &Obstacle) -> bool {
        self(met)
    }

    fn drops(&self, _: &TileGrid, _: &Piece) -> bool {
        false
    }
}

impl<'a> View<'a> {
    /// The view without the solids that the filter hides.
    pub(crate) fn filtered(self, filter: Option<&'a dyn Filter>) -> Self {
        let is_open = filter.is_none();
        View { filter, sees_all: self.sees_all && is_open, plain: self.plain && is_open, ..self }
    }

    /// The whole tiles of a row of a chunk, of the cells in `word`, that pass the filter.
    #[cold]
    pub(super) fn let_through(&self, slot: usize, row: usize, word: u64) -> u64 {
        let (x, y) = self.grid.coords[slot];
        let (mut kept, mut rest) = (word, word);
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let cell = TileCoord::new((x << CHUNK_SHIFT) + bit as i32, (y << CHUNK_SHIFT) + row as i32);
            if self.whole_tile(cell).is_none() {
                kept &= !(1 << bit);
            }
        }
        kept
    }

    /// The lowest layer whose tile in a cell is whole, solid to the mask and passes the filter, and that tile.
    pub(crate) fn whole_tile(&self, cell: TileCoord) -> Option<(LayerId, TileId)> {
        let mut whole = self.grid.whole_tiles(cell, self.mask);
        whole.find(|&(layer, tile)| self.lets(&Obstacle { layer, cell, tile, off_grid: None }))
    }

    fn lets(&self, met: &Obstacle) -> bool {
        self.filter.is_none_or(|filter| filter.lets(met))
    }

    /// True if a part passes the filter.
    #[inline]
    pub(super) fn lets_piece(&self, name: PieceName) -> bool {
        self.filter.is_none() || self.lets(&self.met(name))
    }

    /// True if the filter lets the body drop through a part; only a one-way line can be dropped.
    #[inline]
    pub(crate) fn drops(&self, piece: &Piece) -> bool {
        piece.part.one_way.is_some() && self.filter.is_some_and(|filter| filter.drops(self.grid, piece))
    }

    /// Public identity of a part.
    pub(crate) fn met(&self, name: PieceName) -> Obstacle {
        Obstacle {
            layer: LayerId::from_index(name.layer.into()),
            cell: TileCoord::new(name.col, name.row),
            tile: name.tile,
            off_grid: self.grid.shape_id_of(name),
        }
    }
}
