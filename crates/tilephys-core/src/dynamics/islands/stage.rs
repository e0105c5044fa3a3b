//! Solver context: the grid as each body of an island sees it.

use super::collide::{BodyCollision, Combine};
use super::member::{Member, Restriction};
use crate::controller::{Actor, Hit, HitResponse, MoveConfig, MoveExtras, MoveHooks, Snap, Walk};
use crate::dynamics::bodies::BodySlices;
use crate::dynamics::profile::Profile;
use crate::dynamics::sweep::Setting;
use crate::grid::{Filter, Obstacle};
use glam::Vec2;

/// Read-only context of an island.
pub(super) struct Stage<'a> {
    pub(super) setting: Setting<'a>,
    /// Bodies at the start of the step.
    pub(super) starts: &'a BodySlices<'a>,
    pub(super) combine: Combine,
}

impl<'a> Stage<'a> {
    pub(super) fn profile(&self, member: &Member) -> &'a Profile {
        &self.setting.profiles[member.profile as usize]
    }

    pub(super) fn collide(&self, member: &Member) -> BodyCollision {
        self.profile(member).collide.unwrap_or_default()
    }

    /// Calls `work` with a body in the form that movement code takes.
    pub(super) fn act<R>(&self, member: &Member, work: impl FnOnce(Actor) -> R) -> R {
        let (setting, id, profile) = (&self.setting, member.id, self.profile(member));
        let plain;
        let movement = if member.leash == Restriction::None {
            &profile.movement
        } else {
            plain = without_steps(&profile.movement);
            &plain
        };
        let own = setting.body_view(id, member.size, profile);
        let rules = own.rules();
        let meets = |met: &Obstacle| own.lets(met);
        let responds = |hit: &Hit, velocity: Vec2| {
            rules.map_or(HitResponse::Default, |rules| rules.responds(id, hit, velocity))
        };
        let choices = MoveHooks { meets: &meets, responds: &responds };
        let special = MoveExtras::of(movement, rules.map(|_| &choices));
        work(Actor { special: special.as_ref(), ..Actor::new(own.view(), member.size, movement) })
    }
}

/// Returns movement settings without step-up, corner correction and floor snap.
fn without_steps(config: &MoveConfig) -> MoveConfig {
    let walk = Walk {
        snap: Snap::Off,
        step_up: 0.0,
        corner_correct_up: 0.0,
        corner_correct_side: 0.0,
        gap_bridge: 0.0,
        one_way_nudge: 0.0,
        ..config.walk
    };
    MoveConfig { walk, ..*config }
}
