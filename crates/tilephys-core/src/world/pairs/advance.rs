//! The phases of bodies against bodies: who may meet whom, and what came of it.
//!
//! Every body has played the grid alone. Where the reaches of two overlap, their ways are compared exactly: those that lead into
//! each other are played again together, as an island, from the start of the step in order of time. That may take a body to
//! others that its island knows nothing of; such islands are joined and played once more. In the last round all whose reaches
//! overlap are in one island, and nobody leaves its reach: who would waits there for the next step. So at the end no two ways
//! lead into each other, whoever was played with whom.

use super::bound::Bound;
use super::exceptions::Exceptions;
use super::islands::{Job, Jobs, Sets};
use super::reach::{Collider, Terms, Way, around};
use super::stage::Stage;
use super::track::Piece;
use super::worker::{Plan, Traced, Worker, are_inside};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::constants::{CROWD, PARTS_A_THREAD, ROUNDS};
use crate::world::World;
use crate::world::bodies::{Bodies, BodySlices};
use crate::world::ids::BodyId;
use crate::world::parts::{Executor, Notes};
use crate::world::rules::Rules;
use crate::world::sensors;
use crate::world::sweep_alone::Setting;

/// What the phases keep from step to step, all of it for its memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    /// By profile: is there a body of it, and one that it may collide with? Nothing if there is none at all.
    pub(super) may_collide: Vec<bool>,
    /// By profile: is there a body of it?
    pub(super) are_there: Vec<bool>,
    /// By profile.
    pub(super) terms: Vec<Terms>,
    /// The places of the bodies that collide.
    pub(super) listed: Vec<u32>,
    /// The bodies when the step began.
    pub(super) starts: Bodies,
    /// Those that collide, where each of them was in the step, and its way if that is straight.
    pub(super) colliders: Vec<Collider>,
    pub(super) reaches: Vec<Aabb>,
    pub(super) straight: Vec<Piece>,
    /// By collider: the others that it is inside of; nothing where pairs are not too many.
    crowds: Vec<u32>,
    /// The pieces of the ways that are not.
    pieces: Vec<Piece>,
    /// Of the bodies in pairs, those whose ways are not.
    crooked: Vec<u32>,
    broad: SweepAndPrune,
    /// Those whose reach became larger when they were played again, by their places in `grown`.
    grown_broad: SweepAndPrune,
    grown: Vec<u32>,
    grown_reaches: Vec<Aabb>,
    /// The pairs that are played together, and those that are to be.
    pub(super) bound: Bound,
    new: Vec<[u32; 2]>,
    /// Where those who were played in the last round went otherwise than before.
    news: Vec<(u32, Aabb)>,
    pub(super) sets: Sets,
    jobs: Jobs,
    pub(super) workers: Vec<Worker>,
    /// Where the last replay of each collider is: worker and place.
    pub(super) last: Vec<(u32, u32)>,
    /// The colliders that were played, ascending.
    pub(super) played: Vec<u32>,
    /// By collider: of roots, how many are in their island.
    pub(super) sizes: Vec<u32>,
    /// About the bodies that were played in islands, and those that touch others.
    pub(crate) notes: Notes,
    /// One bit a place: those that `notes` is about.
    pub(super) marked: Vec<u64>,
    /// What bodies touch of others, by place.
    pub(super) sides: Vec<u8>,
    /// The colliders that touch others and were not played.
    pub(super) touched: Vec<u32>,
}

/// In place of a replay that there is none of.
pub(super) const NEVER: (u32, u32) = (u32::MAX, u32::MAX);

/// What pairs are sorted by: a comparison of one number.
pub(super) fn key(&[a, b]: &[u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// What all that is done takes for given.
struct Given<'a> {
    world: &'a World,
    rules: Option<&'a dyn Rules>,
    dt: f32,
}

impl World {
    /// Keeps the bodies as they are when their sweeps begin, if any collides with others.
    pub(in crate::world) fn keep_starts(&mut self) {
        self.pairs.find_partners(&self.profiles, &self.bodies);
        if !self.pairs.may_collide.is_empty() {
            self.pairs.starts.copy_from(&self.bodies);
        }
    }

    /// Finds the pairs of bodies whose reaches overlap, and whose ways lead into each other.
    pub(in crate::world) fn find_pairs(
        &mut self,
        executor: &impl Executor,
        dt: f32,
        rules: Option<&dyn Rules>,
    ) {
        if self.pairs.may_collide.is_empty() {
            return;
        }
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.find(executor, &Given { world: self, rules, dt });
        self.pair_counts.pairs = pairs.workers.iter().map(|worker| worker.found.len() as u64).sum();
        self.pairs = pairs;
    }

    /// Plays the islands, and takes over where their bodies came.
    pub(in crate::world) fn advance(
        &mut self,
        executor: &impl Executor,
        part_len: usize,
        dt: f32,
        rules: Option<&dyn Rules>,
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
        let traced = sensors::Traced::of(grid, profiles);
        Setting { grid, profiles, memories, movers, rules: self.rules, traced, dt: self.dt }
    }

    fn exceptions(&self) -> Exceptions<'_> {
        let World { ignored, memories, .. } = self.world;
        Exceptions { ignored, memories, rules: self.rules }
    }

    /// Are two bodies kept apart by the game?
    fn ignores(&self, a: BodyId, b: BodyId) -> bool {
        let World { profiles, bodies, places, .. } = self.world;
        let asks = |id: BodyId| {
            let profile = places.get(id).and_then(|place| profiles.get(bodies.profile[place].place()));
            profile.is_some_and(|profile| profile.ask_rules)
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
        self.share(executor, given, Shares::of(strips, FEW_STRIPS), &Worker::sift);
    }

    /// Counts how many others each body is inside of, if there are far more pairs than bodies.
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

    /// Lets workers do equal parts of something, on as many threads as there are if it is worth it.
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
        let Pairs { grown_broad, grown, bound, news, .. } = self;
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
            for Traced { collider, pieces: own } in worker.traced.drain(..) {
                let Some((range, hits)) = own else { continue };
                colliders[collider as usize].hits_alone = Some(hits);
                let (from, len) = (pieces.len() as u32, range.end - range.start);
                pieces.extend_from_slice(&worker.pieces[range.start as usize..range.end as usize]);
                colliders[collider as usize].way = Way::Pieces { from, len };
            }
            worker.pieces.clear();
        }
    }

    /// Plays islands round by round, until no ways lead into each other.
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
            self.bind();
            self.play_round(executor, given, is_last);
            if is_last {
                return;
            }
            self.take_played();
            let compared = self.news.len();
            self.share(executor, given, Shares::of(compared, FEW_WAYS), &Worker::compare);
            self.workers.iter_mut().for_each(|worker| self.new.append(&mut worker.new));
            if round + 2 == ROUNDS && !self.new.is_empty() {
                self.workers[0].open.clear();
                self.workers[0].open.extend(self.new.iter().flatten());
                self.share(executor, given, Shares::of(0, usize::MAX), &Worker::close);
                self.new.append(&mut self.workers[0].new);
            }
        }
    }

    /// Binds the new pairs together, and makes jobs of the islands that are concerned.
    fn bind(&mut self) {
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

    /// Takes over the ways of those who were played in the last round.
    fn take_played(&mut self) {
        let Pairs { workers, pieces, colliders, reaches, grown, grown_broad, grown_reaches, news, .. } = self;
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
                // One that goes as alone again has been compared on another way meanwhile.
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

/// How work is shared out among workers.
#[derive(Clone, Copy)]
struct Shares {
    /// Things to do.
    whole: usize,
    /// One worker does them all if they are fewer.
    few: usize,
    /// Nobody leaves its reach.
    is_confined: bool,
}

impl Shares {
    fn of(whole: usize, few: usize) -> Self {
        Shares { whole, few, is_confined: false }
    }
}

/// Cost below which islands are not shared out among threads, and numbers of ways and strips.
const FEW: usize = 512;
const FEW_WAYS: usize = 64;
const FEW_STRIPS: usize = 8;

/// Lets each worker work, on as many threads as there are.
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
