//! A body of a world by its array index: its state, its settings and the surfaces near it.

use crate::aabb::Aabb;
use crate::controller::{Body, BodyProbe};
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{Bodies, BodyState};
use crate::dynamics::world::World;
use glam::{IVec2, Vec2};

/// A body of a world, with its profile.
#[derive(Clone, Copy)]
pub struct BodyRef<'a> {
    world: &'a World,
    index: usize,
    profile: &'a Profile,
}

impl World {
    /// Returns a body with its settings. `None` if no body has this id, or if its profile does not exist.
    #[must_use]
    #[inline]
    pub fn body_ref(&self, id: BodyId) -> Option<BodyRef<'_>> {
        self.body_ref_at(self.index_of(id)?)
    }

    /// Like [`body_ref`](Self::body_ref), by array [index](Self::index_of).
    #[must_use]
    #[inline]
    pub fn body_ref_at(&self, index: usize) -> Option<BodyRef<'_>> {
        let profile = self.profiles.get(self.bodies.profile.get(index)?.index())?;
        Some(BodyRef { world: self, index, profile })
    }
}

impl<'a> BodyRef<'a> {
    /// Returns the world.
    #[must_use]
    #[inline]
    pub fn world(&self) -> &'a World {
        self.world
    }

    /// Returns the id of the body.
    #[must_use]
    #[inline]
    pub fn id(&self) -> BodyId {
        self.world.bodies.id[self.index]
    }

    /// Returns the profile of the body.
    #[must_use]
    #[inline]
    pub fn profile(&self) -> &'a Profile {
        self.profile
    }

    /// Returns the contacts of the body at the end of the last step.
    #[must_use]
    #[inline]
    pub fn state(&self) -> BodyState {
        self.world.bodies.state[self.index]
    }

    /// True if the game has placed the body before the present step: spawned it, or put it elsewhere.
    #[must_use]
    #[inline]
    pub fn was_placed(&self) -> bool {
        let placed = &self.world.placed;
        !placed.is_empty() && placed.binary_search(&self.id()).is_ok()
    }

    /// Returns the box of the body, in lattice units.
    #[must_use]
    #[inline]
    pub fn aabb(&self) -> Aabb {
        let index = self.index;
        let Bodies { x, y, .. } = &self.world.bodies;
        let min = IVec2::new(x.at[index], y.at[index]);
        Aabb { min, max: min + IVec2::new(x.size[index], y.size[index]) }
    }

    /// Returns the velocity of the body, in px/s.
    #[must_use]
    #[inline]
    pub fn velocity(&self) -> Vec2 {
        let bodies = &self.world.bodies;
        Vec2::new(bodies.x.velocity[self.index], bodies.y.velocity[self.index])
    }

    /// Returns the acceleration of the body by the world's gravity, in px/s².
    #[must_use]
    #[inline]
    pub fn gravity(&self) -> Vec2 {
        self.world.gravity * self.profile.gravity_scale
    }

    /// Returns the [time scale](World::set_time_scale) of the body; 1 is normal.
    #[must_use]
    #[inline]
    pub fn time_scale(&self) -> f32 {
        self.world.transient.find(self.id()).map_or(1.0, |state| state.time_scale)
    }

    /// Returns the velocity that the body keeps when it leaves a carrier of this velocity, in px/s.
    #[must_use]
    pub fn leave_velocity(&self, carrier: Vec2) -> Vec2 {
        self.profile.riding.taken(carrier, self.profile.movement.up)
    }

    /// Answers queries about the surfaces near the body.
    pub fn probe<T>(&self, ask: impl FnOnce(&BodyProbe) -> T) -> T {
        let BodyRef { world, index, profile } = *self;
        let id = self.id();
        let body = world.bodies.get(index);
        let body = Body { memory: world.transient.get(id), ..body };
        let own = world.idle_context().body_view(id, body.size, profile);
        ask(&BodyProbe { view: own.view(), body: &body, config: &profile.movement })
    }
}
