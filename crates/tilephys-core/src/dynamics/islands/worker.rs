//! Worker of the island solver: the tasks of one thread.

use crate::controller;
use crate::controller::RecordedSegment;
use crate::dynamics::islands::{
    Encounter, Island, IslandResult, Job, Member, Overlapping, PathSegment, Restriction, Run, WorkerContext,
};
use crate::dynamics::output::Event;
use crate::fraction::Fraction;
use std::ops::Range;

/// Reconstructed trajectory of a non-straight collider.
#[derive(Clone, Debug)]
pub(crate) struct PathRecording {
    pub(crate) collider: u32,
    /// Segments and number of hits on the grid, if known.
    pub(crate) pieces: Option<(Range<u32>, u32)>,
}

/// Buffers and results of one thread, kept to reuse allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worker {
    /// Range of items of its share.
    pub(crate) share: Range<usize>,
    pub(crate) island: Island,
    pub(crate) pieces: Vec<PathSegment>,
    pub(crate) traced: Vec<PathRecording>,
    /// Colliders in pairs with unknown trajectories.
    pub(crate) crooked: Vec<u32>,
    /// Pairs with overlapping swept bounds, including pairs from island results.
    pub(crate) found: Vec<[u32; 2]>,
    /// First pairs with trajectories that meet.
    pub(crate) hot: Vec<([u32; 2], Encounter)>,
    pub(crate) finals: Vec<IslandResult>,
    /// Number of results from earlier rounds.
    pub(crate) known: usize,
    /// New pairs to solve together, and the frontier of bodies whose pairs are searched.
    pub(crate) new: Vec<[u32; 2]>,
    pub(crate) open: Vec<u32>,
    pub(crate) runs: Vec<Run>,
    pub(crate) events: Vec<Event>,
    /// Recorded path segments.
    pub(crate) legs: Vec<RecordedSegment>,
    /// Restricted members of the present island.
    leashes: Vec<(u32, Restriction)>,
    /// By collider: true if it is or was in `open`.
    pub(crate) was_open: Vec<bool>,
}

impl Worker {
    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        self.traced.clear();
        self.found.clear();
        self.crooked.clear();
        self.hot.clear();
        self.new.clear();
        self.finals.clear();
        self.runs.clear();
        self.events.clear();
        self.legs.clear();
    }

    /// Reconstructs the non-straight trajectories of its share, as in the sweep phase.
    pub(crate) fn trace(&mut self, context: &WorkerContext) {
        for &collider in &context.crooked[self.share.clone()] {
            let pieces = context.trace(collider, &mut self.pieces);
            self.traced.push(PathRecording { collider, pieces });
        }
    }

    /// Finds the pairs in its strips, and the trajectories needed for them.
    pub(crate) fn sweep(&mut self, context: &WorkerContext) {
        let Worker { found, crooked, share, .. } = self;
        context.broad.sweep(share.clone(), |a, b| {
            if context.collide(a, b) {
                found.push([a, b]);
                crooked.extend([a, b].into_iter().filter(|one| context.is_unknown(*one)));
            }
        });
    }

    /// Drops some pairs in crowds.
    pub(crate) fn thin(&mut self, context: &WorkerContext) {
        self.found.retain(|pair| !context.is_thinned(*pair));
    }

    /// Narrow phase: finds the pairs with trajectories that meet.
    pub(crate) fn narrow_phase(&mut self, context: &WorkerContext) {
        let Worker { found, hot, .. } = self;
        hot.extend(found.iter().filter_map(|&[a, b]| Some(([a, b], context.encounter(a, b)?))));
    }

    /// Solves its islands.
    pub(crate) fn work(&mut self, context: &WorkerContext) {
        for number in self.share.clone() {
            self.play(context, &context.jobs.list[number]);
        }
    }

    fn play(&mut self, context: &WorkerContext, job: &Job) {
        self.leashes.clear();
        loop {
            let Worker { island, leashes, .. } = &mut *self;
            island.members.clear();
            let members = &context.jobs.members[job.members.clone()];
            island.members.extend(members.iter().map(|member| context.member(member.1)));
            // Each failure restricts a member further, and each can be restricted twice. So the loop ends.
            for &(member, leash) in &*leashes {
                let member: &mut Member = &mut island.members[member as usize];
                member.leash = leash;
                if leash == Restriction::Frozen {
                    member.wait();
                }
            }
            let pairs = &context.jobs.pairs[job.pairs.clone()];
            let first = |index: u32| context.first_meets.get(index as usize).copied().flatten();
            island.set_pairs(pairs.iter().map(|&(members, index)| (members, first(index))));
            match island.play(&context.island) {
                Ok(()) => break,
                Err(Overlapping(member)) => {
                    let one = &mut island.members[member as usize];
                    one.shorten();
                    leashes.push((member, one.leash));
                }
            }
        }
        self.keep(context, context.jobs.members[job.members.clone()].iter().map(|member| member.1));
    }
}

impl Worker {
    /// Stores the results of an island's members, in the order of the job.
    pub(crate) fn keep(&mut self, context: &WorkerContext, colliders: impl Iterator<Item = u32>) {
        let Worker { island, finals, runs, events, legs, pieces, .. } = self;
        let from = events.len();
        events.append(&mut island.log.events);
        // Sorted by member, so that each takes the next stretch.
        island.pieces.sort_unstable_by_key(|(member, piece)| (*member, piece.begin));
        island.knots.sort_unstable_by_key(|knot| (knot.member, knot.number));
        let mut next = 0;
        let mut knots = island.knots.iter().peekable();
        for (number, (member, collider)) in (0..).zip(island.members.iter().zip(colliders)) {
            let own = island.pieces[next..].partition_point(|piece| piece.0 == number);
            let begin = pieces.len() as u32;
            pieces.extend(island.pieces[next..next + own].iter().map(|piece| piece.1));
            next += own;
            let own_legs = member.is_traced.then(|| {
                let begin = legs.len() as u32;
                // All paths share one list: the recording appends to it, and gives it back.
                let mut way = controller::Trajectory::after(
                    context.straight[collider as usize].at,
                    std::mem::take(legs),
                );
                while let Some(knot) = knots.next_if(|knot| knot.member == number) {
                    way.extend_to(knot.at, Fraction::from_bits(knot.when));
                }
                *legs = way.legs;
                begin..legs.len() as u32
            });
            let known = context.colliders[collider as usize].hits_alone;
            let hits_alone = known.unwrap_or_else(|| context.hits_alone(collider));
            let range = begin..pieces.len() as u32;
            let end = IslandResult::of(member, collider, runs.len() as u32, range, hits_alone);
            finals.push(IslandResult { legs: own_legs, ..end });
        }
        runs.push(Run { events: (from, events.len()), pair_hits: island.pair_hits });
    }
}
