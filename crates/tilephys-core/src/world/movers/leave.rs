//! Bodies that leave what carries them: by a jump, by walking off, or because it is gone.

use super::riding::{Lift, Rides};
use crate::world::bodies::Bodies;
use crate::world::ids::{BodyId, IdMap};
use crate::world::memories::Memories;
use crate::world::profile::Profile;
use crate::world::state::BodyState;
use glam::Vec2;

/// Who may leave.
pub(in crate::world) struct Leaving<'a> {
    pub(in crate::world) profiles: &'a [Profile],
    pub(in crate::world) bodies: &'a mut Bodies,
    pub(in crate::world) places: &'a IdMap,
    /// Whoever has no time leaves later.
    pub(in crate::world) memories: &'a Memories,
}

impl Rides {
    /// Adds the lift velocity to bodies that stood or clung and rise now, after the game has set velocities. A carrier that
    /// stopped within the last [`lift_ticks`](super::Riding::lift_ticks) counts too.
    pub(in crate::world) fn jump(&mut self, scene: Leaving) {
        self.taken.clear();
        self.each_leaving(scene, |_, profile, state, rises| holds(state, profile) && rises);
    }

    /// True if a body took velocity along in this step: its own velocity is not relative to its carrier any more.
    pub(super) fn has_taken(&self, body: BodyId) -> bool {
        let at = self.taken.binary_search_by_key(&body, |taken| taken.0);
        at.is_ok_and(|at| self.taken[at].1 != Vec2::ZERO)
    }

    /// Takes back what a body took along that its carrier outruns: it has not left. Returns that velocity, in px/s.
    pub(super) fn take_back(&mut self, body: BodyId) -> Vec2 {
        let Ok(at) = self.taken.binary_search_by_key(&body, |taken| taken.0) else { return Vec2::ZERO };
        if let Ok(place) = self.list.binary_search_by_key(&body, |lift| lift.body) {
            self.list[place].left = false;
        }
        std::mem::take(&mut self.taken[at].1)
    }

    /// At the end of a tick: those that were carried until now and neither stand on anything any more nor cling to it.
    pub(in crate::world) fn fall(&mut self, scene: Leaving) {
        self.each_leaving(scene, |lift, profile, state, rises| {
            !holds(state, profile) && !rises && lift.ticks.saturating_add(JUST) >= profile.riding.lift_ticks
        });
    }

    /// What conveyors carried in this step.
    pub(in crate::world) fn add(
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

    fn each_leaving(&mut self, scene: Leaving, leaves: impl Fn(&Lift, &Profile, BodyState, bool) -> bool) {
        let Leaving { profiles, bodies, places, memories } = scene;
        let leaves_now = |lift: &Lift| !lift.left && !memories.is_stopped(lift.body);
        for lift in self.list.iter_mut().filter(|lift| leaves_now(lift)) {
            let Some(place) = places.get(lift.body) else { continue };
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

/// Does a body stand on something, or cling to it?
fn holds(state: BodyState, profile: &Profile) -> bool {
    let riding = &profile.riding;
    state.on_floor() || riding.walls && state.on_wall() || riding.ceilings && state.on_ceiling()
}

/// Ticks by which the lift of a body that was carried until the last step is older than a new one, at most.
const JUST: u8 = 1;
