//! The events of an island that are to come, the earliest first.

use super::stair::Moment;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What happens next, if nothing happens before. Ordered as they are dealt with: those of one moment by kind, then the lowest
/// along gravity first, so that a stack comes to rest from its support on, then by body. Heights are compared along one up only:
/// along different axes their order would depend on the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Coming {
    pub(super) moment: Moment,
    pub(super) what: What,
    /// The first body of the island with the up along which the height is measured.
    pub(super) first_of_up: u32,
    /// How high it happens, against gravity.
    pub(super) height: i64,
    /// Which body or pair.
    pub(super) who: u32,
    /// Of that at the time of this forecast: it is void if the body or the pair has another one now.
    pub(super) version: u32,
}

/// The kinds of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// A body is at a face of the grid.
    Grid,
    /// Two bodies meet.
    Pair,
    /// A body is where it may not go on.
    Border,
}

/// Kept from island to island for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(BinaryHeap<Reverse<Coming>>);

impl Queue {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn push(&mut self, coming: Coming) {
        self.0.push(Reverse(coming));
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Drops the events that are not `live`.
    pub(super) fn retain(&mut self, is_live: impl Fn(&Coming) -> bool) {
        self.0.retain(|Reverse(coming)| is_live(coming));
    }

    pub(super) fn pop(&mut self) -> Option<Coming> {
        self.0.pop().map(|Reverse(coming)| coming)
    }
}
