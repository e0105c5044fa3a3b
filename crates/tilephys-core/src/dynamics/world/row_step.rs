//! Step of bodies that meet nothing but the grid, without a control phase: each part goes through all phases at once, while it is in
//! the cache. Bodies in the storage of a driver are loaded and stored with their part.
//!
//! The step of [`step`](super::step) runs phase after phase over all bodies. At a million bodies each phase then reads all of them
//! from memory again.

use crate::dynamics::commit::{any_is_placed, commit, find_placed_contacts};
use crate::dynamics::context::StepContext;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::integrate::{integrate, is_sound};
use crate::dynamics::output::{Executor, Rows, Split, StepOutput};
use crate::dynamics::state::BodySlices;
use crate::dynamics::sweep::sweep_alone;
use crate::dynamics::world::{Phase, StepHooks, StepParts, World};
use crate::limits::FEWEST_IN_RUN;
use glam::Vec2;

/// Bodies in the storage of a driver, such as the columns of an archetype.
pub trait BodyRows: Rows {
    /// Returns the number of rows.
    #[must_use]
    fn count(&self) -> usize;

    /// Writes all rows to as many bodies, under the terms of [`World::slices`].
    ///
    /// A body whose box differs from the one in the slices gets the state [`after_edit`](crate::BodyState::after_edit), in its
    /// row too.
    fn load(&mut self, bodies: &mut BodySlices);

    /// Writes as many bodies back to all rows. It may correct bodies that the storage cannot hold.
    fn store(&mut self, bodies: &mut BodySlices);
}

/// Step in progress, which moves the bodies of [`BodyRows`] in the order of their indices.
///
/// Created by [`World::row_step`].
#[derive(Debug)]
pub struct RowStep<'a, E> {
    world: &'a mut World,
    executor: &'a E,
    dt: f32,
    /// Bodies and parts so far.
    bodies: usize,
    parts: usize,
}

impl World {
    /// Begins a step of `dt` seconds for a driver with its own body storage. Its result is the same bits as of
    /// [`step_on`](Self::step_on).
    ///
    /// `None` if more than gravity and the grid may affect a body: movers, solid or colliding bodies, sensors,
    /// regions, conveyors, off-grid shapes or transient state. Also `None` if `dt` or gravity is unsound, or if
    /// `runs` calls of [`advance`](RowStep::advance) make runs too short for full vector lanes. Then use `step_on`.
    pub fn row_step<'a, E: Executor>(
        &'a mut self,
        executor: &'a E,
        dt: f32,
        runs: usize,
    ) -> Option<RowStep<'a, E>> {
        // Removed bodies must not count in the conditions below.
        self.forget_gone();
        if self.len() < runs * FEWEST_IN_RUN || !is_sound(self.gravity, dt) || !self.has_only_grid() {
            return None;
        }
        self.warn_of_long_step(dt);
        self.begin(Split { parts: 0, len: 0 });
        self.classes.find_own_time(&self.transient, &self.indices, dt);
        Some(RowStep { world: self, executor, dt, bodies: 0, parts: 0 })
    }
}

impl<E: Executor> RowStep<'_, E> {
    /// Loads, moves and stores the next bodies, one for each row.
    ///
    /// # Panics
    /// If there are fewer bodies left.
    pub fn advance<R: BodyRows>(&mut self, rows: R, rules: Option<&dyn CollisionHooks>) {
        let len = rows.count();
        let split = Split::into_cached(len);
        let outputs = self.parts..self.parts + split.parts;
        if self.world.output.len() < outputs.end {
            self.world.output.resize_with(outputs.end, StepOutput::default);
        }
        // Outputs of several runs follow each other, and count their bodies from the first run.
        for (part, output) in self.world.output[outputs.clone()].iter_mut().enumerate() {
            output.from = (self.bodies + part * split.len) as u32;
        }
        let gravity = self.world.gravity;
        let StepParts { context, bodies, output, .. } = self.world.parts(self.dt, rules);
        let bodies = bodies.as_slices().split_at(self.bodies).1.split_at(len).0;
        // A part is loaded, moved and stored at once, while it is in the cache.
        let work = |(mut bodies, mut rows): (BodySlices, R), output: &mut StepOutput| {
            rows.load(&mut bodies);
            move_alone(context, gravity, &mut bodies, output);
            rows.store(&mut bodies);
        };
        split.each(self.executor, (bodies, rows), &mut output[outputs.clone()], &work);
        self.bodies += len;
        self.parts = outputs.end;
    }

    /// Ends the step.
    ///
    /// # Panics
    /// If bodies are left.
    pub fn finish(self, rules: Option<&dyn CollisionHooks>) {
        let RowStep { world, bodies, .. } = self;
        assert!(bodies == world.len(), "{bodies} of {} bodies have moved", world.len());
        world.end_alone(rules);
    }
}

impl World {
    /// True if bodies meet nothing but the grid, and no state lasts from step to step beside the arrays.
    pub(super) fn has_only_grid(&mut self) -> bool {
        let is_alone = self.profiles.iter().all(|one| one.collide.is_none() && one.solid.is_none());
        let World { transient, platforms, senses, grid, .. } = &*self;
        let has_movers = !platforms.state.store.is_empty() || !platforms.state.rides.is_empty();
        let is_sensed = !senses.inside.is_empty() || !senses.ended.is_empty() || !senses.feet.list.is_empty();
        let is_remembered = !transient.is_empty() || !transient.retained.is_empty();
        is_alone
            && !has_movers
            && !is_sensed
            && !is_remembered
            && !grid.has_conveyors
            && self.parts(0.0, None).context.is_quiet()
    }

    /// Advances a world that [has only a grid](Self::has_only_grid), for hooks without a control phase.
    pub(super) fn step_alone(&mut self, executor: &impl Executor, dt: f32, hooks: &mut impl StepHooks) {
        let even = Split::new(self.len(), executor);
        let cached = Split::into_cached(self.len());
        // Small enough for the cache, and enough parts for all threads.
        let split = if cached.len < even.len { cached } else { even };
        self.begin(split);
        self.classes.find_own_time(&self.transient, &self.indices, dt);
        if any_is_placed(&self.bodies.state) {
            self.list_placed();
        }
        let gravity = self.gravity;
        for phase in Phase::ALL {
            hooks.phase(phase);
            // All phases of a part run here.
            if phase == Phase::Sweep {
                self.in_parts(executor, split, dt, hooks.rules(), &|context, part, output| {
                    move_alone(context, gravity, part, output);
                });
            }
        }
        self.end_alone(hooks.rules());
        hooks.finished();
    }

    pub(super) fn end_alone(&mut self, rules: Option<&dyn CollisionHooks>) {
        self.store_retained_speeds();
        self.tick_timers(rules);
        self.gather_events();
    }
}

/// Takes a part through all phases of bodies that meet nothing but the grid.
pub(super) fn move_alone(
    context: StepContext,
    gravity: Vec2,
    bodies: &mut BodySlices,
    output: &mut StepOutput,
) {
    // The phases of `World::step_on` in their order. All others have nothing to do here.
    find_placed_contacts(context, bodies, output);
    integrate(context, gravity, bodies, output);
    sweep_alone(context, bodies, output);
    commit(context, bodies, output);
    output.forget_committed();
}
