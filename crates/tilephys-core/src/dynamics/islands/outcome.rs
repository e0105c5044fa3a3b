//! Results of the island solver.

use super::member::{Member, Restriction};
use super::worker::{Plan, Worker};
use crate::aabb::Aabb;
use crate::controller::{self, Start};
use crate::dynamics::ids::BodyId;
use crate::fraction::Fraction;
use glam::{DVec2, IVec2, Vec2};
use std::ops::Range;

/// Result of one solved island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) events: (usize, usize),
    pub(super) pair_hits: u64,
}

/// Result of one body.
#[derive(Clone, Debug)]
pub(super) struct IslandResult {
    pub(super) collider: u32,
    pub(super) id: BodyId,
    /// Body index.
    pub(super) place: u32,
    pub(super) profile: u32,
    /// Island run.
    pub(super) run: u32,
    pub(super) position: IVec2,
    pub(super) velocity: Vec2,
    pub(super) rest: Vec2,
    /// Start of its motion: depenetration and corner correction.
    pub(super) start: Start,
    pub(super) corrected: IVec2,
    /// Speed taken by a wall, in px/s, if the body is to remember it.
    pub(super) took: Option<f32>,
    /// Bounds of its path, in lattice units.
    pub(super) path: Aabb,
    /// Bounds in which its path differs from the sweep phase, in lattice units; `None` if it does not.
    pub(super) news: Option<Aabb>,
    /// Segments in the worker's list; `None` if it was placed off its path.
    pub(super) pieces: Option<Range<u32>>,
    /// Recorded path segments in the worker's list, if its path is recorded.
    pub(super) legs: Option<Range<u32>>,
    /// Number of hits on the grid, in the island and in the sweep phase.
    pub(super) hits: u32,
    pub(super) hits_alone: u32,
    /// True if it was neither frozen nor rejected.
    pub(super) takes_part: bool,
    /// True if it was stopped early.
    pub(super) is_cut: bool,
}

impl IslandResult {
    fn of(member: &Member, (collider, run): (u32, u32), pieces: Range<u32>, hits_alone: u32) -> Self {
        let &Member { id, place, profile, motion, journey, start, path, hits, is_cut, .. } = member;
        // For a displaced or restricted body the whole path is new.
        let is_other = member.is_put || member.leash != Restriction::None || member.shoved != DVec2::ZERO;
        IslandResult {
            collider,
            id,
            place,
            profile,
            run,
            position: motion.position,
            velocity: motion.velocity,
            rest: motion.remainder,
            start,
            corrected: journey.corrected,
            took: journey.took,
            path,
            news: if is_other { Some(path) } else { member.news },
            pieces: (!member.is_put).then_some(pieces),
            hits,
            hits_alone,
            // Rejected and frozen bodies were handled by the sweep phase.
            takes_part: member.dt > 0.0,
            is_cut,
            legs: None,
        }
    }
}

impl Worker {
    /// Stores the results of an island's members, in the order of the job.
    pub(super) fn keep(&mut self, plan: &Plan, colliders: impl Iterator<Item = u32>) {
        let Worker { island, finals, runs, events, legs, pieces, .. } = self;
        let from = events.len();
        events.append(&mut island.log.events);
        island.pieces.sort_unstable_by_key(|(member, piece)| (*member, piece.begin));
        island.knots.sort_unstable_by_key(|knot| (knot.member, knot.number));
        let (mut next, mut knots) = (0, island.knots.iter().peekable());
        for (number, (member, collider)) in (0..).zip(island.members.iter().zip(colliders)) {
            let own = island.pieces[next..].partition_point(|piece| piece.0 == number);
            let begin = pieces.len() as u32;
            pieces.extend(island.pieces[next..next + own].iter().map(|piece| piece.1));
            next += own;
            let own_legs = member.is_traced.then(|| {
                let begin = legs.len() as u32;
                let mut way =
                    controller::Trajectory::after(plan.straight[collider as usize].at, std::mem::take(legs));
                while let Some(knot) = knots.next_if(|knot| knot.member == number) {
                    way.tread(knot.at, Fraction::from_bits(knot.when));
                }
                *legs = way.legs;
                begin..legs.len() as u32
            });
            let known = plan.colliders[collider as usize].hits_alone;
            let hits_alone = known.unwrap_or_else(|| plan.hits_alone(collider));
            let range = begin..pieces.len() as u32;
            let end = IslandResult::of(member, (collider, runs.len() as u32), range, hits_alone);
            finals.push(IslandResult { legs: own_legs, ..end });
        }
        runs.push(Run { events: (from, events.len()), pair_hits: island.pair_hits });
    }
}
