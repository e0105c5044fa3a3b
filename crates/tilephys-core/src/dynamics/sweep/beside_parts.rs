//! SIMD sweep of bodies that bounce beside a single part of a tile, with nothing else near.
//!
//! Bodies gather in lanes, and move when all lanes are taken. The moves are compiled for each vector instruction set apart from
//! the rest of the phase, so that all forms of the phase share them.

use crate::controller::{
    Actor, AxisEnds, Hit, LANES, LaneResults, LaneSet, LaneStart, MoveExtras, PartLanes,
};
use crate::dynamics::context::StepContext;
use crate::dynamics::output::events::EventKind;
use crate::dynamics::output::step_output::Touching;
use crate::dynamics::settings::profile::{Profile, ProfileId};
use crate::dynamics::state::bodies::{AxisSlices, BodySlices};
use crate::dynamics::sweep::lanes::lane_response;
use crate::dynamics::sweep::plan::Plan;
use crate::dynamics::sweep::sweep_output::SweepOutput;
use crate::limits::{BLOCK, FEWEST_IN_LANES};
use crate::response::Response;
use crate::shape::Convex;
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};
use pulp::{Arch, NullaryFnOnce};

/// Lanes and their bodies.
pub(crate) struct BesideParts<'a> {
    context: StepContext<'a>,
    arch: Arch,
    /// True in a quiet step among shapes; other steps have no such bodies.
    is_used: bool,
    /// Last profile, and true if its bodies bounce or float without extras.
    known: Option<(ProfileId, bool)>,
    /// The only part near each body of the block, if a lane may take it.
    parts: [Option<&'a Convex>; BLOCK],
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

    /// Finds the parts beside the bodies of a block that have something near.
    ///
    /// A loop of its own, because each part is behind a chain of loads. Here the loads of several bodies overlap.
    #[inline(always)]
    pub(crate) fn find(&mut self, bodies: &BodySlices, (from, plan): (usize, &Plan), near: usize) {
        if !self.is_used {
            return;
        }
        for &k in &plan.near[..near] {
            let k = k as usize & (BLOCK - 1);
            self.parts[k] = None;
            let (Some(cell), id) = (plan.only_cell(k), bodies.profile[from + k]) else { continue };
            if self.known.is_none_or(|known| known.0 != id) {
                let profile = self.context.profiles.get(id.place());
                self.known = Some((id, profile.is_some_and(|profile| bounces(profile, &self.context))));
            }
            if let Some((_, true)) = self.known {
                self.parts[k] = self.context.grid.only_part_of(cell).map(|part| part.0);
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
        let Some(part) = self.parts[k & (BLOCK - 1)] else { return false };
        if self.context.transient.has(bodies.id[place])
            || !self.enter((profile, part), bodies, place, (plan, k))
        {
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
        (profile, part): (&Profile, &Convex),
        bodies: &BodySlices,
        place: usize,
        (plan, k): (&Plan, usize),
    ) -> bool {
        let Some(cell) = plan.only_cell(k) else { return false };
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
        let results = self.arch.dispatch(Advance { lanes: &mut self.lanes });
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
        let mut reporting = self.reporting & results.hit & !refused;
        while reporting != 0 {
            let lane = reporting.trailing_zeros() as usize & (LANES - 1);
            reporting &= reporting - 1;
            self.report(lane, bodies, output);
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
            if self.tracking >> lane & 1 != 0 || state.bits() != 0 {
                output.touching.push(Touching::new(place as u32, None));
            }
        }
        *output.hits += u64::from((results.hit & !refused & in_use).count_ones());
        (self.taken, self.reporting, self.tracking) = (0, 0, 0);
    }

    /// Reports the hit of a body that has not left its lane yet.
    #[inline(never)]
    fn report(&self, lane: usize, bodies: &BodySlices, output: &mut SweepOutput) {
        let grid = self.context.grid;
        let Some(piece) = grid.only_piece_of(self.cells[lane]) else { return };
        let place = self.places[lane] as usize;
        let profile = &self.context.profiles[bodies.profile[place].place()];
        let (at, size) = bodies.place_and_size(place);
        let velocity = Vec2::new(bodies.x.velocity[place], bodies.y.velocity[place]);
        let actor = Actor::new(grid.view(profile.movement.mask), size, &profile.movement);
        let (found, d, motion) = self.lanes.hit(lane, piece.name, (at, velocity));
        let hit = Hit::new(&actor, &found, d, &motion);
        output.log.push(bodies.id[place], EventKind::Hit(hit));
    }
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
}

impl NullaryFnOnce for Advance<'_> {
    type Output = LaneResults;

    #[inline(always)]
    fn call(self) -> LaneResults {
        self.lanes.advance()
    }
}

/// True if the bodies of a profile bounce or float, without extras.
fn bounces(profile: &Profile, context: &StepContext) -> bool {
    let movement = &profile.movement;
    movement.walking().is_none()
        && MoveExtras::of(movement, None).is_none()
        && lane_response(profile, context.grid).is_some()
}
