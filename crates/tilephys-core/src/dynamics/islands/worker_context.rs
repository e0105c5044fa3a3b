//! Read-only context of the island solver: all colliders, their trajectories and pairs.

use crate::controller::{Motion, Start};
use crate::dynamics::context::StepContext;
use crate::dynamics::islands::{
    Collider, EVERYWHERE, IslandContext, KnownPath, Member, Pairs, PathSegment, PushRole, Restriction, Track,
    both, index_of, meet, place_at,
};
use crate::dynamics::state::Bodies;
use crate::dynamics::sweep::{SurfaceVelocity, translation_of};
use crate::limits::{CROWD, UNITS_PER_PX};
use glam::{DVec2, IVec2};
use std::ops::Range;

pub(crate) struct WorkerContext<'a> {
    pub(crate) island: IslandContext<'a>,
    pub(crate) pairs: &'a Pairs,
    pub(crate) has_exceptions: bool,
    /// True if no two colliders are kept from colliding.
    pub(crate) all_match: bool,
    pub(crate) ends: &'a Bodies,
    pub(crate) is_confined: bool,
}

pub(crate) fn are_inside(colliders: &[Collider], indices: [u32; 2]) -> bool {
    let [a, b] = both(indices, |index| colliders[index as usize].start());
    a.overlaps(b)
}

impl WorkerContext<'_> {
    #[inline]
    pub(crate) fn collide(&self, a: u32, b: u32) -> bool {
        self.all_match || self.is_match(a, b)
    }

    fn is_match(&self, a: u32, b: u32) -> bool {
        let [one, other] = both([a, b], |index| &self.pairs.colliders[index as usize]);
        let [x, y] = [&one.terms, &other.terms];
        let masks_match = x.mask & y.category != 0 && y.mask & x.category != 0;
        let is_carriage = x.carries & y.category | y.carries & x.category != 0;
        (masks_match || is_carriage) && !self.is_exception(one, other) && !self.is_thinned([a, b])
    }

    fn is_exception(&self, one: &Collider, other: &Collider) -> bool {
        let IslandContext { step, starts, .. } = &self.island;
        let profile = |one: &Collider| &step.profiles[starts.profile[one.index as usize].index()];
        self.has_exceptions && step.is_exception([one.id, other.id], [profile(one), profile(other)])
    }

    /// True if two bodies are solved together.
    pub(crate) fn are_linked(&self, a: u32, b: u32) -> bool {
        index_of(&self.pairs.bound, [a.min(b), a.max(b)]).is_some()
    }

    /// True if a pair in a crowd is skipped in this step, pseudo-randomly by the two ids.
    pub(crate) fn is_thinned(&self, indices: [u32; 2]) -> bool {
        let [Some(&one), Some(&other)] = indices.map(|index| self.pairs.crowds.get(index as usize)) else {
            return false;
        };
        let around = one.min(other);
        if around <= CROWD as u32 || !are_inside(&self.pairs.colliders, indices) {
            return false;
        }
        let [a, b] = indices.map(|index| self.pairs.colliders[index as usize].id.0);
        let mixed = (u64::from(a.min(b)) << 32 | u64::from(a.max(b))).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as u32 % around >= CROWD as u32
    }

    pub(crate) fn is_unknown(&self, collider: u32) -> bool {
        self.pairs.colliders[collider as usize].way == KnownPath::Unknown
    }

    fn track(&self, collider: u32) -> Option<Track<'_>> {
        let Pairs { colliders, pieces, .. } = self.pairs;
        let Collider { size, way, straight, .. } = &colliders[collider as usize];
        let pieces = match *way {
            KnownPath::Straight => std::slice::from_ref(straight),
            KnownPath::Pieces { from, len } => &pieces[from as usize..(from + len) as usize],
            KnownPath::Unknown => return None,
        };
        Some(Track { pieces, size: *size })
    }

    /// True if two trajectories meet, or may meet because they are not known.
    pub(crate) fn meets(&self, a: u32, b: u32) -> bool {
        let [one, other] = both([a, b], |collider| &self.pairs.colliders[collider as usize]);
        // A carrier may walk away under its rider, without a contact.
        let carries = one.terms.carries | other.terms.carries != 0;
        if carries && one.start().side_touched_by(other.start()).is_some() {
            return true;
        }
        match (self.track(a), self.track(b)) {
            (Some(a), Some(b)) => meet(a, b),
            _ => true,
        }
    }

    /// Returns a member in its state at the start of the step.
    pub(crate) fn member(&self, collider: u32) -> Member {
        let WorkerContext { island, pairs, .. } = self;
        let IslandContext { step, starts, .. } = island;
        let &Collider { index, flies, .. } = &pairs.colliders[collider as usize];
        let index = index as usize;
        let body = starts.get(index);
        let id = starts.id[index];
        let profile = starts.profile[index].index();
        let settings = &step.profiles[profile];
        // A frozen body has no time, unless the step itself has none.
        let own_dt = step.transient.own_dt(id, step.dt).filter(|dt| *dt > 0.0 || step.dt == 0.0);
        let moving = own_dt.and_then(|dt| {
            let context = StepContext { dt, ..*step };
            translation_of(&context, starts, index).map(|way| (way, dt))
        });
        let mass = settings.collide.map_or(f32::INFINITY, |collide| collide.mass);
        // Only the last round confines members to their swept bounds.
        let reach = if self.is_confined { pairs.reaches[collider as usize] } else { EVERYWHERE };
        let mut member = Member {
            id,
            index: index as u32,
            profile: profile as u32,
            size: body.size,
            motion: Motion::new(body.position, IVec2::ZERO, body.velocity),
            journey: Default::default(),
            start: Start::Free,
            dt: 0.0,
            scale: 0.0,
            extra: DVec2::ZERO,
            carrier: None,
            carried: 0.0,
            shoved: DVec2::ZERO,
            inverse_mass: 0.0,
            push_role: PushRole::of(settings),
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
            struck: SurfaceVelocity::default(),
            path: body.aabb(),
            news: None,
            reach,
        };
        // A body without time waits where it is, and other bodies may hit it.
        if let Some((([x, y], carried), dt)) = moving {
            member.motion = Motion::of(&body, [x, y]);
            member.dt = dt;
            member.scale = if step.dt > 0.0 { f64::from(dt) / f64::from(step.dt) } else { 1.0 };
            member.extra = (carried * dt * UNITS_PER_PX as f32).as_dvec2();
            member.inverse_mass = 1.0 / f64::from(mass);
            member.flies = flies;
        }
        member
    }

    /// Reconstructs the segments of a trajectory of the sweep phase; `None` if they do not lead to its end.
    pub(crate) fn trace(&self, collider: u32, pieces: &mut Vec<PathSegment>) -> Option<Range<u32>> {
        let member = self.member(collider);
        // Among shapes the path stays unknown, and its bounds stand for it.
        if member.waits || self.island.step.grid.view(u32::MAX).has_shapes() {
            return None;
        }
        let mut motion = member.motion;
        let from = pieces.len();
        let is_good = self.island.act(&member, |actor| {
            motion.keep_in_world(member.size);
            if !actor.is_free(motion.position) {
                return false;
            }
            let start = motion.position;
            let mut journey = actor.begin(&mut motion);
            let mut is_good = motion.position == start;
            pieces.push(PathSegment::of(&motion));
            while let Some(next) = actor.next_hit(&motion) {
                let there = place_at(&motion, next.fraction_ceil.to_bits());
                actor.take_next(&mut journey, &mut motion, next, there);
                // A shift aside or a snap leaves the straight segments, which then do not describe the path.
                is_good &= motion.position == there;
                pieces.push(PathSegment::of(&motion));
            }
            motion.finish();
            let end = motion.position;
            actor.end(&mut journey, &mut motion);
            is_good && motion.position == end
        });
        // The sweep phase is the reference: another end means another path.
        let index = self.pairs.colliders[collider as usize].index as usize;
        if !is_good || self.ends.get(index).position != motion.position {
            pieces.truncate(from);
            return None;
        }
        Some(from as u32..pieces.len() as u32)
    }
}
