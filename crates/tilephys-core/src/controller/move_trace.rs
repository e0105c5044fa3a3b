//! Trace of a move, recorded on request for explanations.

use super::candidate::Candidate;
use super::motion::Motion;
use super::slope_contact::SlopeContact;
use glam::IVec2;
use std::cell::RefCell;

/// One event of a move, in chronological order.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "explain"), expect(dead_code, reason = "nothing else reads a trace"))]
pub(crate) enum TraceEvent {
    /// The body started in a solid; the motion after depenetration, whether it succeeded or not.
    Begun(Motion),
    /// A slope under the body changed its translation.
    Paced(Motion),
    /// A face lies in the path of the motion, which is not there yet.
    Meets(Candidate, Motion),
    /// The motion has reached the face, before any response.
    Arrived(Motion, SlopeContact),
    /// The face and an earlier face form a crevice that blocks the motion.
    Crevice,
    /// The body was moved past the face.
    Passed,
    /// The response to the face is complete.
    Settled(Motion),
    /// A shift aside was tried, and `found` was in its path.
    Aside { what: Aside, from: IVec2, by: IVec2, found: Option<Candidate> },
    /// The body was snapped to the floor found under it.
    Landed,
}

/// Shifts of a walking body besides its translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aside {
    /// Onto a one-way line above its feet, before the move.
    Nudge,
    /// Past the corner of a ceiling or a wall.
    Corner,
    /// Onto a step that is low enough.
    Step,
    /// Down to a floor that falls away.
    Snap,
}

/// Trace of a move.
pub(crate) type MoveTrace = RefCell<Vec<TraceEvent>>;
