//! Broad phase, narrow phase and rounds of the island solver.
//!
//! The sweep phase has moved every body without regard to other bodies. Pairs with overlapping swept bounds are tested exactly:
//! those with trajectories that meet form islands. Each island is solved again from the start of the step, in order of time.
//!
//! If a body then meets one outside its island, both islands are merged and solved again. In the last round all bodies with
//! overlapping swept bounds share an island. There each body is confined to its swept bounds: a body that would leave them stops at
//! the border until the next step. So no two trajectories meet at the end, whatever the islands were.

use crate::dynamics::context::StepContext;
use crate::dynamics::islands::{
    IslandContext, Job, KnownPath, NEVER, Pairs, PathSegment, Worker, WorkerContext, are_inside, key,
};
use crate::dynamics::output::{Executor, in_halves};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::Bodies;
use crate::limits::{CROWD, PARTS_A_THREAD, ROUNDS};
use glam::IVec2;
use std::ops::Range;

#[derive(Clone, Copy)]
pub(crate) struct PairContext<'a> {
    pub(crate) step: StepContext<'a>,
    pub(crate) bodies: &'a Bodies,
}

impl Pairs {
    /// Saves the bodies at the start of their sweeps, if bodies may collide with bodies. True if they may.
    pub(crate) fn save_start_state(&mut self, profiles: &[Profile], bodies: &Bodies) -> bool {
        self.find_partners(profiles, bodies);
        if !self.may_collide.is_empty() {
            self.starts.copy_from(bodies);
        }
        !self.may_collide.is_empty()
    }

    /// Finds the pairs of bodies with overlapping swept bounds, and those with trajectories that meet. Returns the number of pairs.
    #[doc(alias = "narrow phase")]
    pub(crate) fn find_pairs(&mut self, executor: &impl Executor, context: &PairContext) -> u64 {
        if self.may_collide.is_empty() {
            return 0;
        }
        self.find(executor, context);
        self.workers.iter().map(|worker| worker.found.len() as u64).sum()
    }

    fn find(&mut self, executor: &impl Executor, context: &PairContext) {
        self.list(executor, &context.step, context.bodies);
        self.pieces.clear();
        self.is_confined = false;
        let wide = executor.width() > 1;
        let count = if wide { executor.width() * PARTS_A_THREAD } else { 1 };
        self.workers.resize_with(count.max(self.workers.len()), Worker::default);
        self.workers.iter_mut().for_each(Worker::clear);
        if self.colliders.len() < 2 {
            return;
        }
        self.crowds.clear();
        self.broad.sort(&self.reaches);
        let strips = self.broad.strips();
        self.share(executor, context, strips, FEW_STRIPS, &Worker::sweep);
        // A heap at one point has as many pairs as the square of its bodies, so some are dropped.
        if self.find_crowds() {
            self.share(executor, context, strips, FEW_STRIPS, &Worker::thin);
        }
        // Only bodies in pairs need their exact path, so paths are traced after the broad phase.
        self.list_crooked();
        let crooked = self.crooked.len();
        self.share(executor, context, crooked, FEW_WAYS, &Worker::trace);
        self.take_traced();
        self.share(executor, context, strips, FEW_STRIPS, &Worker::narrow_phase);
    }

    /// Lists the colliders whose trajectories are to be reconstructed, each once.
    fn list_crooked(&mut self) {
        let Pairs { workers, colliders, crooked, .. } = self;
        crooked.clear();
        for collider in workers.iter_mut().flat_map(|worker| worker.crooked.drain(..)) {
            if !std::mem::replace(&mut colliders[collider as usize].is_listed, true) {
                crooked.push(collider);
            }
        }
    }

    /// Counts the overlaps of each body, if there are far more pairs than bodies.
    fn find_crowds(&mut self) -> bool {
        let Pairs { workers, colliders, crowds, .. } = self;
        let pairs: usize = workers.iter().map(|worker| worker.found.len()).sum();
        if pairs <= CROWD * colliders.len() {
            return false;
        }
        crowds.resize(colliders.len(), 0);
        for pair in workers.iter().flat_map(|worker| &worker.found) {
            if are_inside(colliders, *pair) {
                pair.iter().for_each(|one| crowds[*one as usize] += 1);
            }
        }
        true
    }

    /// Splits work of `whole` items into equal parts for the workers, in parallel from `few` items on.
    fn share(
        &mut self,
        executor: &impl Executor,
        context: &PairContext,
        whole: usize,
        few: usize,
        work: &(impl Fn(&mut Worker, &WorkerContext) + Sync),
    ) {
        // Taken out, because the context borrows the rest of `self`.
        let mut workers = std::mem::take(&mut self.workers);
        let mut starts = std::mem::take(&mut self.starts);
        let count = if whole < few || executor.width() < 2 { 1 } else { executor.width() * PARTS_A_THREAD };
        // Fixed parts: the result of a worker never depends on which thread runs it.
        for (number, worker) in workers[..count].iter_mut().enumerate() {
            worker.share = whole * number / count..whole * (number + 1) / count;
        }
        {
            let has_exceptions = context.step.has_exceptions();
            let has_carriers = self.terms.iter().any(|terms| terms.carries != 0);
            let starts = &starts.as_slices();
            let of_workers = WorkerContext {
                island: IslandContext { step: context.step, starts, has_carriers },
                pairs: self,
                has_exceptions,
                // Without exceptions and crowds, overlapping bounds alone make a pair.
                all_match: self.all_match && !has_exceptions && self.crowds.is_empty(),
                ends: context.bodies,
                is_confined: self.is_confined,
            };
            let work = |some: &mut [Worker]| some.iter_mut().for_each(|worker| work(worker, &of_workers));
            in_halves(executor, &mut workers[..count], count, 1, &work);
        }
        self.workers = workers;
        self.starts = starts;
    }

    fn take_traced(&mut self) {
        let Pairs { workers, pieces, colliders, .. } = self;
        for worker in workers {
            for (collider, range) in worker.traced.drain(..) {
                colliders[collider as usize].way = keep_path(pieces, &worker.pieces, &range);
            }
            worker.pieces.clear();
        }
    }

    /// Solves islands round by round, until no trajectories meet.
    pub(crate) fn play(&mut self, executor: &impl Executor, context: &PairContext) {
        let count = self.colliders.len();
        self.last.clear();
        self.last.resize(count, NEVER);
        self.sets.reset(count);
        self.grown.clear();
        self.grown_broad.sort(&[]);
        self.bound.clear();
        self.jobs.reset(count);
        self.new.clear();
        // The first islands join the pairs that the narrow phase has found.
        self.workers.iter_mut().for_each(|worker| self.new.append(&mut worker.new));
        for round in 0..ROUNDS {
            if self.new.is_empty() {
                return;
            }
            let is_last = round + 1 == ROUNDS;
            self.merge_islands();
            self.is_confined = is_last;
            self.play_round(executor, context);
            if is_last {
                return;
            }
            // Members may have left their first paths, so these are compared with all bodies around.
            self.take_played();
            let compared = self.changed_bounds.len();
            self.share(executor, context, compared, FEW_WAYS, &Worker::find_new_pairs);
            self.workers.iter_mut().for_each(|worker| self.new.append(&mut worker.new));
            // Before the last round, all bodies that can be reached through overlapping bounds are joined.
            if round + 2 == ROUNDS && !self.new.is_empty() {
                self.workers[0].open.clear();
                self.workers[0].open.extend(self.new.iter().flatten());
                self.share(executor, context, 0, usize::MAX, &Worker::transitive_closure);
                self.new.append(&mut self.workers[0].new);
            }
        }
    }

    /// Merges islands along the new pairs, and makes jobs of the affected islands.
    fn merge_islands(&mut self) {
        let Pairs { new, bound, sets, jobs, colliders, .. } = self;
        new.sort_unstable_by_key(key);
        new.dedup();
        for &[a, b] in &*new {
            sets.join(a, b);
        }
        bound.extend_from_slice(new);
        bound.sort_unstable_by_key(key);
        jobs.gather(bound, new, sets, |one| colliders[one as usize].id.0);
        new.clear();
    }

    fn play_round(&mut self, executor: &impl Executor, context: &PairContext) {
        self.workers.iter_mut().for_each(|worker| worker.known = worker.finals.len());
        // Small islands are solved on one thread: waking others would cost more.
        let cost: usize = self.jobs.list.iter().map(Job::cost).sum();
        let few = if cost < FEW { usize::MAX } else { 2 };
        let whole = self.jobs.list.len();
        self.share(executor, context, whole, few, &Worker::work);
        for (number, worker) in (0..).zip(&self.workers) {
            for (index, end) in worker.finals.iter().enumerate().skip(worker.known) {
                self.last[end.collider as usize] = (number, index as u32);
            }
        }
    }

    /// Stores the trajectories of the bodies solved in the last round.
    fn take_played(&mut self) {
        let Pairs {
            workers,
            pieces,
            colliders,
            reaches,
            grown,
            grown_broad,
            grown_reaches,
            changed_bounds,
            ..
        } = self;
        changed_bounds.clear();
        for worker in workers {
            for end in &worker.finals[worker.known..] {
                let one = end.collider as usize;
                // A body that was placed off its path is known by its bounds only.
                colliders[one].way = match end.member.is_put {
                    true => KnownPath::Unknown,
                    false => keep_path(pieces, &worker.pieces, &end.pieces),
                };
                let path = end.member.path;
                let before = reaches[one];
                let reach = before.union(path.grown(IVec2::ONE));
                if reach != before {
                    reaches[one] = reach;
                    if !std::mem::replace(&mut colliders[one].has_grown, true) {
                        grown.push(end.collider);
                    }
                }
                // In an earlier round the body was tested with another trajectory, so all of its new one counts as changed.
                let again = std::mem::replace(&mut colliders[one].was_played, true);
                let own = if again { Some(path) } else { end.news() };
                if let Some(aabb) = own {
                    changed_bounds.push((end.collider, aabb.grown(IVec2::ONE)));
                }
            }
        }
        // The broad phase has the first bounds, so grown bodies are sorted on their own.
        grown_reaches.clear();
        grown_reaches.extend(grown.iter().map(|one| reaches[*one as usize]));
        grown_broad.sort(grown_reaches);
    }
}

/// Minimum island cost, trajectories and strips to use several threads.
const FEW: usize = 512;
const FEW_WAYS: usize = 64;
const FEW_STRIPS: usize = 8;

/// Appends a path to the segments of all, without segments that take no time. Former segments of its body stay in the list: only
/// their range is forgotten.
fn keep_path(pieces: &mut Vec<PathSegment>, own: &[PathSegment], range: &Range<u32>) -> KnownPath {
    let from = pieces.len();
    let own = &own[range.start as usize..range.end as usize];
    // Of several segments from one time, only the last has a length.
    pieces.extend(own.chunk_by(|a, b| a.begin == b.begin).filter_map(|equal| equal.last()));
    KnownPath::Pieces { from: from as u32, len: (pieces.len() - from) as u32 }
}
