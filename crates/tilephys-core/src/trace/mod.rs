//! Interior of the engine for `tilephys-inspect` alone: the trace of a move, and its narrow phase one face at a time.
//!
//! The feature `trace` enables it. **There is no stable interface here**: any release may change it. A [`MoveTrace`] is a move that ran
//! once, through the code of every move. A [`Segment`] tests the things near a straight segment by the predicates of the move. A
//! [`Replay`] responds to hits without a grid.

mod near;
mod replay;
mod segment;

pub use crate::controller::move_trace::{Aside, Beginning, ResponseKind, TraceEvent};
pub use crate::controller::slope_contact::{SlopeContact, dot};
pub use crate::controller::{Candidate, Start, TieRule};
pub use crate::grid::all_shapes::{Side, Thing};
pub use replay::Replay;
pub use segment::{Approach, Segment, Surroundings};

use crate::aabb::Aabb;
use crate::controller::{Body, MoveConfig, MoveExtras, MoveResult};
use crate::grid::edges::stretch_in_area;
use crate::grid::{Contacts, TileGrid};
use crate::shape;
use glam::IVec2;
use std::cell::RefCell;

/// A move with its trace.
pub struct MoveTrace {
    /// Body after the move.
    pub after: Body,
    /// Result of the move besides its hits.
    pub moved: MoveResult,
    /// Events in order; empty if the move was rejected.
    pub events: Vec<TraceEvent>,
}

/// Like [`TileGrid::check`], with a trace.
///
/// # Panics
/// Like [`TileGrid::check`].
#[must_use]
pub fn trace_move(grid: &TileGrid, body: &Body, translation: [f32; 2], config: &MoveConfig) -> MoveTrace {
    let mut after = *body;
    let notes = RefCell::default();
    let special = Some(MoveExtras::traced(config, &notes));
    let moved = grid.move_as(&mut after, translation, config, special, &mut Vec::new());
    MoveTrace { after, moved, events: notes.into_inner() }
}

/// True if a surface with this normal is a floor for bodies with these settings.
#[must_use]
pub fn is_floor(config: &MoveConfig, normal: IVec2) -> bool {
    config.stance().is_floor(normal)
}

/// True if a surface with this normal is a ceiling for bodies with these settings.
#[must_use]
pub fn is_ceiling(config: &MoveConfig, normal: IVec2) -> bool {
    config.stance().is_ceiling(normal)
}

/// Distance behind a one-way line with this normal up to which a body is placed on it, times the length of the normal.
#[must_use]
pub fn one_way_tolerance(normal: IVec2) -> i64 {
    shape::one_way_tolerance(normal.as_i64vec2().to_array())
}

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
pub fn each_solid(grid: &TileGrid, area: Aabb, mask: u32, visit: impl FnMut(&Thing)) {
    area.assert_in_world();
    let view = grid.view(mask);
    view.each_solid_thing(view.cells().covered(area.min, area.max), visit);
}

/// The straight sides of a thing: four for a whole tile, one for a line.
#[must_use]
pub fn sides(grid: &TileGrid, thing: &Thing) -> Vec<Side> {
    grid.sides(thing)
}

/// True if a part of a side lies in an area, its border included.
#[must_use]
pub fn is_in_area(side: &Side, area: Aabb) -> bool {
    stretch_in_area(side, area).is_some()
}
