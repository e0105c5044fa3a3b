//! Timers of bodies: wall speed that is kept for some ticks, dropped lines and ignored obstacles.

use crate::aabb::Aabb;
use crate::body_id::BodyId;
use crate::controller::{Body, TransientState};
use crate::direction::Direction;
use crate::dynamics::context::StepContext;
use crate::dynamics::context::body_view::BodyView;
use crate::dynamics::state::bodies::BodySlices;
use crate::dynamics::state::id_map::IdMap;
use crate::dynamics::state::transient_states::TransientStates;
use glam::IVec2;

impl TransientStates {
    /// Restores the speed that walls took from bodies, where the walls have ended.
    pub(crate) fn restore_wall_speed(
        &mut self,
        context: &StepContext,
        bodies: &mut BodySlices,
        places: &IdMap,
    ) {
        let is_meant = |memory: &TransientState| memory.retain_ticks > 0 && memory.stop_ticks == 0;
        let all = self.list.iter_mut().chain(&mut self.late);
        for (id, memory) in all.filter(|entry| is_meant(&entry.1)) {
            let Some(place) = places.get(*id) else { continue };
            let Some(profile) = context.profiles.get(bodies.profile[place].place()) else { continue };
            let mut body = Body { memory: *memory, ..bodies.get(place) };
            BodyView::of(context, (*id, body.size), profile, Some(memory))
                .view()
                .recall(&mut body, &profile.movement);
            (bodies.x.velocity[place], bodies.y.velocity[place]) = (body.velocity.x, body.velocity.y);
            *memory = body.memory;
        }
    }

    /// Ends a tick: counts down timers, and drops entries of bodies that no longer exist or have no profile.
    ///
    /// `aabb_of` returns the box of any body of the world.
    pub(crate) fn tick_timers(
        &mut self,
        context: &StepContext,
        (bodies, places): (&BodySlices, &IdMap),
        aabb_of: impl Fn(BodyId) -> Option<Aabb>,
    ) {
        self.sort();
        let is_among = |other: BodyId, [min, max]: [IVec2; 2], up: Direction| {
            let Some(other) = aabb_of(other) else { return false };
            let (axis, level) = (up.axis(), 1 - up.axis());
            let is_beside = other.max[level] <= min[level] || max[level] <= other.min[level];
            let is_past = if up.vector()[axis] < 0 {
                other.min[axis] <= min[axis]
            } else {
                max[axis] <= other.max[axis]
            };
            !is_beside && !is_past
        };
        self.list.retain_mut(|(id, memory)| {
            let Some(place) = places.get(*id) else { return false };
            let Some(profile) = context.profiles.get(bodies.profile[place].place()) else { return false };
            let Body { position, size, .. } = bodies.get(place);
            if memory.stop_ticks == 0 {
                let up = profile.movement.up;
                memory.keep_dropped_bodies(|other| is_among(other, [position, position + size], up));
            }
            let own = BodyView::of(context, (*id, size), profile, Some(memory));
            let aged = memory.aged(own.view(), position, size, profile.movement.stance());
            *memory = aged;
            !memory.is_empty()
        });
    }
}
