//! Island: bodies that can meet in a step, moved together in order of time by an event-driven solver. Its event queue is a binary
//! heap ordered by time.

use crate::direction::Direction;
use crate::dynamics::islands::{ContactChain, IslandContext, Meet, MeetKind, Member, PathSegment, StepTime};
use crate::dynamics::output::EventLog;
use glam::IVec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Pair of bodies in an island.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// Indices of the members, the smaller id first.
    pub(crate) members: [u32; 2],
    /// First contact of the whole trajectories, if the narrow phase has found it.
    pub(crate) first: Option<Meet>,
    pub(crate) version: u32,
    pub(crate) what: MeetKind,
    /// True if the bodies overlap since the start of the step, or because one of them is one-way.
    pub(crate) is_inside: bool,
}

/// Point of a recorded path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathPoint {
    pub(crate) member: u32,
    /// Number of points before it.
    pub(crate) number: u32,
    pub(crate) at: IVec2,
    pub(crate) when: StepTime,
}

/// State of an island, kept to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Island {
    /// Members, by ascending id.
    pub(crate) members: Vec<Member>,
    pub(crate) pairs: Vec<Pair>,
    /// Pairs of each member, concatenated, with the start of each list.
    near: Vec<u32>,
    near_from: Vec<u32>,
    /// Members with a carrier, the lowest first.
    pub(crate) riders: Vec<u32>,
    /// First member with each up direction, in the order of [`Direction::ALL`]; the member count if there is
    /// none.
    first_of_up: [u32; 4],
    pub(crate) queue: Queue,
    pub(crate) log: EventLog,
    pub(crate) knots: Vec<PathPoint>,
    /// Path segments of members, with their numbers.
    pub(crate) pieces: Vec<(u32, PathSegment)>,
    /// Number of hits between bodies, and on the grid.
    pub(crate) pair_hits: u64,
    pub(crate) press: ContactChain,
}

/// Overlap of a member with a body or a solid: the island must be solved again with that member restricted.
pub(crate) struct Overlapping(pub(crate) u32);

impl Island {
    /// Sets the pairs, as indices in `members`, each with its first contact if it is known.
    pub(crate) fn set_pairs(&mut self, pairs: impl Iterator<Item = ([u32; 2], Option<Meet>)>) {
        let Island { members, pairs: own, near, near_from, .. } = self;
        own.clear();
        own.extend(pairs.map(|(members, first)| Pair {
            members,
            first,
            version: 0,
            what: MeetKind::Phase,
            is_inside: false,
        }));
        near_from.clear();
        near_from.resize(members.len() + 1, 0);
        own.iter().flat_map(|pair| pair.members).for_each(|member| near_from[member as usize + 1] += 1);
        // Counts become ends: a counting sort of the pairs by member.
        for k in 1..near_from.len() {
            near_from[k] += near_from[k - 1];
        }
        near.clear();
        near.resize(2 * own.len(), 0);
        for (number, pair) in own.iter().enumerate().rev() {
            for member in pair.members {
                let end = &mut near_from[member as usize + 1];
                *end -= 1;
                near[*end as usize] = number as u32;
            }
        }
        // Filling turned the ends into starts.
        near_from.rotate_left(1);
        *near_from.last_mut().expect("there is one more than members") = 2 * own.len() as u32;
    }

    /// Returns the pairs of a member.
    pub(crate) fn near(&self, member: u32) -> std::ops::Range<usize> {
        self.near_from[member as usize] as usize..self.near_from[member as usize + 1] as usize
    }

    pub(crate) fn near_pair(&self, entry: usize) -> u32 {
        self.near[entry]
    }

    pub(crate) fn find_ups(&mut self, context: &IslandContext) {
        self.first_of_up = Direction::ALL.map(|up| {
            let is_so = |member: &Member| context.profile(member).movement.up == up;
            self.members.iter().position(is_so).unwrap_or(self.members.len()) as u32
        });
    }

    /// Returns the first member with this up direction.
    pub(crate) fn first_of_up(&self, up: Direction) -> u32 {
        self.first_of_up[up as usize]
    }

    /// Drops stale events, so that the queue length stays proportional to the number of pairs.
    pub(crate) fn drop_stale(&mut self) {
        let Island { queue, members, pairs, .. } = self;
        // A changed motion leaves its old events in the queue: finding them there would cost a search.
        queue.retain(|coming| {
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
