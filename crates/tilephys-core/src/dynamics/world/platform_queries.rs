//! Queries about moving platforms: lift velocity, pushes and squishes of a body.

use crate::dynamics::ids::{BodyId, PushSource};
use crate::dynamics::state::Squish;
use crate::dynamics::world::World;
use crate::grid::ShapeId;
use glam::Vec2;

impl World {
    /// Returns the velocity of a body's present or last carrier, in px/s; zero after
    /// [`lift_ticks`](crate::platform::RideSettings::lift_ticks) without a carrier.
    #[doc(alias = "get_platform_velocity")]
    #[must_use]
    pub fn lift_velocity(&self, id: BodyId) -> Vec2 {
        let lift = self.indices.get(id).and_then(|_| self.platforms.state.rides.get(id));
        lift.map_or(Vec2::ZERO, |lift| lift.velocity)
    }

    /// Returns the mover or solid body that pushed a body in the last step, the last of several.
    #[must_use]
    pub fn pushed_by(&self, id: BodyId) -> Option<PushSource> {
        self.indices.get(id).and_then(|_| self.platforms.state.pusher(id))
    }

    /// Returns the squishes of a body, also by pushers that it [lets
    /// through](crate::platform::SquishPolicy::PassThrough).
    #[must_use]
    pub fn squishes(&self, id: BodyId) -> &[Squish] {
        self.indices.get(id).map_or(&[], |_| self.platforms.state.squishes.of(id))
    }

    /// Returns the depth of a squish along the axis of the push, in lattice units.
    #[must_use]
    pub fn squish_depth(&self, squish: &Squish) -> Option<i32> {
        let body = self.body(squish.body)?.aabb();
        let solid = self.grid.off_grid_shape(squish.shape)?.aabb;
        let k = squish.direction.axis();
        let toward = squish.direction.vector();
        Some(if toward[k] > 0 {
            solid.max[k].saturating_sub(body.min[k])
        } else {
            body.max[k].saturating_sub(solid.min[k])
        })
    }

    /// Returns the mover or solid body that owns an off-grid shape; `None` for a part of the map.
    #[must_use]
    pub fn owner_of_box(&self, id: ShapeId) -> Option<PushSource> {
        self.platforms.state.owner(id)
    }
}
