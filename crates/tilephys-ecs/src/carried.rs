//! What movers, and bodies that are solid to others, do to a body: for the game to ask between steps and in the control phase.

use crate::physics::Physics;
use glam::{IVec2, Vec2};
use hecs::Entity;
use tilephys_core::{BodyId, BoxId, MoverId, Pusher, Squish};

impl Physics {
    /// The velocity of what carries a body or has carried it until a few [ticks](crate::Riding::lift_ticks) ago, in px/s;
    /// zero if nothing has.
    #[must_use]
    pub fn lift_velocity(&self, id: BodyId) -> Vec2 {
        self.core.lift_velocity(id)
    }

    /// Who pushed a body in the last step: the last of several.
    #[must_use]
    pub fn pushed_by(&self, id: BodyId) -> Option<Pusher> {
        self.core.pushed_by(id)
    }

    /// What crushes a body, or goes through it because it [lets it](crate::SquishPolicy::PassThrough).
    #[must_use]
    pub fn squishes(&self, id: BodyId) -> &[Squish] {
        self.core.squishes(id)
    }

    /// How deep a body is in something that crushes it, in lattice units along the axis of the push.
    #[must_use]
    pub fn squish_depth(&self, squish: &Squish) -> Option<i32> {
        self.core.squish_depth(squish)
    }

    /// What a mover did in the last step, in lattice units.
    #[must_use]
    pub fn mover_moved(&self, id: MoverId) -> Option<IVec2> {
        self.core.mover_moved(id)
    }

    /// The entity that was this mover in the last step, whether it was sound or not.
    #[must_use]
    pub fn mover_entity(&self, id: MoverId) -> Option<Entity> {
        self.movers.entity(id)
    }

    /// The entity that a pusher is, as [squishes](crate::EventKind::SquishBegin) name it.
    #[must_use]
    pub fn pusher_entity(&self, pusher: Pusher) -> Option<Entity> {
        match pusher {
            Pusher::Mover(id) => self.mover_entity(id),
            Pusher::Body(id) => self.entity(id),
        }
    }

    /// The mover or the body that a loose box of the map belongs to, as hits and surfaces name it; `None` if it is a part
    /// of the map.
    #[must_use]
    pub fn box_entity(&self, id: BoxId) -> Option<Entity> {
        self.pusher_entity(self.core.owner_of_box(id)?)
    }
}
