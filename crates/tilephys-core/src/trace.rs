//! Interior of the narrow phase that `tilephys-inspect` draws and explains: shapes one by one, with their sides.
//!
//! The feature `trace` enables it. **There is no stable interface here**: any release may change it.

use crate::aabb::Aabb;
use crate::controller::{Body, MoveConfig};
use crate::grid::{CellRect, Contacts, NO_BOX, TileGrid};
use std::collections::BTreeSet;

pub use crate::grid::all_shapes::{Side, Thing};

/// The contacts of a body at its present place, by its own settings.
///
/// # Panics
/// If the body does not lie in the world, or has no size.
#[must_use]
pub fn contacts(grid: &TileGrid, body: &Body, config: &MoveConfig) -> Contacts {
    let Aabb { min, max } = body.aabb();
    body.aabb().assert_in_world();
    grid.view(config.mask).contacts(min, max, config.stance())
}

/// Calls `visit` once with each thing in an area that is solid to `mask`, one-way lines included.
///
/// # Panics
/// If the area has no extent or reaches beyond the world.
pub fn each_solid(grid: &TileGrid, area: Aabb, mask: u32, mut visit: impl FnMut(&Thing)) {
    area.assert_in_world();
    let view = grid.view(mask);
    let cells = view.cells().covered(area.min, area.max);
    let mut seen = BTreeSet::new();
    for row in view.rows_with_something(cells.row0, cells.row1, cells.col0, cells.col1) {
        grid.any_thing(CellRect { row0: row, row1: row, ..cells }, |thing| {
            let is_loose = thing.piece.is_some_and(|piece| piece.name.off_grid != NO_BOX);
            if view.sees_thing(&thing) && (!is_loose || seen.insert(thing.key())) {
                visit(&thing);
            }
            false
        });
    }
}

/// The straight sides of a thing: four for a whole tile, one for a line.
#[must_use]
pub fn sides(grid: &TileGrid, thing: &Thing) -> Vec<Side> {
    grid.sides(thing)
}
