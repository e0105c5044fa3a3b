//! Callbacks within a step: control, collision hooks, phase timing.

use crate::control_context::ControlContext;
use tilephys_core::{CollisionHooks, driver::Phase as CorePhase};

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
///
/// ```
/// use tilephys_ecs::{Collider, Phase, Physics, Position, StepHooks, TileGrid, Velocity};
///
/// /// Accelerates all bodies by a wind, in px/s², and counts phases.
/// struct Wind {
///     acceleration: f32,
///     phases: u32,
/// }
///
/// impl StepHooks for Wind {
///     fn control(&mut self, world: &hecs::World) {
///         for velocity in world.query::<&mut Velocity>().iter() {
///             velocity.0.x += self.acceleration / 60.0;
///         }
///     }
///
///     fn phase(&mut self, _phase: Phase) {
///         self.phases += 1;
///     }
/// }
///
/// let mut physics = Physics::new(TileGrid::new([16, 16]));
/// let mut world = hecs::World::new();
/// let leaf = (Position::new(0.0, 0.0), Velocity::default(), Collider::new(4.0, 4.0));
/// let leaf = physics.spawn(&mut world, leaf);
/// let mut wind = Wind { acceleration: 120.0, phases: 0 };
/// physics.step_with(&mut world, 1.0 / 60.0, &mut wind);
/// assert_eq!(world.get::<&Velocity>(leaf).unwrap().0.x, 2.0);
/// assert!(wind.phases > 0);
/// ```
pub trait StepHooks {
    /// Called when a phase begins, after the end of the phase before it.
    fn phase(&mut self, _phase: Phase) {}

    /// Control phase: sets velocities, by a query for [`&mut Velocity`](crate::Velocity).
    ///
    /// Velocities include this step's gravity already, so a jump starts at exactly the speed set here. All other
    /// components are as the last step left them. The step overwrites positions and states, so set nothing else of
    /// a body here. Movers move afterwards, with their velocities and [targets](crate::MoveTo) of then. Components
    /// of the game may change freely. Characters with a [`Feel`](crate::Feel) are driven afterwards, so their [`Input`](crate::Input) may be set here.
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
