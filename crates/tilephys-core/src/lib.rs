//! The engine of tilephys.

mod aabb;
mod cast;
mod constants;
mod fraction;
mod grid;
mod lattice;
mod movement;
mod overlap;
mod ratio;
mod response;
mod sweep;
mod tile;
mod world;

pub use aabb::Aabb;
pub use cast::{CastHit, cast_ray, cast_segment};
pub use constants::{CHUNK, MAX_HITS, MAX_LAYERS, UNITS_PER_PX, WORLD_LIMIT};
pub use fraction::Fraction;
pub use grid::{BoxId, Contacts, Faces, GridMemory, LooseBox, TileGrid};
pub use lattice::{Displacement, displacement, point_from_px, px_from_point, px_from_units, units_from_px};
pub use movement::{Body, Hit, Motion, MoveConfig, Moved};
pub use overlap::{MinkowskiBox, Penetration, minkowski_difference, penetration};
pub use ratio::Ratio;
pub use response::{Response, bounce, invert, slide};
pub use sweep::{SweepHit, sweep_aabb, sweep_nearest, swept_bounds, swept_overlaps};
pub use tile::{Direction, LayerId, Tile, TileCoord, TileId, TileShape};
pub use world::{
    BodyId, BodyState, Controls, Event, EventKind, Field, Phase, Profile, ProfileId, StepHooks, World,
};
