//! The engine of tilephys: boxes that move through tile maps by swept collision.
//!
//! Its aims, in order:
//!
//! 1. *Never inside*: after a move no body overlaps a solid that it may not enter, compared exactly.
//! 2. *Never through*, at any speed and any size.
//! 3. *Never snagged* on the seams of a flat run of tiles.
//! 4. *Same bits* in any order of spawning, debug or release, anywhere in the world, mirrored for mirrored input. Excepted from
//!    mirroring is what only a coordinate or an id can decide: the exit, to the lesser coordinate, of a body that is placed in
//!    the middle of a solid and does not move sideways; which of several faces or floors a hit or a query names, where all else
//!    is equal; movers, which move along x before y and by id.
//! 5. *Cost follows the motion, not the map*; a tile is changed in O(1).
//! 6. *Every hit says what was hit*: layer, column, row, kind of tile and face.
//! 7. *Total*: a step never panics; constructors refuse nonsense by a panic that names it.
//!
//! Positions and sizes are integers of 1/256 px ([`UNITS_PER_PX`]); pixels in `f32` exist only at the door. x points
//! right, **y down**; velocities are in px/s. The crate reads no file, starts no thread, asks no clock and knows no ECS.
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
//! For one body without a world there are [`TileGrid::move_and_slide`] and its dry run [`TileGrid::check`]; for questions
//! about the map [`TileGrid::cast`], [`TileGrid::sweep`], [`TileGrid::solids_in`], [`TileGrid::solids_at`] and
//! [`TileGrid::nearest`], about bodies [`World::index_bodies`]; for characters that run and jump [`Feel`]; for the state of a world as bytes [`World::snapshot`], for inputs that are
//! played again [`Recorder`]; for two boxes [`sweep_aabb`], [`minkowski_difference`] and the casts; for all pairs
//! of many [`SweepAndPrune`].

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

/// The vectors of this crate's interface.
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
