//! Whole states of bodies in and out of a world, by index: for searches that continue many states of one character at once.

use crate::controller::Body;
use crate::dynamics::ids::BodyId;
use crate::dynamics::state::{BodyState, Lift, Squish};
use crate::dynamics::world::World;
use crate::dynamics::world::validate;

/// All that a step reads of a body, except its overlaps with sensors.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeState {
    /// The body with its transient state.
    pub body: Body,
    /// Its contacts.
    pub contacts: BodyState,
    /// Lift of the body; its id is [`NO_BODY`], since another body may take the state over.
    lift: Option<Lift>,
    /// What crushes the body, with the same id.
    squishes: Vec<Squish>,
}

/// Id in a lift or a squish that belongs to no particular body.
const NO_BODY: BodyId = BodyId(0);

impl WholeState {
    /// State of a body that nothing has carried.
    #[must_use]
    pub fn new(body: Body, contacts: BodyState) -> Self {
        WholeState { body, contacts, lift: None, squishes: Vec::new() }
    }

    /// True if a conveyor or a moving platform has just carried the body.
    #[must_use]
    pub fn is_carried(&self) -> bool {
        self.lift.is_some()
    }

    /// True if a moving platform crushes the body: the platform passes through it, with or without an event.
    #[must_use]
    pub fn is_crushed(&self) -> bool {
        !self.squishes.is_empty()
    }
}

impl World {
    /// Returns the whole state of the body at an index; `None` beyond the number of bodies. [`load_body`](Self::load_body) continues
    /// from it.
    #[must_use]
    pub fn body_at(&self, index: usize) -> Option<WholeState> {
        let id = *self.bodies.id.get(index)?;
        let body = Body { memory: self.transient.get(id), ..self.bodies.get(index) };
        let lift = self.platforms.state.rides.get(id);
        let lift = lift.map(|lift| Lift { body: NO_BODY, ..*lift });
        let squishes = self.platforms.state.squishes.of(id);
        let squishes = squishes.iter().map(|squish| Squish { body: NO_BODY, ..*squish }).collect();
        Some(WholeState { body, contacts: self.bodies.state[index], lift, squishes })
    }

    /// Replaces the state of the body at an index by a state from [`body_at`](Self::body_at), of this world or a world with an equal
    /// map. True if there is such a body.
    ///
    /// Unlike [`set_body`](Self::set_body) this is no teleport: the next step continues the other body's motion to the same bits.
    /// Overlaps with sensors are no part of the state: the body at the index keeps its own.
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
    /// let state = world.body_at(0).unwrap();
    /// assert!(world.load_body(1, &state));
    /// world.step(1.0 / 60.0);
    /// assert_eq!(world.body(first), world.body(second));
    /// ```
    ///
    /// # Panics
    /// If the body of the state lies outside the world or has no size.
    pub fn load_body(&mut self, index: usize, state: &WholeState) -> bool {
        let WholeState { body, contacts, lift, squishes } = state;
        validate(body);
        let id = self.bodies.id.get(index).copied();
        if let Some(id) = id {
            self.bodies.set(index, body);
            self.transient.set(id, body.memory);
            self.bodies.state[index] = *contacts;
            self.platforms.state.rides.set(id, lift.map(|lift| Lift { body: id, ..lift }));
            let own: Vec<Squish> = squishes.iter().map(|squish| Squish { body: id, ..*squish }).collect();
            self.platforms.state.restore_squishes(id, &own, &self.grid);
            self.platforms.state.put_solid(&mut self.grid, id, body.aabb());
        }
        id.is_some()
    }
}
