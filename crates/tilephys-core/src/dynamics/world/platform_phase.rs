//! Moving-platform phases of the step: movers and solid bodies.

use crate::controller::Body;
use crate::dynamics::commit::commit;
use crate::dynamics::context::StepContext;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::output::executor::Split;
use crate::dynamics::output::trajectories::{SensorPath, Trajectories};
use crate::dynamics::platforms::context::PlatformContext;
use crate::dynamics::platforms::leave::Leaving;
use crate::dynamics::sensors::ground_tiles::Walker;
use crate::dynamics::state::bodies::Bodies;
use crate::dynamics::sweep::scalar::sweep_solid;
use crate::dynamics::world::World;
use crate::dynamics::world::step::StepParts;
use crate::fraction::Fraction;
use glam::IVec2;

impl World {
    /// Adds the lift velocity to bodies that jump off a carrier.
    pub(crate) fn add_lift_velocity(&mut self) {
        let World { profiles, bodies, places, transient, platforms, .. } = self;
        platforms.state.rides.jump(Leaving { profiles, bodies, places, transient });
    }

    /// Moves movers by id, then solid bodies, the lowest first.
    pub(crate) fn move_platforms(&mut self, split: Split, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let World { grid, profiles, bodies, transient, platforms, senses, log, output, classes, .. } = self;
        let ignored = &self.ignored;
        if platforms.state.store.is_empty() && platforms.state.solids.is_empty() {
            return;
        }
        let traced = SensorPath::of(grid, profiles);
        let carried = &mut senses.carried;
        let mut stage = PlatformContext {
            grid,
            profiles,
            bodies,
            transient,
            log,
            rules,
            ignored,
            carried,
            traced,
            classes,
            dt,
        };
        platforms.move_all(&mut stage);
        let order = platforms.settling_order(&stage);
        for &index in &order {
            platforms.look_again(&stage);
            let place = platforms.state.solids.list[index as usize].place as usize;
            let output = &mut output[split.part_of(place)];
            let Some(dt) = transient.own_dt(stage.bodies.id[place], dt) else {
                output.trajectories.skip(stage.bodies.id[place]);
                continue;
            };
            let before = output.trajectories.mark();
            let body = stage.bodies.get(place);
            let (grid, platforms_now) = (&*stage.grid, &platforms.state);
            let context = StepContext {
                grid,
                profiles,
                transient,
                platforms: platforms_now,
                rules,
                traced,
                classes,
                dt,
            };
            let start = sweep_solid(context, &mut stage.bodies.as_slices(), place, output);
            let from = platforms.put_out(&mut stage, index, (start, body.position));
            if let Some(corner) = platforms.move_solid_body(&mut stage, index, from) {
                platforms.keep_stuck(&mut stage, index, start);
                let context = stage.step_context(&platforms.state);
                output.trajectories.rewind(before);
                note_way(context, stage.bodies, (place, body), corner, &mut output.trajectories);
            }
        }
        platforms.end_settling(order);
    }

    /// Ends squishes after all motion: a body outside its pusher collides with it again.
    pub(crate) fn end_squishes(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let World { grid, profiles, bodies, transient, platforms, places, senses, log, classes, .. } = self;
        let ignored = &self.ignored;
        if !platforms.state.squishes.is_empty() {
            let (carried, traced) = (&mut senses.carried, SensorPath::default());
            let mut stage = PlatformContext {
                grid,
                profiles,
                bodies,
                transient,
                log,
                rules,
                ignored,
                carried,
                traced,
                classes,
                dt,
            };
            platforms.end_squishes(&mut stage, places);
        }
    }

    /// Ends the step of bodies that were solved in islands.
    pub(crate) fn commit_pairs(&mut self, dt: f32, rules: Option<&dyn CollisionHooks>) {
        let StepParts { context, bodies, pairs, .. } = self.parts(dt, rules);
        if !pairs.output.lists.touching.is_empty() {
            commit(context, &mut bodies.as_slices(), &mut pairs.output);
        }
    }

    /// Updates the velocities that bodies keep from their carriers.
    pub(crate) fn update_lifts(&mut self) {
        let World { profiles, bodies, transient, platforms, places, output, .. } = self;
        for output in output {
            platforms.state.rides.add(&mut output.lifts, profiles, bodies, places);
        }
        if !platforms.state.rides.is_empty() {
            platforms.state.rides.age(|lift| {
                let ticks = lift.ticks.saturating_sub(u8::from(!transient.is_stopped(lift.body)));
                if places.get(lift.body).is_some() { ticks } else { 0 }
            });
            platforms.state.rides.fall(Leaving { profiles, bodies, places, transient });
        }
    }
}

/// Records the path of a stopped solid body for sensors: from `body` to a corner, and to its final position.
fn note_way(
    context: StepContext,
    bodies: &Bodies,
    (place, body): (usize, Body),
    corner: IVec2,
    trajectories: &mut Trajectories,
) {
    let Some(profile) = context.profiles.get(bodies.profile[place].place()) else { return };
    if !context.traced.may_be(profile) {
        return;
    }
    let (id, now, config) = (bodies.id[place], bodies.get(place), &profile.movement);
    let mut way = trajectories.begin(body.position);
    way.extend_to(corner, Fraction::from_bits(Fraction::ONE.to_bits() / 2));
    let own = context.body_view(id, body.size, profile);
    let view = own.view();
    let body = Body { memory: context.transient.get(id), ..body };
    let walker = Walker { id, body, config, view, velocity: now.velocity };
    trajectories.end(&walker, (way, now.position), (profile, context.traced));
}
