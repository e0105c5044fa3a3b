//! Solver context: the grid as each body of an island sees it.

use crate::controller::{Actor, MoveConfig, Snap, Walk};
use crate::dynamics::context::StepContext;
use crate::dynamics::islands::{Member, Restriction};
use crate::dynamics::settings::{BodyCollision, Profile};
use crate::dynamics::state::BodySlices;
use glam::IVec2;

pub(crate) struct IslandContext<'a> {
    pub(crate) step: StepContext<'a>,
    pub(crate) starts: &'a BodySlices<'a>,
    pub(crate) has_carriers: bool,
}

impl<'a> IslandContext<'a> {
    pub(crate) fn profile(&self, member: &Member) -> &'a Profile {
        &self.step.profiles[member.profile as usize]
    }

    pub(crate) fn collide(&self, member: &Member) -> BodyCollision {
        self.profile(member).collide.unwrap_or_default()
    }

    pub(crate) fn act<R>(&self, member: &Member, work: impl FnOnce(Actor) -> R) -> R {
        let profile = self.profile(member);
        // Declared here, because the actor borrows it.
        let plain;
        let movement = if member.leash == Restriction::None {
            &profile.movement
        } else {
            // A member that an assist has put into another body walks without assists now.
            plain = without_steps(&profile.movement);
            &plain
        };
        let own = self.step.body_view(member.id, member.size, profile);
        own.act(own.view(), movement, work)
    }
}

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

/// True if the cells of a member on a straight way from `at` are known to be empty.
pub(crate) fn are_cells_empty(context: &IslandContext, member: &Member, at: IVec2, way: IVec2) -> bool {
    let view = context.step.grid.view(u32::MAX);
    let to = at.saturating_add(way);
    view.quick_free(view.cells().covered(at.min(to), at.max(to).saturating_add(member.size)))
}

/// Returns the axis of a corner contact: the faster of the two bodies along up lands if it falls, and keeps rising if it rises.
pub(crate) fn corner_axis(context: &IslandContext, [a, b]: [&Member; 2]) -> usize {
    let up = context.profile(a).movement.up;
    let k = up.axis();
    let speed = |member: &Member| member.motion.left[k].unsigned_abs();
    let faster = if speed(b) > speed(a) { b } else { a };
    let falls = faster.motion.left[k].signum() * up.vector()[k] < 0;
    if falls { k } else { 1 - k }
}
