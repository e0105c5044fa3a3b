//! Bodies that the pointer holds: drawn to it by their velocity, so that walls and other bodies stop them.

use glam::Vec2;
use hecs::World;
use tilephys_core::BodyId;
use tilephys_ecs::{Collider, Physics, Position, Velocity};

/// Part of the way to the pointer that a body goes in a second; it comes near without going beyond.
const PULL: f32 = 20.0;

/// Maximum speed of a held body, in px/s: a throw stays in view.
const MAX_SPEED: f32 = 900.0;

/// Sets the velocity of a body toward a place for its middle, in px. Without effect on a body that is gone.
pub(super) fn pull(physics: &Physics, world: &World, body: u32, to: Vec2) {
    let Some(entity) = physics.entity(BodyId(body)) else { return };
    let mut query = world.query_one::<(&Position, &Collider, &mut Velocity)>(entity);
    let Ok((position, collider, velocity)) = query.get() else { return };
    let middle = position.px() + collider.offset_px() + collider.px() / 2.0;
    let wanted = (to - middle) * PULL;
    velocity.0 = wanted.clamp_length_max(MAX_SPEED);
}
