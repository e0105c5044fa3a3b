//! Integration: friction of floors, gravity and speed limits.

use crate::dynamics::context::{StepClass, StepContext};
use crate::dynamics::output::{StepOutput, TooFast};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::BodySlices;
use crate::limits::{BLOCK, UNITS_PER_PX};
use crate::response::Response;
use glam::Vec2;
use std::ops::Range;

pub(crate) fn is_sound(gravity: Vec2, dt: f32) -> bool {
    dt.is_finite() && dt >= 0.0 && (gravity * dt).is_finite()
}

/// Applies friction, integrates v += gravity * dt, then limits speeds.
///
/// Each body has its own step length; frozen bodies keep their velocities.
pub(crate) fn integrate(
    context: StepContext,
    gravity: Vec2,
    bodies: &mut BodySlices,
    output: &mut StepOutput,
) {
    let mut from = 0;
    // Bodies with a step length of their own are few. The runs between them stay plain loops.
    for &(index, class) in context.classes.of_part(output.from, bodies.len()) {
        let index = (index - output.from) as usize;
        integrate_range(context, gravity, bodies, from..index, output);
        if let StepClass::OwnTime(dt) = class {
            let known = output.too_fast.len();
            integrate_range(StepContext { dt, ..context }, gravity, bodies, index..index + 1, output);
            // Marked, so that the body's velocity is judged by its own step length later.
            output.too_fast[known..].iter_mut().for_each(|one| one.is_timed = true);
        }
        from = index + 1;
    }
    let len = bodies.len();
    integrate_range(context, gravity, bodies, from..len, output);
}

fn integrate_range(
    context: StepContext,
    gravity: Vec2,
    bodies: &mut BodySlices,
    range: Range<usize>,
    output: &mut StepOutput,
) {
    if range.is_empty() {
        return;
    }
    // Nothing is written where nothing changes: at a million bodies the writes alone would count.
    let change = gravity * context.dt;
    if context.profiles.iter().any(|profile| frictions(profile, change, context.dt) != [0.0; 2]) {
        apply_friction(context, change, bodies, range.clone());
    }
    let changes_nothing = |profile: &Profile| {
        change * profile.gravity_scale == Vec2::ZERO && profile.max_speed == Vec2::INFINITY
    };
    if context.profiles.iter().all(changes_nothing) {
        return;
    }
    let mut from = range.start;
    for run in bodies.profile[range.clone()].chunk_by(|a, b| a == b) {
        let indices = from..from + run.len();
        from = indices.end;
        // Rejected bodies have no profile.
        let Some(profile) = context.profiles.get(run[0].index()) else { continue };
        if changes_nothing(profile) {
            continue;
        }
        let change = change * profile.gravity_scale;
        for from in indices.clone().step_by(BLOCK) {
            let block = from..(from + BLOCK).min(indices.end);
            let x = &mut bodies.x.velocity[block.clone()];
            let y = &mut bodies.y.velocity[block];
            let all_calm = |speeds: &[f32]| speeds.iter().fold(true, |all, v| all & (v.abs() < CALM));
            if context.dt < 1e3 && all_calm(&change.to_array()) && all_calm(x) & all_calm(y) {
                x.iter_mut().for_each(|x| *x = limited(*x + change.x, profile.max_speed.x));
                y.iter_mut().for_each(|y| *y = limited(*y + change.y, profile.max_speed.y));
                continue;
            }
            for (index, (x, y)) in (from as u32..).zip(x.iter_mut().zip(y)) {
                let before = Vec2::new(*x, *y);
                let mut wanted = before + change;
                // A non-finite velocity stays, to be reported: a limit would hide an infinite speed.
                if wanted.is_finite() {
                    wanted.x = limited(wanted.x, profile.max_speed.x);
                    wanted.y = limited(wanted.y, profile.max_speed.y);
                }
                if !has_a_way(wanted.x, context.dt) || !has_a_way(wanted.y, context.dt) {
                    output.too_fast.push(TooFast { index, before, is_timed: false });
                }
                *x = wanted.x;
                *y = wanted.y;
            }
        }
    }
    // Of all profiles first, because gravity is nearly never that weak.
    let is_any_short = |profile| is_shorter_than_a_unit(profile, change, context.dt);
    if context.profiles.iter().any(is_any_short) {
        hold_on_floors(context, change, bodies, range);
    }
}

/// True if the gravity of a step, `change`, moves a body at rest toward its floor by less than half a lattice unit. Such a body
/// does not reach its floor in each step, so the sweep does not end its velocity.
fn is_shorter_than_a_unit(profile: &Profile, change: Vec2, dt: f32) -> bool {
    let up = profile.movement.up;
    let fall = change[up.axis()] * profile.gravity_scale * -up.sign() * dt * UNITS_PER_PX as f32;
    fall > 0.0 && fall < 0.5 && profile.track_contacts
}

/// Ends the velocity toward the floor of bodies that stand on a level floor, and do not reach it in this step.
#[cold]
fn hold_on_floors(context: StepContext, change: Vec2, bodies: &mut BodySlices, range: Range<usize>) {
    for index in range {
        let Some(profile) = context.profiles.get(bodies.profile[index].index()) else { continue };
        let up = profile.movement.up;
        let stands = bodies.state[index].contacts().floor(up);
        if !stands || !is_shorter_than_a_unit(profile, change, context.dt) {
            continue;
        }
        let body = bodies.get(index);
        let axis = up.axis();
        let fall = body.velocity[axis] * -up.sign();
        // Gravity of less than half a unit a step rounds to no motion, but its speed would grow step by step.
        let reach = fall * context.dt * UNITS_PER_PX as f32 - body.remainder[axis] * up.sign();
        if fall <= 0.0 || reach >= 0.5 {
            continue;
        }
        let own = context.body_view(bodies.id[index], body.size, profile);
        let floor = own.view().surface_under(&body, &profile.movement);
        // On a slope that does not hold the body, this speed is the beginning of its slide.
        let stops = profile.movement.walk_if_grounded().is_some_and(|walk| walk.stop_on_slope);
        if floor.is_some_and(|floor| stops || floor.normal == up.vector()) {
            let slices = if axis == 0 { &mut bodies.x } else { &mut bodies.y };
            slices.velocity[index] = 0.0;
            slices.remainder[index] = 0.0;
        }
    }
}

/// Speed limit of the fast path, in px/s. Even with as much gravity it is far below overflow for steps up to 1,000 s.
const CALM: f32 = 1e30;

/// True if the translation of one step, in lattice units, is finite.
#[inline(always)]
pub(crate) fn has_a_way(speed: f32, dt: f32) -> bool {
    (speed * dt * UNITS_PER_PX as f32).is_finite()
}

#[inline(always)]
fn limited(speed: f32, limit: f32) -> f32 {
    let speed = if speed > limit { limit } else { speed };
    (if speed < -limit { -limit } else { speed }) + 0.0
}

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
            None if own.is_filtered() && own.unfiltered.surface_under(&body, &profile.movement).is_some() => {
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
