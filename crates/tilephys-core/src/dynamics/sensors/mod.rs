//! Sensors: trigger volumes, which are regions of the map or boxes of bodies.

mod ground_tiles;
mod near_regions;
mod overlap_interval;
mod pairs;
pub(crate) mod sense;

use ground_tiles::GroundTiles;
pub(crate) use ground_tiles::Walker;
use near_regions::{NearRegions, Noted, RANGE_TILES};
use overlap_interval::Track;
pub(crate) use sense::SensorState;
