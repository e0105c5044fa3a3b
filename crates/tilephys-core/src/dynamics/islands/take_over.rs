//! Application of island results: bodies, events and contacts replace the output of the sweep phase.

use super::advance::{NEVER, Pairs};
use super::both::both;
use super::outcome::{IslandResult, Run};
use super::worker::Worker;
use crate::aabb::Aabb;
use crate::controller::{Overlap, TransientState};
use crate::direction::Direction;
use crate::dynamics::World;
use crate::dynamics::bodies::Bodies;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::{BodyId, IdMap};
use crate::dynamics::parts::StepOutput;
use crate::dynamics::profile::Profile;
use crate::dynamics::sensors::{SensorPath, Walker};
use crate::dynamics::step::contacts_of;
use crate::dynamics::sweep::{Setting, Touching};
use crate::dynamics::sweep_one::report_start;
use crate::grid::Faces;
use crate::response::Response;
use glam::IVec2;

impl Pairs {
    pub(super) fn is_marked(&self, place: usize) -> bool {
        self.marked[place / 64] >> (place % 64) & 1 != 0
    }

    fn mark(&mut self, place: usize) {
        self.marked[place / 64] |= 1 << (place % 64);
    }

    /// Returns the last result of a collider.
    pub(super) fn last_of(&self, collider: usize) -> Option<&IslandResult> {
        let (worker, place) = self.last[collider];
        ((worker, place) != NEVER).then(|| &self.workers[worker as usize].finals[place as usize])
    }

    /// Counts the islands, and marks their bodies except skipped ones.
    pub(super) fn count(&mut self, world: &mut World) {
        self.marked.clear();
        self.marked.resize(world.bodies.len().div_ceil(64), 0);
        let (mut played, mut sizes) = (std::mem::take(&mut self.played), std::mem::take(&mut self.sizes));
        played.clear();
        played
            .extend((0..).zip(&self.last).filter(|(_, last)| **last != NEVER).map(|(collider, _)| collider));
        sizes.clear();
        sizes.resize(self.colliders.len(), 0);
        let counts = &mut world.pair_counts;
        for &collider in &played {
            let Some(end) = self.last_of(collider as usize) else { continue };
            let &IslandResult { place, takes_part, is_cut, .. } = end;
            counts.deferred += u64::from(is_cut);
            if takes_part {
                self.mark(place as usize);
            }
            let size = &mut sizes[self.sets.root(collider) as usize];
            *size += 1;
            counts.islands += u64::from(*size == 1);
            counts.largest_island = counts.largest_island.max((*size).into());
        }
        (self.played, self.sizes) = (played, sizes);
    }
}

impl World {
    /// Stores the last results. All parts of the sweep phase except the last have `part_len` bodies.
    pub(super) fn take_over(
        &mut self,
        pairs: &mut Pairs,
        part_len: usize,
        dt: f32,
        rules: Option<&dyn CollisionHooks>,
    ) {
        self.forget_alone(pairs, part_len);
        let mut notes = std::mem::take(&mut pairs.notes);
        notes.clear();
        for &collider in &pairs.played {
            let Some(end) = pairs.last_of(collider as usize) else { continue };
            if end.takes_part {
                self.take_over_one(pairs, end, (dt, rules), &mut notes);
            }
        }
        for (number, worker) in (0..).zip(&pairs.workers) {
            self.take_events(pairs, (number, worker), &mut notes);
        }
        pairs.touch(&self.bodies, &self.profiles);
        self.list_touching(pairs, &mut notes, (dt, rules), part_len);
        pairs.notes = notes;
    }

    /// Drops the sweep output of marked bodies.
    fn forget_alone(&mut self, pairs: &Pairs, part_len: usize) {
        let World { notes, timed, places, .. } = self;
        let is_kept = |id: BodyId| !is_marked(pairs, places, id);
        for (part, notes) in notes.iter_mut().enumerate() {
            notes.lists.touching.retain(|one| !pairs.is_marked(part * part_len + one.place as usize));
            forget(notes, is_kept);
        }
        timed.notes.lists.touching.retain(|one| !pairs.is_marked(one.place as usize));
        forget(&mut timed.notes, is_kept);
    }

    fn take_over_one(
        &mut self,
        pairs: &Pairs,
        end: &IslandResult,
        (dt, rules): (f32, Option<&dyn CollisionHooks>),
        notes: &mut StepOutput,
    ) {
        let World { grid, profiles, bodies, memories, movers, .. } = self;
        let (id, place) = (end.id, end.place as usize);
        let profile = &profiles[end.profile as usize];
        let setting =
            Setting { grid, profiles, memories, movers, rules, traced: SensorPath::of(grid, profiles), dt };
        let start = || pairs.starts.get(place);
        let own = setting.body_view(id, start().size, profile);
        let overlap = |by| Overlap::find(own.view(), start().position, start().size, by);
        let before = notes.log.events.len();
        let mut slices = bodies.as_slices();
        slices.state[place] = pairs.starts.state[place];
        report_start(
            (&mut notes.log, before, id),
            (end.start, end.corrected),
            &mut slices.state[place],
            overlap,
        );
        slices.moved(place, end.position, end.velocity, end.rest);
        notes.hits += u64::from(end.hits);
        notes.hits_alone += u64::from(end.hits_alone);
        let remembered = || memories.find(id).copied().unwrap_or_default();
        if end.took.is_some() {
            notes.memories.push((id, remembered().with_taken(end.took, &profile.movement)));
        }
        if let Some(legs) = &end.legs {
            let view = own.view();
            let body = crate::controller::Body { memory: remembered(), ..start() };
            let walker = Walker { id, body, config: &profile.movement, view, velocity: end.velocity };
            let mut way = notes.trails.begin(body.position);
            let worker = &pairs.workers[pairs.last[end.collider as usize].0 as usize];
            for leg in &worker.legs[legs.start as usize..legs.end as usize] {
                way.tread(leg.from, leg.begin);
                way.tread(leg.to, leg.end);
            }
            notes.trails.end(&walker, (way, end.position), (profile, setting.traced));
        }
    }

    /// Takes the events of a worker's final runs.
    fn take_events(&mut self, pairs: &Pairs, (number, worker): (u32, &Worker), notes: &mut StepOutput) {
        let mut run = u32::MAX;
        for (place, end) in (0..).zip(&worker.finals) {
            // A body counts in one run at most, and with it the whole run.
            if end.run == run || pairs.last[end.collider as usize] != (number, place) {
                continue;
            }
            run = end.run;
            let Run { events: (from, to), pair_hits, .. } = worker.runs[run as usize];
            notes.log.events.extend(&worker.events[from..to]);
            self.pair_counts.hits += pair_hits;
        }
    }

    /// Lists bodies that were in islands or touch bodies, with their contacts on the grid and between bodies.
    fn list_touching(
        &mut self,
        pairs: &Pairs,
        notes: &mut StepOutput,
        (dt, rules): (f32, Option<&dyn CollisionHooks>),
        part_len: usize,
    ) {
        for (part, own) in self.notes.iter_mut().enumerate() {
            own.lists.touching.retain(|one| pairs.sides[part * part_len + one.place as usize] == 0);
        }
        self.timed.notes.lists.touching.retain(|one| pairs.sides[one.place as usize] == 0);
        let World { grid, profiles, bodies, memories, movers, .. } = self;
        let setting = Setting { grid, profiles, memories, movers, rules, traced: SensorPath::default(), dt };
        let is_quiet = setting.is_quiet();
        for &collider in pairs.played.iter().chain(&pairs.touched) {
            let place = pairs.colliders[collider as usize].place as usize;
            let sides = pairs.sides[place];
            if sides == 0 && !pairs.is_marked(place) {
                continue;
            }
            let profile = &setting.profiles[pairs.starts.profile[place].place()];
            if !profile.track_contacts && bodies.state[place].bits() == 0 {
                continue;
            }
            let own = contacts_of(&setting, is_quiet, profile, &bodies.as_slices(), place);
            let beside = Faces::from_bits(sides);
            notes.lists.touching.push(Touching { beside, ..Touching::new(place as u32, Some(own)) });
        }
    }
}

fn is_marked(pairs: &Pairs, places: &IdMap, id: BodyId) -> bool {
    places.get(id).is_some_and(|place| pairs.is_marked(place))
}

fn forget(notes: &mut StepOutput, is_kept: impl Fn(BodyId) -> bool) {
    notes.log.events.retain(|event| is_kept(event.body));
    notes.memories.retain(|entry: &(BodyId, TransientState)| is_kept(entry.0));
    notes.trails.retain(is_kept);
}

impl Pairs {
    /// Finds touching pairs at the final positions.
    fn touch(&mut self, bodies: &Bodies, profiles: &[Profile]) {
        self.touched.clear();
        self.sides.clear();
        self.sides.resize(bodies.len(), 0);
        let bounds = |place: usize| {
            let min = IVec2::new(bodies.x.at[place], bodies.y.at[place]);
            Aabb { min, max: min + IVec2::new(bodies.x.size[place], bodies.y.size[place]) }
        };
        let tracks = |profile: &Profile| profile.collide.is_some() && profile.track_contacts;
        if !profiles.iter().any(tracks) {
            return;
        }
        for pair in self.workers.iter().flat_map(|worker| &worker.found).chain(self.bound.pairs()) {
            let places = both(*pair, |one| self.colliders[one as usize].place as usize);
            let [a, b] = places.map(bounds);
            let one_way = places.map(|place| {
                profiles[self.starts.profile[place].place()].collide.and_then(|collide| collide.one_way)
            });
            let Some(side) = side_of_touch(a, b) else { continue };
            // A one-way body is touched on its open side only.
            let is_open = |open: Option<Direction>, side: Direction| open.is_none_or(|open| open == side);
            if !is_open(one_way[0], side) || !is_open(one_way[1], side.opposite()) {
                continue;
            }
            for (k, side) in [(0, side), (1, side.opposite())] {
                let (collider, place) = (pair[k], places[k]);
                let profile = &profiles[self.starts.profile[place].place()];
                if profile.track_contacts && profile.movement.response != Response::PassThrough {
                    if self.sides[place] == 0 && self.last[collider as usize] == NEVER {
                        self.touched.push(collider);
                    }
                    self.sides[place] |= Faces::NONE.with(side).to_bits();
                }
            }
        }
    }
}

/// Returns the side of the first box on which the second box touches it along an edge.
fn side_of_touch(a: Aabb, b: Aabb) -> Option<Direction> {
    for axis in [0, 1] {
        let across = 1 - axis;
        if a.min[across] >= b.max[across] || b.min[across] >= a.max[across] {
            continue;
        }
        if a.max[axis] == b.min[axis] {
            return Some(Direction::along(axis, true));
        }
        if b.max[axis] == a.min[axis] {
            return Some(Direction::along(axis, false));
        }
    }
    None
}
