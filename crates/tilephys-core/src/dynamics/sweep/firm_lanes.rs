//! Vector lanes of firm riders: bodies that stand on a lone box, which alone has moved them, side by side.
//!
//! The platform phase has found all that holds such a body, and how far it can go on its box. A body that goes no farther stays on
//! it, with no contact but its floor. The output equals the scalar path.

use crate::direction::Direction;
use crate::dynamics::settings::profile::ProfileId;
use crate::dynamics::state::bodies::{AxisSlices, BodySlices};
use crate::dynamics::state::body_state::BodyState;
use crate::dynamics::sweep::on_box::MOST;
use crate::dynamics::sweep::plan::{AxisPlan, Plan};
use crate::lane_mask::mask;
use pulp::{Arch, NullaryFnOnce};
use std::ops::Range;

/// Bodies in a run. Divides [`BLOCK`](crate::limits::BLOCK).
pub(crate) const RUN: usize = 32;

/// Neighboring bodies in a block.
#[derive(Clone)]
pub(crate) struct Run {
    /// Indices in the part, at most [`RUN`].
    pub(crate) places: Range<usize>,
    /// Index of the first body in the block, a multiple of [`RUN`].
    pub(crate) start: usize,
}

/// Candidates and results of a run, by lane: all ones or zero.
pub(crate) struct FirmLanes {
    /// Candidates that have not ended their step.
    open: [i32; RUN],
    /// Bodies that end their step on their box, as far as found.
    stay: [i32; RUN],
}

/// Sum over a run.
pub(crate) struct Ended {
    /// Number of bodies that press onto their boxes: each is a hit.
    pub(crate) hits: u32,
    /// True if the commit phase may change the state of a body.
    pub(crate) has_changed: bool,
    /// True if candidates are left.
    pub(crate) is_any_open: bool,
}

/// Columns of a run on an axis.
struct Axis<'a> {
    size: &'a [i32],
    rest: &'a [f32],
    units: &'a [i32],
}

impl<'a> Axis<'a> {
    #[inline(always)]
    fn of(axis: &'a AxisSlices, plan: &'a AxisPlan, Run { places, start }: &Run) -> Self {
        let n = places.len().min(RUN);
        let (size, rest) = (&axis.size[places.clone()][..n], &axis.rest[places.clone()][..n]);
        Axis { size, rest, units: &plan.units[*start..][..n] }
    }
}

impl FirmLanes {
    pub(crate) const NONE: FirmLanes = FirmLanes { open: [0; RUN], stay: [0; RUN] };

    /// Begins a run without candidates.
    pub(crate) fn begin(&mut self) {
        self.open = [0; RUN];
    }

    /// Makes a body a candidate.
    #[inline(always)]
    pub(crate) fn open(&mut self, lane: usize) {
        self.open[lane & (RUN - 1)] = -1;
    }

    /// True if a candidate has not ended its step.
    #[inline(always)]
    pub(crate) fn is_open(&self, lane: usize) -> bool {
        self.open[lane & (RUN - 1)] != 0
    }

    /// True if a body was found.
    pub(crate) fn stays(&self, lane: usize) -> bool {
        self.stay[lane & (RUN - 1)] != 0
    }

    /// Finds the candidates of a profile with this up that stay on their boxes. `rooms` are the translations after which they do.
    pub(crate) fn find(
        &mut self,
        (profile, up): (ProfileId, Direction),
        bodies: &BodySlices,
        (plan, run): (&Plan, &Run),
        rooms: [&[i32]; 2],
    ) {
        Arch::new().dispatch(Find { lanes: self, profile, up, bodies, plan, run, rooms });
    }

    /// Ends the step of the found bodies. `stands` is their state if the commit phase need not change it.
    pub(crate) fn end(
        &mut self,
        up: Direction,
        bodies: &mut BodySlices,
        (plan, run): (&Plan, &Run),
        stands: BodyState,
    ) -> Ended {
        Arch::new().dispatch(End { lanes: self, up, bodies, plan, run, stands })
    }
}

/// [`FirmLanes::find`] in the form that is compiled for each instruction set.
struct Find<'a, 'b> {
    lanes: &'a mut FirmLanes,
    profile: ProfileId,
    up: Direction,
    bodies: &'a BodySlices<'b>,
    plan: &'a Plan,
    run: &'a Run,
    rooms: [&'a [i32]; 2],
}

impl NullaryFnOnce for Find<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        /// Ends of remainders. A longer one may carry a body out of the bounds of its box.
        const REST: f32 = 0.5;
        let Find { lanes, profile, up, bodies, plan, run, rooms: [lows, highs] } = self;
        let (x, y) = (Axis::of(&bodies.x, &plan.x, run), Axis::of(&bodies.y, &plan.y, run));
        let (along, across) = if up.axis() == 1 { (y, x) } else { (x, y) };
        let n = run.places.len().min(RUN).min(lows.len()).min(highs.len());
        let (odd, profiles) = (&plan.odd[run.start..][..n], &bodies.profile[run.places.clone()][..n]);
        let states = &bodies.state[run.places.clone()][..n];
        let (lows, highs) = (&lows[..n], &highs[..n]);
        let under = mask(up.sign() < 0.0);
        for i in 0..n {
            let (shift, rise) = (across.units[i], (along.units[i] ^ under).wrapping_sub(under));
            let is_firm = (lows[i] < shift) & (shift < highs[i]);
            let far = Ord::max(along.units[i].wrapping_abs(), shift.wrapping_abs());
            let is_short = far < Ord::min(Ord::min(along.size[i], across.size[i]), MOST);
            let is_near = (along.rest[i].abs() <= REST) & (across.rest[i].abs() <= REST);
            let may_ride = (odd[i] >= 0) & (profiles[i] == profile) & !states[i].stuck();
            let stays = is_firm & (rise <= 0) & is_short & is_near & may_ride;
            lanes.stay[i] = lanes.open[i] & mask(stays);
        }
    }
}

/// [`FirmLanes::end`] in the form that is compiled for each instruction set.
struct End<'a, 'b> {
    lanes: &'a mut FirmLanes,
    up: Direction,
    bodies: &'a mut BodySlices<'b>,
    plan: &'a Plan,
    run: &'a Run,
    stands: BodyState,
}

impl NullaryFnOnce for End<'_, '_> {
    type Output = Ended;

    #[inline(always)]
    fn call(self) -> Ended {
        let End { lanes, up, bodies, plan, run: Run { places, start }, stands } = self;
        let n = places.len().min(RUN);
        let ((x, plan_x), (y, plan_y)) = ((&mut bodies.x, &plan.x), (&mut bodies.y, &plan.y));
        let ((along, plan_along), (across, plan_across)) =
            if up.axis() == 1 { ((y, plan_y), (x, plan_x)) } else { ((x, plan_x), (y, plan_y)) };
        let (velocity, rest) =
            (&mut along.velocity[places.clone()][..n], &mut along.rest[places.clone()][..n]);
        let (units, rests) = (&plan_along.units[*start..][..n], &plan_along.rest[*start..][..n]);
        let mut hits = 0;
        for i in 0..n {
            let (stays, presses) = (lanes.stay[i] != 0, lanes.stay[i] & units[i] != 0);
            let kept = if presses { 0.0 } else { rests[i] };
            velocity[i] = if presses { 0.0 } else { velocity[i] };
            rest[i] = if stays { kept } else { rest[i] };
            hits += u32::from(presses);
        }
        let (at, rest) = (&mut across.at[places.clone()][..n], &mut across.rest[places.clone()][..n]);
        let (units, rests) = (&plan_across.units[*start..][..n], &plan_across.rest[*start..][..n]);
        let (states, stands) = (&bodies.state[places.clone()][..n], i32::from(stands.bits()));
        let (mut changes, mut open) = (0, 0);
        for i in 0..n {
            let stay = lanes.stay[i];
            at[i] = at[i].wrapping_add(units[i] & stay);
            rest[i] = if stay != 0 { rests[i] } else { rest[i] };
            changes |= (i32::from(states[i].bits()) ^ stands) & stay;
            lanes.open[i] &= !stay;
            open |= lanes.open[i];
        }
        Ended { hits, has_changed: changes != 0, is_any_open: open != 0 }
    }
}
