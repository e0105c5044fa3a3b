//! Friction of floors on bodies that stand on them.

use crate::dynamics::context::StepContext;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::BodySlices;
use crate::response::Response;
use glam::Vec2;
use std::ops::Range;

/// Applies floor friction to bodies, where gravity adds `change` to velocities.
#[cold]
pub(crate) fn apply_friction(
    context: StepContext,
    change: Vec2,
    bodies: &mut BodySlices,
    range: Range<usize>,
) {
    for index in range {
        let Some(profile) = context.profiles.get(bodies.profile[index].index()) else { continue };
        let [anywhere, on_tiles] = frictions(profile, change, context.dt);
        if anywhere + on_tiles == 0.0 || !bodies.state[index].on_floor() {
            continue;
        }
        let level = 1 - profile.movement.up.axis();
        if [&bodies.x, &bodies.y][level].velocity[index] == 0.0 {
            continue;
        }
        let body = bodies.get(index);
        let own = context.body_view(bodies.id[index], body.size, profile);
        let loss = match own.view().surface_under(&body, &profile.movement) {
            Some(floor) => (anywhere + on_tiles) * floor.friction,
            // The body no longer collides with the floor under it.
            None if own.is_filtered()
                && own.unfiltered().surface_under(&body, &profile.movement).is_some() =>
            {
                continue;
            }
            // Another body is its floor.
            None => anywhere,
        };
        let axis = if level == 0 { &mut bodies.x } else { &mut bodies.y };
        let speed = &mut axis.velocity[index];
        *speed = if *speed > loss {
            *speed - loss
        } else if *speed < -loss {
            *speed + loss
        } else {
            0.0
        };
    }
}

/// Returns the speed, in px/s, that friction takes in a step with the gravity `change`: on any floor, and on
/// tiles and movers only. Friction between bodies is a part of their contact.
pub(crate) fn frictions(profile: &Profile, change: Vec2, dt: f32) -> [f32; 2] {
    let slides = profile.movement.response == Response::Slide;
    let Some(walk) = profile.movement.walk_if_grounded().filter(|_| slides) else { return [0.0; 2] };
    let weight = -change.dot(profile.movement.up.vector().as_vec2()) * profile.gravity_scale;
    let friction = profile.collide.filter(|_| weight > 0.0).map_or(0.0, |collide| collide.friction * weight);
    [walk.friction * dt, friction]
}
