//! What bodies stand on and lean against, and what the game asks of them.

use super::World;
use super::ids::BodyId;
use super::profile::Profile;
use crate::grid::{Filter, Met, Surface, View};
use crate::movement::{Body, MoveConfig};
use glam::IVec2;

impl World {
    /// The surface on which a body stands, if it touches one: under its middle if there are several.
    #[must_use]
    pub fn floor(&self, id: BodyId) -> Option<Surface> {
        self.ask(id, |(view, body, config)| view.surface_under(body, config))
    }

    /// The surface that a body touches on the side that is up for it.
    #[must_use]
    pub fn ceiling(&self, id: BodyId) -> Option<Surface> {
        self.ask(id, |(view, body, config)| view.surface_over(body, config))
    }

    /// The surface that a body touches on either side across up.
    #[must_use]
    pub fn wall(&self, id: BodyId) -> Option<Surface> {
        self.ask(id, |(view, body, config)| view.surface_beside(body, config))
    }

    /// Does a body stand on a line that blocks from one side only? Then it [can drop](Self::drop_through).
    #[must_use]
    pub fn floor_is_one_way(&self, id: BodyId) -> bool {
        self.floor(id).is_some_and(|floor| floor.one_way)
    }

    /// Lets a body fall through all one-way lines that hold it, from the next step on; see [`TileGrid::drop_through`](crate::TileGrid::drop_through).
    /// Returns whether there are any.
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        let Some((mut body, profile)) = self.body(id).zip(self.settings(id)) else { return false };
        let is_held = self.grid.drop_through(&mut body, &profile.movement);
        if is_held {
            self.memories.set(id, body.memory);
        }
        is_held
    }

    /// Lets a body not meet something for so many ticks, 0 for meeting it again. Returns whether there is such a body.
    pub fn ignore(&mut self, id: BodyId, met: Met, ticks: u8) -> bool {
        let Some(mut body) = self.body(id) else { return false };
        body.memory.ignore(met, ticks);
        self.memories.set(id, body.memory);
        true
    }

    /// Gives a body another size, in lattice units, with its feet where they are; see [`TileGrid::resize`](crate::TileGrid::resize). Returns whether
    /// there is such a body and room for it.
    pub fn resize(&mut self, id: BodyId, size: IVec2) -> bool {
        let Some((mut body, profile)) = self.body(id).zip(self.settings(id)) else { return false };
        let view = self.grid.view(profile.movement.mask).without(self.movers.solids.shape(id));
        let has_room = view.resize(&mut body, size, &profile.movement);
        if let Some(place) = self.places.get(id).filter(|_| has_room) {
            self.bodies.set(place, &body);
            self.memories.set(id, body.memory);
        }
        has_room
    }

    fn settings(&self, id: BodyId) -> Option<Profile> {
        self.profiles.get(self.profile_of(id)?.place()).copied()
    }

    /// Asks the grid as a body meets it: without itself, and without what crushes it.
    fn ask<T>(&self, id: BodyId, what: impl Fn((View, &Body, &MoveConfig)) -> Option<T>) -> Option<T> {
        let (body, config) = (self.body(id)?, self.settings(id)?.movement);
        let squishes = &self.movers.squishes;
        let meets = |met: &Met| !met.loose.is_some_and(|loose| squishes.holds(id, loose));
        let filter = Filter { meets: &meets };
        let view = self.grid.view(config.mask).without(self.movers.solids.shape(id));
        what((view.filtered(squishes.has(id).then_some(&filter)), &body, &config))
    }
}
