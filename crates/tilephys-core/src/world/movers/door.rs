//! What movers do to a body, for the game to ask.

use super::{Pusher, Squish};
use crate::grid::BoxId;
use crate::world::World;
use crate::world::ids::BodyId;
use glam::Vec2;

impl World {
    /// The velocity of what carries a body or has carried it until a few [ticks](crate::Riding::lift_ticks) ago, in px/s;
    /// zero if nothing has.
    #[must_use]
    pub fn lift_velocity(&self, id: BodyId) -> Vec2 {
        let lift = self.places.get(id).and_then(|_| self.movers.rides.get(id));
        lift.map_or(Vec2::ZERO, |lift| lift.velocity)
    }

    /// Who pushed a body in the last step: the last of several.
    #[must_use]
    pub fn pushed_by(&self, id: BodyId) -> Option<Pusher> {
        self.places.get(id).and_then(|_| self.movers.pusher(id))
    }

    /// What crushes a body, or goes through it because it [lets it](crate::SquishPolicy::PassThrough).
    #[must_use]
    pub fn squishes(&self, id: BodyId) -> &[Squish] {
        self.places.get(id).map_or(&[], |_| self.movers.squishes.of(id))
    }

    /// How deep a body is in something that crushes it, in lattice units along the axis of the push.
    #[must_use]
    pub fn squish_depth(&self, squish: &Squish) -> Option<i32> {
        let (body, solid) = (self.body(squish.body)?.aabb(), self.grid.loose_box(squish.shape)?.aabb);
        let (k, toward) = (squish.direction.axis(), squish.direction.vector());
        Some(if toward[k] > 0 {
            solid.max[k].saturating_sub(body.min[k])
        } else {
            body.max[k].saturating_sub(solid.min[k])
        })
    }

    /// The mover or body that a loose box of the grid belongs to; `None` if it is a part of the map.
    #[must_use]
    pub fn owner_of_box(&self, id: BoxId) -> Option<Pusher> {
        self.movers.owner(id)
    }
}
