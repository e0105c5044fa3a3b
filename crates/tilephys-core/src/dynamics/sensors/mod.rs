//! Sensors: trigger volumes, which are regions of the map or boxes of bodies.

pub(crate) mod ground_tiles;
pub(crate) mod near_regions;
mod overlap_interval;
mod pairs;
pub(crate) mod sense;
