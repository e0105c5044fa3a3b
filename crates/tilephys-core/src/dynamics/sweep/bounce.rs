//! Scalar sweep of bodies that bounce or float, mostly among slopes, half tiles and one-way lines.
//!
//! Like `scalar`, without what only other bodies need: walking, collision hooks, transient state, movers and
//! sensors. Most projectiles beside a shape are such bodies, and half of them hit nothing.

use crate::controller::{Actor, Candidate, Hit, Motion, MoveExtras, WindowResult};
use crate::dynamics::context::StepContext;
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::events::{EventKind, EventLog};
use crate::dynamics::settings::profile::Profile;
use crate::dynamics::state::bodies::BodySlices;
use crate::dynamics::sweep::lanes::lane_response;
use crate::fraction::Fraction;
use crate::lattice::Displacement;
use glam::{IVec2, Vec2};

/// Hits of one body.
pub(crate) struct Reports<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) id: BodyId,
    pub(crate) log: &'a mut EventLog,
    pub(crate) hits: u64,
}

impl Reports<'_> {
    #[inline(always)]
    pub(crate) fn note(&mut self, actor: &Actor, found: &Candidate, d: IVec2, motion: &Motion) {
        self.hits += 1;
        if self.profile.report_hits {
            // A copy, so that the motion stays in registers.
            let hit = Hit::new(actor, found, d, &{ *motion });
            self.log.push(self.id, EventKind::Hit(hit));
        }
    }
}

/// Steps a body that does not walk, for quiet steps only. Returns its number of hits; `None` if it starts in a solid or
/// needs more, and is then unchanged.
#[inline(never)]
pub(crate) fn bounce_one(
    context: &StepContext,
    profile: &Profile,
    bodies: &mut BodySlices,
    place: usize,
    [x, y]: [Displacement; 2],
    log: &mut EventLog,
) -> Option<u64> {
    let (movement, id) = (&profile.movement, bodies.id[place]);
    let has_extras = MoveExtras::of(movement, None).is_some() || context.transient.has(id);
    if has_extras || lane_response(profile, context.grid).is_none() {
        return None;
    }
    let (position, size) = bodies.place_and_size(place);
    let actor = Actor::new(context.grid.view(movement.mask), size, movement);
    let velocity = Vec2::new(bodies.x.velocity[place], bodies.y.velocity[place]);
    let mut motion = Motion {
        remainder: Vec2::new(x.rest, y.rest),
        ..Motion::new(position, IVec2::new(x.units, y.units), velocity)
    };
    motion.keep_in_world(size);
    let look = actor.test_only_piece(&motion).unwrap_or_else(|| actor.test_window(&motion));
    if let WindowResult::Inside | WindowResult::Unsure = look {
        return None;
    }
    let mut reports = Reports { profile, id, log, hits: 0 };
    actor.advance(&mut motion, Fraction::ONE, look, &mut |found, d, motion| {
        reports.note(&actor, found, d, motion);
    });
    bodies.moved(place, motion.position, motion.velocity, motion.remainder);
    bodies.state[place] = bodies.state[place].with_stuck(false);
    Some(reports.hits)
}
