//! Lift velocity: bodies that leave a carrier by a jump or by walking off, or that lose it.

use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::profile::Profile;
use crate::dynamics::state::bodies::Bodies;
use crate::dynamics::state::body_state::BodyState;
use crate::dynamics::state::id_map::IdMap;
use crate::dynamics::state::rides::{Lift, Rides};
use crate::dynamics::state::transient_states::TransientStates;
use glam::Vec2;

/// Bodies that may leave.
pub(crate) struct Leaving<'a> {
    pub(crate) profiles: &'a [Profile],
    pub(crate) bodies: &'a mut Bodies,
    pub(crate) places: &'a IdMap,
    /// Transient state: a body without time leaves later.
    pub(crate) transient: &'a TransientStates,
}

impl Rides {
    /// Adds the lift velocity to bodies that stood or clung and now rise, after the game has set velocities.
    ///
    /// Carriers of the last [`lift_ticks`](crate::platform::RideSettings::lift_ticks) count too.
    pub(crate) fn jump(&mut self, scene: Leaving) {
        self.taken.clear();
        let may_leave = |_| true;
        self.each_leaving(scene, may_leave, |_, profile, state, rises| holds(state, profile) && rises);
    }

    /// True if a body added lift velocity in this step: its velocity is no longer relative to its carrier.
    pub(crate) fn has_taken(&self, body: BodyId) -> bool {
        let at = self.taken.binary_search_by_key(&body, |taken| taken.0);
        at.is_ok_and(|at| self.taken[at].1 != Vec2::ZERO)
    }

    /// Undoes the lift of a body whose carrier overtakes it: it has not left. Returns the lift velocity, in
    /// px/s.
    pub(crate) fn take_back(&mut self, body: BodyId) -> Vec2 {
        let Ok(at) = self.taken.binary_search_by_key(&body, |taken| taken.0) else { return Vec2::ZERO };
        if let Ok(place) = self.list.binary_search_by_key(&body, |lift| lift.body) {
            self.list[place].left = false;
        }
        std::mem::take(&mut self.taken[at].1)
    }

    /// Adds the lift velocity, at the end of a tick, to bodies that lost their carrier in it and do not rise.
    pub(crate) fn fall(&mut self, scene: Leaving) {
        let may_leave = |state: BodyState| !state.on_floor();
        self.each_leaving(scene, may_leave, |lift, profile, state, rises| {
            !holds(state, profile) && !rises && lift.ticks.saturating_add(JUST) >= profile.riding.lift_ticks
        });
    }

    /// Adds the lifts by conveyors in this step.
    pub(crate) fn add(
        &mut self,
        lifts: &mut Vec<(BodyId, Vec2)>,
        profiles: &[Profile],
        bodies: &Bodies,
        places: &IdMap,
    ) {
        for (body, velocity) in lifts.drain(..) {
            let profile = places.get(body).map(|place| bodies.profile[place].place());
            let Some(profile) = profile.and_then(|place| profiles.get(place)) else { continue };
            self.new.push(Lift { body, velocity, ticks: profile.riding.lift_ticks, left: false });
        }
    }

    /// Adds the lift velocity to bodies for which `leaves` is true. `may_leave` is a cheap test of their states.
    fn each_leaving(
        &mut self,
        scene: Leaving,
        may_leave: impl Fn(BodyState) -> bool,
        leaves: impl Fn(&Lift, &Profile, BodyState, bool) -> bool,
    ) {
        let Leaving { profiles, bodies, places, transient } = scene;
        let mut places = places.reader();
        let leaves_now = |lift: &Lift| !lift.left && !transient.is_stopped(lift.body);
        for lift in self.list.iter_mut().filter(|lift| leaves_now(lift)) {
            let Some(place) = places.get(lift.body).filter(|place| may_leave(bodies.state[*place])) else {
                continue;
            };
            let Some(profile) = profiles.get(bodies.profile[place].place()) else { continue };
            let (up, velocity) = (profile.movement.up, [&mut bodies.x.velocity, &mut bodies.y.velocity]);
            let rises = velocity[up.axis()][place] * up.vector()[up.axis()] as f32 > 0.0;
            if leaves(lift, profile, bodies.state[place], rises) {
                let taken = profile.riding.taken(lift.velocity, up);
                for (k, velocity) in velocity.into_iter().enumerate() {
                    velocity[place] = velocity[place] + taken[k] + 0.0;
                }
                lift.left = true;
                self.taken.push((lift.body, taken));
            }
        }
    }
}

/// True if a body stands on a floor or clings to a surface.
fn holds(state: BodyState, profile: &Profile) -> bool {
    let riding = &profile.riding;
    state.on_floor() || riding.walls && state.on_wall() || riding.ceilings && state.on_ceiling()
}

/// Maximum age of a lift from the last step when compared with a new one, in ticks.
const JUST: u8 = 1;
