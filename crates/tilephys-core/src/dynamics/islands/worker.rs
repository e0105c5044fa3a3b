//! Worker of the island solver: the tasks of one thread, and their results.

use crate::aabb::Aabb;
use crate::dynamics::islands::{
    IslandResult, Job, Member, Overlapping, Pairs, Restriction, Run, Worker, WorkerContext,
};
use glam::IVec2;

impl Worker {
    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        self.traced.clear();
        self.found.clear();
        self.crooked.clear();
        self.new.clear();
        self.finals.clear();
        self.runs.clear();
        self.events.clear();
    }

    /// Reconstructs the non-straight trajectories of its share, as in the sweep phase.
    pub(crate) fn trace(&mut self, context: &WorkerContext) {
        for &collider in &context.pairs.crooked[self.share.clone()] {
            let pieces = context.trace(collider, &mut self.pieces);
            self.traced.extend(pieces.map(|pieces| (collider, pieces)));
        }
    }

    /// Finds the pairs in its strips, and the trajectories needed for them.
    pub(crate) fn sweep(&mut self, context: &WorkerContext) {
        let Worker { found, crooked, share, .. } = self;
        context.pairs.broad.sweep(share.clone(), |a, b| {
            if context.collide(a, b) {
                found.push([a, b]);
                crooked.extend([a, b].into_iter().filter(|one| context.is_unknown(*one)));
            }
        });
    }

    pub(crate) fn thin(&mut self, context: &WorkerContext) {
        self.found.retain(|pair| !context.is_thinned(*pair));
    }

    pub(crate) fn narrow_phase(&mut self, context: &WorkerContext) {
        let Worker { found, new, .. } = self;
        new.extend(found.iter().filter(|[a, b]| context.meets(*a, *b)));
    }

    pub(crate) fn work(&mut self, context: &WorkerContext) {
        for number in self.share.clone() {
            self.play(context, &context.pairs.jobs.list[number]);
        }
    }

    fn play(&mut self, context: &WorkerContext, job: &Job) {
        self.leashes.clear();
        loop {
            let Worker { island, leashes, .. } = &mut *self;
            island.members.clear();
            let members = &context.pairs.jobs.members[job.members.clone()];
            island.members.extend(members.iter().map(|member| context.member(member.1)));
            // Each failure restricts a member further, and each can be restricted twice. So the loop ends.
            for &(member, leash) in &*leashes {
                let member: &mut Member = &mut island.members[member as usize];
                member.leash = leash;
                if leash == Restriction::Frozen {
                    member.wait();
                }
            }
            island.set_pairs(&context.pairs.jobs.pairs[job.pairs.clone()]);
            match island.play(&context.island) {
                Ok(()) => break,
                Err(Overlapping(member)) => {
                    let one = &mut island.members[member as usize];
                    one.shorten();
                    leashes.push((member, one.leash));
                }
            }
        }
        self.keep(context.pairs.jobs.members[job.members.clone()].iter().map(|member| member.1));
    }
}

impl Worker {
    /// Stores the results of an island's members, in the order of the job.
    pub(crate) fn keep(&mut self, colliders: impl Iterator<Item = u32>) {
        let Worker { island, finals, runs, events, pieces, .. } = self;
        let from = events.len();
        events.append(&mut island.log.events);
        // Sorted by member, so that each takes the next stretch.
        island.pieces.sort_unstable_by_key(|(member, number, _)| (*member, *number));
        let mut own = island.pieces.chunk_by(|a, b| a.0 == b.0);
        for (member, collider) in island.members.drain(..).zip(colliders) {
            let begin = pieces.len() as u32;
            // Each member has recorded at least its start.
            pieces.extend(own.next().into_iter().flatten().map(|piece| piece.2));
            let run = runs.len() as u32;
            let pieces = begin..pieces.len() as u32;
            finals.push(IslandResult { collider, run, member, pieces });
        }
        runs.push(Run { events: (from, events.len()), pair_hits: island.pair_hits });
    }
}

/// Units by which two bodies together can leave their swept bounds: gap and rounding of one hit each.
const BEYOND: i32 = 8;

impl Worker {
    /// Finds contacts of the changed trajectories in its share with bodies outside their islands.
    ///
    /// Also keeps pairs beyond the first swept bounds that only come near: they can touch at the end.
    pub(crate) fn find_new_pairs(&mut self, context: &WorkerContext) {
        let Worker { new, found, share, .. } = self;
        for &(one, aabb) in &context.pairs.changed_bounds[share.clone()] {
            context.near(aabb, |other| {
                let is_known =
                    other == one || context.is_thinned([one, other]) || context.are_linked(one, other);
                if is_known || !context.collide(one, other) {
                    return;
                }
                if context.meets(one, other) {
                    new.push([one.min(other), one.max(other)]);
                } else if [one, other].iter().any(|one| context.pairs.colliders[*one as usize].has_grown) {
                    // Only near so far. In the last round such bodies share an island.
                    found.push([one, other]);
                }
            });
        }
    }

    /// Adds the transitive closure of possible contacts of the bodies in `open`, anywhere in their swept bounds.
    pub(crate) fn transitive_closure(&mut self, context: &WorkerContext) {
        let Worker { open, new, was_open, .. } = self;
        was_open.clear();
        was_open.resize(context.pairs.colliders.len(), false);
        open.iter().for_each(|one| was_open[*one as usize] = true);
        while let Some(one) = open.pop() {
            // Closing the gap of a hit can move a body some units beyond.
            context.near(context.pairs.reaches[one as usize].grown(IVec2::splat(BEYOND)), |other| {
                if other == one || !context.collide(one, other) {
                    return;
                }
                if !context.are_linked(one, other) {
                    new.push([one.min(other), one.max(other)]);
                }
                if !std::mem::replace(&mut was_open[other as usize], true) {
                    open.push(other);
                }
            });
        }
    }
}

impl WorkerContext<'_> {
    /// Visits the colliders with swept bounds that overlap a box, some of them twice.
    fn near(&self, aabb: Aabb, mut visit: impl FnMut(u32)) {
        let Pairs { broad, grown_broad, grown, .. } = self.pairs;
        broad.overlapping(aabb, &mut visit);
        grown_broad.overlapping(aabb, |index| visit(grown[index as usize]));
    }
}
