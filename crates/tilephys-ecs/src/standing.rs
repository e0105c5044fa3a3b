//! Contact queries of a body (floor, wall, ceiling), dropping through one-way tiles, prediction, and resizing.

use crate::physics::Physics;
use glam::IVec2;
use hecs::{Entity, World};
use tilephys_columns::{Collider, Position, Resized};
use tilephys_core::{BodyId, BodyState, Obstacle, Surface, platform::PushSource, predict::PredictionVisitor};

impl Physics {
    /// Floor surface that a body touches; of several, the one under its middle. Valid for the position at the last step
    /// or [`sync`](Self::sync).
    #[doc(alias = "is_on_floor")]
    #[doc(alias = "ground contact")]
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

    /// Ceiling surface that a body touches, at the last step or [`sync`](Self::sync).
    #[doc(alias = "is_on_ceiling")]
    #[must_use]
    pub fn ceiling(&self, id: BodyId) -> Option<Surface> {
        self.core.ceiling(id)
    }

    /// Wall surface that a body touches on either side, at the last step or [`sync`](Self::sync).
    #[doc(alias = "is_on_wall")]
    #[must_use]
    pub fn wall(&self, id: BodyId) -> Option<Surface> {
        self.core.wall(id)
    }

    /// True if a body stands on a one-way tile, which it [can drop through](Self::drop_through).
    #[doc(alias = "jump-through")]
    #[must_use]
    pub fn floor_is_one_way(&self, id: BodyId) -> bool {
        self.core.floor_is_one_way(id)
    }

    /// Entity of the mover or body that a body stands on: under its middle if several touch. `None` on the map and in the air.
    ///
    /// ```
    /// # use tilephys_core::Tile;
    /// # use tilephys_ecs::*;
    /// # let mut grid = TileGrid::new([16, 16]);
    /// # let layer = grid.add_layer("level");
    /// # let tile = grid.add_tile(Tile::default());
    /// # let mut physics = Physics::new(grid);
    /// # let mut world = hecs::World::new();
    /// let lift = (Position::new(0.0, 20.0), Collider::new(32.0, 8.0), Mover { layer, tile }, Velocity::new(0.0, -60.0));
    /// let lift = world.spawn(lift);
    /// let hero = (Position::new(8.0, 9.0), Velocity::default(), Collider::new(8.0, 11.0));
    /// let hero = physics.spawn(&mut world, hero);
    /// physics.step(&mut world, 1.0 / 60.0);
    /// let id = *world.get::<&BodyId>(hero).unwrap();
    /// assert_eq!(physics.standing_on(id), Some(lift));
    /// let of_lift = *world.get::<&MoverId>(lift).unwrap();
    /// assert_eq!(physics.riders(of_lift).collect::<Vec<_>>(), [hero]);
    /// ```
    #[doc(alias = "floor entity")]
    #[must_use]
    pub fn standing_on(&self, id: BodyId) -> Option<Entity> {
        self.pusher_entity(self.core.standing_on(id)?)
    }

    /// Entities that [stand](Self::standing_on) on a mover or a body, by ascending id. Scans all bodies.
    #[doc(alias = "passengers")]
    pub fn riders(&self, of: impl Into<PushSource>) -> impl Iterator<Item = Entity> {
        self.core.riders(of).into_iter().filter_map(|id| self.entity(id))
    }

    /// Lets a body fall through all one-way tiles under it, from the next step on. Returns true if there are any.
    ///
    /// A tile lets the body through until the body's top is past it, the body is beside it, or half a second of steps
    /// is over. A body that is missing from a step (incomplete, or not in this world) no longer drops.
    #[doc(alias = "jump-through")]
    #[doc(alias = "drop down")]
    #[doc(alias = "one-way")]
    pub fn drop_through(&mut self, id: BodyId) -> bool {
        self.core.drop_through(id)
    }

    /// Makes a body ignore a tile, mover or body for `ticks` steps, 0 to collide again. Returns true if the body is
    /// known. A body that is missing from a step no longer ignores anything.
    #[doc(alias = "collision exception")]
    pub fn ignore(&mut self, id: BodyId, met: Obstacle, ticks: u8) -> bool {
        self.core.ignore(id, met, ticks)
    }

    /// Predicts the trajectory of a body for `ticks` steps of `dt` seconds without changing it; see
    /// [`tilephys_core::World::predict`]. Starts from the position and gravity of the last step or
    /// [`sync`](Self::sync); movers stay in place.
    #[doc(alias = "trajectory prediction")]
    pub fn predict(&self, id: BodyId, ticks: u32, dt: f32, forecast: &mut impl PredictionVisitor) {
        self.core.predict(id, ticks, dt, forecast);
    }

    /// Resizes a body, in lattice units, keeping its feet and its middle in place. Returns true on success; changes
    /// nothing if the body is unknown or there is no room.
    ///
    /// Writes the entity's [`Collider`] with a new offset. The [`Position`] stays, because a crouching entity does not
    /// move.
    #[doc(alias = "crouch")]
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
    /// If the entity's position, collider or state is borrowed.
    pub fn resize(&mut self, world: &World, id: BodyId, size: IVec2) -> bool {
        let Some((entity, index)) = self.entity(id).zip(self.core.index_of(id)) else { return false };
        let (Ok(position), Ok(mut collider)) =
            (world.get::<&Position>(entity), world.get::<&mut Collider>(entity))
        else {
            return false;
        };
        // The game may have moved the entity since the last step.
        let Some(now) = collider.aabb(*position) else { return false };
        if let (Some(before), Ok(mut state)) = (self.core.body(id), world.get::<&mut BodyState>(entity)) {
            *state = state.after_edit(&before.aabb(), &now);
        }
        let bodies = self.core.slices();
        (bodies.x.at[index], bodies.y.at[index]) = now.min.into();
        (bodies.x.size[index], bodies.y.size[index]) = collider.size.into();
        // The index of bodies was made with the old box.
        self.nearby.forget();
        let has_room = self.core.resize(id, size);
        if has_room && let Some(body) = self.core.body(id) {
            Resized { id, by: body.position - now.min, size }.write(&mut collider);
        }
        has_room
    }

    /// Writes sizes that changed within the step to the colliders.
    pub(crate) fn write_sizes(&mut self, world: &World) {
        for resized in self.resized.drain(..) {
            let entity = self.core.index_of(resized.id).map(|index| self.labels.entities[index]);
            if let Some(mut collider) = entity.and_then(|entity| world.get::<&mut Collider>(entity).ok()) {
                resized.write(&mut collider);
            }
        }
    }
}
