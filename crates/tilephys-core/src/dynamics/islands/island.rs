//! Island: bodies that can meet in a step, moved together in order of time by an event-driven solver. Its event queue is a binary
//! heap ordered by time. A contact chain is the row of its bodies that push each other.

use crate::direction::Direction;
use crate::dynamics::islands::{IslandContext, MeetKind, Member, PathSegment, StepTime};
use crate::dynamics::output::EventLog;
use glam::Vec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// Indices of the members, the smaller id first.
    pub(crate) members: [u32; 2],
    pub(crate) version: u32,
    pub(crate) what: MeetKind,
    /// True if the bodies overlap since the start of the step, or because one of them is one-way.
    pub(crate) is_inside: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Island {
    /// Members, by ascending id.
    pub(crate) members: Vec<Member>,
    pub(crate) pairs: Vec<Pair>,
    /// Members with their pairs, ascending, and the start of each member.
    near: Vec<[u32; 2]>,
    near_from: Vec<u32>,
    /// Members with a carrier, the lowest first.
    pub(crate) riders: Vec<u32>,
    /// First member with each up direction, in the order of [`Direction::ALL`]; the member count if there is none.
    pub(crate) first_of_up: [u32; 4],
    pub(crate) queue: BinaryHeap<Reverse<QueuedEvent>>,
    pub(crate) log: EventLog,
    /// Path segments with their members and numbers, in order of time. Of several from one time only the last has a length.
    pub(crate) pieces: Vec<(u32, u32, PathSegment)>,
    pub(crate) pair_hits: u64,
    pub(crate) press: ContactChain,
}

/// Overlap of a member with a body or a solid: the island must be solved again with that member restricted.
pub(crate) struct Overlapping(pub(crate) u32);

impl Island {
    /// Sets the pairs, as indices in `members`.
    pub(crate) fn set_pairs(&mut self, pairs: &[[u32; 2]]) {
        let Island { members, pairs: own, near, near_from, .. } = self;
        own.clear();
        let pair = |&members| Pair { members, version: 0, what: MeetKind::Phase, is_inside: false };
        own.extend(pairs.iter().map(pair));
        near.clear();
        near.extend((0..).zip(&*own).flat_map(|(number, pair)| pair.members.map(|member| [member, number])));
        near.sort_unstable();
        let first = |member: u32| near.partition_point(|entry| entry[0] < member) as u32;
        near_from.clear();
        near_from.extend((0..=members.len() as u32).map(first));
    }

    pub(crate) fn near(&self, member: u32) -> std::ops::Range<usize> {
        self.near_from[member as usize] as usize..self.near_from[member as usize + 1] as usize
    }

    pub(crate) fn near_pair(&self, entry: usize) -> u32 {
        self.near[entry][1]
    }

    pub(crate) fn find_ups(&mut self, context: &IslandContext) {
        self.first_of_up = Direction::ALL.map(|up| {
            let is_so = |member: &Member| context.profile(member).movement.up == up;
            self.members.iter().position(is_so).unwrap_or(self.members.len()) as u32
        });
    }

    /// Drops stale events, so that the queue length stays proportional to the number of pairs.
    pub(crate) fn drop_stale(&mut self) {
        let Island { queue, members, pairs, .. } = self;
        // A changed motion leaves its old events in the queue: finding them there would cost a search.
        queue.retain(|Reverse(coming)| {
            let version = match coming.what {
                QueuedKind::Pair => pairs[coming.number as usize].version,
                QueuedKind::Grid | QueuedKind::Border => members[coming.number as usize].version,
            };
            version == coming.version
        });
    }
}

/// Queued event, ordered by time, kind, height and body.
///
/// The lowest body along gravity comes first, so that a stack comes to rest from its support upward. Heights are compared along one
/// up direction only: between axes the order would depend on the position in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct QueuedEvent {
    pub(crate) moment: StepTime,
    pub(crate) what: QueuedKind,
    /// First body of the island with the up direction of the height.
    pub(crate) first_of_up: u32,
    pub(crate) height: i64,
    pub(crate) number: u32,
    /// Version of the body or pair when the event was queued. A different current version makes the event stale.
    pub(crate) version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum QueuedKind {
    Grid,
    Pair,
    Border,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainBody {
    pub(crate) member: u32,
    /// True on the upper side of the contact.
    pub(crate) is_high: bool,
    pub(crate) before: f64,
    pub(crate) velocity: Vec2,
    pub(crate) is_changed: bool,
    /// Number of the chain element through which it joined; `None` for the two bodies in contact.
    pub(crate) through: Option<u32>,
    /// Momentum lost by it and by all that joined through it.
    pub(crate) lost: f64,
    /// True if an immovable obstacle took a part of that momentum.
    pub(crate) is_held: bool,
    /// True by side if an obstacle blocks it toward low and high; `None` until needed.
    pub(crate) blocked: [Option<bool>; 2],
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ContactChain {
    pub(crate) group: Vec<ChainBody>,
    pub(crate) momentum: f64,
    pub(crate) mass: f64,
    /// Momentum and mass of bodies that yield along the chain.
    pub(crate) yielding_momentum: f64,
    pub(crate) yielding_mass: f64,
    /// True if a body that walks along the chain is in it.
    pub(crate) is_walked: bool,
    /// Least and greatest velocity of infinite-mass bodies, in px/s.
    pub(crate) fixed: Option<(f64, f64)>,
}

pub(crate) struct Outcome {
    /// Impulse between the two bodies in contact.
    pub(crate) impulse: f64,
    /// True if an immovable obstacle blocks the chain.
    pub(crate) is_blocked: bool,
}

impl ContactChain {
    pub(crate) fn clear(&mut self) {
        self.group.clear();
        *self = ContactChain { group: std::mem::take(&mut self.group), ..ContactChain::default() };
    }

    /// Returns the common velocity; the slower one between two infinite-mass bodies that approach.
    pub(crate) fn velocity(&self) -> f64 {
        match self.fixed {
            // Whatever their masses, yielding bodies take the speed of the walking bodies.
            None if self.is_walked => self.momentum / self.mass,
            None if self.mass + self.yielding_mass > 0.0 => {
                (self.momentum + self.yielding_momentum) / (self.mass + self.yielding_mass)
            }
            None => 0.0,
            Some((least, _)) if least > 0.0 => least,
            Some((_, greatest)) if greatest < 0.0 => greatest,
            Some((least, greatest)) if least == greatest => least,
            Some(_) => 0.0,
        }
    }

    /// True if two infinite-mass bodies squeeze the chain.
    pub(crate) fn is_squeezed(&self) -> bool {
        self.fixed.is_some_and(|(least, greatest)| least != greatest)
    }
}
