//! Bodies near shapes other than whole tiles: a narrow phase of few instructions. Bodies that no shape concerns in this step go on
//! among whole tiles; the others are swept one by one.

use crate::controller::{MoveConfig, Walk};
use crate::direction::Direction;
use crate::dynamics::context::{BodyView, StepContext};
use crate::dynamics::output::{BodyPath, StepOutput};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::BodySlices;
use crate::dynamics::sweep::{
    Known, Plan, bounds_of, floor_velocity, lane_response, list_swept, sweep_known, whole_translation,
};
use crate::grid::{CellRect, Gathered, Tiles, Windows};
use crate::lattice::Displacement;
use crate::limits::{BLOCK, LANE_REACH, ONE_WAY_TOLERANCE};
use crate::response::Response;
use glam::{IVec2, Vec2};

/// Bodies of a block, of which some have shapes near.
pub(crate) struct NearShapes<'a, 'b> {
    pub(crate) context: &'b StepContext<'a>,
    pub(crate) plan: &'b mut Plan,
    /// Index of the first body of the block in the part.
    pub(crate) from: usize,
    pub(crate) gathered: &'b mut Gathered<'a>,
}

/// Motion of a body, with what a belt adds.
struct Carried {
    /// Velocity of the belt, in px/s.
    belt: Vec2,
    translation: [Displacement; 2],
    /// Cells within a unit of the motion.
    cells: CellRect,
}

impl NearShapes<'_, '_> {
    /// Ends the step of the bodies near shapes, of `near` candidates. Returns the number of remaining ones, which find only whole
    /// tiles and planks in their windows.
    #[inline(never)]
    pub(crate) fn finish(&mut self, bodies: &mut BodySlices, near: usize, output: &mut StepOutput) -> usize {
        let view = self.context.grid.view(u32::MAX);
        let mut left = 0;
        for i in 0..near.min(BLOCK) {
            let k = self.plan.near[i] as usize & (BLOCK - 1);
            let cells = self.plan.cells(k);
            self.plan.planks[k] = 0;
            let is_planned = self.plan.excluded[k] >= 0 && Windows::<BLOCK>::can_hold(cells);
            let ends = is_planned && view.is_shaped_in(cells) && self.end(bodies, k, output);
            left = self.plan.keep_or_end(left, k, !ends);
        }
        left
    }

    /// Ends the step of the body with index `k` in the block, unless it goes on among whole tiles. True if it ends.
    fn end(&mut self, bodies: &mut BodySlices, k: usize, output: &mut StepOutput) -> bool {
        let context = self.context;
        let index = self.from + k;
        let profile = &context.profiles[bodies.profile[index].index()];
        let (_, size) = bodies.place_and_size(index);
        let own = context.body_view(bodies.id[index], size, profile);
        let is_gathered = own.unfiltered.gather(&own.view(), self.plan.cells(k), self.gathered);
        let gathered = is_gathered.then_some(&*self.gathered);
        let belt = floor_velocity(context, profile, own.view().with_gathered(gathered), bodies, index);
        // The hooks of the game are asked about each solid, so they keep a body from all fast ways.
        if is_gathered
            && own.rules.is_none()
            && let Some(carried) = self.carried(belt, bodies, k)
            && let Some(tiles) = self.tiles_alone(profile, bodies, index, &carried)
        {
            if tiles.whole | tiles.planks == 0 {
                self.end_free(bodies, k, output);
                return true;
            }
            if may_enter_lane(context, profile, &own) {
                self.go_on(profile, bodies, k, &carried, output);
                self.plan.windows.fill(k, tiles.whole | tiles.planks);
                self.plan.planks[k] = tiles.planks;
                return false;
            }
        }
        let gathered = is_gathered.then_some(&*self.gathered);
        let planned = self.plan.translation(k);
        let known = Known { profile, own: &own, gathered, planned, belt };
        let swept = sweep_known(context, &known, bodies, index, output);
        list_swept(profile, bodies, index, swept, output);
        true
    }

    /// Returns the motion of a body with the belt under it. `None` if that leaves the gathered cells.
    fn carried(&self, belt: Vec2, bodies: &BodySlices, k: usize) -> Option<Carried> {
        let index = self.from + k;
        if belt == Vec2::ZERO {
            let translation = self.plan.translation(k)?;
            return Some(Carried { belt, translation, cells: self.plan.cells(k) });
        }
        let translation = whole_translation(bodies, index, belt, self.context.dt)?;
        let is_short = translation.iter().all(|on_axis| on_axis.units.unsigned_abs() < LANE_REACH);
        let (position, size) = bodies.place_and_size(index);
        let [low, high] = bounds_of(position, size, translation);
        let cells = self.context.grid.view(u32::MAX).cells().covered(low, high);
        let fits = is_short && Windows::<BLOCK>::can_hold(cells) && self.gathered.holds(cells);
        fits.then_some(Carried { belt, translation, cells })
    }

    /// Returns the tiles near the path of a body, if no other shape concerns it.
    fn tiles_alone(
        &self,
        profile: &Profile,
        bodies: &BodySlices,
        index: usize,
        carried: &Carried,
    ) -> Option<Tiles> {
        let movement = &profile.movement;
        let (position, size) = bodies.place_and_size(index);
        // To a body over a plank that does not rise, the plank is the upper face of a whole tile.
        let is_usual =
            movement.up == Direction::Up && movement.response == Response::Slide && !profile.report_hits;
        let falls = carried.translation[1].units >= 0 && bodies.y.velocity[index] >= 0.0;
        let cells = self.context.grid.view(u32::MAX).cells();
        let planks_from = (is_usual && falls).then(|| cells.y.cell(position.y + size.y - 1) + 1);
        let bounds = bounds_of(position, size, carried.translation);
        self.gathered.only_tiles(carried.cells, bounds, reach_of_lines(movement, size), planks_from)
    }

    fn go_on(
        &mut self,
        profile: &Profile,
        bodies: &BodySlices,
        k: usize,
        carried: &Carried,
        output: &mut StepOutput,
    ) {
        if carried.belt == Vec2::ZERO {
            return;
        }
        let index = self.from + k;
        let id = bodies.id[index];
        let (position, size) = bodies.place_and_size(index);
        // A body that the lanes refuse is listed again, with the same belt.
        output.lifts.push((id, carried.belt));
        self.plan.replace(k, carried.translation, carried.cells);
        if self.context.traced.any() {
            let [x, y] = carried.translation;
            let path = BodyPath::straight(id, size, [position, position + IVec2::new(x.units, y.units)]);
            let stay = &mut output.trajectories.stay;
            self.plan.watched[k] = self.plan.must_watch(self.context, profile, &path, k, stay);
        }
    }

    fn end_free(&self, bodies: &mut BodySlices, k: usize, output: &mut StepOutput) {
        let plan = &self.plan;
        let index = self.from + k;
        let body = bodies.get(index);
        let to = body.position + IVec2::new(plan.x.units[k], plan.y.units[k]);
        if plan.watched[k] {
            output.note_straight(self.context, bodies, index, to, body.velocity);
        }
        bodies.x.at[index] = to.x;
        bodies.x.remainder[index] = plan.x.remainder[k];
        bodies.y.at[index] = to.y;
        bodies.y.remainder[index] = plan.y.remainder[k];
        output.leave_contacts(&mut bodies.state[index], index as u32);
    }
}

fn may_enter_lane(context: &StepContext, profile: &Profile, own: &BodyView) -> bool {
    profile.movement.response == Response::Slide
        && lane_response(profile, context.grid).is_some()
        && !own.is_filtered()
}

/// Greatest distance from the path of a body at which a one-way line may act on it, in lattice units.
fn reach_of_lines(movement: &MoveConfig, size: IVec2) -> i32 {
    let nudge = movement.walk_if_grounded().map_or(0, Walk::nudge_units);
    // A nudge lifts the body onto lines over its feet, which are inside it unless they are over its head.
    if nudge > size[movement.up.axis()] { nudge } else { 2 * ONE_WAY_TOLERANCE }
}
