//! Callbacks within a step: control, collision hooks, phase timing.

use crate::body_columns::Way;
use crate::body_registry::bodies;
use crate::characters::Characters;
use crate::components::Velocity;
use crate::copy_out::exchange_velocities;
use crate::movers::Movers;
use crate::queries::Nearby;
use crate::standing::Resized;
use crate::triggers::Sensors;
use glam::IVec2;
use tilephys_core::{BodyId, CollisionHooks, ControlContext as CoreControls, Phase as CorePhase};
use tilephys_feel::{Command, Feel, FeelState, FeelTick, Input, Surroundings};

/// Phases of a step, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Copies components to the engine's arrays.
    CopyIn,
    /// Phase of the engine. Where bodies meet nothing but the grid and there is no [`control`](StepHooks::control), its
    /// [`Sweep`](CorePhase::Sweep) copies them too, and takes them through all phases part by part.
    Engine(CorePhase),
    /// Copies the engine's arrays back to components.
    CopyOut,
}

impl Phase {
    /// Name in the profile and in the documentation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::CopyIn => "copy_in",
            Phase::Engine(phase) => phase.name(),
            Phase::CopyOut => "copy_out",
        }
    }
}

/// Callbacks of the game within a step. A closure `|world: &hecs::World| ...`, with its type written out,
/// implements it as [`control`](Self::control).
pub trait StepHooks {
    /// Called when a phase begins, after the end of the phase before it.
    fn phase(&mut self, _phase: Phase) {}

    /// Control phase: sets velocities, by a query for [`&mut Velocity`](crate::Velocity).
    ///
    /// Velocities include this step's gravity already, so a jump starts at exactly the speed set here. All other
    /// components are as the last step left them. The step overwrites positions and states, so set nothing else of
    /// a body here. Movers move afterwards, with their velocities and [targets](crate::MoveTo) of then. Components
    /// of the game may change freely. Characters with a [`Feel`] are driven afterwards, so their [`Input`] may be set here.
    #[doc(alias = "_physics_process")]
    #[doc(alias = "fixed update")]
    fn control(&mut self, _world: &hecs::World) {}

    /// Like [`control`](Self::control), but with access to what the engine does to bodies. A step calls only this;
    /// the default calls [`control`](Self::control).
    fn control_bodies(&mut self, world: &hecs::World, _bodies: &mut ControlContext) {
        self.control(world);
    }

    /// Collision hooks for entities with [`UseCollisionHooks`](crate::UseCollisionHooks), called from several threads. Default
    /// `None`.
    fn rules(&self) -> Option<&dyn CollisionHooks> {
        None
    }

    /// True if [`control`](Self::control) is to be called, which costs two copies of all velocities. Default true.
    fn has_control(&self) -> bool {
        true
    }

    /// Called after the last phase.
    fn finished(&mut self) {}
}

impl StepHooks for () {
    fn has_control(&self) -> bool {
        false
    }
}

impl<F: FnMut(&hecs::World)> StepHooks for F {
    fn control(&mut self, world: &hecs::World) {
        self(world);
    }
}

/// Closure that also receives the bodies.
pub(crate) struct WithBodies<F>(pub(crate) F);

impl<F: FnMut(&hecs::World, &mut ControlContext)> StepHooks for WithBodies<F> {
    fn control_bodies(&mut self, world: &hecs::World, bodies: &mut ControlContext) {
        (self.0)(world, bodies);
    }
}

/// Access to bodies in the control phase, besides setting velocities.
pub struct ControlContext<'a, 'b> {
    pub(crate) core: &'a mut CoreControls<'b>,
    pub(crate) sensors: Sensors<'a>,
    pub(crate) nearby: &'a mut Nearby,
    resized: &'a mut Vec<Resized>,
}

impl ControlContext<'_, '_> {
    /// Lets a body fall through the one-way tiles under it, from this step on, as
    /// [`Physics::drop_through`](crate::Physics::drop_through) does.
    #[doc(alias = "jump-through")]
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        self.core.drop_through(id)
    }

    /// Resizes a body, in lattice units, as [`Physics::resize`](crate::Physics::resize) does. Its
    /// [`Collider`](crate::Collider) changes at the end of the step.
    pub fn resize(&mut self, id: BodyId, size: IVec2) -> bool {
        let before = self.core.body(id).map(|body| body.position);
        let has_room = self.core.resize(id, size);
        if let (true, Some(before), Some(body)) = (has_room, before, self.core.body(id)) {
            self.resized.push(Resized { id, by: body.position.wrapping_sub(before), size });
            self.nearby.forget();
        }
        has_room
    }

    /// Surroundings of a character, as far as the engine knows them; see [`Feel::surroundings_of`].
    #[must_use]
    pub fn surroundings(
        &self,
        id: BodyId,
        feel: &Feel,
        state: &FeelState,
        input: &Input,
    ) -> Option<Surroundings> {
        Some(feel.surroundings_of(&self.core.world().body_ref(id)?, state, input))
    }

    /// Input of the character controller for this tick, for a character with this velocity.
    #[doc(alias = "character controller")]
    #[must_use]
    pub fn tick(&self, id: BodyId, velocity: &Velocity) -> Option<FeelTick> {
        Some(FeelTick {
            velocity: velocity.0,
            ..FeelTick::of(&self.core.world().body_ref(id)?, self.core.dt())
        })
    }

    /// Applies a character's command to its body, except for the velocity, which is in the component.
    pub fn obey(&mut self, id: BodyId, command: &Command) {
        if command.drop_through {
            self.drop_through(id);
        }
        if let Some(size) = command.resize {
            self.resize(id, size);
        }
    }

    /// Runs the character controller for one tick, for an entity without the component [`Feel`]: reads the surroundings,
    /// decides, sets the velocity and applies the command. Clears the presses of the input. Returns its outcome, or `None` for
    /// an unknown body. For ladders and water call [`surroundings`](Self::surroundings), [`Feel::control`] and
    /// [`obey`](Self::obey) one by one.
    #[doc(alias = "character controller")]
    pub fn feel(
        &mut self,
        id: BodyId,
        velocity: &mut Velocity,
        feel: &Feel,
        state: &mut FeelState,
        input: &mut Input,
    ) -> Option<Command> {
        let around = self.surroundings(id, feel, state, input)?;
        let command = feel.control(state, input, &around, &self.tick(id, velocity)?);
        velocity.0 = command.velocity;
        self.obey(id, &command);
        Some(command)
    }
}

/// Adapter from the engine's hooks to the caller's.
pub(crate) struct Bridge<'a, H> {
    pub(crate) world: &'a hecs::World,
    pub(crate) hooks: &'a mut H,
    pub(crate) resized: &'a mut Vec<Resized>,
    pub(crate) movers: &'a mut Movers,
    pub(crate) characters: &'a mut Characters,
    pub(crate) sensors: Sensors<'a>,
    pub(crate) nearby: &'a mut Nearby,
    pub(crate) dt: f32,
}

impl<H: StepHooks> tilephys_core::StepHooks for Bridge<'_, H> {
    fn phase(&mut self, phase: CorePhase) {
        self.hooks.phase(Phase::Engine(phase));
    }

    fn rules(&self) -> Option<&dyn CollisionHooks> {
        self.hooks.rules()
    }

    fn control(&mut self, controls: &mut CoreControls) {
        if self.hooks.has_control() {
            self.let_control(controls);
        }
        let Bridge { world, resized, characters, sensors, nearby, .. } = self;
        characters.drive(world, &mut ControlContext { core: controls, sensors: *sensors, nearby, resized });
        self.movers.drive(self.world, controls, self.dt);
    }
}

impl<H: StepHooks> Bridge<'_, H> {
    fn let_control(&mut self, controls: &mut CoreControls) {
        let exchange = |controls: &mut CoreControls, way| {
            let mut places = controls.slices();
            for archetype in bodies(self.world) {
                places = exchange_velocities(archetype, places, way);
            }
        };
        exchange(controls, Way::Out);
        let Bridge { world, hooks, resized, sensors, nearby, .. } = self;
        let mut bodies = ControlContext { core: controls, sensors: *sensors, nearby, resized };
        hooks.control_bodies(world, &mut bodies);
        exchange(controls, Way::In);
    }
}
