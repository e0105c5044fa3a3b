//! Islands played by one thread.

use super::island::{Entangled, Island};
use super::islands::{Job, Jobs};
use super::meet::first_meeting;
use super::member::{Leash, Member};
use super::reach::Collider;
use super::stage::Stage;
use super::stair::Stair;
use crate::aabb::Aabb;
use crate::constants::UNITS_PER_PX;
use crate::movement::{Leg, Motion, Start, Way};
use crate::world::events::Event;
use crate::world::sweep_one::translation_of;
use glam::{DVec2, IVec2};

/// One island that was played to the end of the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) events: (usize, usize),
    pub(super) ways: (usize, usize),
    pub(super) pair_hits: u64,
}

/// A body as a replay left it.
#[derive(Clone, Debug)]
pub(super) struct Final {
    pub(super) collider: u32,
    pub(super) member: Member,
    /// Hits on the grid when it played alone.
    pub(super) hits_alone: u32,
    /// Of which run.
    pub(super) run: usize,
}

/// What a thread needs and what it finds; kept from step to step for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Worker {
    pub(super) jobs: std::ops::Range<usize>,
    island: Island,
    pub(super) finals: Vec<Final>,
    pub(super) runs: Vec<Run>,
    pub(super) events: Vec<Event>,
    /// Legs of noted ways, and whose they are.
    pub(super) legs: Vec<(u32, Leg)>,
}

/// What all workers look at.
pub(super) struct Plan<'a> {
    pub(super) stage: Stage<'a>,
    pub(super) jobs: &'a Jobs,
    pub(super) colliders: &'a [Collider],
    pub(super) reaches: &'a [Aabb],
    /// Where bodies came when they played alone.
    pub(super) ends: [&'a [i32]; 2],
    /// In seconds; the length of the step, for those who have no time of their own.
    pub(super) dt: f32,
    /// Nobody leaves its reach.
    pub(super) is_confined: bool,
    /// Islands in which nobody meets anybody need not be played.
    pub(super) may_skip: bool,
}

impl Worker {
    pub(super) fn clear(&mut self) {
        self.finals.clear();
        self.runs.clear();
        self.events.clear();
        self.legs.clear();
    }

    /// Plays its islands.
    pub(super) fn work(&mut self, plan: &Plan) {
        for number in self.jobs.clone() {
            let job = &plan.jobs.list[number];
            if !(plan.may_skip && plan.is_quiet(job)) {
                self.play(plan, job);
            }
        }
    }

    fn play(&mut self, plan: &Plan, job: &Job) {
        let mut leashes = Vec::new();
        loop {
            let island = &mut self.island;
            island.members.clear();
            let members = &plan.jobs.members[job.members.clone()];
            island.members.extend(members.iter().map(|member| plan.member(member.2)));
            for &(member, leash) in &leashes {
                let member: &mut Member = &mut island.members[member as usize];
                member.leash = leash;
                if leash == Leash::Pinned {
                    member.wait();
                }
            }
            let pairs = &plan.jobs.pairs[job.pairs.clone()];
            island.set_pairs(pairs.iter().map(|&(_, a, b)| [a, b]));
            match island.play(&plan.stage) {
                Ok(()) => break,
                Err(Entangled(member)) => {
                    let one = &mut island.members[member as usize];
                    one.shorten();
                    leashes.push((member, one.leash));
                }
            }
        }
        self.keep(plan, job);
    }

    fn keep(&mut self, plan: &Plan, job: &Job) {
        let Worker { island, finals, runs, events, legs, .. } = self;
        let (from, ways) = (events.len(), legs.len());
        events.append(&mut island.log.events);
        let members = &plan.jobs.members[job.members.clone()];
        for (number, (member, &(_, _, collider))) in (0..).zip(island.members.iter().zip(members)) {
            if member.is_traced {
                let start = plan.start(plan.colliders[collider as usize].place as usize);
                let mut way = Way::new(start, Vec::new());
                for knot in island.knots.iter().filter(|knot| knot.member == number) {
                    way.tread(knot.at, crate::fraction::Fraction::from_bits(knot.when));
                }
                legs.extend(way.legs.into_iter().map(|leg| (collider, leg)));
            }
            let is_straight = plan.colliders[collider as usize].is_straight;
            let hits_alone = if is_straight && member.hits == 0 { 0 } else { plan.hits_alone(collider) };
            finals.push(Final { collider, member: member.clone(), hits_alone, run: runs.len() });
        }
        runs.push(Run {
            events: (from, events.len()),
            ways: (ways, legs.len()),
            pair_hits: island.pair_hits,
        });
    }
}

impl Plan<'_> {
    fn start(&self, place: usize) -> IVec2 {
        IVec2::new(self.stage.starts.x.at[place], self.stage.starts.y.at[place])
    }

    /// A body at the beginning of the step.
    fn member(&self, collider: u32) -> Member {
        let Plan { stage, colliders, .. } = self;
        let place = colliders[collider as usize].place as usize;
        let (body, id) = (stage.starts.get(place), stage.starts.id[place]);
        let profile = stage.starts.profile[place].place();
        let settings = &stage.setting.profiles[profile];
        let own_dt = stage.setting.memories.own_dt(id, self.dt);
        let moving = own_dt.and_then(|dt| {
            let setting = crate::world::sweep_alone::Setting { dt, ..stage.setting };
            translation_of(&setting, stage.starts, place).map(|way| (way, dt))
        });
        let mass = settings.collide.map_or(f32::INFINITY, |collide| collide.mass);
        let reach = if self.is_confined { self.reaches[collider as usize] } else { EVERYWHERE };
        let mut member = Member {
            id,
            place: place as u32,
            profile: profile as u32,
            size: body.size,
            motion: Motion::new(body.position, IVec2::ZERO, body.velocity),
            journey: Default::default(),
            start: Start::Free,
            dt: 0.0,
            scale: 0.0,
            extra: DVec2::ZERO,
            inverse_mass: 0.0,
            leash: Leash::Free,
            waits: moving.is_none(),
            is_cut: false,
            meetings: 0,
            hits: 0,
            version: 0,
            next: None,
            struck: None,
            path: body.aabb(),
            reach,
            is_traced: stage.setting.traced.may_be(settings),
        };
        if let Some((([x, y], carried), dt)) = moving {
            member.motion = Motion::of(&body, [x, y]);
            member.dt = dt;
            member.scale = if self.dt > 0.0 { f64::from(dt) / f64::from(self.dt) } else { 1.0 };
            member.extra = (carried * dt * UNITS_PER_PX as f32).as_dvec2();
            member.inverse_mass = 1.0 / f64::from(mass);
        }
        member
    }

    /// Does nobody in an island meet anybody? Known without playing it if all went straight.
    fn is_quiet(&self, job: &Job) -> bool {
        let members = &self.jobs.members[job.members.clone()];
        if members.iter().any(|member| !self.colliders[member.2 as usize].is_straight) {
            return false;
        }
        let stairs = |member: u32| {
            let place = self.colliders[members[member as usize].2 as usize].place as usize;
            let starts = self.stage.starts;
            let axis = |at: &[i32], end: &[i32]| Stair {
                at: at[place].into(),
                left: i64::from(end[place]) - i64::from(at[place]),
                begin: 0,
            };
            let sizes = [i64::from(starts.x.size[place]), i64::from(starts.y.size[place])];
            ([axis(starts.x.at, self.ends[0]), axis(starts.y.at, self.ends[1])], sizes)
        };
        self.jobs.pairs[job.pairs.clone()].iter().all(|&(_, a, b)| {
            let ((a, size_a), (b, size_b)) = (stairs(a), stairs(b));
            let overlap_now = (0..2).all(|k| a[k].at < b[k].at + size_b[k] && b[k].at < a[k].at + size_a[k]);
            !overlap_now
                && (are_apart(a, b, [size_a, size_b]) || first_meeting(a, b, [size_a, size_b], 0).is_none())
        })
    }

    /// Hits of a body on the grid when it played alone.
    fn hits_alone(&self, collider: u32) -> u32 {
        let member = self.member(collider);
        if member.waits {
            return 0;
        }
        let mut hits = 0;
        let mut motion = member.motion;
        self.stage.act(&member, |actor| actor.move_whole(&mut motion, &mut |_, _, _| hits += 1));
        hits
    }
}

/// Are the boxes around two straight ways apart?
fn are_apart(a: [Stair; 2], b: [Stair; 2], sizes: [[i64; 2]; 2]) -> bool {
    (0..2).any(|k| {
        let span = |stair: Stair, size: i64| {
            let end = stair.at + stair.left;
            if end < stair.at { (end, stair.at + size) } else { (stair.at, end + size) }
        };
        let (a, b) = (span(a[k], sizes[0][k]), span(b[k], sizes[1][k]));
        a.1 <= b.0 || b.1 <= a.0
    })
}

const EVERYWHERE: Aabb = Aabb { min: IVec2::MIN, max: IVec2::MAX };
