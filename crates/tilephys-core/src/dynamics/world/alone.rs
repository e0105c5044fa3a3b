//! Step of bodies that meet nothing but the grid, without a control phase: each part goes through all phases at once, while it is
//! in the cache.
//!
//! The step of [`step`](super::step) runs phase after phase over all bodies. At a million bodies each phase then reads all of them
//! from memory again.

use crate::dynamics::commit::{any_is_placed, commit, find_placed_contacts};
use crate::dynamics::context::StepContext;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::integrate::integrate;
use crate::dynamics::output::{Executor, Split, StepOutput};
use crate::dynamics::state::BodySlices;
use crate::dynamics::sweep::sweep_alone;
use crate::dynamics::world::{Phase, StepHooks, World};
use glam::Vec2;

impl World {
    /// True if bodies meet nothing but the grid, and no state lasts from step to step beside the arrays.
    pub(super) fn has_only_grid(&mut self) -> bool {
        let is_alone = self.profiles.iter().all(|one| one.collide.is_none() && one.solid.is_none());
        let World { transient, platforms, senses, grid, .. } = &*self;
        let has_movers = !platforms.state.store.is_empty() || !platforms.state.rides.is_empty();
        let is_sensed = !senses.inside.is_empty() || !senses.ended.is_empty() || !senses.feet.is_empty();
        let is_remembered = !transient.is_empty() || !transient.retained.is_empty();
        is_alone
            && !has_movers
            && !is_sensed
            && !is_remembered
            && !grid.has_conveyors()
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

    /// Ends a step of bodies alone.
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
