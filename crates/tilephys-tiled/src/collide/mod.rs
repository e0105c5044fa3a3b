//! Collision geometry: from the settings and shapes of a map to the grid.

pub(crate) mod collider;
pub(crate) mod collision;
pub(crate) mod convex;
mod corners;
mod empty;
pub(crate) mod groups;
pub(crate) mod judge;
pub(crate) mod kinds;
pub(crate) mod layer_memory;
pub(crate) mod level_region;
pub(crate) mod off_grid;
pub(crate) mod orient;
pub(crate) mod outline;
pub(crate) mod pinched;
pub(crate) mod place;
mod regions;
pub(crate) mod rows;
pub(crate) mod turn;
mod wall;
pub(crate) mod zones;
