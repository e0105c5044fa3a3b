//! The phases of bodies against bodies: who may meet whom, and what came of it.
//!
//! Every body has played the grid alone. Where the reaches of bodies overlap they may meet: they form islands, which are
//! played from the start of the step in order of time. If that takes a body out of its reach, and so perhaps to bodies that its
//! island knows nothing of, reaches grow and the islands that touch now are played again as one. In the last round nobody
//! leaves its reach: who would waits there for the next step. So the pairs that are known are all that there can be.

use super::hit::PairCounts;
use super::islands::{Jobs, Sets};
use super::reach::Collider;
use super::stage::Stage;
use super::worker::{Plan, Worker};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::constants::{PARTS_A_THREAD, ROUNDS};
use crate::world::World;
use crate::world::bodies::Bodies;
use crate::world::parts::{Executor, Notes};
use crate::world::rules::Rules;
use crate::world::sensors::Traced;
use crate::world::sweep_alone::Setting;

/// What the phases keep from step to step, all of it for its memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    /// Does any body collide with others in this step?
    pub(super) is_any: bool,
    /// The bodies when the step began.
    pub(super) starts: Bodies,
    pub(super) colliders: Vec<Collider>,
    pub(super) reaches: Vec<Aabb>,
    broad: SweepAndPrune,
    /// The pairs, by their places among the colliders.
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) sets: Sets,
    jobs: Jobs,
    pub(super) workers: Vec<Worker>,
    /// Where the last replay of each collider is: worker and place.
    pub(super) last: Vec<(u32, u32)>,
    grown: Vec<Grown>,
    /// By collider: of roots, whether their island is to be played.
    pub(super) wanted: Vec<bool>,
    /// By collider: of roots, how many are in their island.
    pub(super) sizes: Vec<u32>,
    /// About the bodies that were played in islands, and those that touch others.
    pub(crate) notes: Notes,
    /// One bit a place: those that `notes` is about.
    pub(super) marked: Vec<u64>,
    /// What bodies touch of others, by place.
    pub(super) sides: Vec<u8>,
}

/// In place of a replay that there is none of.
pub(super) const NEVER: (u32, u32) = (u32::MAX, u32::MAX);

/// A reach that became larger in a round.
#[derive(Clone, Copy, Debug)]
struct Grown {
    collider: u32,
    before: Aabb,
}

impl World {
    /// Keeps the bodies as they are when their sweeps begin, if any collides with others.
    pub(in crate::world) fn keep_starts(&mut self) {
        let pairs = &mut self.pairs;
        pairs.is_any = self.profiles.iter().any(|profile| profile.collide.is_some());
        self.pair_counts = PairCounts::default();
        if pairs.is_any {
            pairs.starts.copy_from(&self.bodies);
        }
    }

    /// Finds the pairs of bodies whose reaches overlap.
    pub(in crate::world) fn find_pairs(&mut self, dt: f32, rules: Option<&dyn Rules>) {
        if !self.pairs.is_any {
            return;
        }
        let World { grid, profiles, bodies, memories, movers, pairs, .. } = self;
        let traced = Traced::default();
        let setting = Setting { grid, profiles, memories, movers, rules, traced, dt };
        pairs.list(&setting, bodies, dt);
        pairs.pairs.clear();
        if pairs.colliders.len() < 2 {
            return;
        }
        let Pairs { broad, reaches, colliders, pairs: list, starts, .. } = pairs;
        let asks = Asks { profiles, starts, rules };
        broad.pairs(reaches, |a, b| {
            if collide(&colliders[a as usize], &colliders[b as usize]) {
                list.push([a, b]);
            }
        });
        if rules.is_some() {
            list.retain(|&[a, b]| asks.meet(&colliders[a as usize], &colliders[b as usize]));
        }
    }

    /// Plays the islands, and takes over where their bodies came.
    pub(in crate::world) fn advance(
        &mut self,
        executor: &impl Executor,
        part_len: usize,
        dt: f32,
        rules: Option<&dyn Rules>,
    ) {
        if self.pairs.pairs.is_empty() {
            return;
        }
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.play(self, executor, dt, rules);
        pairs.mark_and_count(self);
        self.pairs = pairs;
        self.take_over(part_len, dt, rules);
    }
}

/// Do the settings of two bodies let them collide?
fn collide(a: &Collider, b: &Collider) -> bool {
    a.mask & b.category != 0 && b.mask & a.category != 0
}

/// What the game says about who collides.
struct Asks<'a> {
    profiles: &'a [crate::world::profile::Profile],
    starts: &'a Bodies,
    rules: Option<&'a dyn Rules>,
}

impl Asks<'_> {
    fn meet(&self, a: &Collider, b: &Collider) -> bool {
        let asks = |one: &Collider| self.profiles[self.starts.profile[one.place as usize].place()].ask_rules;
        let Some(rules) = self.rules.filter(|_| asks(a) || asks(b)) else { return true };
        let (low, high) = if a.id < b.id { (a.id, b.id) } else { (b.id, a.id) };
        rules.meets_body(low, high)
    }
}

impl Pairs {
    /// Plays islands round by round, until all that may meet has been played together.
    fn play(&mut self, world: &World, executor: &impl Executor, dt: f32, rules: Option<&dyn Rules>) {
        let count = self.colliders.len();
        self.sets.reset(count);
        for &[a, b] in &self.pairs {
            self.sets.join(a, b);
        }
        self.last.clear();
        self.last.resize(count, NEVER);
        self.wanted.clear();
        self.wanted.resize(count, true);
        let workers = executor.width() * if executor.width() > 1 { PARTS_A_THREAD } else { 1 };
        self.workers.resize_with(workers.max(self.workers.len()), Worker::default);
        self.workers.iter_mut().for_each(Worker::clear);
        for round in 0..ROUNDS {
            let Pairs { jobs, pairs, sets, colliders, wanted, .. } = self;
            let ids = |one: u32| colliders[one as usize].id.0;
            jobs.gather(pairs, sets, ids, |root| wanted[root as usize], count);
            self.play_round(world, executor, (dt, rules), round, workers);
            if round + 1 < ROUNDS && !self.grow(world, rules) {
                return;
            }
        }
    }

    fn play_round(
        &mut self,
        world: &World,
        executor: &impl Executor,
        (dt, rules): (f32, Option<&dyn Rules>),
        round: usize,
        workers: usize,
    ) {
        let World { grid, profiles, memories, movers, combine, .. } = world;
        let traced = Traced::of(grid, profiles);
        let setting = Setting { grid, profiles, memories, movers, rules, traced, dt };
        let starts = &self.starts.as_slices();
        let plan = Plan {
            stage: Stage { setting, starts, combine: *combine },
            jobs: &self.jobs,
            colliders: &self.colliders,
            reaches: &self.reaches,
            ends: [&world.bodies.x.at, &world.bodies.y.at],
            dt,
            is_confined: round + 1 == ROUNDS,
            may_skip: round == 0,
        };
        // Runs of islands of about equal cost.
        let whole: usize = self.jobs.list.iter().map(super::islands::Job::cost).sum();
        let workers = if whole < FEW { 1 } else { workers };
        let (mut job, mut done) = (0, 0);
        for (number, worker) in self.workers[..workers].iter_mut().enumerate() {
            let from = job;
            while job < plan.jobs.list.len() && done * workers < whole * (number + 1) {
                done += plan.jobs.list[job].cost();
                job += 1;
            }
            worker.jobs = from..job;
        }
        let before: Vec<usize> = self.workers.iter().map(|worker| worker.finals.len()).collect();
        fan_out(executor, &mut self.workers[..workers], &|worker| worker.work(&plan));
        for (number, worker) in (0..).zip(&self.workers[..workers]) {
            for (place, end) in worker.finals.iter().enumerate().skip(before[number as usize]) {
                self.last[end.collider as usize] = (number, place as u32);
            }
        }
    }

    /// Lets the reaches of those grow that were played farther than they reached. Tells whether somebody may meet others then.
    fn grow(&mut self, world: &World, rules: Option<&dyn Rules>) -> bool {
        let Pairs { workers, last, reaches, grown, broad, colliders, pairs, sets, wanted, starts, .. } = self;
        grown.clear();
        for (collider, &(worker, place)) in (0..).zip(&*last) {
            if (worker, place) == NEVER {
                continue;
            }
            let path = workers[worker as usize].finals[place as usize].member.path;
            let before = reaches[collider as usize];
            let path = path.grown(glam::IVec2::ONE);
            let reach = before.union(path);
            if reach != before {
                grown.push(Grown { collider, before });
                reaches[collider as usize] = reach;
            }
        }
        if grown.is_empty() {
            return false;
        }
        let asks = Asks { profiles: &world.profiles, starts, rules };
        let known = pairs.len();
        let meet = |a: u32, b: u32| {
            let (a, b) = (&colliders[a as usize], &colliders[b as usize]);
            collide(a, b) && asks.meet(a, b)
        };
        broad.sort(reaches);
        let before = |one: u32| {
            let found = grown.binary_search_by_key(&one, |grown| grown.collider);
            found.map_or(reaches[one as usize], |place| grown[place].before)
        };
        for &Grown { collider, before: own } in &*grown {
            broad.overlapping(reaches[collider as usize], |other| {
                let has_grown = grown.binary_search_by_key(&other, |grown| grown.collider).is_ok();
                // Of two that grew the first one tells.
                if other == collider || has_grown && other < collider || own.overlaps(before(other)) {
                    return;
                }
                if meet(collider, other) {
                    pairs.push([collider, other]);
                }
            });
        }
        if pairs.len() == known {
            return false;
        }
        wanted.iter_mut().for_each(|wanted| *wanted = false);
        for &[a, b] in &pairs[known..] {
            sets.join(a, b);
        }
        for &[a, _] in &pairs[known..] {
            wanted[sets.root(a) as usize] = true;
        }
        true
    }
}

/// Cost below which islands are not shared out among threads.
const FEW: usize = 512;

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
