//! Worker of the island solver: the tasks of one thread.

use super::both::both;
use super::island::{Island, Overlapping};
use super::linked_pairs::LinkedPairs;
use super::member::{EVERYWHERE, Member, Restriction};
use super::outcome::{IslandResult, Run};
use super::path_segment::{PathSegment, Track, meet};
use super::stage::Stage;
use super::swept_reach::{Collider, Way};
use super::union_find::{Job, Jobs};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::controller::{Motion, RecordedSegment, Start};
use crate::dynamics::events::Event;
use crate::dynamics::ids::BodyId;
use crate::dynamics::surface_velocity::SurfaceVelocity;
use crate::dynamics::sweep::Setting;
use crate::dynamics::sweep_one::translation_of;
use crate::limits::{CROWD, UNITS_PER_PX};
use glam::{DVec2, IVec2};
use std::ops::Range;

/// Reconstructed trajectory of a non-straight collider.
#[derive(Clone, Debug)]
pub(super) struct PathRecording {
    pub(super) collider: u32,
    /// Segments and number of hits on the grid, if known.
    pub(super) pieces: Option<(Range<u32>, u32)>,
}

/// Buffers and results of one thread, kept to reuse allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Worker {
    /// Range of items of its share.
    pub(super) share: Range<usize>,
    pub(super) island: Island,
    pub(super) pieces: Vec<PathSegment>,
    pub(super) traced: Vec<PathRecording>,
    /// Colliders in pairs with unknown trajectories.
    pub(super) crooked: Vec<u32>,
    /// Pairs with overlapping swept bounds, including those from island results; and the first pairs with
    /// trajectories that meet.
    pub(super) found: Vec<[u32; 2]>,
    pub(super) hot: Vec<[u32; 2]>,
    pub(super) finals: Vec<IslandResult>,
    /// Number of results from earlier rounds.
    pub(super) known: usize,
    /// New pairs to solve together, and the frontier of bodies whose pairs are searched.
    pub(super) new: Vec<[u32; 2]>,
    pub(super) open: Vec<u32>,
    pub(super) runs: Vec<Run>,
    pub(super) events: Vec<Event>,
    /// Recorded path segments.
    pub(super) legs: Vec<RecordedSegment>,
    /// Restricted members of the present island.
    leashes: Vec<(u32, Restriction)>,
    /// By collider: true if it is or was in `open`.
    pub(super) was_open: Vec<bool>,
}

/// Read-only context of all workers.
pub(super) struct Plan<'a> {
    pub(super) stage: Stage<'a>,
    pub(super) colliders: &'a [Collider],
    pub(super) reaches: &'a [Aabb],
    pub(super) straight: &'a [PathSegment],
    /// By collider: number of bodies that it overlaps; empty unless there are far more pairs than bodies.
    pub(super) crowds: &'a [u32],
    pub(super) pieces: &'a [PathSegment],
    pub(super) crooked: &'a [u32],
    pub(super) broad: &'a SweepAndPrune,
    pub(super) grown_broad: &'a SweepAndPrune,
    pub(super) grown: &'a [u32],
    pub(super) bound: &'a LinkedPairs,
    pub(super) news: &'a [(u32, Aabb)],
    pub(super) jobs: &'a Jobs,
    /// Positions after the sweep phase, by axis, in lattice units.
    pub(super) ends: [&'a [i32]; 2],
    /// Length of the step, in seconds, for bodies without time of their own.
    pub(super) dt: f32,
    /// True if each body is confined to its swept bounds.
    pub(super) is_confined: bool,
    /// True for a pair with a collision exception; `None` if no pair has one.
    pub(super) ignores: Option<&'a (dyn Fn(BodyId, BodyId) -> bool + Sync)>,
}

impl Worker {
    pub(super) fn clear(&mut self) {
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
    pub(super) fn trace(&mut self, plan: &Plan) {
        for &collider in &plan.crooked[self.share.clone()] {
            let pieces = plan.trace(collider, &mut self.pieces);
            self.traced.push(PathRecording { collider, pieces });
        }
    }

    /// Finds the pairs in its strips, and the trajectories needed for them.
    pub(super) fn sweep(&mut self, plan: &Plan) {
        let Worker { found, crooked, share, .. } = self;
        plan.broad.sweep(share.clone(), |a, b| {
            if plan.collide(a, b) {
                found.push([a, b]);
                crooked.extend([a, b].into_iter().filter(|one| plan.is_unknown(*one)));
            }
        });
    }

    /// Drops some pairs in crowds.
    pub(super) fn thin(&mut self, plan: &Plan) {
        self.found.retain(|pair| !plan.is_thinned(*pair));
    }

    /// Narrow phase: finds the pairs with trajectories that meet.
    pub(super) fn narrow_phase(&mut self, plan: &Plan) {
        let Worker { found, hot, .. } = self;
        hot.extend(found.iter().filter(|pair| plan.meet(pair[0], pair[1])));
    }

    /// Solves its islands.
    pub(super) fn work(&mut self, plan: &Plan) {
        for number in self.share.clone() {
            self.play(plan, &plan.jobs.list[number]);
        }
    }

    fn play(&mut self, plan: &Plan, job: &Job) {
        self.leashes.clear();
        loop {
            let Worker { island, leashes, .. } = &mut *self;
            island.members.clear();
            let members = &plan.jobs.members[job.members.clone()];
            island.members.extend(members.iter().map(|member| plan.member(member.1)));
            for &(member, leash) in &*leashes {
                let member: &mut Member = &mut island.members[member as usize];
                member.leash = leash;
                if leash == Restriction::Frozen {
                    member.wait();
                }
            }
            let pairs = &plan.jobs.pairs[job.pairs.clone()];
            island.set_pairs(pairs.iter().copied());
            match island.play(&plan.stage) {
                Ok(()) => break,
                Err(Overlapping(member)) => {
                    let one = &mut island.members[member as usize];
                    one.shorten();
                    leashes.push((member, one.leash));
                }
            }
        }
        self.keep(plan, plan.jobs.members[job.members.clone()].iter().map(|member| member.1));
    }
}

/// True if two bodies overlap at the start of the step.
pub(super) fn are_inside(colliders: &[Collider], straight: &[PathSegment], places: [u32; 2]) -> bool {
    let [a, b] = both(places, |place| {
        let (min, size) = (straight[place as usize].at, colliders[place as usize].size);
        Aabb { min, max: min + size }
    });
    a.overlaps(b)
}

impl Plan<'_> {
    /// True if the settings of two bodies let them collide.
    pub(super) fn collide(&self, a: u32, b: u32) -> bool {
        let places = [a, b];
        let (a, b) = (&self.colliders[a as usize], &self.colliders[b as usize]);
        a.mask & b.category != 0
            && b.mask & a.category != 0
            && !self.ignores.is_some_and(|ignores| ignores(a.id, b.id))
            && (self.crowds.is_empty() || !self.is_thinned(places))
    }

    /// True if a pair in a crowd is skipped in this step, pseudo-randomly by the two ids.
    pub(super) fn is_thinned(&self, places: [u32; 2]) -> bool {
        let [Some(&one), Some(&other)] = places.map(|place| self.crowds.get(place as usize)) else {
            return false;
        };
        let around = one.min(other);
        if around <= CROWD as u32 || !are_inside(self.colliders, self.straight, places) {
            return false;
        }
        let [a, b] = places.map(|place| self.colliders[place as usize].id.0);
        let mixed = (u64::from(a.min(b)) << 32 | u64::from(a.max(b))).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as u32 % around >= CROWD as u32
    }

    fn is_unknown(&self, collider: u32) -> bool {
        self.colliders[collider as usize].way == Way::Unknown
    }

    fn track(&self, collider: u32) -> Option<Track<'_>> {
        let Collider { size, way, .. } = self.colliders[collider as usize];
        let pieces = match way {
            Way::Straight => std::slice::from_ref(&self.straight[collider as usize]),
            Way::Pieces { from, len } => &self.pieces[from as usize..(from + len) as usize],
            Way::Unknown => return None,
        };
        Some(Track { pieces, size })
    }

    /// True if two trajectories meet, as far as known.
    pub(super) fn meet(&self, a: u32, b: u32) -> bool {
        match (self.track(a), self.track(b)) {
            (Some(a), Some(b)) => meet(a, b),
            _ => true,
        }
    }

    /// Returns a member in its state at the start of the step.
    fn member(&self, collider: u32) -> Member {
        let Plan { stage, colliders, .. } = self;
        let place = colliders[collider as usize].place as usize;
        let (body, id) = (stage.starts.get(place), stage.starts.id[place]);
        let profile = stage.starts.profile[place].place();
        let settings = &stage.setting.profiles[profile];
        let own_dt = stage.setting.memories.own_dt(id, self.dt).filter(|dt| *dt > 0.0 || self.dt == 0.0);
        let moving = own_dt.and_then(|dt| {
            let setting = Setting { dt, ..stage.setting };
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
            shoved: DVec2::ZERO,
            inverse_mass: 0.0,
            leash: Restriction::None,
            flies: false,
            is_halted: [false; 2],
            waits: moving.is_none(),
            is_cut: false,
            is_put: false,
            meetings: 0,
            forecasts: 0,
            is_spent: false,
            hits: 0,
            version: 0,
            next: None,
            piece: u32::MAX,
            struck: SurfaceVelocity::default(),
            path: body.aabb(),
            news: None,
            reach,
            is_traced: stage.setting.traced.may_be(settings),
        };
        if let Some((([x, y], carried), dt)) = moving {
            member.motion = Motion::of(&body, [x, y]);
            member.dt = dt;
            member.scale = if self.dt > 0.0 { f64::from(dt) / f64::from(self.dt) } else { 1.0 };
            member.extra = (carried * dt * UNITS_PER_PX as f32).as_dvec2();
            member.inverse_mass = 1.0 / f64::from(mass);
            // Unless the end of the world cut it short.
            let end = IVec2::new(self.ends[0][place], self.ends[1][place]);
            let is_whole = end == body.position.wrapping_add(member.motion.left);
            let has_no_hits = colliders[collider as usize].hits_alone == Some(0);
            member.flies = is_whole && has_no_hits && settings.movement.walking().is_none();
        }
        member
    }

    /// Reconstructs the segments of a trajectory of the sweep phase; `None` if they do not lead to its end.
    fn trace(&self, collider: u32, pieces: &mut Vec<PathSegment>) -> Option<(Range<u32>, u32)> {
        let member = self.member(collider);
        if member.waits || self.stage.setting.grid.view(u32::MAX).has_shapes() {
            return None;
        }
        let (mut motion, mut hits, from) = (member.motion, 0, pieces.len());
        let is_good = self.stage.act(&member, |actor| {
            motion.keep_in_world(member.size);
            if !actor.is_free(motion.position) {
                return false;
            }
            let start = motion.position;
            let mut journey = actor.begin(&mut motion);
            let mut is_good = motion.position == start;
            pieces.push(PathSegment::of(&motion));
            while let Some(next) = actor.next_hit(&motion) {
                let there = super::quantized_motion::place_at(&motion, next.when.to_bits());
                hits += u32::from(actor.take_next(&mut journey, &mut motion, next, there));
                is_good &= motion.position == there;
                let piece = PathSegment::of(&motion);
                let last = pieces.last_mut().expect("the first piece is there");
                if last.begin == piece.begin {
                    *last = piece;
                } else {
                    pieces.push(piece);
                }
            }
            motion.finish();
            let end = motion.position;
            actor.end(&mut journey, &mut motion);
            is_good && motion.position == end
        });
        let place = self.colliders[collider as usize].place as usize;
        let end = IVec2::new(self.ends[0][place], self.ends[1][place]);
        if !is_good || end != motion.position {
            pieces.truncate(from);
            return None;
        }
        Some((from as u32..pieces.len() as u32, hits))
    }

    /// Returns the number of hits on the grid in the sweep phase.
    pub(super) fn hits_alone(&self, collider: u32) -> u32 {
        let member = self.member(collider);
        if member.waits {
            return 0;
        }
        let (mut hits, mut motion) = (0, member.motion);
        self.stage.act(&member, |actor| actor.move_whole(&mut motion, &mut |_, _, _| hits += 1));
        hits
    }
}
