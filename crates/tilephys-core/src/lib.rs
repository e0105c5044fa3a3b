//! The engine of tilephys.

mod constants;
mod lattice;

pub use constants::{CHUNK, MAX_HITS, UNITS_PER_PX, WORLD_LIMIT};
pub use lattice::{point_from_px, px_from_point, px_from_units, units_from_px};
