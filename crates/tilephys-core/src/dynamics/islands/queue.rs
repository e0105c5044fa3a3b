//! Event queue of an island, a binary heap ordered by time.

use crate::dynamics::islands::StepTime;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Queued event, ordered by time, kind, height and body.
///
/// The lowest body along gravity comes first, so that a stack comes to rest from its support upward. Heights
/// are compared along one up direction only: between axes the order would depend on the position in the
/// world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct QueuedEvent {
    pub(crate) moment: StepTime,
    pub(crate) what: QueuedKind,
    /// First body of the island with the up direction of the height.
    pub(crate) first_of_up: u32,
    /// Height of the event against gravity, in lattice units.
    pub(crate) height: i64,
    /// Number of the body or pair.
    pub(crate) number: u32,
    /// Version of the body or pair when the event was queued. A different current version makes the event
    /// stale.
    pub(crate) version: u32,
}

/// Kinds of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum QueuedKind {
    /// Hit of a body on the grid.
    Grid,
    /// Contact of two bodies.
    Pair,
    /// Body at the border of its allowed bounds.
    Border,
}

/// Event queue, kept to reuse its allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue(BinaryHeap<Reverse<QueuedEvent>>);

impl Queue {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn push(&mut self, coming: QueuedEvent) {
        self.0.push(Reverse(coming));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps the events for which `is_live` returns true.
    pub(crate) fn retain(&mut self, is_live: impl Fn(&QueuedEvent) -> bool) {
        self.0.retain(|Reverse(coming)| is_live(coming));
    }

    pub(crate) fn pop(&mut self) -> Option<QueuedEvent> {
        self.0.pop().map(|Reverse(coming)| coming)
    }
}
