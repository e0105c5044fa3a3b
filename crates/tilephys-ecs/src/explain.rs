//! Reasons of collisions, by entity: why a body hit a face, and why two bodies pass through each other.

use crate::ids::IdOf;
use crate::physics::Physics;
use glam::IVec2;
use hecs::{Entity, World};
use tilephys_columns::{Collider, PreviousPosition};
use tilephys_core::{BodyId, LayerId, TileCoord};
use tilephys_inspect::{Explanation, WhyNot};

impl Physics {
    /// Explains the first hit on the map that a body had in the last step, as a text or as data; `None` without a hit.
    ///
    /// With a [`PreviousPosition`] the explained move is the whole step, else one pixel into the surface.
    #[must_use]
    pub fn explain_hit(&self, world: &World, entity: Entity) -> Option<Explanation> {
        let (id, start) = hit_start(world, entity)?;
        tilephys_inspect::explain_hit(&self.core, id, start)
    }

    /// Reason why two bodies pass through each other, the first of several, with the settings of the last step or
    /// [`sync`](Self::sync); `None` if they collide. See [`tilephys_inspect::why_not`].
    #[doc(alias = "collision filter")]
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// let body = (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0));
    /// let bullet = physics.spawn(&mut world, (body.0, body.1, body.2, BodyCollision::default()));
    /// let enemy = physics.spawn(&mut world, body);
    /// physics.sync(&mut world);
    /// let of_enemy = *world.get::<&BodyId>(enemy).unwrap();
    /// assert_eq!(physics.why_not(bullet, enemy), Some(WhyNot::NoBodyCollision { body: of_enemy }));
    /// ```
    #[must_use]
    pub fn why_not(&self, a: impl IdOf<BodyId>, b: impl IdOf<BodyId>) -> Option<WhyNot> {
        tilephys_inspect::why_not(&self.core, self.id_of(a)?, self.id_of(b)?)
    }

    /// Reason why a body passes through the tile in a cell, like [`why_not`](Self::why_not).
    #[must_use]
    pub fn why_not_tile(&self, body: impl IdOf<BodyId>, layer: LayerId, cell: TileCoord) -> Option<WhyNot> {
        tilephys_inspect::why_not_tile(&self.core, self.id_of(body)?, layer, cell)
    }
}

/// Id of an entity's body, and its min corner before the last step, if the entity has it.
pub(crate) fn hit_start(world: &World, entity: Entity) -> Option<(BodyId, Option<IVec2>)> {
    let mut query = world.query_one::<(&BodyId, &Collider, Option<&PreviousPosition>)>(entity);
    let (id, collider, previous) = query.get().ok()?;
    let start = previous.and_then(|previous| collider.aabb(previous.0?));
    Some((*id, start.map(|start| start.min)))
}
