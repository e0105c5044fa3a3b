//! Riders of lone boxes: a fast path for bodies that stand or walk on a mover with nothing else near.
//!
//! Like [`on_box`](super::on_box), but one look at the grid serves all riders of a mover, and the settings of a profile
//! are read once for a run of riders. The output equals the scalar path.

use crate::controller::Body;
use crate::direction::Direction;
use crate::dynamics::context::StepContext;
use crate::dynamics::output::events::{EventKind, EventLog};
use crate::dynamics::output::step_output::Touching;
use crate::dynamics::settings::profile::{Profile, ProfileId};
use crate::dynamics::state::bodies::{AxisSlices, BodySlices};
use crate::dynamics::state::body_state::BodyState;
use crate::dynamics::state::lone_boxes::LoneBox;
use crate::dynamics::sweep::on_box::{MOST, floor_hit};
use crate::dynamics::sweep::plan::{AxisPlan, Plan};
use crate::dynamics::sweep::sweep_output::SweepOutput;
use crate::grid::{Contacts, Faces};
use crate::limits::BLOCK;
use glam::{IVec2, Vec2};

/// Fast path of riders in a phase.
pub(crate) struct Riders<'a> {
    context: StepContext<'a>,
    has_riders: bool,
    /// True if bodies may have transient state, be crushed or be solid.
    has_special_bodies: bool,
    /// Settings of the last profile, if the fast path supports them.
    known: Option<(ProfileId, Option<Settings<'a>>)>,
}

/// Profile settings of a rider.
#[derive(Clone, Copy)]
struct Settings<'a> {
    profile: &'a Profile,
    up: Direction,
    /// State of a body that stands on a floor and touches nothing else.
    stands: BodyState,
    contacts: Contacts,
}

impl<'a> Settings<'a> {
    fn of(context: &StepContext<'a>, id: ProfileId) -> Option<Self> {
        let profile = context.profiles.get(id.index())?;
        let movement = &profile.movement;
        let traced = context.traced;
        movement.walking().filter(|walk| walk.takes_hits_simply())?;
        if profile.use_hooks || traced.any_body() && traced.follows(profile) {
            return None;
        }
        let up = movement.up;
        let contacts = Contacts { sides: Faces::NONE.with(up.opposite()) };
        let stands = BodyState::NONE.with_contacts(contacts, true, up);
        Some(Settings { profile, up, stands, contacts })
    }
}

impl Settings<'_> {
    /// State at the end of the step of a body that stays on its box and touches nothing else.
    #[inline(always)]
    fn ends_as(&self) -> BodyState {
        if self.profile.track_contacts { self.stands } else { BodyState::NONE }
    }
}

impl<'a> Riders<'a> {
    pub(crate) fn of(context: StepContext<'a>) -> Self {
        let StepContext { transient, platforms, .. } = context;
        let has_special_bodies =
            !transient.is_empty() || !platforms.squishes.is_empty() || !platforms.solids.is_empty();
        Riders { context, has_riders: context.has_lone_riders(), has_special_bodies, known: None }
    }

    /// Ends the step of the riders of lone boxes in a block with `near` candidates. Returns the number of
    /// remaining ones.
    ///
    /// `first` is the index of the first body of the part. `from` is the index of the block in the part.
    #[inline(always)]
    pub(crate) fn finish(
        &mut self,
        bodies: &mut BodySlices,
        [first, from]: [usize; 2],
        plan: &mut Plan,
        near: usize,
        output: &mut SweepOutput,
    ) -> usize {
        let block = first + from..first + (from + BLOCK).min(bodies.len());
        if self.has_riders && self.context.platforms.lone.has_riders(block) {
            self.finish_block(bodies, [first, from], plan, near, output)
        } else {
            near
        }
    }

    /// Like [`finish`](Self::finish). Of its own, because the phase around it has no registers left.
    #[inline(never)]
    fn finish_block(
        &mut self,
        bodies: &mut BodySlices,
        [first, from]: [usize; 2],
        plan: &mut Plan,
        near: usize,
        output: &mut SweepOutput,
    ) -> usize {
        let platforms = self.context.platforms;
        let mut left = 0;
        for i in 0..near.min(BLOCK) {
            let k = plan.near[i] as usize & (BLOCK - 1);
            self.read_settings(bodies.profile[from + k]);
            let lone = platforms.lone.of(first + from + k);
            let ends = lone.is_some_and(|lone| self.end(bodies, from + k, lone, (plan, k), output));
            left = plan.keep_or_end(left, k, !ends);
        }
        left
    }

    /// Reads the settings of a profile.
    #[inline(always)]
    fn read_settings(&mut self, id: ProfileId) {
        if self.known.as_ref().is_none_or(|known| known.0 != id) {
            self.known = Some((id, Settings::of(&self.context, id)));
        }
    }

    /// Ends the step of a body of the profile in [`read_settings`](Self::read_settings), if it rides a lone box. True if it does.
    #[inline(always)]
    fn end(
        &self,
        bodies: &mut BodySlices,
        index: usize,
        lone: &LoneBox,
        (plan, k): (&Plan, usize),
        output: &mut SweepOutput,
    ) -> bool {
        let Some((_, Some(settings))) = &self.known else { return false };
        if plan.excluded[k] < 0 {
            return false;
        }
        if settings.up.axis() == 1 {
            self.end_by::<1>(bodies, (index, settings), lone, (plan, k), output)
        } else {
            self.end_by::<0>(bodies, (index, settings), lone, (plan, k), output)
        }
    }

    /// Like [`end`](Self::end), for bodies with their up along axis `UP`. With the axis known, all values stay in registers.
    #[inline(always)]
    fn end_by<const UP: usize>(
        &self,
        bodies: &mut BodySlices,
        (index, settings): (usize, &Settings),
        lone: &LoneBox,
        (plan, k): (&Plan, usize),
        output: &mut SweepOutput,
    ) -> bool {
        let &Settings { profile, up, .. } = settings;
        let toward = up.vector()[UP];
        let x = Way::of(&bodies.x, index, &plan.x, k);
        let y = Way::of(&bodies.y, index, &plan.y, k);
        let ways = if UP == 1 { [y, x] } else { [x, y] };
        if !stays::<UP>(settings, ways, lone) || self.has_own_rules(bodies, index) {
            return false;
        }
        let [along, level] = ways;
        let presses = along.units * toward < 0;
        if presses {
            *output.hits += 1;
            if profile.report_hits {
                self.report(settings, (bodies, index), [x, y], lone.index, output.log);
            }
        }
        let y = &mut bodies.y;
        let x = &mut bodies.x;
        let (upright, across) = if UP == 1 { (y, x) } else { (x, y) };
        across.at[index] = level.at + level.units;
        across.remainder[index] = level.remainder;
        upright.remainder[index] = if presses { 0.0 } else { along.remainder };
        upright.velocity[index] = if presses { 0.0 } else { along.velocity };
        let was = bodies.state[index];
        // Mostly the commit phase would change nothing.
        if was != settings.ends_as() {
            output.touching.push(Touching::new(index as u32, Some(settings.contacts)));
        }
        true
    }

    /// Reports the hit of a rider that presses onto a box.
    #[cold]
    fn report(
        &self,
        &Settings { profile, up, .. }: &Settings,
        (bodies, index): (&BodySlices, usize),
        [x, y]: [Way; 2],
        shape_index: u32,
        log: &mut EventLog,
    ) {
        let Some(shape) = self.context.grid.off_grid_at(shape_index) else { return };
        let body = bodies.get(index);
        let d = IVec2::new(x.units, y.units);
        let axis = up.axis();
        let mut end = body.position + d;
        end[axis] = body.position[axis];
        let mut velocity = body.velocity;
        let mut remainder = Vec2::new(x.remainder, y.remainder);
        velocity[axis] = 0.0;
        remainder[axis] = 0.0;
        let ended = Body { velocity, remainder, ..body };
        let pressed = (&ended, body.velocity);
        let hit = floor_hit(self.context.grid, profile, pressed, (end, d), (shape_index, shape));
        log.push(bodies.id[index], EventKind::Hit(hit));
    }

    /// True if a body has transient state, is stuck or crushed, or is a solid body.
    #[inline(always)]
    fn has_own_rules(&self, bodies: &BodySlices, index: usize) -> bool {
        let id = bodies.id[index];
        let StepContext { transient, platforms, .. } = &self.context;
        let is_special =
            || transient.has(id) || platforms.squishes.has(id) || platforms.solids.shape(id).is_some();
        bodies.state[index].stuck() || self.has_special_bodies && is_special()
    }
}

/// A body on one axis, and its planned translation.
#[derive(Clone, Copy)]
struct Way {
    at: i32,
    size: i32,
    velocity: f32,
    units: i32,
    remainder: f32,
}

impl Way {
    #[inline(always)]
    fn of(axis: &AxisSlices, index: usize, plan: &AxisPlan, k: usize) -> Self {
        let at = axis.at[index];
        let size = axis.size[index];
        let velocity = axis.velocity[index];
        Way { at, size, velocity, units: plan.units[k], remainder: plan.remainder[k] }
    }

    /// True if all within a unit of the path lies in these bounds.
    #[inline(always)]
    fn is_within(self, [low, high]: [i32; 2]) -> bool {
        let back = self.units & self.units >> 31;
        low < self.at + back && self.at + self.size + (self.units - back) < high
    }

    /// True if the body is over or under a floor with these ends, after it has moved by `units`.
    #[inline(always)]
    fn overlaps(self, [low, high]: [i32; 2], units: i32) -> bool {
        (low < self.at + self.size + units) & (self.at + units < high)
    }
}

/// True if a body stands on the box before and after a translation, with nothing else near.
#[inline(always)]
fn stays<const UP: usize>(settings: &Settings, [up, level]: [Way; 2], lone: &LoneBox) -> bool {
    let axis = UP;
    let toward = settings.up.vector()[UP];
    let [floor, ends] = [axis, 1 - axis].map(|axis| [lone.floor.min[axis], lone.floor.max[axis]]);
    let is_flush = if toward < 0 { up.at + up.size == floor[0] } else { up.at == floor[1] };
    let rises = (up.velocity * toward as f32 > 0.0) | (up.units * toward > 0);
    let far = up.units.abs().max(level.units.abs());
    let least = Ord::min(up.size, level.size).min(MOST);
    let stands = level.overlaps(ends, 0) & level.overlaps(ends, level.units);
    let is_seen = lone.category & settings.profile.movement.mask != 0;
    is_flush
        & !rises
        & (far < least)
        & stands
        & is_seen
        & up.is_within(lone.bounds_on(axis))
        & level.is_within(lone.bounds_on(1 - axis))
}
