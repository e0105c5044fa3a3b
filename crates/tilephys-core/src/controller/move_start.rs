//! Start of a move: free, or inside of a solid.

use glam::IVec2;

/// Start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The body started outside of all solids.
    Free,
    /// The body started in a solid, and was pushed out by this translation, in lattice units.
    Pushed(IVec2),
    /// The body started in a solid without an exit within one tile; its motion took it out.
    Freed,
    /// The body started in a solid without an exit within one tile, and is still inside.
    Stuck,
}
