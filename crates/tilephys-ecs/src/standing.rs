//! What bodies stand on and lean against; letting go of it; changing size.

use crate::components::{Collider, Position};
use crate::physics::Physics;
use glam::IVec2;
use hecs::World;
use tilephys_core::{BodyId, Forecast, Met, Surface};

/// A change of size that the entity's collider does not show yet.
pub(crate) struct Resized {
    pub(crate) id: BodyId,
    /// How far the box's min corner went.
    pub(crate) by: IVec2,
    pub(crate) size: IVec2,
}

impl Resized {
    /// Changes the collider as the box was, seen from an entity that stays.
    fn write(&self, collider: &mut Collider) {
        *collider = Collider { offset: collider.offset.saturating_add(self.by), size: self.size };
    }
}

impl Physics {
    /// The surface on which a body stands, if it touches one: under its middle if there are several. As all that is asked here,
    /// it is told of where the last step or [`sync`](Self::sync) found the body.
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut grid = TileGrid::new(glam::UVec2::splat(16));
    /// # let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Default::default()));
    /// # grid.set_tile(ground, TileCoord::new(0, 1), Some(stone));
    /// # let mut physics = Physics::new(grid);
    /// # let mut world = hecs::World::new();
    /// let hero = (Position::new(0.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0));
    /// let hero = physics.spawn(&mut world, hero);
    /// physics.sync(&mut world);
    /// let id = *world.get::<&BodyId>(hero).unwrap();
    /// assert_eq!(physics.floor(id).map(|floor| floor.tile), Some(stone));
    /// ```
    #[must_use]
    pub fn floor(&self, id: BodyId) -> Option<Surface> {
        self.core.floor(id)
    }

    /// The surface that a body touches on the side that is up for it.
    #[must_use]
    pub fn ceiling(&self, id: BodyId) -> Option<Surface> {
        self.core.ceiling(id)
    }

    /// The surface that a body touches on either side across up.
    #[must_use]
    pub fn wall(&self, id: BodyId) -> Option<Surface> {
        self.core.wall(id)
    }

    /// Does a body stand on a line that blocks from one side only? Then it [can drop](Self::drop_through).
    #[must_use]
    pub fn floor_is_one_way(&self, id: BodyId) -> bool {
        self.core.floor_is_one_way(id)
    }

    /// Lets a body fall through all one-way lines that hold it, from the next step on. Returns whether there are any.
    ///
    /// They let it pass until its top is past them, or it is beside them, or half a second of steps is over. A body that is
    /// missing in a step, for it lacks a component or is not in the world that is stepped, forgets that it was let go.
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        self.core.drop_through(id)
    }

    /// Lets a body not meet something for so many ticks, 0 for meeting it again. Returns whether there is such a body. One that
    /// is missing in a step forgets it.
    pub fn ignore(&mut self, id: BodyId, met: Met, ticks: u8) -> bool {
        self.core.ignore(id, met, ticks)
    }

    /// Where a body will go in so many ticks of `dt` seconds, without touching anything; see [`tilephys_core::World::predict`].
    /// It begins where the last step or [`sync`](Self::sync) found the body, with the gravity of then; movers stay where they
    /// are.
    pub fn predict(&self, id: BodyId, ticks: u32, dt: f32, forecast: &mut impl Forecast) {
        self.core.predict(id, ticks, dt, forecast);
    }

    /// Gives a body another size, in lattice units, with its feet and its middle where they are. Returns whether there is such a
    /// body in the world, and room for it; if not, nothing has changed.
    ///
    /// Writes the entity's [`Collider`], with the offset that the box has now: the [`Position`] stays, for an entity that
    /// crouches has not gone anywhere.
    ///
    /// ```
    /// # use glam::IVec2;
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// let hero = (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 14.0));
    /// let hero = physics.spawn(&mut world, hero);
    /// physics.sync(&mut world);
    /// let id = *world.get::<&BodyId>(hero).unwrap();
    /// assert!(physics.resize(&world, id, IVec2::new(8, 6) * 256));
    /// assert_eq!(*world.get::<&Collider>(hero).unwrap(), Collider::new(8.0, 6.0).with_offset(0.0, 8.0));
    /// ```
    ///
    /// # Panics
    /// If the entity's position or collider is borrowed.
    pub fn resize(&mut self, world: &World, id: BodyId, size: IVec2) -> bool {
        let Some((entity, place)) = self.entity(id).zip(self.core.place_of(id)) else { return false };
        let (Ok(position), Ok(mut collider)) =
            (world.get::<&Position>(entity), world.get::<&mut Collider>(entity))
        else {
            return false;
        };
        // The game may have moved it since the last step.
        let Some(now) = collider.aabb(*position) else { return false };
        let bodies = self.core.slices();
        (bodies.x.at[place], bodies.y.at[place]) = now.min.into();
        (bodies.x.size[place], bodies.y.size[place]) = collider.size.into();
        let has_room = self.core.resize(id, size);
        if let (true, Some(body)) = (has_room, self.core.body(id)) {
            Resized { id, by: body.position - now.min, size }.write(&mut collider);
        }
        has_room
    }

    /// Shows in their colliders what sizes bodies were given within a step.
    pub(crate) fn write_sizes(&mut self, world: &World) {
        for resized in self.resized.drain(..) {
            let entity = self.core.place_of(resized.id).map(|place| self.labels.entities[place]);
            if let Some(mut collider) = entity.and_then(|entity| world.get::<&mut Collider>(entity).ok()) {
                resized.write(&mut collider);
            }
        }
    }
}
