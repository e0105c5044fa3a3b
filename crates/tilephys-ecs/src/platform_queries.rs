//! Queries about moving platforms: carrying, pushing and crushing, between steps and in the control phase.

use crate::ids::IdOf;
use crate::physics::Physics;
use glam::{IVec2, Vec2};
use hecs::Entity;
use tilephys_core::{
    BodyId, MoverId, ShapeId,
    platform::{PushSource, Squish},
};

impl Physics {
    /// Velocity of the carrier of a body, now or up to a few [ticks](crate::RideSettings::lift_ticks) ago, in px/s; zero
    /// without one.
    #[doc(alias = "platform velocity")]
    #[must_use]
    pub fn lift_velocity(&self, body: impl IdOf<BodyId>) -> Vec2 {
        self.id_of(body).map_or(Vec2::ZERO, |id| self.core.lift_velocity(id))
    }

    /// Mover or body that pushed a body last in the last step.
    #[must_use]
    pub fn pushed_by(&self, body: impl IdOf<BodyId>) -> Option<PushSource> {
        self.core.pushed_by(self.id_of(body)?)
    }

    /// Squishes of a body: solids that crush it, or pass through it because it [allows
    /// that](crate::SquishPolicy::PassThrough).
    #[must_use]
    pub fn squishes(&self, body: impl IdOf<BodyId>) -> &[Squish] {
        self.id_of(body).map_or(&[], |id| self.core.squishes(id))
    }

    /// Penetration depth of a squish, along the axis of the push, in lattice units.
    #[doc(alias = "penetration")]
    #[must_use]
    pub fn squish_depth(&self, squish: &Squish) -> Option<i32> {
        self.core.squish_depth(squish)
    }

    /// Translation of a mover in the last step, in lattice units.
    #[must_use]
    pub fn mover_moved(&self, mover: impl IdOf<MoverId>) -> Option<IVec2> {
        self.core.mover_moved(self.id_of(mover)?)
    }

    /// Entity of a mover in the last step, sound or not.
    #[must_use]
    pub fn mover_entity(&self, id: MoverId) -> Option<Entity> {
        self.movers.entity(id)
    }

    /// Entity of a pusher, as [squish events](crate::EventKind::SquishBegin) name it.
    #[must_use]
    pub fn pusher_entity(&self, pusher: PushSource) -> Option<Entity> {
        match pusher {
            PushSource::Mover(id) => self.mover_entity(id),
            PushSource::Body(id) => self.entity(id),
        }
    }

    /// Entity of the mover or body that an off-grid shape belongs to, as hits and surfaces name it; `None` for a part
    /// of the map.
    #[must_use]
    pub fn box_entity(&self, id: ShapeId) -> Option<Entity> {
        self.pusher_entity(self.core.owner_of_box(id)?)
    }
}
