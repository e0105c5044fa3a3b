//! Lift velocity: bodies that leave a carrier by a jump or by walking off, or that lose it.

use crate::dynamics::context::StepContext;
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{Bodies, BodyState, Lift, Rides};
use glam::Vec2;

impl Rides {
    /// Adds the lift velocity to bodies that stood or clung and now rise, after the game has set velocities.
    ///
    /// Carriers of the last [`lift_ticks`](crate::platform::RideSettings::lift_ticks) count too.
    pub(crate) fn jump(&mut self, context: &StepContext, bodies: &mut Bodies) {
        self.taken.clear();
        self.each_leaving(context, bodies, |_, profile, state, rises| rises && holds(state, profile));
    }

    /// True if a body added lift velocity in this step: its velocity is no longer relative to its carrier.
    pub(crate) fn has_taken(&self, body: BodyId) -> bool {
        let at = self.taken.binary_search_by_key(&body, |taken| taken.0);
        at.is_ok_and(|at| self.taken[at].1 != Vec2::ZERO)
    }

    /// Undoes the lift of a body whose carrier overtakes it: it has not left. Returns the lift velocity, in px/s.
    pub(crate) fn take_back(&mut self, body: BodyId) -> Vec2 {
        let Ok(at) = self.taken.binary_search_by_key(&body, |taken| taken.0) else { return Vec2::ZERO };
        if let Ok(index) = self.list.binary_search_by_key(&body, |lift| lift.body) {
            self.list[index].left = false;
        }
        std::mem::take(&mut self.taken[at].1)
    }

    /// Adds the lift velocity, at the end of a tick, to bodies that lost their carrier in it and do not rise.
    pub(crate) fn fall(&mut self, context: &StepContext, bodies: &mut Bodies) {
        self.each_leaving(context, bodies, |lift, profile, state, rises| {
            !rises && !holds(state, profile) && lift.ticks.saturating_add(JUST) >= profile.riding.lift_ticks
        });
    }

    pub(crate) fn add(&mut self, lifts: &mut Vec<(BodyId, Vec2)>, context: &StepContext, bodies: &Bodies) {
        for (body, velocity) in lifts.drain(..) {
            let profile = context.indices.get(body).map(|index| bodies.profile[index].index());
            let Some(profile) = profile.and_then(|index| context.profiles.get(index)) else { continue };
            self.new.push(Lift { body, velocity, ticks: profile.riding.lift_ticks, left: false });
        }
    }

    fn each_leaving(
        &mut self,
        context: &StepContext,
        bodies: &mut Bodies,
        leaves: impl Fn(&Lift, &Profile, BodyState, bool) -> bool,
    ) {
        let StepContext { profiles, indices, transient, .. } = *context;
        let mut next = 0;
        for lift in self.list.iter_mut().filter(|lift| !lift.left) {
            // Mostly bodies are in the order of ids.
            let guess = bodies.id.get(next).filter(|id| **id == lift.body).map(|_| next);
            let Some(index) = guess.or_else(|| indices.get(lift.body)) else { continue };
            next = index + 1;
            let Some(profile) = profiles.get(bodies.profile[index].index()) else { continue };
            let up = profile.movement.up;
            let axis = if up.axis() == 0 { &bodies.x } else { &bodies.y };
            let rises = axis.velocity[index] * up.sign() > 0.0;
            if !leaves(lift, profile, bodies.state[index], rises) || transient.is_stopped(lift.body) {
                continue;
            }
            let taken = profile.riding.taken(lift.velocity, up);
            let velocity = [&mut bodies.x.velocity, &mut bodies.y.velocity];
            for (k, velocity) in velocity.into_iter().enumerate() {
                velocity[index] = velocity[index] + taken[k] + 0.0;
            }
            lift.left = true;
            self.taken.push((lift.body, taken));
        }
    }
}

fn holds(state: BodyState, profile: &Profile) -> bool {
    let riding = &profile.riding;
    state.on_floor() || riding.walls && state.on_wall() || riding.ceilings && state.on_ceiling()
}

/// Maximum age of a lift from the last step when compared with a new one, in ticks.
const JUST: u8 = 1;
