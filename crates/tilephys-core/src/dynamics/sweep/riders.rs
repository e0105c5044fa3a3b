//! Riders of lone boxes: a fast path for bodies that stand or walk on a mover with nothing else near.
//!
//! Like [`on_box`](super::on_box), but one look at the grid serves all riders of a mover, and the settings of a profile
//! are read once for a run of riders. The output equals the scalar path.

use crate::controller::Body;
use crate::dynamics::context::StepContext;
use crate::dynamics::output::events::EventKind;
use crate::dynamics::output::step_output::Touching;
use crate::dynamics::settings::profile::{Profile, ProfileId};
use crate::dynamics::state::bodies::BodySlices;
use crate::dynamics::state::body_state::BodyState;
use crate::dynamics::state::lone_boxes::LoneBox;
use crate::dynamics::sweep::lanes::SideBySide;
use crate::dynamics::sweep::on_box::{MOST, floor_hit};
use crate::dynamics::sweep::plan::Plan;
use crate::grid::{Contacts, Faces};
use crate::limits::BLOCK;
use glam::{IVec2, Vec2};

/// Fast path of riders in a phase.
pub(crate) struct Riders<'a> {
    context: StepContext<'a>,
    has_riders: bool,
    /// Settings of the last profile, if the fast path supports them.
    known: Option<(ProfileId, Option<Settings<'a>>)>,
}

/// Profile settings of a rider.
#[derive(Clone, Copy)]
struct Settings<'a> {
    profile: &'a Profile,
    /// Axis of its up.
    axis: usize,
    /// Sign of its up on the axis.
    toward: i32,
    /// State of a body that stands on a floor and touches nothing else.
    stands: BodyState,
    contacts: Contacts,
}

impl<'a> Settings<'a> {
    fn of(context: &StepContext<'a>, id: ProfileId) -> Option<Self> {
        let profile = context.profiles.get(id.place())?;
        let (movement, traced) = (&profile.movement, context.traced);
        movement.walking().filter(|walk| walk.takes_hits_simply())?;
        if profile.use_hooks || traced.any_body() && traced.needs_scalar(profile) {
            return None;
        }
        let up = movement.up;
        let contacts = Contacts { sides: Faces::NONE.with(up.opposite()) };
        let stands = BodyState::NONE.with_contacts(contacts, true, up);
        Some(Settings { profile, axis: up.axis(), toward: up.vector()[up.axis()], stands, contacts })
    }
}

impl<'a> Riders<'a> {
    pub(crate) fn of(context: StepContext<'a>) -> Self {
        Riders { context, has_riders: context.has_lone_riders(), known: None }
    }

    /// Ends the step of the riders of lone boxes in a block with `near` candidates. Returns the number of
    /// remaining ones.
    ///
    /// `first` is the index of the first body of the part. `from` is the index of the block in the part.
    #[inline(always)]
    pub(crate) fn finish<const KEPT: bool>(
        &mut self,
        bodies: &mut BodySlices,
        [first, from]: [usize; 2],
        (plan, near): (&mut Plan, usize),
        lanes: &mut SideBySide<KEPT>,
    ) -> usize {
        if self.has_riders { self.finish_block(bodies, [first, from], (plan, near), lanes) } else { near }
    }

    /// Like [`finish`](Self::finish). Of its own, because the phase around it has no registers left.
    #[inline(never)]
    fn finish_block<const KEPT: bool>(
        &mut self,
        bodies: &mut BodySlices,
        [first, from]: [usize; 2],
        (plan, near): (&mut Plan, usize),
        lanes: &mut SideBySide<KEPT>,
    ) -> usize {
        let mut left = 0;
        for i in 0..near.min(BLOCK) {
            let k = plan.near[i] as usize & (BLOCK - 1);
            plan.near[left & (BLOCK - 1)] = k as u32;
            let lone = self.context.platforms.lone.of(first + from + k);
            let ends = lone.is_some_and(|lone| self.end(bodies, from + k, lone, (plan, k), lanes));
            left += usize::from(!ends);
        }
        left
    }

    /// Ends the step of a body, if it rides a lone box. True if it does.
    #[inline(always)]
    fn end<const KEPT: bool>(
        &mut self,
        bodies: &mut BodySlices,
        place: usize,
        lone: &LoneBox,
        (plan, k): (&Plan, usize),
        lanes: &mut SideBySide<KEPT>,
    ) -> bool {
        let id = bodies.profile[place];
        if self.known.as_ref().is_none_or(|known| known.0 != id) {
            self.known = Some((id, Settings::of(&self.context, id)));
        }
        let Some((_, Some(settings))) = &self.known else { return false };
        if plan.odd[k] < 0 {
            return false;
        }
        let &Settings { profile, axis, toward, .. } = settings;
        let body = bodies.get(place);
        let d = IVec2::new(plan.x.units[k], plan.y.units[k]);
        if !stays(settings, &body, d, lone) || self.has_own_rules(bodies, place) {
            return false;
        }
        let mut end = body.position + d;
        end[axis] = body.position[axis];
        let (mut velocity, mut rest) = (body.velocity, Vec2::new(plan.x.rest[k], plan.y.rest[k]));
        if d[axis] * toward < 0 {
            (velocity[axis], rest[axis]) = (0.0, 0.0);
            lanes.hits += 1;
            if profile.report_hits
                && let Some(shape) = self.context.grid.off_grid_at(lone.index)
            {
                let ended = Body { velocity, remainder: rest, ..body };
                let pressed = (&ended, body.velocity);
                let hit = floor_hit(self.context.grid, profile, pressed, (end, d), (lone.index, shape));
                lanes.log().push(bodies.id[place], EventKind::Hit(hit));
            }
        }
        bodies.moved(place, end, velocity, rest);
        let was = bodies.state[place];
        // Mostly the commit phase would change nothing.
        if profile.track_contacts && was != settings.stands || !profile.track_contacts && was.bits() != 0 {
            lanes.touching().push(Touching::new(place as u32, Some(settings.contacts)));
        }
        true
    }

    /// True if a body has transient state, is stuck or crushed, or is a solid body.
    #[inline(always)]
    fn has_own_rules(&self, bodies: &BodySlices, place: usize) -> bool {
        let (id, StepContext { transient, platforms, .. }) = (bodies.id[place], &self.context);
        bodies.state[place].stuck()
            || transient.has(id)
            || platforms.squishes.has(id)
            || platforms.solids.shape(id).is_some()
    }
}

/// True if a body stands on the box before and after a translation, with nothing else near.
#[inline(always)]
fn stays(settings: &Settings, body: &Body, d: IVec2, lone: &LoneBox) -> bool {
    let (axis, toward, level) = (settings.axis, settings.toward, 1 - settings.axis);
    let &Body { position, size, velocity, .. } = body;
    let (floor, low, high) = (lone.floor, position, position + size);
    let is_flush = if toward < 0 { high[axis] == floor.min[axis] } else { low[axis] == floor.max[axis] };
    let rises = velocity[axis] * toward as f32 > 0.0 || d[axis] * toward > 0;
    let is_short = d.abs().max_element() < size.min_element().min(MOST);
    let stands = |by: i32| floor.min[level] < high[level] + by && low[level] + by < floor.max[level];
    let (min, max) = (low + d.min(IVec2::ZERO) - IVec2::ONE, high + d.max(IVec2::ZERO) + IVec2::ONE);
    let is_seen = lone.category & settings.profile.movement.mask != 0;
    is_flush && !rises && is_short && stands(0) && stands(d[level]) && is_seen && lone.is_all_within(min, max)
}
