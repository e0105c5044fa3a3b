//! Simulation step: a fixed sequence of named phases over plain arrays.

use super::World;
use super::bodies::BodySlices;
use super::body_view::ViewContext;
use super::events::EventKind;
use super::friction::{apply_friction, frictions};
use super::hooks::CollisionHooks;
use super::ids::BodyId;
use super::islands::PairCounts;
use super::lift_velocity::floor_rise;
use super::parts::{Executor, SerialExecutor, Split, StepOutput};
use super::platforms::MoverId;
use super::profile::Profile;
use super::sensors::{Scene, SensorPath};
use super::state::BodyState;
use super::sweep::{Setting, Touching, sweep_alone};
use crate::controller::Body;
use crate::fault::{Fault, Field};
use crate::grid::Contacts;
use crate::limits::{BLOCK, UNITS_PER_PX};
use crate::response::Response;
use glam::{IVec2, Vec2};

/// Phases of a step, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Integration: gravity is added to velocities, then speed limits apply.
    Integrate,
    /// Control: the game sets velocities.
    Control,
    /// Moving platforms: movers carry and push bodies; then the solid bodies move.
    MovePlatforms,
    /// Sweep: each body is swept through the grid without regard to other bodies.
    Sweep,
    /// Broad phase and narrow phase: pairs of bodies whose swept bounds overlap and whose trajectories meet.
    #[doc(alias = "narrow phase")]
    BroadPhase,
    /// Island solver: the bodies of these pairs are moved again from the start of the step, in order of time.
    #[doc(alias = "solver")]
    SolveIslands,
    /// Contacts: the faces that each body touches at its final position.
    Commit,
    /// Sensors: overlaps that begin and end.
    Sense,
    /// Events are sorted.
    Events,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Phase; 9] = [
        Phase::Integrate,
        Phase::Control,
        Phase::MovePlatforms,
        Phase::Sweep,
        Phase::BroadPhase,
        Phase::SolveIslands,
        Phase::Commit,
        Phase::Sense,
        Phase::Events,
    ];

    /// Returns the name of the phase in profiles and in the documentation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Integrate => "integrate",
            Phase::Control => "control",
            Phase::MovePlatforms => "move_platforms",
            Phase::Sweep => "sweep",
            Phase::BroadPhase => "broad_phase",
            Phase::SolveIslands => "solve_islands",
            Phase::Commit => "commit",
            Phase::Sense => "sense",
            Phase::Events => "events",
        }
    }
}

/// Callbacks of a step.
///
/// The engine reads no clock: a caller that times phases does so here.
pub trait StepHooks {
    /// Called when a phase begins; the previous phase has ended.
    fn phase(&mut self, _phase: Phase) {}

    /// Called once a step to set velocities.
    ///
    /// Gravity is already added, and contacts are from the last step. The step of a jump therefore has no
    /// gravity.
    fn control(&mut self, _bodies: &mut ControlContext) {}

    /// Returns the collision hooks, for bodies whose profile sets [`use_hooks`](Profile::use_hooks). Default
    /// none.
    fn rules(&self) -> Option<&dyn CollisionHooks> {
        None
    }

    /// Called when the last phase has ended.
    fn finished(&mut self) {}
}

impl StepHooks for () {}

/// Access to bodies and movers in the control phase.
pub struct ControlContext<'a> {
    pub(super) world: &'a mut World,
    /// Length of the step, in seconds; 0 if the step is rejected.
    pub(super) dt: f32,
    /// Index after the last looked-up body. Games look up characters mostly in index order, so a lookup
    /// starts here.
    pub(super) next: usize,
}

impl ControlContext<'_> {
    /// Returns a body in its present state, or `None` if no body has this id.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        self.world.body(id)
    }

    /// Returns the contacts of a body at the end of the last step.
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<BodyState> {
        self.world.state(id)
    }

    /// Sets a velocity, in px/s, like [`World::set_velocity`].
    pub fn set_velocity(&mut self, id: BodyId, velocity: impl Into<[f32; 2]>) -> bool {
        self.world.set_velocity(id, velocity)
    }

    /// Drops a body through the one-way platforms under it, like [`World::drop_through`].
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        self.world.drop_through(id)
    }

    /// Resizes a body, in lattice units, like [`World::resize`].
    pub fn resize(&mut self, id: BodyId, size: IVec2) -> bool {
        self.world.resize(id, size)
    }

    /// Sets a body's time scale, like [`World::set_time_scale`].
    pub fn set_time_scale(&mut self, id: BodyId, scale: f32) -> bool {
        self.world.set_time_scale(id, scale)
    }

    /// Freezes a body for `ticks` steps including this one, like [`World::hit_stop`].
    pub fn hit_stop(&mut self, id: BodyId, ticks: u8) -> bool {
        self.world.hit_stop(id, ticks)
    }

    /// Sets a mover's velocity, in px/s, like [`World::set_mover_velocity`]. Movers move later in this step.
    pub fn set_mover_velocity(&mut self, id: MoverId, velocity: impl Into<[f32; 2]>) -> bool {
        self.world.set_mover_velocity(id, velocity)
    }

    /// Sets a mover's target for this step, in lattice units, like [`World::move_mover_to`].
    pub fn move_mover_to(&mut self, id: MoverId, position: IVec2) -> bool {
        self.world.move_mover_to(id, position)
    }

    /// Sets a mover's target for this step, or clears it with `None`, like [`World::set_mover_target`].
    pub fn set_mover_target(&mut self, id: MoverId, target: Option<IVec2>) -> bool {
        self.world.set_mover_target(id, target)
    }

    /// Returns all bodies as slices, for drivers with their own body storage. Only velocities may be changed
    /// here.
    #[must_use]
    pub fn slices(&mut self) -> BodySlices<'_> {
        self.world.slices()
    }
}

impl World {
    /// Advances the world by `dt` seconds.
    ///
    /// Never panics. With a negative or non-finite `dt`, or a non-finite gravity, nothing moves and every
    /// body is reported.
    ///
    /// No body sleeps: a body at rest takes a fast path, and needs no call to wake it up.
    #[doc(alias = "sleep")]
    #[doc(alias = "sleeping")]
    #[doc(alias = "simulate")]
    #[doc(alias = "update")]
    pub fn step(&mut self, dt: f32) {
        self.step_with(dt, &mut ());
    }

    /// Like [`step`](Self::step), and calls `hooks` at each phase.
    pub fn step_with(&mut self, dt: f32, hooks: &mut impl StepHooks) {
        self.step_on(&SerialExecutor, dt, hooks);
    }

    /// Like [`step_with`](Self::step_with), but runs on the threads of `executor`. The result is
    /// bit-identical.
    #[doc(alias = "parallel")]
    #[doc(alias = "multithreading")]
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
        hooks.control(&mut ControlContext { world: self, dt: dt_there, next: 0 });
        self.add_lift_velocity();

        hooks.phase(Phase::MovePlatforms);
        if unsound.is_none() {
            self.recall(hooks.rules());
            self.move_platforms(dt, hooks.rules());
        }

        hooks.phase(Phase::Sweep);
        if let Some((field, fault)) = unsound {
            self.reject_all(field, fault);
        } else {
            self.save_start_state();
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
        hooks.phase(Phase::SolveIslands);
        if unsound.is_none() {
            self.advance(executor, split.len, dt, hooks.rules());
        }

        hooks.phase(Phase::Commit);
        self.remember();
        self.end_squishes(dt, hooks.rules());
        if self.notes[..split.parts].iter().any(StepOutput::has_to_commit) {
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

    /// Runs a phase over all bodies, in parts.
    fn in_parts(
        &mut self,
        executor: &impl Executor,
        split: Split,
        dt: f32,
        rules: Option<&dyn CollisionHooks>,
        phase: &(impl Fn(Setting, &mut BodySlices, &mut StepOutput) + Sync),
    ) {
        let World { grid, profiles, bodies, memories, movers, notes, .. } = self;
        let traced = SensorPath::of(grid, profiles);
        let setting = Setting { grid, profiles, memories, movers, rules, traced, dt };
        let work = |mut part: BodySlices, notes: &mut StepOutput| phase(setting, &mut part, notes);
        split.each(executor, bodies.as_slices(), &mut notes[..split.parts], &work);
    }

    /// Restores the speed that walls took from bodies, where the walls have ended.
    fn recall(&mut self, rules: Option<&dyn CollisionHooks>) {
        if !self.memories.is_empty() {
            let World { grid, profiles, bodies, memories, movers, places, .. } = self;
            let context = ViewContext::new(grid, movers, rules);
            memories.restore_wall_speed(&context, profiles, &mut bodies.as_slices(), places);
        }
    }

    /// Stores the transient state that bodies gained in this step.
    fn remember(&mut self) {
        let apart = [&mut self.solid_notes, &mut self.timed.notes, &mut self.pairs.notes];
        for notes in self.notes.iter_mut().chain(apart) {
            self.memories.take(&mut notes.memories);
        }
    }

    /// Counts down the timers of transient state by one tick.
    fn age(&mut self, rules: Option<&dyn CollisionHooks>) {
        if !self.memories.is_empty() {
            let World { grid, profiles, bodies, memories, movers, places, .. } = self;
            let context = ViewContext::new(grid, movers, rules);
            let bodies = &bodies.as_slices();
            let aabb_of = |id: BodyId| places.get(id).map(|place| bodies.get(place).aabb());
            memories.tick_timers(&context, profiles, (bodies, places), aabb_of);
        }
    }

    /// Finds sensor overlaps that begin and end.
    fn sense(&mut self) {
        let World { grid, profiles, bodies, places, senses, notes, solid_notes, timed, pairs, log, .. } =
            self;
        senses.sense(
            &Scene { grid, profiles, bodies, places },
            (notes, [solid_notes, &mut timed.notes, &mut pairs.notes]),
            log,
        );
    }

    /// Clears the output of the last step.
    fn begin(&mut self, parts: usize) {
        self.log.events.clear();
        self.log.is_timed = false;
        self.senses.carried.clear();
        self.grid.begin_journal_if_none();
        if self.notes.len() < parts {
            self.notes.resize_with(parts, StepOutput::default);
        }
        self.notes.iter_mut().for_each(StepOutput::clear);
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

    /// Merges the events of all parts; the order does not depend on the parts.
    fn gather_events(&mut self) {
        // Two lists can hold one body: without time of its own it may gain or lose a floor while other bodies
        // hit it.
        let are_both = |a: &StepOutput, b: &StepOutput| !a.log.events.is_empty() && !b.log.events.is_empty();
        self.log.is_timed |= are_both(&self.timed.notes, &self.pairs.notes);
        let apart = [&mut self.solid_notes, &mut self.timed.notes, &mut self.pairs.notes];
        for notes in self.notes.iter_mut().chain(apart) {
            self.log.take(&mut notes.log);
            // Only a forged snapshot reaches the end of the count.
            self.hits = self.hits.wrapping_add(notes.hits).wrapping_sub(notes.hits_alone);
        }
        self.log.sort();
    }
}

/// True if gravity and step length are valid.
pub(super) fn is_sound(gravity: Vec2, dt: f32) -> bool {
    dt.is_finite() && dt >= 0.0 && (gravity * dt).is_finite()
}

/// Finds contacts from geometry, for bodies that may touch something now or touched something before.
pub(super) fn commit(setting: Setting, bodies: &mut BodySlices, notes: &mut StepOutput) {
    for &(place, before) in &notes.too_fast {
        // Skipped by the sweep as too fast, unless the game slowed the body down: the velocity before gravity
        // is restored.
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
        if !profile.track_contacts || profile.movement.response == Response::PassThrough {
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

/// Returns the contacts of a body at its position.
#[inline]
pub(super) fn contacts_of(
    setting: &Setting,
    is_quiet: bool,
    profile: &Profile,
    bodies: &BodySlices,
    place: usize,
) -> Contacts {
    let is_asked = profile.use_hooks && setting.rules.is_some();
    if !is_quiet || is_asked || setting.memories.has(bodies.id[place]) {
        return contacts_met(setting, profile, bodies, place);
    }
    let min = IVec2::new(bodies.x.at[place], bodies.y.at[place]);
    let size = IVec2::new(bodies.x.size[place], bodies.y.size[place]);
    setting.grid.view(profile.movement.mask).contacts(min, min + size, profile.movement.stance())
}

/// Like [`contacts_of`], for bodies with a collision filter.
#[inline(never)]
fn contacts_met(setting: &Setting, profile: &Profile, bodies: &BodySlices, place: usize) -> Contacts {
    let (id, body) = (bodies.id[place], bodies.get(place));
    let own = setting.body_view(id, body.size, profile);
    own.view().contacts(body.position, body.position + body.size, profile.movement.stance())
}

/// Integrates v += gravity * dt, then limits speeds. Runs of bodies with one profile are processed together.
pub(super) fn integrate(setting: Setting, change: Vec2, bodies: &mut BodySlices, notes: &mut StepOutput) {
    if setting.profiles.iter().any(|profile| frictions(profile, change, setting.dt) != [0.0; 2]) {
        apply_friction(setting, change, bodies);
    }
    let mut from = 0;
    for run in bodies.profile.chunk_by(|a, b| a == b) {
        let places = from..from + run.len();
        from = places.end;
        // Rejected bodies have no profile.
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
                // A non-finite velocity stays, to be reported: a limit would hide an infinite speed.
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

/// Speed limit of the fast path, in px/s. Even with as much gravity it is far below overflow for steps up to
/// 1,000 s.
const CALM: f32 = 1e30;

/// True if the translation of one step, in lattice units, is finite.
#[inline(always)]
pub(super) fn has_a_way(speed: f32, dt: f32) -> bool {
    (speed * dt * UNITS_PER_PX as f32).is_finite()
}

/// Clamps a speed to ±`limit`; -0 becomes +0.
#[inline(always)]
fn limited(speed: f32, limit: f32) -> f32 {
    let speed = if speed > limit { limit } else { speed };
    (if speed < -limit { -limit } else { speed }) + 0.0
}
