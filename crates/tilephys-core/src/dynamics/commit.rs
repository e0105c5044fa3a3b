//! Commit: contacts of bodies at their final positions.

use crate::dynamics::context::StepContext;
use crate::dynamics::integrate::has_a_way;
use crate::dynamics::output::{EventKind, EventLog, StepOutput, TooFast, Touching};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{BodySlices, BodyState};
use crate::grid::Contacts;
use crate::response::Response;

/// Finds contacts from geometry, for bodies that may touch something now or touched something before.
pub(crate) fn commit(context: StepContext, bodies: &mut BodySlices, output: &mut StepOutput) {
    for &TooFast { index, before, is_timed } in &output.too_fast {
        // Skipped by the sweep as too fast, unless the game slowed the body down: the velocity before gravity is restored.
        let index = index as usize;
        let now = bodies.get(index).velocity;
        let own_dt =
            if is_timed { context.transient.own_dt(bodies.id[index], context.dt) } else { Some(context.dt) };
        if own_dt.is_some_and(|dt| !has_a_way(now.x, dt) || !has_a_way(now.y, dt)) {
            bodies.x.velocity[index] = before.x;
            bodies.y.velocity[index] = before.y;
        }
    }
    for &Touching { index, contacts, beside, rides } in &output.touching {
        let has_changed = || context.platforms.squishes.has_ended(bodies.id[index as usize]);
        let contacts = contacts.filter(|_| !has_changed());
        let touching = Touching { index, contacts, beside, rides };
        store_contacts(&context, bodies, touching, &mut output.log);
    }
}

/// Finds the contacts of bodies that the game has placed, before it controls them. So a body knows its floor from the step
/// of its spawn or teleport on.
pub(crate) fn find_placed_contacts(context: StepContext, bodies: &mut BodySlices, output: &mut StepOutput) {
    if !any_is_placed(bodies.state) {
        return;
    }
    for index in 0..bodies.len() {
        // A body that the step rejects has no contacts yet.
        if bodies.state[index].is_placed() && bodies.get(index).velocity.is_finite() {
            let touching = Touching::new(index as u32, None);
            store_contacts(&context, bodies, touching, &mut output.log);
        }
    }
    // A floor begins at the end of a step, after the hits that follow in the log.
    output.log.is_timed |= !output.log.events.is_empty();
}

/// True if the game has placed any of these bodies. A fold instead of `any`, so that the loop has no branches.
#[inline]
pub(crate) fn any_is_placed(states: &[BodyState]) -> bool {
    states.iter().fold(false, |any, state| any | state.is_placed())
}

/// Stores the contacts of a body, and reports where its floor begins or ends. Contacts that are not known are found, except for
/// `beside`, which other bodies give.
fn store_contacts(context: &StepContext, bodies: &mut BodySlices, touching: Touching, log: &mut EventLog) {
    let index = touching.index as usize;
    let Some(profile) = context.profiles.get(bodies.profile[index].index()) else { return };
    let was = bodies.state[index];
    let up = profile.movement.up;
    if !profile.track_contacts || profile.movement.response == Response::PassThrough {
        bodies.state[index] = was.with_contacts(Contacts::default(), false, up);
        return;
    }
    // Mostly the sweep knows the contacts already.
    let own = touching.contacts.unwrap_or_else(|| contacts_of(context, profile, bodies, index));
    let contacts = Contacts { sides: own.sides.union(touching.beside) };
    let speed = if up.axis() == 0 { bodies.x.velocity[index] } else { bodies.y.velocity[index] };
    let rise = speed * up.sign();
    // A body that rises faster than its floor leaves it, though it still touches.
    let keeps_up = || touching.rides || rise <= floor_rise(context, profile, bodies, index);
    let on_floor = contacts.floor(up) && (rise <= 0.0 || keeps_up());
    bodies.state[index] = was.with_contacts(contacts, on_floor, up);
    if on_floor != was.has_floor_bit() {
        let kind = if on_floor { EventKind::FloorBegin } else { EventKind::FloorEnd };
        log.push(bodies.id[index], kind);
    }
}

pub(crate) fn contacts_of(
    context: &StepContext,
    profile: &Profile,
    bodies: &BodySlices,
    index: usize,
) -> Contacts {
    let (min, size) = bodies.place_and_size(index);
    let own = context.body_view(bodies.id[index], size, profile);
    own.view().contacts(min, min + size, profile.movement.stance())
}

#[cold]
pub(crate) fn floor_rise(context: &StepContext, profile: &Profile, bodies: &BodySlices, index: usize) -> f32 {
    let body = bodies.get(index);
    let own = context.body_view(bodies.id[index], body.size, profile);
    let floor = own.view().surface_under(&body, &profile.movement);
    floor.map_or(0.0, |floor| floor.lift.dot(profile.movement.up.vector().as_vec2()))
}
