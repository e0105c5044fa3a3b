//! Displacements of entities from the places of their objects, for drawing.

use crate::components::TiledShape;
use crate::spawned::SpawnedLevel;
use glam::Vec2;
use hecs::{Entity, World};
use tilephys_core::lattice::px_from_point;
use tilephys_ecs::{Collider, Position, PreviousPosition};

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
        Some(drawn - self.home(world, entity, object)?)
    }

    /// Position of an entity whose object is in its place, in pixels.
    fn home(&self, world: &World, entity: Entity, object: u32) -> Option<Vec2> {
        if let Some(corner) = self.known.corner(object) {
            return Some(px_from_point(corner));
        }
        let shape = world.get::<&TiledShape>(entity).ok()?;
        let Ok(collider) = world.get::<&Collider>(entity) else { return Some(shape.position) };
        let feet = |size: Vec2| Vec2::new(size.x / 2.0, size.y);
        Some(shape.position + feet(shape.size) - feet(collider.px()) - collider.offset_px())
    }
}
