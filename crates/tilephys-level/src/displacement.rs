//! Displacements of entities from the places of their objects, for drawing.

use crate::spawned::SpawnedLevel;
use glam::Vec2;
use hecs::World;
use tilephys_ecs::{Collider, Position, PreviousPosition};
use tilephys_objects::TiledShape;

impl SpawnedLevel {
    /// Displacement of an object's entity from the place of the object in the map, in pixels; `None` if the game has
    /// despawned it. Draws a tile object where its body, lift or coin is now.
    ///
    /// `alpha` from 0 to 1 interpolates from the [`PreviousPosition`], if the entity has one; 1 is the present position.
    /// Boxes of another size than their object, as of [`body_at`](crate::body_at), are compared by the middle of the
    /// lower edge.
    #[must_use]
    #[doc(alias = "interpolation")]
    pub fn displacement(&self, world: &World, object: u32, alpha: f32) -> Option<Vec2> {
        let entity = self.entity(object)?;
        let now = *world.get::<&Position>(entity).ok()?;
        let drawn = match world.get::<&PreviousPosition>(entity) {
            Ok(previous) => previous.between(now, alpha),
            Err(_) => now.px(),
        };
        let shape = world.get::<&TiledShape>(entity).ok();
        let collider = world.get::<&Collider>(entity).ok().map(|collider| *collider);
        Some(drawn - self.parts.home(object, shape.as_deref(), collider)?)
    }
}
