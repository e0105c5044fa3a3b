//! Walkers, characters that walk to and fro by themselves: ledge tests and wall contacts.

use crate::config::Feel;
#[cfg(doc)]
use crate::input::Input;
use tilephys_core::{BodyId, Direction, World};

/// Walker: a character that walks to and fro by itself, as enemies do. In an ECS each step sets the [`Input::along`] of an entity with a
/// [`Feel`], after the control phase of the game; other inputs are the game's.
///
/// On a floor it turns where it would fall off an edge or has a wall ahead, early enough to stop there at the speed and acceleration
/// of its [`Feel`]. Where it has no room on either side, it stands. In the air it keeps its direction. A patrol without a [`Feel`] is
/// reported in each step.
#[doc(alias = "walker")]
#[doc(alias = "enemy")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patrol {
    /// Input along the floor, from -1 to 1; positive toward greater coordinates. -1 by default. Each turn changes its sign.
    pub along: f32,
    /// True if it turns at edges, false if it walks off them; true by default.
    pub turns_at_edges: bool,
}

impl Default for Patrol {
    fn default() -> Self {
        Patrol { along: -1.0, turns_at_edges: true }
    }
}

impl Patrol {
    /// The input along of a body for a tick of `dt` seconds, by the state of its own body; 0 if the world has no such body.
    #[must_use]
    pub fn steer(&mut self, world: &World, id: BodyId, feel: &Feel, dt: f32) -> f32 {
        let Some(body) = world.body_ref(id) else { return 0.0 };
        let state = body.state();
        // Way until it stands, in px: a tick passes before the input acts.
        let speed = feel.run.speed * self.along.abs();
        let braking = speed * dt + speed * speed / (2.0 * feel.run.accel);
        let axis = 1 - body.profile().movement.up.axis();
        let is_blocked = |along: f32| {
            let is_at_edge = self.turns_at_edges && world.ledge_ahead(id, along.signum() * braking);
            let side = Direction::along(axis, along > 0.0);
            is_at_edge || state.on_wall() && state.contacts().sides.contains(side)
        };
        if state.on_floor() && is_blocked(self.along) {
            if is_blocked(-self.along) {
                return 0.0;
            }
            self.along = -self.along;
        }
        self.along
    }
}
