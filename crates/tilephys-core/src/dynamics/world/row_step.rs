//! Step of bodies in the storage of a driver, where bodies meet nothing but the grid: each part is loaded, moved and stored at
//! once.

use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::integrate::is_sound;
use crate::dynamics::output::{Executor, Rows, Split, StepOutput};
use crate::dynamics::state::BodySlices;
use crate::dynamics::world::{StepParts, World, move_alone};
use crate::limits::FEWEST_IN_RUN;

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
