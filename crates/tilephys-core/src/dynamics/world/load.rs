//! Whole states of bodies in and out of a world, by index: for searches that continue many states of one character at once.

use super::{World, validate};
use crate::controller::Body;
use crate::dynamics::state::body_state::BodyState;

impl World {
    /// Returns the body at an index with its transient state, and its contacts; `None` beyond the number of bodies.
    ///
    /// Both together are what a step reads of a body that no mover has carried: [`load_body`](Self::load_body) continues from them.
    #[must_use]
    pub fn body_at(&self, index: usize) -> Option<(Body, BodyState)> {
        let id = *self.bodies.id.get(index)?;
        let body = Body { memory: self.transient.get(id), ..self.bodies.get(index) };
        Some((body, self.bodies.state[index]))
    }

    /// Replaces the state of the body at an index by a state from [`body_at`](Self::body_at), of this world or a world with an equal
    /// map. True if there is such a body.
    ///
    /// Unlike [`set_body`](Self::set_body) this is no teleport: the next step continues the other body's motion to the same bits. Lift
    /// velocities and overlaps with sensors are no part of the state: the body at the index keeps its own.
    ///
    /// ```
    /// # use glam::{UVec2, Vec2};
    /// # use tilephys_core::*;
    /// let mut world = World::new(TileGrid::new(UVec2::splat(16)));
    /// world.gravity = Vec2::new(0.0, 900.0);
    /// let first = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::ZERO, Vec2::splat(8.0)));
    /// let second = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(99.0, 0.0), Vec2::splat(8.0)));
    /// world.step(1.0 / 60.0);
    ///
    /// let (body, state) = world.body_at(0).unwrap();
    /// assert!(world.load_body(1, &body, state));
    /// world.step(1.0 / 60.0);
    /// assert_eq!(world.body(first), world.body(second));
    /// ```
    ///
    /// # Panics
    /// If `body` lies outside the world or has no size.
    pub fn load_body(&mut self, index: usize, body: &Body, state: BodyState) -> bool {
        validate(body);
        let id = self.bodies.id.get(index).copied();
        if let Some(id) = id {
            self.bodies.set(index, body);
            self.transient.set(id, body.memory);
            self.bodies.state[index] = state;
            self.platforms.state.put_solid(&mut self.grid, id, body.aabb());
        }
        id.is_some()
    }
}
