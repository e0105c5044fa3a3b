//! The tick: one straight line of named phases over plain arrays.

use super::World;
use super::bodies::BodySlices;
use super::body_view::ViewContext;
use super::events::EventKind;
use super::friction::{frictions, rub};
use super::ids::BodyId;
use super::movers::MoverId;
use super::pairs::PairCounts;
use super::parts::{Executor, InOrder, Notes, Split};
use super::platforms::floor_rise;
use super::profile::Profile;
use super::rules::Rules;
use super::sensors::{Scene, Traced};
use super::state::BodyState;
use super::sweep_alone::{Setting, Touching, sweep_alone};
use crate::constants::{BLOCK, UNITS_PER_PX};
use crate::fault::{Fault, Field};
use crate::grid::Contacts;
use crate::movement::Body;
use crate::response::Response;
use glam::{IVec2, Vec2};

/// The parts of a step, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Gravity is added to velocities, then limits are applied.
    Integrate,
    /// The game sets velocities.
    Control,
    /// Movers move, with what they carry and push, and then the bodies that are solid to others.
    MovePlatforms,
    /// Every body moves through the grid as if it were alone.
    SweepAlone,
    /// Bodies that collide with others and may have met are found, by where they were.
    BroadPhase,
    /// Those are moved again, together and in order of time.
    Advance,
    /// What bodies touch is found out from where they are.
    Commit,
    /// Who came into sensors, and who left them.
    Sense,
    /// Events are put in order.
    Events,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Phase; 9] = [
        Phase::Integrate,
        Phase::Control,
        Phase::MovePlatforms,
        Phase::SweepAlone,
        Phase::BroadPhase,
        Phase::Advance,
        Phase::Commit,
        Phase::Sense,
        Phase::Events,
    ];

    /// The name as in the profile and in the documentation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Integrate => "integrate",
            Phase::Control => "control",
            Phase::MovePlatforms => "move_platforms",
            Phase::SweepAlone => "sweep_alone",
            Phase::BroadPhase => "broad_phase",
            Phase::Advance => "advance",
            Phase::Commit => "commit",
            Phase::Sense => "sense",
            Phase::Events => "events",
        }
    }
}

/// What a caller may do within a step. The engine has no clock: whoever times phases does it here.
pub trait StepHooks {
    /// A phase begins; the one before it has ended.
    fn phase(&mut self, _phase: Phase) {}

    /// The time to set velocities: gravity is in them, contacts are those of the last step. So the step of a jump has
    /// no gravity in it.
    fn control(&mut self, _bodies: &mut Controls) {}

    /// The game's rules, for bodies whose profile asks for them.
    fn rules(&self) -> Option<&dyn Rules> {
        None
    }

    /// The last phase has ended.
    fn finished(&mut self) {}
}

impl StepHooks for () {}

/// What the game may see and change in the control phase.
pub struct Controls<'a> {
    pub(super) world: &'a mut World,
    /// The length of the step, in seconds; 0 for one that is none.
    pub(super) dt: f32,
    /// The place after that of the last character: they mostly come in the order of places.
    pub(super) next: usize,
}

impl Controls<'_> {
    /// A body as it is now.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        self.world.body(id)
    }

    /// What it touched at the end of the last step.
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<BodyState> {
        self.world.state(id)
    }

    /// Sets a velocity, in px/s, as [`World::set_velocity`] does.
    pub fn set_velocity(&mut self, id: BodyId, velocity: Vec2) -> bool {
        self.world.set_velocity(id, velocity)
    }

    /// Lets a body fall through the one-way lines that hold it, as [`World::drop_through`] does.
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        self.world.drop_through(id)
    }

    /// Gives a body another size, as [`World::resize`] does.
    pub fn resize(&mut self, id: BodyId, size: IVec2) -> bool {
        self.world.resize(id, size)
    }

    /// Sets how fast a body's own time goes, as [`World::set_time_scale`] does.
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        self.world.set_time_scale(id, scale)
    }

    /// Stops a body for so many ticks, this one among them, as [`World::hit_stop`] does.
    pub fn hit_stop(&mut self, id: BodyId, ticks: u8) -> bool {
        self.world.hit_stop(id, ticks)
    }

    /// Sets a mover's velocity, as [`World::set_mover_velocity`] does: movers move after this.
    pub fn set_mover_velocity(&mut self, id: MoverId, velocity: Vec2) -> bool {
        self.world.set_mover_velocity(id, velocity)
    }

    /// Lets a mover go to a place in this step, as [`World::move_mover_to`] does.
    pub fn move_mover_to(&mut self, id: MoverId, position: IVec2) -> bool {
        self.world.move_mover_to(id, position)
    }

    /// The same, and with `None` it is taken back, as [`World::set_mover_target`] does.
    pub fn set_mover_target(&mut self, id: MoverId, target: Option<IVec2>) -> bool {
        self.world.set_mover_target(id, target)
    }

    /// All bodies, for drivers that keep them elsewhere. Only velocities are to be changed here.
    #[must_use]
    pub fn slices(&mut self) -> BodySlices<'_> {
        self.world.slices()
    }
}

impl World {
    /// Moves everything on by `dt` seconds.
    ///
    /// Never panics. A `dt` that is NaN, infinite or negative, or a gravity that is not finite, moves nothing and is
    /// reported for every body.
    pub fn step(&mut self, dt: f32) {
        self.step_with(dt, &mut ());
    }

    /// The same, with the caller's part in it.
    pub fn step_with(&mut self, dt: f32, hooks: &mut impl StepHooks) {
        self.step_on(&InOrder, dt, hooks);
    }

    /// The same, on the threads of `executor`: bit for bit.
    pub fn step_on(&mut self, executor: &impl Executor, dt: f32, hooks: &mut impl StepHooks) {
        let unsound = if !(dt.is_finite() && dt >= 0.0) {
            let fault = if dt.is_finite() { Fault::OutOfRange } else { Fault::NotFinite };
            Some((Field::TimeStep, fault))
        } else if !(self.gravity * dt).is_finite() {
            let fault = if self.gravity.is_finite() { Fault::OutOfRange } else { Fault::NotFinite };
            Some((Field::Gravity, fault))
        } else {
            None
        };
        let split = Split::new(self.len(), executor);
        self.forget_gone();
        self.begin(split.parts);

        hooks.phase(Phase::Integrate);
        if unsound.is_none() {
            let (gravity, rules) = (self.gravity * dt, hooks.rules());
            self.integrate_timed(dt, rules);
            self.in_parts(executor, split, dt, rules, &|setting, part, notes| {
                integrate(setting, gravity, part, notes);
            });
            self.bring_timed_back();
        }

        hooks.phase(Phase::Control);
        let dt_there = if unsound.is_none() { dt } else { 0.0 };
        hooks.control(&mut Controls { world: self, dt: dt_there, next: 0 });
        self.jump_off();

        hooks.phase(Phase::MovePlatforms);
        if unsound.is_none() {
            self.recall(hooks.rules());
            self.move_platforms(dt, hooks.rules());
        }

        hooks.phase(Phase::SweepAlone);
        if let Some((field, fault)) = unsound {
            self.reject_all(field, fault);
        } else {
            self.keep_starts();
            self.set_solids_aside();
            self.sweep_timed(dt, hooks.rules());
            self.in_parts(executor, split, dt, hooks.rules(), &sweep_alone);
            self.bring_timed_back();
            self.bring_solids_back();
        }

        hooks.phase(Phase::BroadPhase);
        if unsound.is_none() {
            self.find_pairs(executor, dt, hooks.rules());
        }
        hooks.phase(Phase::Advance);
        if unsound.is_none() {
            self.advance(executor, split.len, dt, hooks.rules());
        }

        hooks.phase(Phase::Commit);
        self.remember();
        self.end_squishes(dt, hooks.rules());
        if self.notes[..split.parts].iter().any(Notes::has_to_commit) {
            self.in_parts(executor, split, dt, hooks.rules(), &commit);
        }
        self.commit_timed(dt, hooks.rules());
        self.commit_pairs(dt, hooks.rules());
        self.commit_solids(dt, hooks.rules());

        self.age(hooks.rules());
        hooks.phase(Phase::Sense);
        if unsound.is_none() {
            self.sense();
        }
        hooks.phase(Phase::Events);
        self.gather_events();
        hooks.finished();
    }

    /// A phase on all bodies, in parts.
    fn in_parts(
        &mut self,
        executor: &impl Executor,
        split: Split,
        dt: f32,
        rules: Option<&dyn Rules>,
        phase: &(impl Fn(Setting, &mut BodySlices, &mut Notes) + Sync),
    ) {
        let World { grid, profiles, bodies, memories, movers, notes, .. } = self;
        let traced = Traced::of(grid, profiles);
        let setting = Setting { grid, profiles, memories, movers, rules, traced, dt };
        let work = |mut part: BodySlices, notes: &mut Notes| phase(setting, &mut part, notes);
        split.each(executor, bodies.as_slices(), &mut notes[..split.parts], &work);
    }

    /// Gives speeds back that walls took from bodies, where the walls have ended.
    fn recall(&mut self, rules: Option<&dyn Rules>) {
        if !self.memories.is_empty() {
            let World { grid, profiles, bodies, memories, movers, places, .. } = self;
            let context = ViewContext::new(grid, movers, rules);
            memories.recall(&context, profiles, &mut bodies.as_slices(), places);
        }
    }

    /// Takes over what bodies remember of this step.
    fn remember(&mut self) {
        let apart = [&mut self.solid_notes, &mut self.timed.notes, &mut self.pairs.notes];
        for notes in self.notes.iter_mut().chain(apart) {
            self.memories.take(&mut notes.memories);
        }
    }

    /// Makes what bodies remember a tick older.
    fn age(&mut self, rules: Option<&dyn Rules>) {
        if !self.memories.is_empty() {
            let World { grid, profiles, bodies, memories, movers, places, .. } = self;
            let context = ViewContext::new(grid, movers, rules);
            let bodies = &bodies.as_slices();
            let aabb_of = |id: BodyId| places.get(id).map(|place| bodies.get(place).aabb());
            memories.age(&context, profiles, (bodies, places), aabb_of);
        }
    }

    /// Finds out who came into sensors, and who left them.
    fn sense(&mut self) {
        let World { grid, profiles, bodies, places, senses, notes, solid_notes, timed, pairs, log, .. } =
            self;
        senses.sense(
            &Scene { grid, profiles, bodies, places },
            (notes, [solid_notes, &mut timed.notes, &mut pairs.notes]),
            log,
        );
    }

    /// Clears what the last step noted.
    fn begin(&mut self, parts: usize) {
        self.log.events.clear();
        self.log.is_timed = false;
        self.senses.carried.clear();
        self.grid.begin_journal_if_none();
        if self.notes.len() < parts {
            self.notes.resize_with(parts, Notes::default);
        }
        self.notes.iter_mut().for_each(Notes::clear);
        self.solid_notes.clear();
        self.timed.notes.clear();
        self.pairs.notes.clear();
        self.pair_counts = PairCounts::default();
        self.movers.begin(&mut self.grid, &self.profiles, &self.bodies);
    }

    fn reject_all(&mut self, field: Field, fault: Fault) {
        for &id in &self.bodies.id {
            self.log.push(id, EventKind::Rejected { field, fault });
        }
    }

    /// One list of the notes of all parts, in an order that leaves no trace of them.
    fn gather_events(&mut self) {
        // A body without time may come to a floor, or leave one, in a step in which others hit it: that is in two lists.
        let are_both = |a: &Notes, b: &Notes| !a.log.events.is_empty() && !b.log.events.is_empty();
        self.log.is_timed |= are_both(&self.timed.notes, &self.pairs.notes);
        let apart = [&mut self.solid_notes, &mut self.timed.notes, &mut self.pairs.notes];
        for notes in self.notes.iter_mut().chain(apart) {
            self.log.take(&mut notes.log);
            // Only a forged snapshot comes to the end of the count.
            self.hits = self.hits.wrapping_add(notes.hits).wrapping_sub(notes.hits_alone);
        }
        self.log.sort();
    }
}

/// Can bodies be moved with this gravity and length of the step?
pub(super) fn is_sound(gravity: Vec2, dt: f32) -> bool {
    dt.is_finite() && dt >= 0.0 && (gravity * dt).is_finite()
}

/// Contacts from geometry, for bodies that may touch something or did.
pub(super) fn commit(setting: Setting, bodies: &mut BodySlices, notes: &mut Notes) {
    for &(place, before) in &notes.too_fast {
        // Unless the game has slowed them down, they were skipped, and gravity is to leave no trace.
        let (place, now) = (place as usize, bodies.get(place as usize).velocity);
        if !has_a_way(now.x, setting.dt) || !has_a_way(now.y, setting.dt) {
            (bodies.x.velocity[place], bodies.y.velocity[place]) = (before.x, before.y);
        }
    }
    let is_quiet = setting.is_quiet();
    for &Touching { place, contacts, beside } in &notes.lists.touching {
        let place = place as usize;
        let Some(profile) = setting.profiles.get(bodies.profile[place].place()) else { continue };
        let (was, up) = (bodies.state[place], profile.movement.up);
        if !profile.track_contacts || profile.movement.response == Response::Pass {
            bodies.state[place] = was.with_contacts(Contacts::default(), false, up);
            continue;
        }
        let has_changed = || !is_quiet && setting.movers.squishes.has_ended(bodies.id[place]);
        let known = contacts.filter(|_| !has_changed());
        let own = known.unwrap_or_else(|| contacts_of(&setting, is_quiet, profile, bodies, place));
        let contacts = Contacts { sides: own.sides.union(beside) };
        let (axis, sign) = (up.axis(), up.vector()[up.axis()] as f32);
        let speed = if axis == 0 { bodies.x.velocity[place] } else { bodies.y.velocity[place] };
        let rise = speed * sign;
        let on_floor = contacts.floor(up)
            && (rise <= 0.0 || !is_quiet && rise <= floor_rise(&setting, profile, bodies, place));
        bodies.state[place] = was.with_contacts(contacts, on_floor, up);
        if on_floor != was.on_floor() {
            let kind = if on_floor { EventKind::FloorBegin } else { EventKind::FloorEnd };
            notes.log.push(bodies.id[place], kind);
        }
    }
}

/// What a body touches where it is.
#[inline]
pub(super) fn contacts_of(
    setting: &Setting,
    is_quiet: bool,
    profile: &Profile,
    bodies: &BodySlices,
    place: usize,
) -> Contacts {
    let is_asked = profile.ask_rules && setting.rules.is_some();
    if !is_quiet || is_asked || setting.memories.has(bodies.id[place]) {
        return contacts_met(setting, profile, bodies, place);
    }
    let min = IVec2::new(bodies.x.at[place], bodies.y.at[place]);
    let size = IVec2::new(bodies.x.size[place], bodies.y.size[place]);
    setting.grid.view(profile.movement.mask).contacts(min, min + size, profile.movement.stance())
}

/// The same of one that does not meet everything.
#[inline(never)]
fn contacts_met(setting: &Setting, profile: &Profile, bodies: &BodySlices, place: usize) -> Contacts {
    let (id, body) = (bodies.id[place], bodies.get(place));
    let own = setting.body_view(id, body.size, profile);
    own.view().contacts(body.position, body.position + body.size, profile.movement.stance())
}

/// v += gravity * dt, then the limits. Bodies of one profile are mostly neighbours, and are taken together.
pub(super) fn integrate(setting: Setting, change: Vec2, bodies: &mut BodySlices, notes: &mut Notes) {
    if setting.profiles.iter().any(|profile| frictions(profile, change, setting.dt) != [0.0; 2]) {
        rub(setting, change, bodies);
    }
    let mut from = 0;
    for run in bodies.profile.chunk_by(|a, b| a == b) {
        let places = from..from + run.len();
        from = places.end;
        // There is none for bodies that are rejected.
        let Some(profile) = setting.profiles.get(run[0].place()) else { continue };
        let change = change * profile.gravity_scale;
        if change == Vec2::ZERO && profile.max_speed == Vec2::INFINITY {
            continue;
        }
        for from in places.clone().step_by(BLOCK) {
            let block = from..(from + BLOCK).min(places.end);
            let x = &mut bodies.x.velocity[block.clone()];
            let y = &mut bodies.y.velocity[block];
            let all_calm = |speeds: &[f32]| speeds.iter().fold(true, |all, v| all & (v.abs() < CALM));
            if setting.dt < 1e3 && all_calm(&change.to_array()) && all_calm(x) & all_calm(y) {
                x.iter_mut().for_each(|x| *x = limited(*x + change.x, profile.max_speed.x));
                y.iter_mut().for_each(|y| *y = limited(*y + change.y, profile.max_speed.y));
                continue;
            }
            for (place, (x, y)) in (from as u32..).zip(x.iter_mut().zip(y)) {
                let before = Vec2::new(*x, *y);
                let mut wanted = before + change;
                // What is not finite stays so, to be reported: a limit would hide an infinite speed.
                if wanted.is_finite() {
                    wanted.x = limited(wanted.x, profile.max_speed.x);
                    wanted.y = limited(wanted.y, profile.max_speed.y);
                }
                if !has_a_way(wanted.x, setting.dt) || !has_a_way(wanted.y, setting.dt) {
                    notes.too_fast.push((place, before));
                }
                (*x, *y) = (wanted.x, wanted.y);
            }
        }
    }
}

/// Speeds, in px/s, that are far from being too fast for a step of up to 1,000 s, even after gravity of as much.
const CALM: f32 = 1e30;

/// Is the way of one step, in lattice units, a finite number?
#[inline(always)]
pub(super) fn has_a_way(speed: f32, dt: f32) -> bool {
    (speed * dt * UNITS_PER_PX as f32).is_finite()
}

/// The speed within ±`limit`; -0 becomes +0.
#[inline(always)]
fn limited(speed: f32, limit: f32) -> f32 {
    let speed = if speed > limit { limit } else { speed };
    (if speed < -limit { -limit } else { speed }) + 0.0
}
