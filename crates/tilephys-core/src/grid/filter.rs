//! What a predicate is asked about, and a grid of which it hides a part.

use super::{BoxId, CHUNK_SHIFT, Piece, PieceName, TileGrid, View};
use crate::tile::{LayerId, TileCoord, TileId};

/// Something solid that a body may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Met {
    /// Its layer.
    pub layer: LayerId,
    /// Its cell; for a loose shape the one of its low corner.
    pub cell: TileCoord,
    /// Its kind of tile.
    pub tile: TileId,
    /// The loose shape, if it is none of the cells.
    pub loose: Option<BoxId>,
}

impl Met {
    /// In place of something.
    pub(crate) const NONE: Met = Met {
        layer: LayerId::LOWEST,
        cell: TileCoord::new(i32::MIN, i32::MIN),
        tile: TileId::FIRST,
        loose: None,
    };

    /// True if both name one solid. A shape off the grid is known by its id alone, as its cell changes while it moves.
    pub(crate) fn is_same_solid(&self, other: &Met) -> bool {
        self == other || self.loose.is_some() && self.loose == other.loose
    }
}

/// Collision filter of one body, besides its mask.
pub(crate) trait Filter {
    /// True if the body collides with this solid.
    fn lets(&self, met: &Met) -> bool;

    /// True if the body falls through this one-way line.
    fn drops(&self, grid: &TileGrid, line: &Piece) -> bool;
}

impl<F: Fn(&Met) -> bool> Filter for F {
    fn lets(&self, met: &Met) -> bool {
        self(met)
    }

    fn drops(&self, _: &TileGrid, _: &Piece) -> bool {
        false
    }
}

impl<'a> View<'a> {
    /// The grid without what the filter hides.
    pub(crate) fn filtered(self, filter: Option<&'a dyn Filter>) -> Self {
        let is_open = filter.is_none();
        View { filter, sees_all: self.sees_all && is_open, plain: self.plain && is_open, ..self }
    }

    /// The whole tiles of a row of a chunk that the filter lets through, of the cells in `word`.
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

    /// The lowest layer whose tile in a cell is whole, solid to the mask and let through, and that tile.
    pub(crate) fn whole_tile(&self, cell: TileCoord) -> Option<(LayerId, TileId)> {
        let mut whole = self.grid.whole_tiles(cell, self.mask);
        whole.find(|&(layer, tile)| self.lets(&Met { layer, cell, tile, loose: None }))
    }

    fn lets(&self, met: &Met) -> bool {
        self.filter.is_none_or(|filter| filter.lets(met))
    }

    /// Does the filter let a part through?
    #[inline]
    pub(super) fn lets_piece(&self, name: PieceName) -> bool {
        self.filter.is_none() || self.lets(&self.met(name))
    }

    /// True if the filter lets the body fall through a part: only a one-way line can be such.
    #[inline]
    pub(crate) fn drops(&self, piece: &Piece) -> bool {
        piece.part.one_way.is_some() && self.filter.is_some_and(|filter| filter.drops(self.grid, piece))
    }

    /// A part as it is known outside.
    pub(crate) fn met(&self, name: PieceName) -> Met {
        Met {
            layer: LayerId::from_index(name.layer.into()),
            cell: TileCoord::new(name.col, name.row),
            tile: name.tile,
            loose: self.grid.off_grid_shape(name),
        }
    }
}
