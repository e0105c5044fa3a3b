//! Timers of bodies: wall speed that is kept for some ticks, dropped lines and ignored obstacles.

use crate::aabb::Aabb;
use crate::controller::{AfterWall, Body};
use crate::direction::Direction;
use crate::dynamics::context::{BodyView, StepContext};
use crate::dynamics::ids::BodyId;
use crate::dynamics::state::{BodySlices, TransientStates};
use glam::IVec2;

impl TransientStates {
    /// Restores the speed that walls took from bodies, where the walls have ended.
    pub(crate) fn restore_wall_speed(&mut self, context: &StepContext, bodies: &mut BodySlices) {
        // Taken out, because the state of each body is looked up meanwhile.
        let mut retained = std::mem::take(&mut self.retained);
        for entry in retained.iter_mut() {
            let id = entry.body;
            let state = self.find(id);
            if state.is_some_and(|state| state.stop_ticks > 0) {
                continue;
            }
            let Some(index) = context.indices.get(id) else { continue };
            let Some(profile) = context.profiles.get(bodies.profile[index].index()) else { continue };
            let body = bodies.get(index);
            let own = BodyView::of(context, id, body.size, profile, state);
            // The speed comes back where the wall ends, and is lost if the body has turned.
            match own.view().after_wall(&body, entry.speed, &profile.movement) {
                AfterWall::Blocked => continue,
                AfterWall::Turned => {}
                AfterWall::Free if profile.movement.up.axis() == 0 => bodies.y.velocity[index] = entry.speed,
                AfterWall::Free => bodies.x.velocity[index] = entry.speed,
            }
            entry.ticks = 0;
        }
        self.retained = retained;
    }

    /// Counts down the ticks of retained speeds, except for bodies without time. Removes the entries of bodies that no longer exist
    /// or have no profile.
    fn tick_retained(&mut self, context: &StepContext, bodies: &BodySlices) {
        let mut retained = std::mem::take(&mut self.retained);
        retained.retain(|entry| {
            let Some(index) = context.indices.get(entry.body) else { return false };
            let is_known = context.profiles.get(bodies.profile[index].index()).is_some();
            entry.ticks -= u8::from(!self.is_stopped(entry.body));
            is_known && entry.ticks > 0
        });
        self.retained = retained;
    }

    /// Ends a tick: counts down timers, and drops entries of bodies that no longer exist or have no profile.
    ///
    /// `aabb_of` returns the box of any body of the world.
    pub(crate) fn tick_timers(
        &mut self,
        context: &StepContext,
        bodies: &BodySlices,
        aabb_of: impl Fn(BodyId) -> Option<Aabb>,
    ) {
        self.tick_retained(context, bodies);
        // A dropped body holds again once it is beside the feet or wholly past them.
        let is_among = |other: BodyId, [min, max]: [IVec2; 2], up: Direction| {
            let Some(other) = aabb_of(other) else { return false };
            let axis = up.axis();
            let level = 1 - axis;
            let is_beside = other.max[level] <= min[level] || max[level] <= other.min[level];
            let is_past = if up.vector()[axis] < 0 {
                other.min[axis] <= min[axis]
            } else {
                max[axis] <= other.max[axis]
            };
            !is_beside && !is_past
        };
        self.retain(|(id, memory)| {
            let Some(index) = context.indices.get(*id) else { return false };
            let Some(profile) = context.profiles.get(bodies.profile[index].index()) else { return false };
            let Body { position, size, .. } = bodies.get(index);
            // A frozen body falls through no platform, so it forgets none.
            if memory.stop_ticks == 0 {
                let up = profile.movement.up;
                memory.keep_dropped_bodies(|other| is_among(other, [position, position + size], up));
            }
            let own = BodyView::of(context, *id, size, profile, Some(memory));
            let aged = memory.aged(own.view(), position, size, profile.movement.stance());
            *memory = aged;
            !memory.is_empty()
        });
    }
}
