//! Walkers: patrols in the control phase.

use crate::control_context::ControlContext;
use hecs::World;
use tilephys_core::BodyId;
use tilephys_feel::{Feel, Input, Patrol};

/// Sets the inputs of all patrols, each by the state of its own body: the order of entities does not matter.
pub(crate) fn drive(world: &World, bodies: &ControlContext, dt: f32) {
    for (id, feel, input, patrol) in world.query::<(&BodyId, &Feel, &mut Input, &mut Patrol)>().iter() {
        input.along = patrol.steer(bodies.core.world(), *id, feel, dt);
    }
}
