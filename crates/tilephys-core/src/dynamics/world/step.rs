//! Simulation step: a fixed sequence of named phases over plain arrays.

use crate::dynamics::commit::{any_is_placed, commit, find_placed_contacts};
use crate::dynamics::context::StepContext;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::integrate::integrate;
use crate::dynamics::islands::{PairContext, Pairs};
use crate::dynamics::output::{
    EventKind, Executor, PairCounts, SensorPath, SerialExecutor, Split, StepOutput,
};
use crate::dynamics::state::{Bodies, BodySlices, TransientStates};
use crate::dynamics::sweep::sweep_alone;
use crate::dynamics::world::{Phase, StepHooks, World};
use crate::fault::{Fault, Field};
use crate::limits::LONG_STEP;

/// Parts of a world in a step, each borrowed by itself.
pub(crate) struct StepParts<'a> {
    pub(crate) context: StepContext<'a>,
    pub(crate) bodies: &'a mut Bodies,
    pub(crate) output: &'a mut [StepOutput],
    pub(crate) counts: &'a mut PairCounts,
    pub(crate) pairs: &'a mut Pairs,
}

impl World {
    /// Advances the world by `dt` seconds.
    ///
    /// Never panics. With a negative or non-finite `dt`, or a non-finite gravity, nothing moves and every body is reported.
    ///
    /// Warns once, through the crate `log`, of a `dt` above 0.25 s, which is probably in milliseconds.
    ///
    /// No body sleeps: a body at rest takes a fast path, and needs no call to wake it up.
    #[doc(alias("sleep", "sleeping", "simulate", "update"))]
    pub fn step(&mut self, dt: f32) {
        self.step_with(dt, &mut ());
    }

    /// Like [`step`](Self::step), and calls `hooks` at each phase.
    pub fn step_with(&mut self, dt: f32, hooks: &mut impl StepHooks) {
        self.step_on(&SerialExecutor, dt, hooks);
    }

    /// Like [`step_with`](Self::step_with), but runs on the threads of `executor`. The result is bit-identical.
    #[doc(alias("parallel", "multithreading"))]
    pub fn step_on(&mut self, executor: &impl Executor, dt: f32, hooks: &mut impl StepHooks) {
        // A step that makes no sense moves nothing, but reports it for each body.
        let unsound = if !(dt.is_finite() && dt >= 0.0) {
            let fault = if dt.is_finite() { Fault::OutOfRange } else { Fault::NotFinite };
            Some((Field::TimeStep, fault))
        } else if !(self.gravity * dt).is_finite() {
            let fault = if self.gravity.is_finite() { Fault::OutOfRange } else { Fault::NotFinite };
            Some((Field::Gravity, fault))
        } else {
            None
        };
        self.warn_of_long_step(dt);
        self.forget_gone();
        if unsound.is_none() && !hooks.has_control() && self.has_only_grid() {
            return self.step_alone(executor, dt, hooks);
        }
        let split = Split::new(self.len(), executor);
        self.begin(split);

        hooks.phase(Phase::Integrate);
        if unsound.is_none() {
            self.begin_placed(executor, split, dt, hooks.rules());
            let gravity = self.gravity;
            self.classes.find_own_time(&self.transient, &self.indices, dt);
            self.in_parts(executor, split, dt, hooks.rules(), &|context, part, output| {
                integrate(context, gravity, part, output);
            });
        }

        hooks.phase(Phase::Control);
        self.control(hooks, if unsound.is_none() { dt } else { 0.0 });
        self.add_lift_velocity();

        hooks.phase(Phase::MovePlatforms);
        if unsound.is_none() {
            self.with_transient(hooks.rules(), TransientStates::restore_wall_speed);
            self.move_platforms(split, dt, hooks.rules());
        }

        hooks.phase(Phase::Sweep);
        if let Some((field, fault)) = unsound {
            self.reject_all(field, fault);
        } else {
            // Islands move their bodies again from the start of the sweep.
            let may_collide = self.pairs.save_start_state(&self.profiles, &self.bodies);
            self.output.iter_mut().for_each(|output| output.may_collide = may_collide);
            self.classes.find_own_time(&self.transient, &self.indices, dt);
            self.classes.add_solids(&self.platforms.state.solids);
            self.in_parts(executor, split, dt, hooks.rules(), &sweep_alone);
        }
        self.learn_groups(dt);

        hooks.phase(Phase::BroadPhase);
        if unsound.is_none() {
            self.find_pairs(executor, dt, hooks.rules());
        }
        hooks.phase(Phase::SolveIslands);
        if unsound.is_none() {
            self.solve_islands(executor, dt, hooks.rules());
        }

        hooks.phase(Phase::Commit);
        // State that the sweep has found, before contacts are found with it.
        self.store_retained_speeds();
        self.end_squishes(dt, hooks.rules());
        self.find_floors_of_solids(split);
        // Contacts last: islands and squishes have moved bodies until here.
        if self.output[..split.parts].iter().any(StepOutput::has_to_commit) {
            self.in_parts(executor, split, dt, hooks.rules(), &commit);
        }
        self.commit_pairs(dt, hooks.rules());
        self.update_lifts();

        self.tick_timers(hooks.rules());
        hooks.phase(Phase::Sense);
        if unsound.is_none() {
            self.sense();
        }
        hooks.phase(Phase::Events);
        self.gather_events();
        hooks.finished();
    }

    /// Begins anew with bodies that the game has placed since the last step: clears what belongs to their old places, then
    /// finds their contacts.
    fn begin_placed(
        &mut self,
        executor: &impl Executor,
        split: Split,
        dt: f32,
        rules: Option<&dyn CollisionHooks>,
    ) {
        if !any_is_placed(&self.bodies.state) {
            return;
        }
        self.list_placed();
        let World { placed, indices, bodies, transient, platforms, .. } = self;
        // What belongs to the old place: lifts, dropped lines, speeds that walls removed.
        platforms.state.rides.list.retain(|lift| placed.binary_search(&lift.body).is_err());
        transient.forget_places(placed, |id| Some(bodies.get(indices.get(id)?).position));
        self.in_parts(executor, split, dt, rules, &find_placed_contacts);
    }

    pub(super) fn list_placed(&mut self) {
        let Bodies { id, state, .. } = &self.bodies;
        self.placed.extend(id.iter().zip(state).filter(|(_, state)| state.is_placed()).map(|(id, _)| *id));
        self.placed.sort_unstable();
    }

    /// Runs a phase over all bodies, in parts.
    pub(super) fn in_parts(
        &mut self,
        executor: &impl Executor,
        split: Split,
        dt: f32,
        rules: Option<&dyn CollisionHooks>,
        phase: &(impl Fn(StepContext, &mut BodySlices, &mut StepOutput) + Sync),
    ) {
        let StepParts { context, bodies, output, .. } = self.parts(dt, rules);
        let work = |mut part: BodySlices, output: &mut StepOutput| phase(context, &mut part, output);
        split.each(executor, bodies.as_slices(), &mut output[..split.parts], &work);
    }

    pub(crate) fn parts<'a>(&'a mut self, dt: f32, rules: Option<&'a dyn CollisionHooks>) -> StepParts<'a> {
        // Field by field, so that a phase can change bodies while the context is read.
        let World { grid, profiles, bodies, indices, transient, platforms, ignored, .. } = self;
        let World { combine, classes, senses, output, pair_counts, pairs, .. } = self;
        let context = StepContext {
            grid,
            profiles,
            indices,
            transient,
            platforms: &platforms.state,
            ignored,
            combine: *combine,
            rules,
            traced: SensorPath::of(grid, profiles, &senses.ranges),
            classes,
            dt,
        };
        StepParts { context, bodies, output, counts: pair_counts, pairs }
    }

    pub(super) fn tick_timers(&mut self, rules: Option<&dyn CollisionHooks>) {
        self.with_transient(rules, |transient, context, bodies| {
            let aabb_of = |id: BodyId| context.indices.get(id).map(|index| bodies.get(index).aabb());
            transient.tick_timers(context, bodies, aabb_of);
        });
    }

    /// Calls `work` with the transient state of bodies, if there is any.
    fn with_transient(
        &mut self,
        rules: Option<&dyn CollisionHooks>,
        work: impl FnOnce(&mut TransientStates, &StepContext, &mut BodySlices),
    ) {
        if self.transient.is_empty() && self.transient.retained.is_empty() {
            return;
        }
        // Taken out, because the context borrows the world.
        let mut transient = std::mem::take(&mut self.transient);
        let StepParts { context, bodies, .. } = self.parts(0.0, rules);
        work(&mut transient, &context, &mut bodies.as_slices());
        self.transient = transient;
    }

    fn find_pairs(&mut self, executor: &impl Executor, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let StepParts { context: step, bodies, counts, pairs, .. } = self.parts(dt, rules);
        counts.pairs = pairs.find_pairs(executor, &PairContext { step, bodies });
    }

    fn solve_islands(&mut self, executor: &impl Executor, dt: f32, rules: Option<&dyn CollisionHooks>) {
        if self.pair_counts.pairs == 0 {
            return;
        }
        let StepParts { context: step, bodies, output, counts, pairs } = self.parts(dt, rules);
        pairs.play(executor, &PairContext { step, bodies });
        pairs.apply_results(&step, bodies, output, counts);
    }

    /// Ends the step of bodies that were solved in islands.
    fn commit_pairs(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let StepParts { context, bodies, pairs, .. } = self.parts(dt, rules);
        if !pairs.output.touching.is_empty() {
            commit(context, &mut bodies.as_slices(), &mut pairs.output);
        }
    }

    pub(super) fn store_retained_speeds(&mut self) {
        for output in self.output.iter_mut().chain([&mut self.pairs.output]) {
            self.transient.retained.take(&mut output.retained);
        }
    }

    pub(crate) fn sense(&mut self) {
        // Taken out, because the context borrows them.
        let mut senses = std::mem::take(&mut self.senses);
        let mut log = std::mem::take(&mut self.log);
        let StepParts { context, bodies, output, pairs, .. } = self.parts(0.0, None);
        senses.sense(&context, bodies, output, &mut pairs.output, &mut log);
        self.senses = senses;
        self.log = log;
    }

    /// Clears the output of the last step.
    pub(super) fn begin(&mut self, split: Split) {
        self.log.events.clear();
        self.log.is_timed = false;
        self.placed.clear();
        self.senses.carried.clear();
        self.grid.set_first_map_if_none();
        // Outputs never shrink: their lists keep their memory for the next step.
        if self.output.len() < split.parts {
            self.output.resize_with(split.parts, StepOutput::default);
        }
        for (part, output) in self.output.iter_mut().enumerate() {
            output.clear();
            output.from = (part * split.len) as u32;
        }
        self.pairs.output.clear();
        self.pair_counts = PairCounts::default();
        // Solid bodies enter the grid here, because the game may have moved or changed them since.
        self.platforms.begin(&mut self.grid, &self.profiles, &self.bodies);
        for &id in &self.platforms.state.solids.too_large {
            self.log.push(id, EventKind::Rejected { field: Field::Size, fault: Fault::OutOfRange });
        }
    }

    /// Warns of the first step that is probably in milliseconds, or as long as a frame in which the game was stopped.
    pub(super) fn warn_of_long_step(&mut self, dt: f32) {
        if self.has_warned || !dt.is_finite() || dt <= LONG_STEP {
            return;
        }
        self.has_warned = true;
        log::warn!(
            "a step of dt = {dt} s is long. If it is in milliseconds, divide it by 1000. If it is the time of a slow frame, \
             let `FixedStep` make steps of it. (Warned of once.)"
        );
    }

    fn reject_all(&mut self, field: Field, fault: Fault) {
        for &id in &self.bodies.id {
            self.log.push(id, EventKind::Rejected { field, fault });
        }
    }

    /// Merges the events of all parts; the order does not depend on the parts.
    pub(super) fn gather_events(&mut self) {
        // A frozen body may lose its floor while other bodies hit it.
        self.log.is_timed |= !self.classes.is_empty() && !self.pairs.output.log.events.is_empty();
        for output in self.output.iter_mut().chain([&mut self.pairs.output]) {
            self.log.take(&mut output.log);
            // Only a forged snapshot reaches the end of the count.
            self.hits = self.hits.wrapping_add(output.hits);
        }
        self.log.sort();
    }
}
