//! Sweep phase: continuous collision of every body with the grid, without regard to other bodies.
//!
//! Bodies are processed in blocks. Three branch-free passes plan translations and cells, read the cells, and move the bodies with
//! empty cells. Bodies with something near form a short list, and are swept in SIMD lanes, or one by one where the lanes do not
//! apply. In a single loop, the branch on empty cells would be mispredicted for every third body.
//!
//! The phase is compiled once for each vector instruction set, and the best one of the machine is picked once
//! a phase. All compute equal integers and, operation by operation, equal floats.

use crate::controller::Body;
use crate::dynamics::context::{StepClass, StepContext};
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::{EventKind, StepOutput, Touching};
use crate::dynamics::sensors::Walker;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{BodySlices, BodyState, Platforms};
use crate::dynamics::sweep::{
    NearShapes, Plan, SideBySide, end_one, finish_resting, finish_riders, mark_rejected, move_free,
    plan_axis, read_windows,
};
use crate::fault::{Fault, Field};
use crate::fraction::Fraction;
use crate::grid::{Gathered, Windows};
use crate::limits::BLOCK;
use crate::response::Response;
use glam::{IVec2, Vec2};
use pulp::{Arch, NullaryFnOnce};
use std::ops::Range;

/// Sweeps every body through the grid; records events, hits and bodies with possible contacts.
pub(crate) fn sweep_alone(context: StepContext, bodies: &mut BodySlices, output: &mut StepOutput) {
    let bounces = |profile: &Profile| matches!(profile.movement.response, Response::Bounce { .. });
    // A page is downloaded, so its program has one form of the phase only.
    if cfg!(target_arch = "wasm32") || context.profiles.iter().any(bounces) {
        Arch::new().dispatch(Phase::<true> { context, bodies, output });
    } else {
        Arch::new().dispatch(Phase::<false> { context, bodies, output });
    }
}

/// Phase in the form that is compiled for each instruction set. `BOUNCE` is true if bodies may bounce.
struct Phase<'a, 'b, const BOUNCE: bool> {
    context: StepContext<'a>,
    bodies: &'a mut BodySlices<'b>,
    output: &'a mut StepOutput,
}

impl<const BOUNCE: bool> NullaryFnOnce for Phase<'_, '_, BOUNCE> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        sweep_blocks::<BOUNCE>(self.context, self.bodies, self.output);
    }
}

#[inline(always)]
fn sweep_blocks<const BOUNCE: bool>(context: StepContext, bodies: &mut BodySlices, output: &mut StepOutput) {
    let StepContext { grid, profiles, .. } = context;
    let first = output.from;
    output.refused.clear();
    let mut plan = Plan::new();
    let mut gathered = Gathered::new();
    let traced = context.traced;
    let mut sliding = SideBySide::<true>::new(grid, traced);
    let mut bouncing = SideBySide::<false>::new(grid, traced);
    let is_shaped = grid.view(u32::MAX).has_shapes();
    let mut apart = context.classes.of_part(first, bodies.len());
    let is_any_apart = !apart.is_empty();
    for from in (0..bodies.len()).step_by(BLOCK) {
        let block = from..(from + BLOCK).min(bodies.len());
        // Three passes without a branch for each body: plan, read the cells, move what is free.
        apart = plan_block(context, bodies, block.clone(), &mut plan, (first, apart));
        let near = read_windows(grid, &mut plan, block.len());
        if traced.any() {
            plan.find_watched(&context, bodies, block.clone(), &mut output.trajectories.stay);
            note_free(&context, bodies, block.clone(), &plan, output);
        }
        move_free(&mut bodies.x, block.clone(), &plan.x, &plan.free);
        move_free(&mut bodies.y, block.clone(), &plan.y, &plan.free);
        leave_contacts(bodies, block.clone(), &plan.free, &mut output.touching);
        if near == 0 {
            continue;
        }
        // Three ways end most of what is left; the rest of the block goes on body by body.
        let near = finish_riders(&context, bodies, [first as usize, from], &mut plan, near, output);
        let near = if is_shaped {
            let context = &context;
            let gathered = &mut gathered;
            let plan = &mut plan;
            NearShapes { context, plan, from, gathered }.finish(bodies, near, output)
        } else {
            near
        };
        let near = finish_resting(context, bodies, block, (&mut plan, near), output);
        for &k in &plan.near[..near] {
            let k = k as usize;
            let index = from + k;
            let Some(profile) = profiles.get(bodies.profile[index].index()) else {
                reject(bodies, index, output);
                continue;
            };
            if is_any_apart && let Some(class) = context.classes.of(first + index as u32) {
                sweep_apart(&context, class, bodies, index, output);
                continue;
            }
            // Lanes take bodies whose cells fit a window, which holds whole tiles by now.
            let planned = plan.translation(k);
            let fits = planned.is_some() && Windows::<BLOCK>::can_hold(plan.cells(k));
            // A closure would keep the lanes out of the code that is compiled for vector instructions.
            let is_taken = if !fits || context.transient.has(bodies.id[index]) {
                false
            } else if BOUNCE && profile.movement.response != Response::Slide {
                bouncing.enter_lane(profile, bodies, index, (&plan, k), output)
            } else {
                sliding.enter_lane(profile, bodies, index, (&plan, k), output)
            };
            // A body in a lane ends when it leaves it.
            if !is_taken {
                end_one(&context, bodies, index, planned, output);
            }
        }
    }
    sliding.finish(bodies, output);
    if BOUNCE {
        bouncing.finish(bodies, output);
    }
    for i in 0..output.refused.len() {
        end_one(&context, bodies, output.refused[i] as usize, None, output);
    }
}

/// Plans the motions of a block. Bodies that are not batched are excluded. `apart` lists them from the block on, in a part
/// whose first body has the index `first`; returns the list from the next block on.
#[inline(always)]
fn plan_block<'a>(
    context: StepContext,
    bodies: &BodySlices,
    block: Range<usize>,
    plan: &mut Plan,
    (first, mut apart): (u32, &'a [(u32, StepClass)]),
) -> &'a [(u32, StepClass)] {
    let StepContext { grid, dt, .. } = context;
    mark_rejected(&bodies.profile[block.clone()], &mut plan.excluded);
    plan_axis(&bodies.x, block.clone(), dt, grid.divisor(0), &mut plan.x, &mut plan.excluded);
    plan_axis(&bodies.y, block.clone(), dt, grid.divisor(1), &mut plan.y, &mut plan.excluded);
    while let Some((&(index, _), later)) = apart.split_first()
        && ((index - first) as usize) < block.end
    {
        plan.excluded[(index - first) as usize - block.start] = -1;
        apart = later;
    }
    if !context.platforms.pushes.is_empty() {
        keep_pushed_from_fast_paths(context.platforms, &bodies.id[block], &mut plan.excluded);
    }
    apart
}

#[cold]
fn sweep_apart(
    context: &StepContext,
    class: StepClass,
    bodies: &mut BodySlices,
    index: usize,
    output: &mut StepOutput,
) {
    match class {
        // Bodies with a time of their own differ in the length of the step alone.
        StepClass::OwnTime(dt) => end_one(&StepContext { dt, ..*context }, bodies, index, None, output),
        StepClass::Frozen
            if context.is_inside(bodies.id[index], &bodies.get(index), bodies.profile[index]) =>
        {
            // Pushed out of solids by a move without a translation. It keeps its velocity for the end of the freeze.
            let velocity = bodies.get(index).velocity;
            end_one(&StepContext { dt: 0.0, ..*context }, bodies, index, None, output);
            bodies.x.velocity[index] = velocity.x;
            bodies.y.velocity[index] = velocity.y;
        }
        StepClass::Frozen => step_frozen(context, bodies, index, output),
        StepClass::Moved => {}
    }
}

/// Steps a frozen body: sensors see its position, and a non-finite velocity is reported.
pub(crate) fn step_frozen(context: &StepContext, bodies: &BodySlices, index: usize, output: &mut StepOutput) {
    let id = bodies.id[index];
    let body = bodies.get(index);
    let profile = &context.profiles[bodies.profile[index].index()];
    // The tile under it does not change.
    output.trajectories.skip(id);
    if !body.velocity.is_finite() {
        let field = Field::Velocity;
        let fault = Fault::NotFinite;
        output.log.push(id, EventKind::Rejected { field, fault });
    } else if context.traced.may_be(profile) {
        output.trajectories.note(id, [body.position; 2], Fraction::ZERO, Fraction::ONE);
    }
}

/// Leaves pushed bodies to the scalar path, which counts a push as part of the body's own motion.
#[cold]
fn keep_pushed_from_fast_paths(movers: &Platforms, ids: &[BodyId], excluded: &mut [i32; BLOCK]) {
    for (excluded, id) in excluded.iter_mut().zip(ids) {
        if movers.pushed(*id).is_some() {
            *excluded = -1;
        }
    }
}

#[cold]
fn reject(bodies: &BodySlices, index: usize, output: &mut StepOutput) {
    if let Some((field, fault)) = bodies.profile[index].rejection() {
        output.log.push(bodies.id[index], EventKind::Rejected { field, fault });
        output.trajectories.skip(bodies.id[index]);
    }
}

/// Records the trajectories of the unobstructed bodies of a block, before they move.
#[inline(never)]
fn note_free(
    context: &StepContext,
    bodies: &BodySlices,
    block: Range<usize>,
    plan: &Plan,
    output: &mut StepOutput,
) {
    for k in (0..block.len().min(BLOCK)).filter(|k| plan.watched[*k] && plan.free[*k] != 0) {
        let index = block.start + k;
        let Body { position, velocity, .. } = bodies.get(index);
        let end = position + IVec2::new(plan.x.units[k], plan.y.units[k]);
        output.note_straight(context, bodies, index, end, velocity);
    }
}

impl StepOutput {
    /// Records the straight trajectory of a body in this step to a place, where it has the velocity `ends_with`, in px/s.
    #[inline(never)]
    pub(crate) fn note_straight(
        &mut self,
        context: &StepContext,
        bodies: &BodySlices,
        index: usize,
        to: IVec2,
        ends_with: Vec2,
    ) {
        let id = bodies.id[index];
        let profile = &context.profiles[bodies.profile[index].index()];
        let body = bodies.get(index);
        if !profile.report_tiles {
            self.trajectories.note(id, [body.position, to], Fraction::ZERO, Fraction::ONE);
            return;
        }
        let own = context.body_view(id, body.size, profile);
        let way = self.trajectories.begin(body.position);
        let walker = Walker::new(id, &body, profile, own.view(), ends_with);
        self.trajectories.end(&walker, way, to, context.traced);
    }

    /// Lists a body with nothing near if it touched something before.
    #[inline(always)]
    pub(crate) fn leave_contacts(&mut self, state: &mut BodyState, index: u32) {
        *state = state.after_sweep(u8::MAX);
        if state.bits() != 0 {
            self.touching.push(Touching::new(index, None));
        }
    }
}

/// Lists the unobstructed bodies of a block that touched something before.
#[inline(always)]
fn leave_contacts(
    bodies: &mut BodySlices,
    block: Range<usize>,
    free: &[i32; BLOCK],
    touching: &mut Vec<Touching>,
) {
    let mut any = 0;
    for (state, free) in bodies.state[block.clone()].iter_mut().zip(free) {
        *state = state.after_sweep(*free as u8);
        any |= state.bits() & *free as u8;
    }
    if any != 0 {
        let indices = block.clone().zip(&bodies.state[block]).zip(free);
        touching.extend(
            indices
                .filter(|((_, s), f)| s.bits() != 0 && **f != 0)
                .map(|((p, _), _)| Touching::new(p as u32, None)),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::MoveConfig;
    use crate::dynamics::world::{StepParts, World};
    use crate::grid::TileGrid;
    use crate::tile::{Tile, TileCoord};
    use glam::{UVec2, Vec2};

    /// Room of 70 x 70 tiles, every ninth solid, with bodies that respond in three ways.
    fn crowd(responses: [Response; 3]) -> World {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("room");
        let tile = grid.add_tile(Tile::default());
        for at in (0..70).flat_map(|row| (0..70).map(move |col| TileCoord::new(col, row))) {
            let wall = [at.col, at.row].iter().any(|k| k % 69 == 0);
            if wall || (at.col * 31 + at.row * 17) % 9 == 0 {
                grid.set_tile(layer, at, Some(tile));
            }
        }
        let mut world = World::new(grid);
        world.gravity = Vec2::new(0.0, 500.0);
        for response in responses {
            let movement = MoveConfig { response, ..MoveConfig::default() };
            let profile = world.add_profile(Profile { movement, report_hits: false, ..Profile::default() });
            for i in 0..700 {
                let mut body =
                    Body::new(Vec2::new((20 + i) as f32, (20 + i * 37 % 1000) as f32), Vec2::splat(4.0));
                body.velocity = Vec2::new((i * 73 % 3001 - 1500) as f32, (i * 41 % 2003 - 1000) as f32);
                world.spawn(profile, body);
            }
        }
        world
    }

    fn compare(responses: [Response; 3]) {
        let mut plain = crowd(responses);
        let mut best = crowd(responses);
        for step in 0..60 {
            for (world, is_plain) in [(&mut plain, true), (&mut best, false)] {
                let StepParts { context, bodies, .. } = world.parts(1.0 / 60.0, None);
                let mut slices = bodies.as_slices();
                let mut output = StepOutput::default();
                // Bodies that slide would soon rest.
                let speeds = slices.x.velocity.iter_mut().zip(&mut *slices.y.velocity);
                for (i, (x, y)) in (step..).zip(speeds).filter(|(i, _)| i % 6 == 0) {
                    *x = (i * 73 % 3001 - 1500) as f32;
                    *y = (i * 41 % 2003 - 1000) as f32;
                }
                if is_plain {
                    sweep_blocks::<true>(context, &mut slices, &mut output);
                } else {
                    sweep_alone(context, &mut slices, &mut output);
                }
                world.hits += output.hits;
            }
            assert_eq!(plain.state_hash(), best.state_hash(), "after step {step}");
            assert_eq!(plain.hits, best.hits, "after step {step}");
        }
        assert!(plain.hits > 10_000, "only {} hits", plain.hits);
    }

    #[test]
    fn vector_and_scalar_instruction_sets_give_identical_results() {
        compare([1.0, 0.5, 0.0].map(|restitution| Response::Bounce { restitution }));
        compare([Response::Slide, Response::Stop, Response::Slide]);
        compare([Response::Slide, Response::Bounce { restitution: 0.75 }, Response::Invert]);
    }
}
