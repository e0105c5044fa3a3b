//! Collision geometry: from the settings and shapes of a map to the grid.

pub(crate) mod collider;
mod empty;
pub(crate) mod groups;
pub(crate) mod judge;
pub(crate) mod kinds;
pub(crate) mod off_grid;
pub(crate) mod outline;
pub(crate) mod place;
pub(crate) mod polygons;
pub(crate) mod regions;
pub(crate) mod rows;
pub(crate) mod zones;
