//! Broad phase, narrow phase and rounds of the island solver.
//!
//! The sweep phase has moved every body without regard to other bodies. Pairs with overlapping swept bounds
//! are tested exactly: those with trajectories that meet form islands. Each island is solved again from the
//! start of the step, in order of time.
//!
//! If a body then meets one outside its island, both islands are merged and solved again. In the last round
//! all bodies with overlapping swept bounds share an island. There each body is confined to its swept bounds:
//! a body that would leave them stops at the border until the next step. So no two trajectories meet at the
//! end, whatever the islands were.

use super::exceptions::Exceptions;
use super::linked_pairs::LinkedPairs;
use super::path_segment::PathSegment;
use super::stage::Stage;
use super::swept_reach::{Collider, Terms, Way, around};
use super::union_find::{Job, Jobs, UnionFind};
use super::worker::{PathRecording, Plan, Worker, are_inside};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::dynamics::World;
use crate::dynamics::bodies::{Bodies, BodySlices};
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::parts::{Executor, StepOutput};
use crate::dynamics::sensors;
use crate::dynamics::sweep::Setting;
use crate::limits::{CROWD, PARTS_A_THREAD, ROUNDS};

/// Buffers of the pair phases, kept between steps to reuse their allocations only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    /// By profile: true if it has bodies and a profile to collide with. Empty if no pair of profiles
    /// collides.
    pub(super) may_collide: Vec<bool>,
    /// By profile: true if it has bodies.
    pub(super) are_there: Vec<bool>,
    /// By profile: properties of its trajectories.
    pub(super) terms: Vec<Terms>,
    /// Indices of the colliding bodies.
    pub(super) listed: Vec<u32>,
    /// Bodies at the start of the step.
    pub(super) starts: Bodies,
    /// Colliding bodies, their swept bounds, and their trajectories if straight.
    pub(super) colliders: Vec<Collider>,
    pub(super) reaches: Vec<Aabb>,
    pub(super) straight: Vec<PathSegment>,
    /// By collider: number of bodies that it overlaps; empty unless there are far more pairs than bodies.
    crowds: Vec<u32>,
    /// Segments of non-straight trajectories.
    pieces: Vec<PathSegment>,
    /// Colliders in pairs whose trajectories are not straight.
    crooked: Vec<u32>,
    broad: SweepAndPrune,
    /// Colliders whose swept bounds grew in an island, by index in `grown`.
    grown_broad: SweepAndPrune,
    grown: Vec<u32>,
    grown_reaches: Vec<Aabb>,
    /// Pairs that are solved together, and pairs to be added.
    pub(super) bound: LinkedPairs,
    new: Vec<[u32; 2]>,
    /// Bounds in which colliders of the last round left their previous trajectories.
    changed_bounds: Vec<(u32, Aabb)>,
    pub(super) sets: UnionFind,
    jobs: Jobs,
    pub(super) workers: Vec<Worker>,
    /// Last result of each collider: worker and index.
    pub(super) last: Vec<(u32, u32)>,
    /// Colliders that were solved in islands, ascending.
    pub(super) played: Vec<u32>,
    /// By collider: for roots, the size of the island.
    pub(super) sizes: Vec<u32>,
    /// Step output of bodies in islands and of touching bodies.
    pub(crate) notes: StepOutput,
    /// Bit set by body index: bodies in `notes`.
    pub(super) marked: Vec<u64>,
    /// Faces that touch other bodies, by body index.
    pub(super) sides: Vec<u8>,
    /// Touching colliders that were in no island.
    pub(super) touched: Vec<u32>,
}

/// Marks a collider without a result.
pub(super) const NEVER: (u32, u32) = (u32::MAX, u32::MAX);

/// Returns the sort key of a pair: one number compares faster than two.
pub(super) fn key(&[a, b]: &[u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Read-only context of the pair phases.
struct Given<'a> {
    world: &'a World,
    rules: Option<&'a dyn CollisionHooks>,
    dt: f32,
}

impl World {
    /// Saves the bodies at the start of their sweeps, if bodies collide with bodies.
    pub(in crate::dynamics) fn save_start_state(&mut self) {
        self.pairs.find_partners(&self.profiles, &self.bodies);
        if !self.pairs.may_collide.is_empty() {
            self.pairs.starts.copy_from(&self.bodies);
        }
    }

    /// Finds the pairs of bodies with overlapping swept bounds, and those with trajectories that meet.
    #[doc(alias = "narrow phase")]
    pub(in crate::dynamics) fn find_pairs(
        &mut self,
        executor: &impl Executor,
        dt: f32,
        rules: Option<&dyn CollisionHooks>,
    ) {
        if self.pairs.may_collide.is_empty() {
            return;
        }
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.find(executor, &Given { world: self, rules, dt });
        self.pair_counts.pairs = pairs.workers.iter().map(|worker| worker.found.len() as u64).sum();
        self.pairs = pairs;
    }

    /// Solves the islands, and stores the results.
    pub(in crate::dynamics) fn advance(
        &mut self,
        executor: &impl Executor,
        part_len: usize,
        dt: f32,
        rules: Option<&dyn CollisionHooks>,
    ) {
        if self.pair_counts.pairs == 0 {
            return;
        }
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.play(executor, &Given { world: self, rules, dt });
        pairs.count(self);
        self.take_over(&mut pairs, part_len, dt, rules);
        self.pairs = pairs;
    }
}

impl Given<'_> {
    fn setting(&self) -> Setting<'_> {
        let World { grid, profiles, memories, movers, .. } = self.world;
        let traced = sensors::SensorPath::of(grid, profiles);
        Setting { grid, profiles, memories, movers, rules: self.rules, traced, dt: self.dt }
    }

    fn exceptions(&self) -> Exceptions<'_> {
        let World { ignored, memories, .. } = self.world;
        Exceptions { ignored, memories, rules: self.rules }
    }

    /// True if a collision exception applies to two bodies.
    fn ignores(&self, a: BodyId, b: BodyId) -> bool {
        let World { profiles, bodies, places, .. } = self.world;
        let asks = |id: BodyId| {
            let profile = places.get(id).and_then(|place| profiles.get(bodies.profile[place].place()));
            profile.is_some_and(|profile| profile.use_hooks)
        };
        self.exceptions().hold(a, b, || asks(a) || asks(b))
    }
}

impl Pairs {
    fn find(&mut self, executor: &impl Executor, given: &Given) {
        self.list(executor, &given.setting(), &given.world.bodies, given.dt);
        self.pieces.clear();
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
        self.share(executor, given, Shares::of(strips, FEW_STRIPS), &Worker::sweep);
        if self.find_crowds() {
            self.share(executor, given, Shares::of(strips, FEW_STRIPS), &Worker::thin);
        }
        self.crooked.clear();
        self.workers.iter_mut().for_each(|worker| self.crooked.append(&mut worker.crooked));
        self.crooked.sort_unstable();
        self.crooked.dedup();
        let crooked = self.crooked.len();
        self.share(executor, given, Shares::of(crooked, FEW_WAYS), &Worker::trace);
        self.take_traced();
        self.share(executor, given, Shares::of(strips, FEW_STRIPS), &Worker::narrow_phase);
    }

    /// Counts the overlaps of each body, if there are far more pairs than bodies.
    fn find_crowds(&mut self) -> bool {
        let Pairs { workers, colliders, straight, crowds, .. } = self;
        let pairs: usize = workers.iter().map(|worker| worker.found.len()).sum();
        if pairs <= CROWD * colliders.len() {
            return false;
        }
        crowds.resize(colliders.len(), 0);
        for pair in workers.iter().flat_map(|worker| &worker.found) {
            if are_inside(colliders, straight, *pair) {
                pair.iter().for_each(|one| crowds[*one as usize] += 1);
            }
        }
        true
    }

    /// Splits work into equal parts for the workers, in parallel if it is large enough.
    fn share(
        &mut self,
        executor: &impl Executor,
        given: &Given,
        Shares { whole, few, is_confined }: Shares,
        work: &(impl Fn(&mut Worker, &Plan) + Sync),
    ) {
        let mut workers = std::mem::take(&mut self.workers);
        let mut starts = std::mem::take(&mut self.starts);
        let count = if whole < few || executor.width() < 2 { 1 } else { executor.width() * PARTS_A_THREAD };
        for (number, worker) in workers[..count].iter_mut().enumerate() {
            worker.share = whole * number / count..whole * (number + 1) / count;
        }
        {
            let slices = &starts.as_slices();
            let ignores = given
                .exceptions()
                .may_be(&given.world.profiles)
                .then_some(|a: BodyId, b: BodyId| given.ignores(a, b));
            let plan = self.plan(given, slices, is_confined, ignores.as_ref().map(|ignores| ignores as _));
            fan_out(executor, &mut workers[..count], &|worker| work(worker, &plan));
        }
        (self.workers, self.starts) = (workers, starts);
    }

    fn plan<'a>(
        &'a self,
        given: &'a Given,
        starts: &'a BodySlices<'a>,
        is_confined: bool,
        ignores: Option<&'a (dyn Fn(BodyId, BodyId) -> bool + Sync)>,
    ) -> Plan<'a> {
        let Pairs { colliders, reaches, straight, crowds, pieces, crooked, broad, jobs, .. } = self;
        let Pairs { grown_broad, grown, bound, changed_bounds: news, .. } = self;
        Plan {
            stage: Stage { setting: given.setting(), starts, combine: given.world.combine },
            colliders,
            reaches,
            straight,
            crowds,
            pieces,
            crooked,
            broad,
            grown_broad,
            grown,
            bound,
            news,
            jobs,
            ends: [&given.world.bodies.x.at, &given.world.bodies.y.at],
            dt: given.dt,
            is_confined,
            ignores,
        }
    }

    fn take_traced(&mut self) {
        let Pairs { workers, pieces, colliders, .. } = self;
        for worker in workers {
            for PathRecording { collider, pieces: own } in worker.traced.drain(..) {
                let Some((range, hits)) = own else { continue };
                colliders[collider as usize].hits_alone = Some(hits);
                let (from, len) = (pieces.len() as u32, range.end - range.start);
                pieces.extend_from_slice(&worker.pieces[range.start as usize..range.end as usize]);
                colliders[collider as usize].way = Way::Pieces { from, len };
            }
            worker.pieces.clear();
        }
    }

    /// Solves islands round by round, until no trajectories meet.
    fn play(&mut self, executor: &impl Executor, given: &Given) {
        let count = self.colliders.len();
        self.last.clear();
        self.last.resize(count, NEVER);
        self.sets.reset(count);
        self.grown.clear();
        self.grown_broad.sort(&[]);
        self.bound.clear(count);
        self.jobs.reset(count);
        self.new.clear();
        let hot = self.workers.iter().flat_map(|worker| &worker.hot);
        self.new.extend(hot.map(|&[a, b]| [a.min(b), a.max(b)]));
        for round in 0..ROUNDS {
            if self.new.is_empty() {
                return;
            }
            let is_last = round + 1 == ROUNDS;
            self.merge_islands();
            self.play_round(executor, given, is_last);
            if is_last {
                return;
            }
            self.take_played();
            let compared = self.changed_bounds.len();
            self.share(executor, given, Shares::of(compared, FEW_WAYS), &Worker::find_new_pairs);
            self.workers.iter_mut().for_each(|worker| self.new.append(&mut worker.new));
            if round + 2 == ROUNDS && !self.new.is_empty() {
                self.workers[0].open.clear();
                self.workers[0].open.extend(self.new.iter().flatten());
                self.share(executor, given, Shares::of(0, usize::MAX), &Worker::transitive_closure);
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
        bound.add(new);
        jobs.gather(bound.pairs(), new, sets, |one| colliders[one as usize].id.0);
        new.clear();
    }

    fn play_round(&mut self, executor: &impl Executor, given: &Given, is_confined: bool) {
        self.workers.iter_mut().for_each(|worker| worker.known = worker.finals.len());
        let cost: usize = self.jobs.list.iter().map(Job::cost).sum();
        let few = if cost < FEW { usize::MAX } else { 2 };
        let whole = self.jobs.list.len();
        self.share(executor, given, Shares { whole, few, is_confined }, &Worker::work);
        for (number, worker) in (0..).zip(&self.workers) {
            for (place, end) in worker.finals.iter().enumerate().skip(worker.known) {
                self.last[end.collider as usize] = (number, place as u32);
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
            changed_bounds: news,
            ..
        } = self;
        news.clear();
        for worker in workers {
            for end in &worker.finals[worker.known..] {
                let one = end.collider as usize;
                colliders[one].way = match &end.pieces {
                    None => Way::Unknown,
                    Some(range) => {
                        let (from, len) = (pieces.len() as u32, range.end - range.start);
                        pieces.extend_from_slice(&worker.pieces[range.start as usize..range.end as usize]);
                        Way::Pieces { from, len }
                    }
                };
                let before = reaches[one];
                let reach = before.union(around(end.path));
                if reach != before {
                    reaches[one] = reach;
                    grown.push(end.collider);
                }
                // In an earlier round the body was tested with another trajectory, so all of its new one
                // counts as changed.
                let again = std::mem::replace(&mut colliders[one].was_played, true);
                let own = if again { Some(end.path) } else { end.news };
                if let Some(aabb) = own {
                    news.push((end.collider, around(aabb)));
                }
            }
        }
        grown.sort_unstable();
        grown.dedup();
        grown_reaches.clear();
        grown_reaches.extend(grown.iter().map(|one| reaches[*one as usize]));
        grown_broad.sort(grown_reaches);
    }
}

/// Split of work among workers.
#[derive(Clone, Copy)]
struct Shares {
    /// Number of items.
    whole: usize,
    /// Item count below which one worker does all.
    few: usize,
    /// True if each body is confined to its swept bounds.
    is_confined: bool,
}

impl Shares {
    fn of(whole: usize, few: usize) -> Self {
        Shares { whole, few, is_confined: false }
    }
}

/// Minimum island cost, trajectories and strips to use several threads.
const FEW: usize = 512;
const FEW_WAYS: usize = 64;
const FEW_STRIPS: usize = 8;

/// Runs all workers, on the threads of the executor.
fn fan_out(executor: &impl Executor, workers: &mut [Worker], work: &(impl Fn(&mut Worker) + Sync)) {
    match workers {
        [] => {}
        [one] => work(one),
        many => {
            let (low, high) = many.split_at_mut(many.len() / 2);
            executor.join(|| fan_out(executor, low, work), || fan_out(executor, high, work));
        }
    }
}
