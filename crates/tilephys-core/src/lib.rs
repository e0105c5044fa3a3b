//! Continuous collision detection and response for axis-aligned boxes in tile maps: the engine of tilephys.
//!
//! The aims, in order:
//!
//! 1. *Never inside*: after a move no body overlaps a solid that it may not enter, compared exactly.
//! 2. *No tunnelling*, at any speed and any size.
//! 3. *No snagging* on the seams of a flat run of tiles.
//! 4. *Deterministic*: the same bits in any order of spawning, debug or release, anywhere in the world, mirrored for mirrored
//!    input. Three results are not mirrored, because only a coordinate or an id decides them:
//!    - A body in the exact middle of a solid without sideways motion leaves toward the lesser coordinate.
//!    - A hit or a query names one of several equal faces or floors.
//!    - Movers move along x before y, in the order of their ids.
//! 5. *Cost follows the motion, not the map*; a tile edit takes O(1).
//! 6. *Every hit identifies the obstacle*: layer, column, row, kind of tile and face.
//! 7. *Total*: a step never panics; constructors panic on invalid arguments with a message that names the argument.
//!
//! Positions and sizes are integers of 1/256 px ([`UNITS_PER_PX`]); only the public interface converts from and to `f32` pixels.
//! The x axis points right, **the y axis down**; velocities are in px/s. The crate reads no file, starts no thread, reads no
//! clock and depends on no ECS.
//!
//! ```
//! use glam::{UVec2, Vec2};
//! use tilephys_core::{Body, ProfileId, Tile, TileCoord, TileGrid, World};
//!
//! let mut grid = TileGrid::new(UVec2::splat(16));
//! let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
//! for col in 0..20 {
//!     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
//! }
//!
//! let mut world = World::new(grid);
//! world.gravity = Vec2::new(0.0, 900.0);
//! let player = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(40.0, 100.0), Vec2::new(8.0, 11.0)));
//! for _ in 0..60 {
//!     world.step(1.0 / 60.0);
//! }
//! assert!(world.state(player).unwrap().on_floor());
//! assert_eq!(world.body(player).unwrap().position_px(), Vec2::new(40.0, 149.0));
//! ```
//!
//! Entry points beside [`World`]:
//!
//! - One body without a world: [`TileGrid::move_and_slide`] and its dry run [`TileGrid::check`].
//! - Map queries: [`TileGrid::cast`], [`TileGrid::sweep`], [`TileGrid::solids_in`], [`TileGrid::solids_at`] and
//!   [`TileGrid::nearest`].
//! - Body queries: [`World::index_bodies`].
//! - Character controller with run and jump: [`Feel`].
//! - Snapshots: [`World::snapshot`]. Input recordings: [`Recorder`].
//! - Geometry of two boxes: [`sweep_aabb`], [`minkowski_difference`], [`cast_ray`] and [`cast_segment`].
//! - Broad phase for many boxes: [`SweepAndPrune`].

mod aabb;
mod body_id;
mod broad_phase;
mod bytes;
mod cast;
mod constants;
#[cfg(feature = "debug-draw")]
mod debug_draw;
mod direction;
mod explain;
mod fault;
mod feel;
mod fixed_step;
mod fraction;
mod grid;
mod hash;
mod lattice;
mod movement;
mod overlap;
mod path;
mod query;
mod ratio;
mod record;
mod response;
mod shape;
mod stance;
mod sweep;
mod tile;
mod treap;
mod world;

/// The vector library of this crate's public interface.
pub use glam;

pub use aabb::Aabb;
pub use broad_phase::{Filter, PairSort, SweepAndPrune};
pub use bytes::{Reader as ByteReader, SaveError, SaveFault, Writer as ByteWriter};
pub use cast::{CastHit, cast_ray, cast_segment};
pub use constants::{
    CHUNK, MAX_CORNERS, MAX_DROPPED, MAX_HITS, MAX_IGNORED, MAX_LAYERS, MAX_MEETINGS, MAX_PARTS,
    MAX_PATH_TICKS, MAX_SETTING, MAX_SETTING_LENGTH, SHAPE_REACH, UNITS_PER_PX, WORLD_LIMIT,
};
#[cfg(feature = "debug-draw")]
pub use debug_draw::{
    DebugDraw, Rgba, draw_body, draw_edges, draw_explanation, draw_minkowski, draw_solids, draw_sweep,
};
pub use direction::Direction;
pub use explain::{
    Class, Explanation, Face, Footing, Outcome, Piece, Reason, Refusal, Start, Taken, TieRule, Verdict,
};
pub use fault::{Fault, Field};
pub use feel::{
    Assist, Button, Climb, Command, Crouch, Dash, FastFall, Feel, FeelState, FeelTick, Ground, Input, Jump,
    JumpKind, Place, Run, SurfaceFeel, Surroundings, Swim, WallGap, WallJump, WallSlide,
};
pub use fixed_step::FixedStep;
pub use fraction::Fraction;
pub use grid::{
    BoxId, Contacts, Edge, Faces, GridMemory, LooseBox, Met, Region, RegionId, Surface, TileGrid,
};
pub use lattice::{
    Displacement, displacement, interpolated, point_from_px, px_from_point, px_from_units, units_from_px,
};
pub use movement::{
    Answer, Body, Choices, DroppedLine, Foot, Hit, Memory, Motion, MoveConfig, Moved, Overlap, SlopeSpeed,
    Snap, Walk,
};
pub use overlap::{MinkowskiBox, Penetration, minkowski_difference, penetration};
pub use path::{Easing, Pace, Path, PathError, PathMode, Waypoint};
pub use query::{CastAll, GridHit, Nearest, Query, Solid, Solids, Support, Supports};
pub use ratio::Ratio;
pub use record::{Divergence, Recorder, Replay};
pub use response::{Response, bounce, invert, slide};
pub use shape::{OneWay, Part, Polygon, PolygonFault, Slope, TileShape};
pub use sweep::{SweepHit, sweep_aabb, sweep_nearest, swept_bounds, swept_overlaps};
pub use tile::{LayerId, Material, Tile, TileCoord, TileId};
pub use world::{
    AxisSlices, BodyHit, BodyId, BodyIndex, BodyQuery, BodySlices, BodyState, Collide, Combine, CombineRule,
    Controls, Event, EventKind, Executor, FirstHit, Forecast, InOrder, IndexHit, Leave, Meeting, Mover,
    MoverFault, MoverId, NearestBody, PairCounts, Phase, Predicted, Profile, ProfileId, Pusher, Ride, Riding,
    Rules, SensorId, Squish, SquishPolicy, StepHooks, World,
};
