//! Solver context: the grid as each body of an island sees it.

use super::collide::{Collide, Combine};
use super::member::{Leash, Member};
use crate::grid::{Filter, Met};
use crate::movement::{Actor, Answer, Choices, Hit, MoveConfig, Snap, Special, Walk};
use crate::world::bodies::BodySlices;
use crate::world::profile::Profile;
use crate::world::sweep_alone::Setting;
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

    pub(super) fn collide(&self, member: &Member) -> Collide {
        self.profile(member).collide.unwrap_or_default()
    }

    /// Calls `work` with a body in the form that movement code takes.
    pub(super) fn act<R>(&self, member: &Member, work: impl FnOnce(Actor) -> R) -> R {
        let (setting, id, profile) = (&self.setting, member.id, self.profile(member));
        let plain;
        let movement = if member.leash == Leash::Free {
            &profile.movement
        } else {
            plain = without_steps(&profile.movement);
            &plain
        };
        let own = setting.body_view(id, member.size, profile);
        let rules = own.rules();
        let meets = |met: &Met| own.lets(met);
        let responds =
            |hit: &Hit, velocity: Vec2| rules.map_or(Answer::Own, |rules| rules.responds(id, hit, velocity));
        let choices = Choices { meets: &meets, responds: &responds };
        let special = Special::of(movement, rules.map(|_| &choices));
        work(Actor { special: special.as_ref(), ..Actor::new(own.view(), member.size, movement) })
    }
}

/// Returns movement settings without step-up, corner correction and floor snap.
fn without_steps(config: &MoveConfig) -> MoveConfig {
    let plain = |walk: Walk| Walk {
        snap: Snap::Off,
        step_up: 0.0,
        corner_correct_up: 0.0,
        corner_correct_side: 0.0,
        gap_bridge: 0.0,
        one_way_nudge: 0.0,
        ..walk
    };
    MoveConfig { walk: config.walk.map(plain), ..*config }
}
