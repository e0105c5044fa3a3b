//! Painted cells, with what they were before.

use std::collections::BTreeMap;
use tilephys::core::TileCoord;
use tilephys::draw::Rect;

/// Cells that were painted, and where the pointer was last.
#[derive(Debug, Default)]
pub(crate) struct Painting {
    /// Each painted cell, with true if it was solid before.
    pub(super) before: BTreeMap<TileCoord, bool>,
    pub(super) last: Option<TileCoord>,
}

/// A painted cell that differs from the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Painted {
    /// Area of the cell, in px.
    pub(crate) area: Rect,
    /// True if it is solid now.
    pub(crate) is_solid: bool,
}
