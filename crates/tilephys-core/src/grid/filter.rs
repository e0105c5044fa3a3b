//! Collision filter: predicates that hide a part of the grid from a body.

use super::obstacle::Obstacle;
use super::piece::Piece;
use super::tile_grid::TileGrid;

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
