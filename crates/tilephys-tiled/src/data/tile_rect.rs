//! Rectangles of cells.

use glam::UVec2;
use tilephys_core::TileCoord;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileRect {
    /// Cell with the lowest column and row.
    pub min: TileCoord,
    /// Number of columns and rows.
    pub size: UVec2,
}
