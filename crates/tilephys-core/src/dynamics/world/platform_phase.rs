//! Moving-platform phases of the step: movers and solid bodies.

use crate::controller::Body;
use crate::dynamics::context::StepContext;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::output::{SensorPath, Split, StepOutput, Trajectories};
use crate::dynamics::platforms::{PlatformContext, PlatformSolver};
use crate::dynamics::sensors::Walker;
use crate::dynamics::state::{Bodies, GroupScene, Platforms};
use crate::dynamics::sweep::{step_frozen, sweep_solid};
use crate::dynamics::world::{StepParts, World};
use crate::fraction::Fraction;
use crate::response::Response;
use glam::IVec2;

struct PlatformParts<'a> {
    stage: PlatformContext<'a>,
    platforms: &'a mut PlatformSolver,
    output: &'a mut [StepOutput],
}

impl World {
    pub(crate) fn add_lift_velocity(&mut self) {
        let mut rides = std::mem::take(&mut self.platforms.state.rides);
        let StepParts { context, bodies, .. } = self.parts(0.0, None);
        rides.jump(&context, bodies);
        self.platforms.state.rides = rides;
    }

    /// Moves movers by id, then solid bodies, the lowest first.
    pub(crate) fn move_platforms(&mut self, split: Split, dt: f32, rules: Option<&dyn CollisionHooks>) {
        if self.platforms.state.store.is_empty() && self.platforms.state.solids.is_empty() {
            return;
        }
        self.find_waiting();
        let PlatformParts { mut stage, platforms, output } = self.platform_parts(dt, rules);
        platforms.move_all(&mut stage);
        platforms.settle(&stage);
        for at in 0..platforms.order.len() {
            let solid_index = platforms.order[at];
            platforms.look_again(&stage);
            let index = platforms.state.solids.list[solid_index as usize].index as usize;
            let output = &mut output[split.part_of(index)];
            let id = stage.bodies.id[index];
            let body = stage.bodies.get(index);
            let own_dt = stage.transient.own_dt(id, dt);
            // A body without time is only pushed out of a solid that was put onto it.
            let is_frozen = own_dt.is_none();
            let profile = stage.bodies.profile[index];
            if is_frozen && !stage.step_context(&platforms.state).is_inside(id, &body, profile) {
                stage.with_bodies(&platforms.state, |context, bodies| {
                    step_frozen(&context, bodies, index, output);
                });
                continue;
            }
            let before = output.trajectories.mark();
            platforms.load_riders(&stage, solid_index);
            let start = stage.with_bodies(&platforms.state, |context, bodies| {
                let context = StepContext { dt: own_dt.unwrap_or(0.0), ..context };
                sweep_solid(context, bodies, index, output)
            });
            let from = platforms.put_out(&mut stage, solid_index, start, body.position);
            if let Some(corner) = platforms.move_solid_body(&mut stage, solid_index, from) {
                platforms.keep_stuck(&mut stage, solid_index, start);
                let context = stage.step_context(&platforms.state);
                output.trajectories.rewind(before);
                note_way(context, stage.bodies, (index, body), corner, &mut output.trajectories);
            }
            platforms.state.load.clear();
            if is_frozen {
                stage.bodies.x.velocity[index] = body.velocity.x;
                stage.bodies.y.velocity[index] = body.velocity.y;
            }
        }
    }

    fn find_waiting(&mut self) {
        for at in 0..self.platforms.state.store.paths.len() {
            let follow = &self.platforms.state.store.paths[at];
            let may_wait = follow.path.waits_at(follow.tick);
            let is_waiting = may_wait && !self.is_ridden(follow.mover);
            self.platforms.state.store.paths[at].is_waiting = is_waiting;
        }
    }

    /// Ends the groups of the step, and notes the bodies that the sweep phase found on movers.
    pub(crate) fn learn_groups(&mut self, dt: f32) {
        let World { grid, profiles, bodies, indices, platforms, output, .. } = self;
        let Platforms { groups, store, .. } = &mut platforms.state;
        let stood = output.iter_mut().flat_map(|output| output.stood.drain(..));
        groups.learn(&GroupScene { grid, profiles, store, bodies, dt }, indices, stood);
    }

    /// Ends squishes after all motion: a body outside its pusher collides with it again.
    pub(crate) fn end_squishes(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        if !self.platforms.state.squishes.is_empty() {
            let PlatformParts { mut stage, platforms, .. } = self.platform_parts(dt, rules);
            platforms.end_squishes(&mut stage);
        }
    }

    /// Finds the solid bodies that stand on bodies which are not solid, and so are not in the grid. Such a body stops a solid body
    /// that it blocks, and is its floor. A body that comes from afar becomes the floor in the next step.
    pub(crate) fn find_floors_of_solids(&mut self, split: Split) {
        let World { grid, profiles, bodies, platforms, ignored, output, .. } = self;
        let solids = &platforms.state.solids.list;
        for (number, solid) in (platforms.state.store.list.len() as u32..).zip(solids) {
            let index = solid.index as usize;
            let Some(profile) = profiles.get(bodies.profile[index].index()) else { continue };
            let down = profile.movement.up.opposite();
            let category = grid.tile_kind(solid.tile).category;
            let is_floor = |other: usize| {
                let Some(other_profile) = profiles.get(bodies.profile[other].index()) else { return false };
                // The same questions as when a solid body is stopped: its floor is what blocks it.
                let is_blocking = other_profile.solid.is_none()
                    && other_profile.movement.mask & category != 0
                    && other_profile.movement.response != Response::PassThrough
                    && !ignored.holds(solid.id, bodies.id[other]);
                let boxes = [index, other].map(|one| bodies.get(one).aabb());
                is_blocking && boxes[0].side_touched_by(boxes[1]) == Some(down)
            };
            if !platforms.solids.near.of(number).any(|other| is_floor(other as usize)) {
                continue;
            }
            // The contact belongs to the output of the part that sweeps this body, by its index there.
            let output = &mut output[split.part_of(index)];
            let own = solid.index - output.from;
            let mut touching = output.touching.iter_mut();
            if let Some(entry) = touching.find(|entry| entry.index == own) {
                entry.beside = entry.beside.with(down);
            }
        }
    }

    fn platform_parts<'a>(&'a mut self, dt: f32, rules: Option<&'a dyn CollisionHooks>) -> PlatformParts<'a> {
        // Borrowed field by field: the phase changes bodies and platforms while it reads profiles.
        let World { grid, profiles, bodies, indices, transient, platforms, senses, .. } = self;
        let World { log, output, classes, ignored, combine, .. } = self;
        let traced = SensorPath::of(grid, profiles, &senses.ranges);
        let stage = PlatformContext {
            grid,
            profiles,
            indices,
            bodies,
            transient,
            log,
            rules,
            ignored,
            combine: *combine,
            carried: &mut senses.carried,
            traced,
            classes,
            dt,
        };
        PlatformParts { stage, platforms, output }
    }

    pub(crate) fn update_lifts(&mut self) {
        // Taken out, because the context borrows the platforms.
        let mut rides = std::mem::take(&mut self.platforms.state.rides);
        let StepParts { context, bodies, output, .. } = self.parts(0.0, None);
        for output in output {
            rides.add(&mut output.lifts, &context, bodies);
        }
        if !rides.is_empty() {
            rides.age(|lift| {
                // The timer of a frozen body stands still with it.
                let ticks = lift.ticks.saturating_sub(u8::from(!context.transient.is_stopped(lift.body)));
                if context.indices.get(lift.body).is_some() { ticks } else { 0 }
            });
            rides.fall(&context, bodies);
        }
        self.platforms.state.rides = rides;
    }
}

/// Records the path of a stopped solid body for sensors: from `body` to a corner, and to its final position.
fn note_way(
    context: StepContext,
    bodies: &Bodies,
    (index, body): (usize, Body),
    corner: IVec2,
    trajectories: &mut Trajectories,
) {
    let Some(profile) = context.profiles.get(bodies.profile[index].index()) else { return };
    if !context.traced.may_be(profile) {
        return;
    }
    let id = bodies.id[index];
    let now = bodies.get(index);
    let mut way = trajectories.begin(body.position);
    // The recorded path was discarded, and its times with it. Half of the step stands for the time at the corner.
    way.extend_to(corner, Fraction::from_bits(Fraction::ONE.to_bits() / 2));
    let own = context.body_view(id, body.size, profile);
    let walker = Walker::new(id, &body, profile, own.view(), now.velocity);
    trajectories.end(&walker, way, now.position, context.traced);
}
