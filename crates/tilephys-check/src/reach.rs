//! Reach: the cells that the player can occupy.

use tilephys_core::TileCoord;
use tilephys_tiled::TileRect;

/// State of a cell in which the player does not fit.
pub(crate) const BLOCKED: u8 = u8::MAX;

/// The cells that the player can occupy.
pub(crate) struct Reach {
    pub(crate) rect: TileRect,
    /// For each cell, the remaining rise plus one; 0 if it is not reached.
    pub(crate) rises: Vec<u8>,
    /// For each cell, the index of the place plus one, 0 if unknown, or [`BLOCKED`].
    pub(crate) places: Vec<u8>,
}

impl Reach {
    /// Index of a cell; `None` outside of the map.
    pub(crate) fn index(&self, at: TileCoord) -> Option<usize> {
        let (col, row) = (at.col.checked_sub(self.rect.min.col)?, at.row.checked_sub(self.rect.min.row)?);
        let (width, height) = (self.rect.size.x, self.rect.size.y);
        let (col, row) = (u32::try_from(col).ok()?, u32::try_from(row).ok()?);
        (col < width && row < height).then(|| (row * width + col) as usize)
    }
}
