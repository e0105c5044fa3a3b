//! What a step reports.

use super::ids::BodyId;
use crate::fraction::Fraction;
use crate::movement::{Hit, Overlap, order_crossings};

/// Something that happened to a body in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Whom it happened to.
    pub body: BodyId,
    /// What it was.
    pub kind: EventKind,
    /// When it was noted, of all events of the step: orders those of one body.
    pub(crate) sequence: u32,
}

/// The kinds of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// The body hit a tile or a loose box.
    Hit(Hit),
    /// It came to stand on a floor.
    FloorBegin,
    /// It no longer stands on one.
    FloorEnd,
    /// Its step began inside something solid: it was pushed out, or, reported once when that begins, there is no exit
    /// within one tile.
    Overlapped(Overlap),
    /// A component is NaN or infinite: the body was skipped in this step.
    Rejected {
        /// Where the component is.
        field: Field,
    },
}

impl EventKind {
    /// When it happened within the step.
    #[must_use]
    pub fn fraction(&self) -> Fraction {
        match self {
            EventKind::Hit(hit) => hit.fraction,
            EventKind::FloorBegin | EventKind::FloorEnd => Fraction::ONE,
            EventKind::Overlapped(_) | EventKind::Rejected { .. } => Fraction::ZERO,
        }
    }
}

/// A number that a body's step depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// The body's velocity after gravity, or its product with the length of the step.
    Velocity,
    /// The world's gravity, or its product with the length of the step. Every body is rejected.
    Gravity,
    /// The length of the step: NaN, infinite or negative. Every body is rejected.
    TimeStep,
}

/// The events of a step, gathered in any order of bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventLog {
    pub(crate) events: Vec<Event>,
}

impl EventLog {
    #[inline]
    pub(crate) fn push(&mut self, body: BodyId, kind: EventKind) {
        self.events.push(Event { body, kind, sequence: self.events.len() as u32 });
    }

    /// Notes something that came before what was noted from place `from` on.
    #[cold]
    pub(crate) fn push_before(&mut self, from: usize, body: BodyId, kind: EventKind) {
        self.push(body, kind);
        self.events[from..].rotate_right(1);
        self.number(from);
    }

    /// Makes the order from place `from` on the one in which things were noted.
    fn number(&mut self, from: usize) {
        for (place, event) in self.events.iter_mut().enumerate().skip(from) {
            event.sequence = place as u32;
        }
    }

    /// Puts the hits of one body that passes through everything, from place `from` on, into their order along the way.
    pub(crate) fn order_crossings(&mut self, from: usize) {
        order_crossings(&mut self.events, from, |e| {
            if let EventKind::Hit(hit) = e.kind { Some(hit) } else { None }
        });
        self.number(from);
    }

    /// Sorts by body, and within a body as noted: by fraction. No two keys are equal, so that no memory is needed.
    pub(crate) fn sort(&mut self) {
        let key = |e: &Event| (e.body, e.sequence);
        if !self.events.is_sorted_by_key(key) {
            self.events.sort_unstable_by_key(key);
        }
        // So that equal steps give equal events, whatever the order of the bodies.
        self.number(0);
    }
}
