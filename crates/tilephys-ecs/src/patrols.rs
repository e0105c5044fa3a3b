//! Walkers: ledge tests and wall contacts in the control phase.

use crate::control_context::ControlContext;
use crate::patrol::Patrol;
use hecs::World;
use tilephys_columns::Up;
use tilephys_core::{BodyId, BodyState, Direction};
use tilephys_feel::{Feel, Input};

/// Sets the inputs of all patrols, each by the state of its own body: the order of entities does not matter.
pub(crate) fn drive(world: &World, bodies: &ControlContext, dt: f32) {
    type Row<'a> = (&'a BodyId, &'a BodyState, &'a Feel, Option<&'a Up>, &'a mut Input, &'a mut Patrol);
    for (id, state, feel, up, input, patrol) in world.query::<Row<'_>>().iter() {
        // Way until it stands, in px: a tick passes before the input acts.
        let speed = feel.run.speed * patrol.along.abs();
        let braking = speed * dt + speed * speed / (2.0 * feel.run.accel);
        let is_blocked = |along: f32| {
            let is_at_edge = patrol.turns_at_edges && bodies.ledge_ahead(*id, along.signum() * braking);
            is_at_edge
                || state.on_wall()
                    && state.contacts().sides.contains(side(along, up.copied().unwrap_or_default()))
        };
        input.along = patrol.along;
        if state.on_floor() && is_blocked(patrol.along) {
            if is_blocked(-patrol.along) {
                input.along = 0.0;
            } else {
                patrol.along = -patrol.along;
                input.along = patrol.along;
            }
        }
    }
}

/// Side of a body along its floor.
fn side(along: f32, up: Up) -> Direction {
    Direction::along(1 - up.0.axis(), along > 0.0)
}
