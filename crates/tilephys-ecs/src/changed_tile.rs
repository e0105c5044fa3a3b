//! Cells of a driver's map that the game has changed, as entities.

/// Cell of a tile layer whose tile the game has changed, such as a broken block, with the tile that it has now.
///
/// `SpawnedLevel::set_tile` of `tilephys-level` spawns it. The engine does not read it: its map has the collision. Snapshots contain it,
/// so that the picture of the cell comes back with the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChangedTile {
    /// Index of the layer in the driver's map.
    pub layer: u32,
    /// Column of the cell in the layer.
    pub col: i32,
    /// Row of the cell in the layer.
    pub row: i32,
    /// Number of the tile with its flips, as the map has it; 0 for an emptied cell.
    pub gid: u32,
}
