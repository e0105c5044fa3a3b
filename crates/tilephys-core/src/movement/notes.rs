//! What a move tells of itself while it goes on, to whoever asked to be told.

use super::actor::Actor;
use super::candidate::Candidate;
use super::motion::Motion;
use super::slanted::Leaning;
use glam::IVec2;
use std::cell::RefCell;

/// One event of a move, in the order in which they happen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Note {
    /// The body started in something; this is the motion after it was put out of it, or was not.
    Begun(Motion),
    /// A slope under the body changed its translation.
    Paced(Motion),
    /// This face is in the way of the motion, which is not there yet.
    Meets(Candidate, Motion),
    /// The motion is at the face, before any response.
    Arrived(Motion, Leaning),
    /// Together with a face that is touched already it leaves no way.
    Crevice,
    /// The body was put past the face.
    Passed,
    /// Whatever was done about the face is done.
    Settled(Motion),
    /// A way aside was tried, and this was in the way.
    Aside { what: Aside, from: IVec2, by: IVec2, found: Option<Candidate> },
    /// The body was set down on what was found under it.
    Landed,
}

/// Ways that a walking body goes besides its translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aside {
    /// Onto a one-way line over its feet, before all else.
    Nudge,
    /// Past the corner of a ceiling or a wall.
    Corner,
    /// Onto what is low enough.
    Step,
    /// Down to a floor that falls away.
    Snap,
}

/// Where notes go.
pub(crate) type Notes = RefCell<Vec<Note>>;

impl Actor<'_> {
    /// Notes something, if it is asked for.
    #[inline]
    pub(crate) fn note(self, note: impl FnOnce() -> Note) {
        if let Some(notes) = self.special.and_then(|special| special.notes) {
            notes.borrow_mut().push(note());
        }
    }

    /// The same for a way aside.
    #[inline]
    pub(crate) fn note_aside(self, what: Aside, from: IVec2, by: IVec2, found: Option<Candidate>) {
        self.note(|| Note::Aside { what, from, by, found });
    }
}
