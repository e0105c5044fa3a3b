//! Application of island results: bodies, events and contacts replace the output of the sweep phase.

use crate::controller::Overlap;
use crate::direction::Direction;
use crate::dynamics::commit::contacts_of;
use crate::dynamics::context::StepContext;
use crate::dynamics::ids::BodyId;
use crate::dynamics::islands::{IslandResult, Member, NEVER, Pairs, Run, Worker, both};
use crate::dynamics::output::{EventKind, PairCounts, StepOutput, Touching};
use crate::dynamics::sensors::Walker;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{Bodies, IdMap, RetainedSpeed};
use crate::dynamics::sweep::report_start;
use crate::fraction::Fraction;
use crate::grid::Faces;
use crate::response::Response;

impl Pairs {
    pub(crate) fn is_marked(&self, index: usize) -> bool {
        self.marked[index]
    }

    pub(crate) fn last_of(&self, collider: usize) -> Option<&IslandResult> {
        let (worker, index) = self.last[collider];
        ((worker, index) != NEVER).then(|| &self.workers[worker as usize].finals[index as usize])
    }

    /// Counts the islands, and marks their bodies except skipped ones.
    pub(crate) fn count(&mut self, bodies: usize, counts: &mut PairCounts) {
        self.marked.clear();
        self.marked.resize(bodies, false);
        // Taken out, because marks change `self` in the loop.
        let mut played = std::mem::take(&mut self.played);
        let mut sizes = std::mem::take(&mut self.sizes);
        played.clear();
        played
            .extend((0..).zip(&self.last).filter(|(_, last)| **last != NEVER).map(|(collider, _)| collider));
        sizes.clear();
        sizes.resize(self.colliders.len(), 0);
        for &collider in &played {
            let Some(end) = self.last_of(collider as usize) else { continue };
            counts.deferred += u64::from(end.member.is_cut);
            let index = end.member.index as usize;
            if end.takes_part() {
                self.marked[index] = true;
            }
            // The first member of an island counts it.
            let size = &mut sizes[self.sets.root(collider) as usize];
            *size += 1;
            counts.islands += u64::from(*size == 1);
            counts.largest_island = counts.largest_island.max((*size).into());
        }
        self.played = played;
        self.sizes = sizes;
    }
}

impl Pairs {
    /// Writes the results over the output of the sweep phase, which has one element for each part.
    pub(crate) fn apply_results(
        &mut self,
        context: &StepContext,
        bodies: &mut Bodies,
        parts: &mut [StepOutput],
        counts: &mut PairCounts,
    ) {
        // Marks the bodies first: what the sweep has reported of them is void.
        self.count(bodies.len(), counts);
        self.drop_superseded(context.indices, parts);
        let mut output = std::mem::take(&mut self.output);
        output.clear();
        for &collider in &self.played {
            let Some(end) = self.last_of(collider as usize) else { continue };
            if end.takes_part() {
                self.apply_result(end, context, bodies, &mut output);
            }
        }
        for (number, worker) in (0..).zip(&self.workers) {
            counts.hits += self.take_events(number, worker, &mut output);
        }
        self.touch(bodies, context.profiles);
        self.list_touching(context, bodies, parts, &mut output);
        self.output = output;
    }

    fn drop_superseded(&self, indices: &IdMap, parts: &mut [StepOutput]) {
        let is_kept = |id: BodyId| !is_marked(self, indices, id);
        for output in parts {
            let from = output.from as usize;
            output.touching.retain(|one| !self.is_marked(from + one.index as usize));
            let StepOutput { hits, hits_of, .. } = output;
            let void = hits_of.drain(..).filter(|entry| self.is_marked(from + entry.0 as usize));
            *hits -= void.map(|entry| entry.1).sum::<u64>();
            forget(output, is_kept);
        }
    }

    fn apply_result(
        &self,
        end: &IslandResult,
        context: &StepContext,
        bodies: &mut Bodies,
        output: &mut StepOutput,
    ) {
        let Member { id, start: from, motion, journey, hits, .. } = end.member;
        let index = end.member.index as usize;
        let profile = &context.profiles[end.member.profile as usize];
        let start = || self.starts.get(index);
        let own = context.body_view(id, start().size, profile);
        let overlap = |by| Overlap::find(own.view(), start().position, start().size, by);
        let before = output.log.events.len();
        // The sweep has changed the stuck flag too; it is decided anew from the start.
        let mut slices = bodies.as_slices();
        slices.state[index] = self.starts.state[index];
        report_start(
            (&mut output.log, before, id),
            (from, journey.corrected),
            &mut slices.state[index],
            overlap,
        );
        slices.moved(index, motion.position, motion.velocity, motion.remainder);
        output.hits += u64::from(hits);
        output.retained.extend(RetainedSpeed::taken(id, journey.took, &profile.movement));
        if context.traced.may_be(profile) {
            let body = start();
            let mut way = output.trajectories.begin(body.position);
            let walker = Walker::new(id, &body, profile, own.view(), motion.velocity);
            let worker = &self.workers[self.last[end.collider as usize].0 as usize];
            for piece in &worker.pieces[end.pieces.start as usize..end.pieces.end as usize] {
                way.extend_to(piece.at, Fraction::from_bits(piece.begin));
            }
            output.trajectories.end(&walker, way, motion.position, context.traced);
        }
    }

    /// Takes the events of a worker's final runs. Returns the number of hits between bodies.
    fn take_events(&self, number: u32, worker: &Worker, output: &mut StepOutput) -> u64 {
        let mut run = u32::MAX;
        let mut hits = 0;
        for (index, end) in (0..).zip(&worker.finals) {
            // A body counts in one run at most, and with it the whole run.
            if end.run == run || self.last[end.collider as usize] != (number, index) {
                continue;
            }
            run = end.run;
            let Run { events: (from, to), pair_hits, .. } = worker.runs[run as usize];
            output.log.events.extend(&worker.events[from..to]);
            hits += pair_hits;
        }
        hits
    }

    /// Lists bodies that were in islands or touch bodies, with their contacts on the grid and between bodies.
    fn list_touching(
        &self,
        context: &StepContext,
        bodies: &mut Bodies,
        parts: &mut [StepOutput],
        output: &mut StepOutput,
    ) {
        for own in parts {
            let from = own.from as usize;
            // Bodies that touch bodies are listed here with all contacts, so the parts drop their entries.
            own.touching.retain(|one| self.sides[from + one.index as usize] == 0);
        }
        for &collider in self.played.iter().chain(&self.touched) {
            let index = self.colliders[collider as usize].index as usize;
            let sides = self.sides[index];
            if sides == 0 && !self.is_marked(index) {
                continue;
            }
            let profile = &context.profiles[self.starts.profile[index].index()];
            if !profile.track_contacts && bodies.state[index].bits() == 0 {
                continue;
            }
            let own = contacts_of(context, profile, &bodies.as_slices(), index);
            let beside = Faces(sides & !RIDES);
            let rides = sides & RIDES != 0;
            output.touching.push(Touching { beside, rides, ..Touching::new(index as u32, Some(own)) });
        }
    }
}

fn is_marked(pairs: &Pairs, indices: &IdMap, id: BodyId) -> bool {
    indices.get(id).is_some_and(|index| pairs.is_marked(index))
}

/// Bit of a body that stands on a body which carries it and rises at least as fast, above the bits of the faces.
const RIDES: u8 = 1 << 7;

/// True if the first body touches a carrier with this side, and keeps up with it.
fn rides(
    bodies: &Bodies,
    [own, floor]: [usize; 2],
    [profile, carrier]: [&Profile; 2],
    side: Direction,
) -> bool {
    let up = profile.movement.up;
    let velocity = if up.axis() == 0 { &bodies.x.velocity } else { &bodies.y.velocity };
    let keeps_up = || velocity[own] * up.sign() <= velocity[floor] * up.sign();
    side == up.opposite() && carrier.carries(profile) && keeps_up()
}

fn forget(output: &mut StepOutput, is_kept: impl Fn(BodyId) -> bool) {
    // The sweep reports no floors, so these events are of bodies that the game has placed before the step.
    let is_early = |kind| matches!(kind, EventKind::FloorBegin | EventKind::FloorEnd);
    output.log.events.retain(|event| is_kept(event.body) || is_early(event.kind));
    output.retained.retain(|entry| is_kept(entry.body));
    output.trajectories.retain(is_kept);
}

impl Pairs {
    /// Finds touching pairs at the final positions.
    fn touch(&mut self, bodies: &Bodies, profiles: &[Profile]) {
        self.touched.clear();
        self.sides.clear();
        self.sides.resize(bodies.len(), 0);
        let tracks = |profile: &Profile| profile.collide.is_some() && profile.track_contacts;
        if !profiles.iter().any(tracks) {
            return;
        }
        for pair in self.workers.iter().flat_map(|worker| &worker.found).chain(&self.bound) {
            let indices = both(*pair, |one| self.colliders[one as usize].index as usize);
            let [a, b] = indices.map(|index| bodies.get(index).aabb());
            let [one, other] = indices.map(|index| &profiles[self.starts.profile[index].index()]);
            let Some(side) = a.side_touched_by(b) else { continue };
            // A one-way body is touched on its solid side only.
            if !one.is_solid_on(side, other) {
                continue;
            }
            let rides = [
                rides(bodies, indices, [one, other], side),
                rides(bodies, [indices[1], indices[0]], [other, one], side.opposite()),
            ];
            for (k, side) in [(0, side), (1, side.opposite())] {
                let collider = pair[k];
                let index = indices[k];
                let profile = &profiles[self.starts.profile[index].index()];
                if profile.track_contacts && profile.movement.response != Response::PassThrough {
                    // Bodies of islands are listed anyway, and each other body once.
                    if self.sides[index] == 0 && self.last[collider as usize] == NEVER {
                        self.touched.push(collider);
                    }
                    self.sides[index] |= Faces::NONE.with(side).0 | if rides[k] { RIDES } else { 0 };
                }
            }
        }
    }
}
