//! The caller's part in a step.

use crate::components::Velocity;
use crate::copy_out::{Way, exchange_velocities};
use crate::movers::Movers;
use crate::register::bodies;
use crate::standing::Resized;
use glam::IVec2;
use tilephys_core::{
    BodyId, Command, Controls as CoreControls, Feel, FeelState, FeelTick, Input, Phase as CorePhase, Rules,
    Surroundings,
};

/// The parts of a step, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Components are copied to the engine's arrays.
    CopyIn,
    /// The engine's own phase.
    Engine(CorePhase),
    /// The engine's arrays are copied back to components.
    CopyOut,
}

impl Phase {
    /// The name as in the profile and in the documentation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::CopyIn => "copy_in",
            Phase::Engine(phase) => phase.name(),
            Phase::CopyOut => "copy_out",
        }
    }
}

/// What a caller may do within a step. A closure `|world: &hecs::World| ...`, with the type written out, is one: it is
/// called to control.
pub trait StepHooks {
    /// A phase begins; the one before it has ended.
    fn phase(&mut self, _phase: Phase) {}

    /// The time to set velocities, by querying for [`&mut Velocity`](crate::Velocity). Gravity was added to them already: a
    /// jump that is set here begins at just that speed. All else is as the last step left it. Nothing else of a
    /// body is to be changed here: the step overwrites positions and states. Movers move after this, with the velocities that
    /// they have then, or to where [`MoveTo`](crate::MoveTo) says then. Other components are the game's own.
    fn control(&mut self, _world: &hecs::World) {}

    /// The same, with what only the engine can do to a body. It is this that a step calls; without one of the caller's own it
    /// calls [`control`](Self::control).
    fn control_bodies(&mut self, world: &hecs::World, _bodies: &mut Controls) {
        self.control(world);
    }

    /// The game's rules, for entities that [ask](crate::AskRules) for them. They may be asked from several threads.
    fn rules(&self) -> Option<&dyn Rules> {
        None
    }

    /// Does [`control`](Self::control) want to be called? Velocities are copied there and back for it.
    fn has_control(&self) -> bool {
        true
    }

    /// The last phase has ended.
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

/// A closure that is given the bodies too.
pub(crate) struct WithBodies<F>(pub(crate) F);

impl<F: FnMut(&hecs::World, &mut Controls)> StepHooks for WithBodies<F> {
    fn control_bodies(&mut self, world: &hecs::World, bodies: &mut Controls) {
        (self.0)(world, bodies);
    }
}

/// What the game may do to bodies in the control phase, besides setting velocities.
pub struct Controls<'a, 'b> {
    pub(crate) core: &'a mut CoreControls<'b>,
    resized: &'a mut Vec<Resized>,
}

impl Controls<'_, '_> {
    /// Lets a body fall through the one-way lines that hold it, from this step on, as
    /// [`Physics::drop_through`](crate::Physics::drop_through) does.
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        self.core.drop_through(id)
    }

    /// Gives a body another size, in lattice units, as [`Physics::resize`](crate::Physics::resize) does; its
    /// [`Collider`](crate::Collider) has it from the end of the step on.
    pub fn resize(&mut self, id: BodyId, size: IVec2) -> bool {
        let before = self.core.body(id).map(|body| body.position);
        let has_room = self.core.resize(id, size);
        if let (true, Some(before), Some(body)) = (has_room, before, self.core.body(id)) {
            self.resized.push(Resized { id, by: body.position.wrapping_sub(before), size });
        }
        has_room
    }

    /// What is around a character, as far as the engine knows; see [`tilephys_core::Controls::surroundings`].
    #[must_use]
    pub fn surroundings(
        &self,
        id: BodyId,
        feel: &Feel,
        state: &FeelState,
        input: &Input,
    ) -> Option<Surroundings> {
        self.core.surroundings(id, feel, state, input)
    }

    /// How this tick finds a character of this velocity.
    #[must_use]
    pub fn tick(&self, id: BodyId, velocity: &Velocity) -> Option<FeelTick> {
        Some(FeelTick { velocity: velocity.0, ..self.core.tick(id)? })
    }

    /// Does what a character wants of its body, but for the velocity, which is the component's.
    pub fn obey(&mut self, id: BodyId, command: &Command) {
        if command.drop_through {
            self.drop_through(id);
        }
        if let Some(size) = command.resize {
            self.resize(id, size);
        }
    }

    /// One character's part of this tick: looks around, decides, sets its velocity, and does the rest. Returns what it did, or
    /// `None` if there is no such body. For ladders, water and throws the same is done by [`surroundings`](Self::surroundings),
    /// [`Feel::control`] and [`obey`](Self::obey).
    pub fn feel(
        &mut self,
        id: BodyId,
        velocity: &mut Velocity,
        feel: &Feel,
        state: &mut FeelState,
        input: &Input,
    ) -> Option<Command> {
        let around = self.surroundings(id, feel, state, input)?;
        let command = feel.control(state, input, &around, &self.tick(id, velocity)?);
        velocity.0 = command.velocity;
        self.obey(id, &command);
        Some(command)
    }
}

/// Hands the engine's hooks on to the caller.
pub(crate) struct Bridge<'a, H> {
    pub(crate) world: &'a hecs::World,
    pub(crate) hooks: &'a mut H,
    pub(crate) resized: &'a mut Vec<Resized>,
    pub(crate) movers: &'a mut Movers,
    pub(crate) dt: f32,
}

impl<H: StepHooks> tilephys_core::StepHooks for Bridge<'_, H> {
    fn phase(&mut self, phase: CorePhase) {
        self.hooks.phase(Phase::Engine(phase));
    }

    fn rules(&self) -> Option<&dyn Rules> {
        self.hooks.rules()
    }

    fn control(&mut self, controls: &mut CoreControls) {
        if self.hooks.has_control() {
            self.let_control(controls);
        }
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
        self.hooks.control_bodies(self.world, &mut Controls { core: controls, resized: self.resized });
        exchange(controls, Way::In);
    }
}
