//! Interior of the engine for `tilephys-inspect` alone: the trace of a move, and its narrow phase one face at a time.
//!
//! The feature `trace` enables it. **There is no stable interface here**: any release may change it. A [`MoveTrace`] is a move that ran
//! once, through the code of every move. A [`Segment`] tests the things near a straight segment by the predicates of the move. A
//! [`Replay`] responds to hits without a grid.

pub use crate::controller::candidate::{SlopeContact, dot};
pub use crate::controller::trace::{Aside, Beginning, ResponseKind, TraceEvent};
pub use crate::controller::{Candidate, Start, TieRule};
pub use crate::grid::edges::{Side, Thing};
pub use segment::{Approach, Segment, Surroundings};

use crate::aabb::Aabb;
use crate::controller::walking::{WalkState, Walking};
use crate::controller::{Actor, Body, Motion, MoveConfig, MoveExtras, MoveResult};
use crate::fraction::Fraction;
use crate::grid::edges::stretch_in_area;
use crate::grid::{Contacts, TileGrid};
use crate::shape;
use glam::IVec2;
use std::cell::RefCell;

mod segment;

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
pub fn trace_move(grid: &TileGrid, body: &Body, translation: [f32; 2], config: &MoveConfig) -> MoveTrace {
    let mut after = *body;
    let notes = RefCell::default();
    let special = Some(MoveExtras::traced(config, &notes));
    let moved = grid.move_as(&mut after, translation, config, special, &mut Vec::new());
    MoveTrace { after, moved, events: notes.into_inner() }
}

/// True if a surface with this normal is a floor for bodies with these settings.
pub fn is_floor(config: &MoveConfig, normal: IVec2) -> bool {
    config.stance().is_floor(normal)
}

/// True if a surface with this normal is a ceiling for bodies with these settings.
pub fn is_ceiling(config: &MoveConfig, normal: IVec2) -> bool {
    config.stance().is_ceiling(normal)
}

/// Distance behind a one-way line with this normal up to which a body is placed on it, times the length of the normal.
pub fn one_way_tolerance(normal: IVec2) -> i64 {
    shape::one_way_tolerance(normal.as_i64vec2().to_array())
}

/// The contacts of a body at its present place, by its own settings.
///
/// # Panics
/// If the body does not lie in the world, or has no size.
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

/// True if a part of a side lies in an area, its border included.
pub fn is_in_area(side: &Side, area: Aabb) -> bool {
    stretch_in_area(side, area).is_some()
}

/// A move in progress, advanced from outside. The responses are the engine's.
pub struct Replay<'a> {
    /// Motion so far.
    pub motion: Motion,
    actor: Actor<'a>,
    state: WalkState,
}

impl<'a> Replay<'a> {
    /// A move that begins as `begun`. `stood` is true if the body stood on a floor. The grid is not read.
    pub fn new(
        unread: &'a TileGrid,
        size: IVec2,
        config: &'a MoveConfig,
        begun: Motion,
        stood: bool,
    ) -> Self {
        let actor = Actor::new(unread.view(config.mask), size, config);
        let mut state = WalkState::new(&begun);
        state.stood = Some(stood);
        Replay { motion: begun, actor, state }
    }

    /// Travels to the end of the straight line.
    pub fn finish(&mut self) {
        self.motion.finish();
    }

    /// Travels by `gone` to a hit at this fraction.
    pub fn arrive(&mut self, gone: IVec2, fraction: Fraction) {
        self.motion.arrive(gone, fraction);
    }

    /// Responds to the hit of a segment with the translation `d`. A solid may have moved, so `kind` decides whether the body rebounds.
    pub fn respond(&mut self, d: IVec2, contact: SlopeContact, kind: Option<ResponseKind>) {
        let motion = &mut self.motion;
        match (self.actor.config.walking(), kind) {
            (Some(walk), _) => {
                let mut walking = Walking::resume(&self.actor, walk, self.state);
                walking.respond(motion, d, contact);
                self.state = walking.state;
            }
            (None, Some(ResponseKind::Bounces)) => self.actor.rebound_or_rest(motion, contact, true),
            (None, Some(ResponseKind::Rests)) => self.actor.rebound_or_rest(motion, contact, false),
            (None, _) => self.actor.respond_shaped(motion, contact),
        }
        self.actor.finish_response(motion);
    }

    /// Shifts the body past a corner.
    pub fn pass_corner(&mut self, by: IVec2) {
        self.motion.position += by;
        self.actor.finish_response(&mut self.motion);
    }

    /// Lifts a walking body onto a step.
    pub fn step_up(&mut self, by: IVec2) {
        if let Some(walk) = self.actor.config.walking() {
            Walking::resume(&self.actor, walk, self.state).rise_onto_step(&mut self.motion, by);
        }
        self.actor.finish_response(&mut self.motion);
    }

    /// Puts a walking body down on a floor.
    pub fn land(&mut self, at: IVec2) {
        if let Some(walk) = self.actor.config.walking() {
            Walking::resume(&self.actor, walk, self.state).land(&mut self.motion, at);
        }
    }
}
