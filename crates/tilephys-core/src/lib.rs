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
//! - Snapshots: [`World::snapshot`]. Input recordings: [`record::Recorder`].
//! - Geometry of two boxes: [`geometry::sweep_aabb`], [`geometry::minkowski_difference`],
//!   [`geometry::cast_ray`] and [`geometry::cast_segment`].
//! - Broad phase for many boxes: [`broad_phase::SweepAndPrune`].

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]
// Without `trace`, some public items of private modules cannot be reached.
#![cfg_attr(not(feature = "trace"), allow(unreachable_pub))]

mod aabb;
mod body_id;
pub mod broad_phase;
mod controller;
mod direction;
mod dynamics;
mod fault;
mod fixed_step;
mod floor_classifier;
mod fraction;
pub mod geometry;
mod grid;
mod hash;
mod lane_mask;
pub mod lattice;
pub mod limits;
mod path;
mod persistence;
pub mod query;
mod ratio;
mod response;
pub mod shape;
mod shape_hit;
mod tile;
#[cfg(feature = "trace")]
pub mod trace;
mod treap;

/// The vector library of this crate's public interface.
pub use glam;

pub use aabb::Aabb;
pub use controller::{Body, Hit, MotionMode, MoveConfig, Walk};
pub use direction::Direction;
pub use dynamics::{
    BodyCollision, BodyContact, BodyHit, BodyId, BodyState, CollisionHooks, Combine, CombineRule,
    ControlContext, Event, EventKind, MoverId, Profile, ProfileId, SensorId, StepHooks, World,
};
pub use fault::{Fault, Field};
pub use fixed_step::FixedStep;
pub use fraction::Fraction;
pub use grid::{Contacts, Faces, Obstacle, OffGridShape, Region, RegionId, ShapeId, Surface, TileGrid};
pub use limits::{UNITS_PER_PX, WORLD_LIMIT};
pub use persistence::record;
pub use response::Response;
pub use tile::{LayerId, Material, Tile, TileCoord, TileId};

pub mod driver {
    //! Driving a world from outside: threads, columns of bodies, phases and their counts. A game that calls
    //! [`World::step`](crate::World::step) needs none of it.
    //!
    //! An [`Executor`] spreads a step over threads. [`BodySlices`] are the columns of all bodies, for a [control
    //! phase](crate::StepHooks) over arrays. A [`RowStep`] takes bodies from the rows of an ECS and puts them back part by part.

    pub use crate::dynamics::{
        AxisSlices, BodyRef, BodyRows, BodySlices, Executor, PairCounts, Phase, RowStep, Rows, SerialExecutor,
    };
    pub use crate::grid::GridMemoryUsage;
}

pub mod index {
    //! Spatial index of bodies: overlap queries, ray casts, shape casts and nearest bodies, alone and with the map.
    //!
    //! [`World::index_bodies`](crate::World::index_bodies) makes a [`BodyIndex`] of all bodies at their present places.

    pub use crate::dynamics::{BodyIndex, BodyQuery, NearestBody};
}

pub mod moves {
    //! Moves without a world: parts of [`TileGrid::move_and_slide`](crate::TileGrid::move_and_slide), and of the settings and the state
    //! of a body that moves.
    //!
    //! A [`Motion`] is a move in progress, [`MoveHooks`] decide collisions and responses, and a [`BodyProbe`] asks what a body
    //! would meet.

    pub use crate::controller::{
        BodyProbe, DroppedLine, Foot, HitResponse, Motion, MoveHooks, MoveResult, Overlap, SlopeSpeed, Snap,
        TransientState,
    };
    pub use crate::dynamics::WholeState;
}

pub mod platform {
    //! Moving platforms (kinematic bodies): the paths they follow, how they carry riders, push bodies and squish them.
    //!
    //! Put a shape off the grid with [`TileGrid::add_shape`](crate::TileGrid::add_shape) and let a [`Mover`] move it along a
    //! [`Path`]; [`RideSettings`] say how a body rides, and [`SquishPolicy`] what happens between a platform and a wall.

    pub use crate::dynamics::{
        LeaveVelocity, Mover, MoverFault, PushSource, RideMode, RideSettings, Squish, SquishPolicy,
    };
    pub use crate::path::{Easing, Pace, Path, PathError, PathMode, PathStart, Waypoint};
}

pub mod predict {
    //! Trajectory prediction: a copy of a body moves some ticks ahead, among all that stands still.
    //!
    //! [`World::predict`](crate::World::predict) calls a [`PredictionVisitor`] at each [`PredictedTick`].

    pub use crate::dynamics::{PredictedTick, PredictionVisitor};
}
