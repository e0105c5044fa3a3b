//! SIMD sweep: bodies with something near them move in vector lanes.
//!
//! A body takes a free lane and leaves it at the end of its step. Rounds run while all lanes are taken, and
//! at the end of the phase for the last bodies. So the lanes stay full however many hits each body has.

use crate::controller::{
    ALL_LANES, AssistLimits, Foot, LANES, LaneAxis, LaneSet, Lanes, MoveConfig, SlopeSpeed, Snap, Walk,
};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::{BodyPath, SensorPath, StepOutput, Touching, Trajectories};
use crate::dynamics::sensors::Walker;
use crate::dynamics::settings::{Profile, ProfileId};
use crate::dynamics::state::{AxisSlices, BodySlices, BodyState, RetainedSpeed};
use crate::dynamics::sweep::{AxisPlan, LaneRecords, Plan};
use crate::grid::{Contacts, TileGrid};
use crate::lane_mask::mask;
use crate::limits::FEWEST_IN_LANES;
use crate::response::Response;
use glam::{IVec2, Vec2};

#[derive(Clone, Copy)]
pub(super) struct LaneSettings<'a> {
    pub(super) profile: &'a Profile,
    pub(super) restitution: f32,
    pub(super) rest_speed: f32,
    any_face_will_do: bool,
    slides: bool,
    pub(super) assists: Option<AssistLimits>,
    walker: Option<&'a MoveConfig>,
}

impl<'a> LaneSettings<'a> {
    pub(super) fn of(profile: &'a Profile, grid: &TileGrid) -> Option<Self> {
        let movement = &profile.movement;
        let (restitution, rest_speed) = lane_response(profile, grid)?;
        let slides = movement.response == Response::Slide;
        Some(LaneSettings {
            profile,
            restitution,
            rest_speed,
            any_face_will_do: !profile.report_hits && movement.clears_axes_only(),
            slides,
            assists: movement.walking().filter(|_| has_assists(movement)).map(Walk::assist_limits),
            walker: (slides && movement.walk_if_grounded().is_some_and(|walk| walk.snap != Snap::Off))
                .then_some(movement),
        })
    }
}

/// Lanes and their bodies.
///
/// `KEPT` is true for bodies that slide. They do not leave the window that their plan has read, so no round reads it again. All
/// others bounce.
pub(crate) struct SideBySide<'a, const KEPT: bool> {
    grid: &'a TileGrid,
    lanes: Lanes,
    indices: [u32; LANES],
    idle: LaneSet,
    /// Settings of the last profile, if the lanes support them.
    known: Option<(ProfileId, Option<LaneSettings<'a>>)>,
    records: LaneRecords,
    traced: SensorPath<'a>,
    /// Profiles of bodies that report tiles, by lane.
    treading: [Option<&'a Profile>; LANES],
    /// Movement settings of walking bodies that snap to floors, by lane.
    walkers: [Option<&'a MoveConfig>; LANES],
    /// Ticks for which the bodies keep the speed that a wall removes, by lane.
    retain_ticks: [u8; LANES],
    tracking: LaneSet,
}

#[inline(always)]
fn walks_in_lanes(profile: &Profile) -> bool {
    profile.movement.walk_if_grounded().is_none_or(|walk| {
        // Assists with one-way lines act on bodies beside such lines only, which are no whole tiles.
        walk.slope_speed == SlopeSpeed::KeepLevel && walk.foot == Foot::Corners
    })
}

#[inline(always)]
fn has_assists(movement: &MoveConfig) -> bool {
    movement.walking().is_some_and(|walk| !walk.takes_hits_simply())
}

/// Returns restitution and rest speed of a profile, if the lanes support its response.
#[inline(always)]
pub(crate) fn lane_response(profile: &Profile, grid: &TileGrid) -> Option<(f32, f32)> {
    if profile.use_hooks || !grid.view(profile.movement.mask).sees_all {
        return None;
    }
    match profile.movement.response {
        // A bounce that always comes to rest.
        Response::Slide if walks_in_lanes(profile) => Some((0.0, f32::INFINITY)),
        Response::Bounce { restitution } if (0.0..=1.0).contains(&restitution) => {
            Some((restitution, profile.movement.rest_speed))
        }
        _ => None,
    }
}

impl<'a, const KEPT: bool> SideBySide<'a, KEPT> {
    pub(crate) fn new(grid: &'a TileGrid, traced: SensorPath<'a>) -> Self {
        SideBySide {
            grid,
            lanes: Lanes::default(),
            indices: [0; LANES],
            idle: ALL_LANES,
            known: None,
            records: LaneRecords::new(),
            traced,
            treading: [None; LANES],
            walkers: [None; LANES],
            retain_ticks: [0; LANES],
            tracking: 0,
        }
    }

    /// Puts a body into a lane, if the lanes support it. Its motion must not reach the ends of the world, and its window must be
    /// read.
    #[inline(always)]
    pub(crate) fn enter_lane(
        &mut self,
        profile: &'a Profile,
        bodies: &mut BodySlices,
        index: usize,
        (plan, k): (&Plan, usize),
        output: &mut StepOutput,
    ) -> bool {
        let id = bodies.profile[index];
        if self.known.as_ref().is_none_or(|known| known.0 != id) {
            let settings = LaneSettings::of(profile, self.grid);
            self.known = Some((id, settings.filter(|settings| settings.slides == KEPT)));
        }
        let Some((_, Some(settings))) = self.known else { return false };
        // A body leaves its lane at its end, so lanes become free at different times.
        while self.idle == 0 {
            self.round(bodies, output);
        }
        let lane = self.idle.trailing_zeros() as usize & (LANES - 1);
        self.idle &= self.idle - 1;
        self.indices[lane] = index as u32;
        enter(&mut self.lanes.x, lane, &bodies.x, index, (&plan.x, k));
        enter(&mut self.lanes.y, lane, &bodies.y, index, (&plan.y, k));
        let LaneSettings { profile, restitution, rest_speed, any_face_will_do, assists, walker, .. } =
            settings;
        if KEPT {
            self.lanes.keep_window(lane, plan.cells(k), plan.windows.bits[k], plan.planks[k]);
        }
        self.lanes.restitution[lane] = restitution;
        self.lanes.rest_speed[lane] = rest_speed;
        self.lanes.hits[lane] = 0;
        self.lanes.up[lane] = profile.movement.up;
        self.lanes.any_face_will_do[lane] = mask(any_face_will_do);
        if KEPT {
            let up = profile.movement.up;
            let along_up = if up.axis() == 0 { &self.lanes.x } else { &self.lanes.y };
            self.lanes.assists.set(lane, assists, up, along_up);
        }
        self.walkers[lane] = walker;
        self.retain_ticks[lane] = profile.movement.walk.wall_retain_ticks;
        self.tracking = self.tracking & !(1 << lane) | LaneSet::from(profile.track_contacts) << lane;
        self.treading[lane] = profile.report_tiles.then_some(profile);
        let id = bodies.id[index];
        let is_traced = plan.watched[k]
            || !KEPT
                && self.traced.any()
                && self.may_bounce_near_region(id, lane, profile, &mut output.trajectories);
        if profile.report_hits || is_traced {
            self.records.begin(lane, id, profile.report_hits, is_traced);
        }
        true
    }

    /// Records the floors of a body that reports tiles, at the end of its lane.
    #[inline(never)]
    fn record_floors(&mut self, bodies: &BodySlices, lane: usize, trajectories: &mut Trajectories) {
        let Some(profile) = self.treading[lane] else { return };
        let index = self.indices[lane] as usize;
        let body = bodies.get(index);
        let ends_with = Vec2::new(self.lanes.x.velocity[lane], self.lanes.y.velocity[lane]);
        // Bodies in lanes have no filter.
        let view = self.grid.view(profile.movement.mask);
        let walker = Walker::new(bodies.id[index], &body, profile, view, ends_with);
        let legs = self.records.take(lane, trajectories);
        trajectories.record(&walker, &legs, self.traced);
        trajectories.spare = legs;
    }

    /// True if the path of the body in a lane, which may bounce off in any direction, must be recorded.
    #[inline(never)]
    fn may_bounce_near_region(
        &self,
        body: BodyId,
        lane: usize,
        profile: &Profile,
        trajectories: &mut Trajectories,
    ) -> bool {
        let Lanes { x, y, .. } = &self.lanes;
        let at = IVec2::new(x.at[lane], y.at[lane]);
        let size = IVec2::new(x.size[lane], y.size[lane]);
        let reach = IVec2::new(x.left[lane], y.left[lane]).abs() + IVec2::ONE;
        let cells = self.grid.view(u32::MAX).cells();
        let is_near = || self.grid.has_region_in(cells.covered(at - reach, at + size + reach));
        let path = BodyPath::straight(body, size, [at - reach, at + reach]);
        self.traced.must_record(profile, &path, is_near, &mut trajectories.stay)
    }

    /// Finishes the bodies in lanes, except the last few: a round costs as much as one body alone.
    #[inline(always)]
    pub(crate) fn finish(&mut self, bodies: &mut BodySlices, output: &mut StepOutput) {
        while (ALL_LANES & !self.idle).count_ones() >= FEWEST_IN_LANES {
            self.round(bodies, output);
        }
        self.refuse(ALL_LANES & !self.idle, output);
    }

    #[inline(always)]
    fn round(&mut self, bodies: &mut BodySlices, output: &mut StepOutput) {
        let view = self.grid.view(u32::MAX);
        let before = self.records.before(&self.lanes);
        let [ended, refused] = self.lanes.round::<KEPT>(view, self.records.reporting);
        if let Some(before) = before {
            self.records.note(view, &self.lanes, &before, ended, output);
        }
        // Bodies that have come to their end leave, unless they need a step that lanes do not know.
        let mut leaving = ended & !self.idle;
        self.idle |= leaving;
        while leaving != 0 {
            let lane = leaving.trailing_zeros() as usize & (LANES - 1);
            leaving &= leaving - 1;
            let index = self.indices[lane] as usize;
            let Some(contacts) = self.end_contacts(bodies, lane) else {
                self.refuse(1 << lane, output);
                continue;
            };
            if self.treading[lane].is_some() {
                self.record_floors(bodies, lane, &mut output.trajectories);
            }
            leave(&self.lanes.x, lane, &mut bodies.x, index);
            leave(&self.lanes.y, lane, &mut bodies.y, index);
            let state = bodies.state[index].with_stuck(false);
            bodies.state[index] = state;
            // Without contacts before and after, the commit phase would change nothing.
            let may_touch = self.tracking >> lane & 1 != 0 && contacts != Some(Contacts::default());
            if (may_touch || state.bits() != 0) && !(KEPT && self.keeps_state(lane, state, contacts)) {
                output.touching.push(Touching::new(index as u32, contacts));
            }
            output.add_hits(index, self.lanes.hits[lane] as u64);
            if KEPT && let Some(speed) = self.lanes.assists.taken(lane) {
                let body = bodies.id[index];
                let ticks = self.retain_ticks[lane];
                output.retained.push(RetainedSpeed { body, speed, ticks });
            }
        }
        self.records.end(ended);
        self.refuse(refused & !self.idle, output);
    }

    /// Returns the contacts of a body at the end of its lane, if tracked and known; `None` if it walks and needs a floor snap.
    #[inline(always)]
    fn end_contacts(&self, bodies: &BodySlices, lane: usize) -> Option<Option<Contacts>> {
        let x = &self.lanes.x;
        let y = &self.lanes.y;
        let is_tracked = self.tracking >> lane & 1 != 0;
        let known = if KEPT { Some(self.lanes.contacts(lane)) } else { None };
        let Some(config) = self.walkers[lane] else {
            let view = self.grid.view(u32::MAX);
            let is_on_line = || x.is_on_line(lane, view.cells().x) || y.is_on_line(lane, view.cells().y);
            let may_touch = || view.has_shapes() || is_on_line();
            let is_unknown = is_tracked && known.is_none() && may_touch();
            return Some((!is_unknown).then_some(known.unwrap_or_default()));
        };
        let index = self.indices[lane] as usize;
        let up = self.lanes.up[lane];
        // A rising body does not snap to floors: its end is as it is.
        let start = if up.axis() == 0 { bodies.x.velocity[index] } else { bodies.y.velocity[index] };
        if start * up.sign() > 0.0 || self.rises(lane) {
            return Some(known);
        }
        let (before, size) = bodies.place_and_size(index);
        config.ends_as_it_is(self.grid, size, [before, IVec2::new(x.at[lane], y.at[lane])], known).map(Some)
    }

    #[inline(always)]
    fn rises(&self, lane: usize) -> bool {
        let up = self.lanes.up[lane];
        let Lanes { x, y, .. } = &self.lanes;
        let speed = if up.axis() == 0 { x.velocity[lane] } else { y.velocity[lane] };
        speed * up.sign() > 0.0
    }

    /// True if the commit phase would not change the state of the body of a lane.
    #[inline(always)]
    fn keeps_state(&self, lane: usize, state: BodyState, contacts: Option<Contacts>) -> bool {
        let up = self.lanes.up[lane];
        let is_tracked = self.tracking >> lane & 1 != 0;
        contacts.filter(|_| is_tracked).is_some_and(|contacts| {
            let on_floor = contacts.floor(up);
            !(on_floor && self.rises(lane)) && state == state.with_contacts(contacts, on_floor, up)
        })
    }

    /// Clears lanes whose bodies are left to the scalar path.
    #[inline(always)]
    fn refuse(&mut self, mut lanes: LaneSet, output: &mut StepOutput) {
        self.idle |= lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize & (LANES - 1);
            lanes &= lanes - 1;
            output.refused.push(self.indices[lane]);
            self.records.withdraw(lane, output);
            // A refused lane may compute anything from here on.
            self.lanes.park(lane);
        }
    }
}

#[inline(always)]
fn enter(lanes: &mut LaneAxis, lane: usize, axis: &AxisSlices, index: usize, (plan, k): (&AxisPlan, usize)) {
    lanes.at[lane] = axis.at[index];
    lanes.size[lane] = axis.size[index];
    lanes.velocity[lane] = axis.velocity[index];
    lanes.left[lane] = plan.units[k];
    lanes.remainder[lane] = plan.remainder[k];
}

#[inline(always)]
fn leave(lanes: &LaneAxis, lane: usize, axis: &mut AxisSlices, index: usize) {
    axis.at[index] = lanes.at[lane];
    axis.velocity[index] = lanes.velocity[lane];
    axis.remainder[index] = lanes.remainder[lane];
}
