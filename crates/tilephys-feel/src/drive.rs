//! Characters of a world: their settings as profiles, and the controller in the control phase of a step.

use crate::config::Feel;
use crate::control::{Command, FeelTick};
use crate::input::Input;
use crate::state::FeelState;
use crate::surroundings::Surroundings;
use glam::Vec2;
use tilephys_core::{BodyId, ControlContext, MotionMode, Profile, driver::BodyRef};

impl Feel {
    /// The profile `base` for this character, in a world of this gravity: sets its movement assists and its gravity scale.
    #[must_use]
    pub fn profile(&self, mut base: Profile, gravity: impl Into<[f32; 2]>) -> Profile {
        let axis = base.movement.up.axis();
        base.gravity_scale = self.gravity_scale(gravity.into()[axis]);
        base.movement.motion_mode = MotionMode::Grounded;
        base.movement.walk = self.walk(base.movement.walk);
        base
    }

    /// Runs the controller of one body for this tick: reads the surroundings, decides, sets the velocity, drops and resizes. Clears
    /// the presses of the input.
    ///
    /// Returns the command, or `None` if the body does not exist. For ladders and water call [`decide`](Self::decide) and
    /// [`Command::apply`].
    #[doc(alias = "character controller")]
    #[inline]
    pub fn drive(
        &self,
        bodies: &mut ControlContext,
        id: BodyId,
        state: &mut FeelState,
        input: &mut Input,
    ) -> Option<Command> {
        let command = self.decide(bodies, id, state, input, |_| ())?;
        // Most commands only set the velocity, which `decide` has done.
        if command.drop_through || command.resize.is_some() {
            command.apply(bodies, id);
        }
        Some(command)
    }

    /// Like [`drive`](Self::drive), but only sets the velocity; [`Command::apply`] drops and resizes. `complete` adds surroundings
    /// that the world does not know, such as ladders and water.
    ///
    /// If all characters decide before any command is applied, their order does not matter. May call `complete` twice.
    #[inline]
    pub fn decide(
        &self,
        bodies: &mut ControlContext,
        id: BodyId,
        state: &mut FeelState,
        input: &mut Input,
        complete: impl Fn(&mut Surroundings),
    ) -> Option<Command> {
        let index = bodies.index_of(id)?;
        if bodies.world().body_ref_at(index)?.was_placed() {
            // Timers and grips belong to the place that the character was taken from.
            state.forget_place();
        }
        if !self.only_goes_on(state, input) {
            return self.decide_any(bodies, index, state, input, complete);
        }
        let body = bodies.world().body_ref_at(index)?;
        // A plain tick needs only known contacts, without a query of the grid.
        let mut around = Surroundings::touched_by(&body);
        complete(&mut around);
        if around.acts() {
            return self.decide_any(bodies, index, state, input, complete);
        }
        let command = self.go_on(state, input, &around, &FeelTick::of(&body, bodies.dt()));
        set_velocity(bodies, index, command.velocity);
        Some(command)
    }

    /// Like [`decide`](Self::decide), for any tick and by body index.
    #[inline(never)]
    fn decide_any(
        &self,
        bodies: &mut ControlContext,
        index: usize,
        state: &mut FeelState,
        input: &mut Input,
        complete: impl Fn(&mut Surroundings),
    ) -> Option<Command> {
        let body = bodies.world().body_ref_at(index)?;
        // Queries of the grid cost most of a tick, so only ticks that may act come here.
        let mut around = self.surroundings_of(&body, state, input);
        complete(&mut around);
        let command = self.control(state, input, &around, &FeelTick::of(&body, bodies.dt()));
        set_velocity(bodies, index, command.velocity);
        Some(command)
    }

    /// Surroundings of a character, as far as its world knows them. Reads only what this tick needs.
    ///
    /// [Collision hooks](tilephys_core::CollisionHooks) are not called.
    #[must_use]
    #[inline]
    pub fn surroundings_of(&self, body: &BodyRef, state: &FeelState, input: &Input) -> Surroundings {
        let id = body.id();
        let world = body.world();
        let mut touching = Surroundings::touched_by(body);
        if state.wants_jump(input) {
            touching.lift = body.leave_velocity(world.lift_velocity(id));
        }
        if !self.asks(state, input, &touching) {
            return touching;
        }
        let mut around = body.probe(|probe| self.surroundings(state, input, touching, probe));
        around.wall_lift = around.wall_lift.map(|lift| body.leave_velocity(lift));
        // A solid body as platform is not a surface of the grid.
        if self.may_pass_floor(input, &around) {
            around.ground.one_way = world.floor_is_one_way(id);
        }
        around
    }
}

impl Surroundings {
    /// Surroundings from the contacts of a body at the end of the last step.
    #[inline]
    fn touched_by(body: &BodyRef) -> Self {
        let found = body.state();
        let up = body.profile().movement.up;
        Surroundings::touching(found.contacts(), found.on_floor(), up)
    }
}

impl FeelTick {
    /// State of a body of a world for its controller, in a step of `dt` seconds. The tick is as long as the step is for the body,
    /// by its time scale.
    #[must_use]
    #[inline]
    pub fn of(body: &BodyRef, dt: f32) -> FeelTick {
        let up = body.profile().movement.up;
        FeelTick { velocity: body.velocity(), gravity: body.gravity(), up, dt: dt * body.time_scale() }
    }
}

impl Command {
    /// Applies the command to its body: sets the velocity, drops and resizes. True if the body exists.
    pub fn apply(&self, bodies: &mut ControlContext, id: BodyId) -> bool {
        if self.drop_through {
            bodies.drop_through(id);
        }
        if let Some(size) = self.resize {
            bodies.resize(id, size);
        }
        bodies.set_velocity(id, self.velocity)
    }
}

#[inline]
fn set_velocity(bodies: &mut ControlContext, index: usize, velocity: Vec2) {
    let slices = bodies.slices();
    (slices.x.velocity[index], slices.y.velocity[index]) = velocity.into();
}
