//! What was clicked in the level.

use tilephys::core::TileCoord;
use tilephys::hecs::Entity;

/// A thing of the level that a panel explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// A body, or another entity.
    Entity(Entity),
    /// A cell of the grid.
    Cell(TileCoord),
    /// An object of the map, by its id.
    Object(u32),
    /// A finding of the checker, by its index.
    Finding(usize),
}
