//! Events of a move, recorded on request for explanations.

use super::candidate::{Candidate, SlopeContact};
use super::motion::{Motion, Start};
use glam::IVec2;
use std::cell::RefCell;

/// One event of a move, in chronological order.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "trace"), expect(dead_code, reason = "nothing else reads a trace"))]
pub enum TraceEvent {
    /// The move begins. Each trace has one such event.
    Begun(Beginning),
    /// A slope under the body changed its translation.
    Paced(Motion),
    /// A face lies in the path of the motion, which is not there yet.
    Meets(Candidate, Motion),
    /// The motion has reached the face, before any response.
    Arrived(Motion, SlopeContact),
    /// The kind of response to the face.
    Responds(ResponseKind),
    /// The face and an earlier face form a crevice that blocks the motion.
    Crevice,
    /// The body was moved past the face.
    Passed,
    /// The response to the face is complete.
    Settled(Motion),
    /// A shift aside was tried.
    Aside {
        /// Kind of the shift.
        what: Aside,
        /// Min corner of the body before the shift, in lattice units.
        from: IVec2,
        /// Translation of the shift, in lattice units.
        by: IVec2,
        /// First face in its path, and the plane of that face; `None` if nothing is in the way.
        found: Option<(Candidate, SlopeContact)>,
    },
    /// The body was snapped to the floor found under it.
    Landed,
}

/// Start of a traced move.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "trace"), expect(dead_code, reason = "nothing else reads a trace"))]
pub struct Beginning {
    /// Whole translation, clipped to the world, in lattice units.
    pub translation: IVec2,
    /// Motion after depenetration, whether it succeeded or not.
    pub motion: Motion,
    /// Free, or inside of a solid.
    pub start: Start,
    /// True if a grounded body moves away from floors.
    pub rises: bool,
    /// True if a grounded body stands on a floor.
    pub stood: bool,
}

/// Kind of response to a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseKind {
    /// The motion continues along the face.
    Slides,
    /// The motion continues along the floor, by the rules of walking.
    Walks,
    /// A surface that is too steep stops the body like a wall.
    Blocked,
    /// The move ends.
    Stops,
    /// The body bounces.
    Bounces,
    /// The body is too slow to bounce, and continues along the face.
    Rests,
    /// The velocity is reversed.
    Turns,
}

/// Shifts of a walking body besides its translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// Onto a one-way line above its feet, before the move.
    Nudge,
    /// Past the corner of a ceiling or a wall.
    Corner,
    /// Onto a step that is low enough.
    Step,
    /// Down to a floor that falls away.
    Snap,
}

pub(crate) type MoveTrace = RefCell<Vec<TraceEvent>>;
