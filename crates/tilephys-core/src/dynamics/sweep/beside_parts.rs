//! SIMD sweep of bodies that bounce beside a single part of a tile, with nothing else near.
//!
//! Bodies gather in lanes, and move when all lanes are taken. The moves are compiled for each vector instruction set apart from
//! the rest of the phase, so that all forms of the phase share them.

use crate::controller::{
    AxisEnds, LANES, LaneResults, LaneSet, LaneStart, MoveExtras, PartLanes, StruckPart,
};
use crate::dynamics::context::StepContext;
use crate::dynamics::output::events::EventKind;
use crate::dynamics::output::step_output::Touching;
use crate::dynamics::settings::profile::{Profile, ProfileId};
use crate::dynamics::state::bodies::{AxisSlices, BodySlices};
use crate::dynamics::sweep::lane_hits::each;
use crate::dynamics::sweep::lanes::lane_response;
use crate::dynamics::sweep::plan::{AxisPlan, Plan};
use crate::dynamics::sweep::sweep_output::SweepOutput;
use crate::grid::Contacts;
use crate::lane_mask::mask;
use crate::limits::{BLOCK, FEWEST_IN_LANES};
use crate::response::Response;
use crate::shape::Convex;
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};
use pulp::{Arch, NullaryFnOnce};

/// A part and its cell.
type Beside<'a> = (&'a Convex, TileCoord);

/// Lanes and their bodies.
pub(crate) struct BesideParts<'a> {
    context: StepContext<'a>,
    arch: Arch,
    /// True in a quiet step among shapes; other steps have no such bodies.
    is_used: bool,
    /// Last profile, and true if its bodies bounce or float without extras.
    known: Option<(ProfileId, bool)>,
    /// The only part near each body of the block, if a lane may take it.
    parts: [Option<Beside<'a>>; BLOCK],
    lanes: PartLanes,
    taken: usize,
    places: [u32; LANES],
    cells: [TileCoord; LANES],
    /// Lanes of bodies with reported hits, and with tracked contacts.
    reporting: LaneSet,
    tracking: LaneSet,
}

impl<'a> BesideParts<'a> {
    pub(crate) fn new(context: StepContext<'a>) -> Self {
        let is_used = context.is_quiet() && context.grid.view(u32::MAX).has_shapes();
        BesideParts {
            context,
            arch: Arch::new(),
            is_used,
            known: None,
            parts: [None; BLOCK],
            lanes: PartLanes::new(),
            taken: 0,
            places: [0; LANES],
            reporting: 0,
            tracking: 0,
            cells: [TileCoord::new(0, 0); LANES],
        }
    }

    /// Finds the parts beside the bodies of a block that have something near, and ends the step of bodies that stay outside of the
    /// face of a slope. Returns the number of remaining ones.
    #[inline(always)]
    pub(crate) fn find(
        &mut self,
        bodies: &mut BodySlices,
        from: usize,
        (plan, near): (&mut Plan, usize),
        touching: &mut Vec<Touching>,
    ) -> usize {
        if !self.is_used {
            return near;
        }
        let (mut slopes, mut count) = ([0; BLOCK], 0);
        // A loop of its own, because each part is behind a chain of loads. Here the loads of several bodies overlap.
        for &k in &plan.near[..near.min(BLOCK)] {
            let part = self.only_part(bodies, from, (plan, k as usize & (BLOCK - 1)));
            slopes[count & (BLOCK - 1)] = k;
            count += usize::from(part.is_some_and(is_slope));
        }
        if count == 0 {
            return near;
        }
        self.end_outside(bodies, from, (plan, &slopes[..count.min(BLOCK)]), touching);
        plan.drop_free(near)
    }

    /// Keeps and returns the only part near the body `k` of a block, if it may take a lane.
    #[inline(always)]
    fn only_part(
        &mut self,
        bodies: &BodySlices,
        from: usize,
        (plan, k): (&Plan, usize),
    ) -> Option<&'a Convex> {
        self.parts[k] = None;
        let (cell, id) = (plan.only_cell(k)?, bodies.profile[from + k]);
        if self.known.is_none_or(|known| known.0 != id) {
            let profile = self.context.profiles.get(id.place());
            self.known = Some((id, profile.is_some_and(|profile| bounces(profile, &self.context))));
        }
        let (_, true) = self.known? else { return None };
        if self.context.transient.has(bodies.id[from + k]) {
            return None;
        }
        let (part, ..) = self.context.grid.only_part_of(cell)?;
        self.parts[k] = Some((part, cell));
        Some(part)
    }

    /// Ends the step of the listed bodies beside slopes that stay outside of the slanted face, and marks them as free.
    ///
    /// Half of them do so. All is computed for the others too, because a branch could not be predicted.
    #[inline(always)]
    fn end_outside(
        &self,
        bodies: &mut BodySlices,
        from: usize,
        (plan, slopes): (&mut Plan, &[u32]),
        touching: &mut Vec<Touching>,
    ) {
        let tile = self.context.grid.tile_size();
        for &k in slopes {
            let (k, place) = (k as usize & (BLOCK - 1), from + k as usize);
            let Some((part, cell)) = self.parts[k] else { continue };
            let Some(face) = part.slants.first() else { continue };
            let (at, size) = bodies.place_and_size(place);
            let min = at.wrapping_sub(IVec2::new(cell.col, cell.row).wrapping_mul(tile));
            let d = IVec2::new(plan.x.units[k], plan.y.units[k]);
            let [is_apart, is_clear] = face.leaves_outside(min, size, d);
            plan.free[k] = mask(is_apart);
            end_free(&mut bodies.x, place, (&plan.x, k), plan.free[k]);
            end_free(&mut bodies.y, place, (&plan.y, k), plan.free[k]);
            let state = bodies.state[place].after_sweep(plan.free[k] as u8);
            bodies.state[place] = state;
            if is_apart & ((state.bits() != 0) | !is_clear) {
                let profile = &self.context.profiles[bodies.profile[place].place()];
                if profile.track_contacts || state.bits() != 0 {
                    touching.push(Touching::new(place as u32, is_clear.then_some(Contacts::default())));
                }
            }
        }
    }

    /// Puts a body into a lane, if it bounces, and has a single part of a tile near that the lanes support. Needs a call of
    /// [`find`](Self::find) for its block.
    #[inline(always)]
    pub(crate) fn take_over(
        &mut self,
        profile: &Profile,
        bodies: &mut BodySlices,
        place: usize,
        (plan, k): (&Plan, usize),
        output: &mut SweepOutput,
    ) -> bool {
        if !self.is_used {
            return false;
        }
        let Some(beside) = self.parts[k & (BLOCK - 1)] else { return false };
        if !self.enter((profile, beside), bodies, place, (plan, k)) {
            return false;
        }
        if self.taken == LANES {
            self.advance(bodies, output);
        }
        true
    }

    /// Moves the bodies in lanes. A few bodies are left to the scalar path: all lanes cost as much as one body alone.
    pub(crate) fn finish(&mut self, bodies: &mut BodySlices, output: &mut SweepOutput) {
        if self.taken >= FEWEST_IN_LANES as usize {
            self.advance(bodies, output);
        } else {
            output.refused.extend(&self.places[..self.taken]);
        }
    }

    #[inline(always)]
    fn enter(
        &mut self,
        (profile, (part, cell)): (&Profile, Beside),
        bodies: &BodySlices,
        place: usize,
        (plan, k): (&Plan, usize),
    ) -> bool {
        let (restitution, rest_speed) = match profile.movement.response {
            Response::Bounce { restitution } => (restitution, profile.movement.rest_speed),
            // A bounce that always comes to rest.
            _ => (0.0, f32::INFINITY),
        };
        let (at, size) = bodies.place_and_size(place);
        let start = LaneStart {
            cell,
            at,
            size,
            d: IVec2::new(plan.x.units[k], plan.y.units[k]),
            velocity: Vec2::new(bodies.x.velocity[place], bodies.y.velocity[place]),
            rest: Vec2::new(plan.x.rest[k], plan.y.rest[k]),
            cells: plan.cells(k),
            restitution,
            rest_speed,
            up_is_x: profile.movement.up.axis() == 0,
        };
        let lane = self.taken & (LANES - 1);
        if !self.lanes.enter(lane, part, self.context.grid.tile_size(), &start) {
            return false;
        }
        self.taken = lane + 1;
        (self.places[lane], self.cells[lane]) = (place as u32, cell);
        self.reporting |= LaneSet::from(profile.report_hits) << lane;
        self.tracking |= LaneSet::from(profile.track_contacts) << lane;
        true
    }

    /// Moves the bodies in lanes to the ends of their steps.
    #[inline(never)]
    fn advance(&mut self, bodies: &mut BodySlices, output: &mut SweepOutput) {
        let view = self.context.grid.view(u32::MAX);
        let results =
            self.arch.dispatch(Advance { lanes: &mut self.lanes, is_any_tracked: self.tracking != 0 });
        let in_use = LaneSet::MAX >> (LaneSet::BITS - self.taken as u32);
        let (mut leaving, mut refused) = (results.leaving & in_use, results.refused);
        while leaving != 0 {
            let lane = leaving.trailing_zeros() as usize & (LANES - 1);
            leaving &= leaving - 1;
            let place = self.places[lane] as usize;
            let start = IVec2::new(bodies.x.at[place], bodies.y.at[place]);
            let ahead = results.cells_after(lane, start, view.cells());
            refused |= LaneSet::from(!view.has_only(ahead, self.cells[lane])) << lane;
        }
        let reporting = self.reporting & results.hit & !refused;
        if reporting != 0 {
            self.report(reporting, bodies, output);
        }
        for lane in 0..self.taken {
            let place = self.places[lane] as usize;
            if refused >> lane & 1 != 0 {
                output.refused.push(place as u32);
                continue;
            }
            leave(&results.x, lane, &mut bodies.x, place);
            leave(&results.y, lane, &mut bodies.y, place);
            let state = bodies.state[place].with_stuck(false);
            bodies.state[place] = state;
            // Without contacts before and after, the commit phase would change nothing.
            if (self.tracking & !results.clear) >> lane & 1 != 0 || state.bits() != 0 {
                let is_clear = results.clear >> lane & 1 != 0;
                output.touching.push(Touching::new(place as u32, is_clear.then_some(Contacts::default())));
            }
        }
        *output.hits += u64::from((results.hit & !refused & in_use).count_ones());
        (self.taken, self.reporting, self.tracking) = (0, 0, 0);
    }

    /// Reports the hits of bodies that have not left their lanes yet.
    #[inline(never)]
    fn report(&self, lanes: LaneSet, bodies: &BodySlices, output: &mut SweepOutput) {
        let mut struck = [None; LANES];
        // Tile ids are seldom in the cache. In a loop of their own these reads overlap.
        for lane in each(lanes) {
            struck[lane] = self.context.grid.only_part_of(self.cells[lane]);
        }
        for lane in each(lanes) {
            let Some((part, layer, tile)) = struck[lane] else { continue };
            let place = self.places[lane] as usize;
            let struck = StruckPart { part, layer, tile, cell: self.cells[lane] };
            let start = IVec2::new(bodies.x.at[place], bodies.y.at[place]);
            let velocity = Vec2::new(bodies.x.velocity[place], bodies.y.velocity[place]);
            let up = self.context.profiles[bodies.profile[place].place()].movement.up;
            let hit = self.lanes.hit(lane, &struck, (start, velocity), up);
            output.log.push(bodies.id[place], EventKind::Hit(hit));
        }
    }
}

/// True for a solid part with a single slanted face. Mostly a slope, with half of its bounds empty.
#[inline(always)]
fn is_slope(part: &Convex) -> bool {
    // Without a branch, which could not be predicted.
    (part.slants.len() == 1) & part.one_way.is_none()
}

/// Ends the step of a body without a hit on one axis, if the mask `free` is all ones.
#[inline(always)]
fn end_free(axis: &mut AxisSlices, place: usize, (plan, k): (&AxisPlan, usize), free: i32) {
    axis.at[place] = axis.at[place].wrapping_add(plan.units[k] & free);
    let kept = axis.rest[place].to_bits() & !free as u32;
    axis.rest[place] = f32::from_bits(kept | plan.rest[k].to_bits() & free as u32);
}

/// Ends the step of a body on one axis.
#[inline(always)]
fn leave(ends: &AxisEnds, lane: usize, axis: &mut AxisSlices, place: usize) {
    axis.at[place] += ends.moved[lane];
    axis.velocity[place] = ends.velocity[lane];
    axis.rest[place] = ends.rest[lane];
}

/// Passes over the lanes, in the form that is compiled for each instruction set.
struct Advance<'a> {
    lanes: &'a mut PartLanes,
    is_any_tracked: bool,
}

impl NullaryFnOnce for Advance<'_> {
    type Output = LaneResults;

    #[inline(always)]
    fn call(self) -> LaneResults {
        self.lanes.advance(self.is_any_tracked)
    }
}

/// True if the bodies of a profile bounce or float, without extras.
fn bounces(profile: &Profile, context: &StepContext) -> bool {
    let movement = &profile.movement;
    movement.walking().is_none()
        && MoveExtras::of(movement, None).is_none()
        && lane_response(profile, context.grid).is_some()
}
