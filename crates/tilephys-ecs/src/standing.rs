//! Contact queries of a body (floor, wall, ceiling), dropping through one-way tiles, prediction, and resizing.

use crate::events::Event;
use crate::ids::IdOf;
use crate::physics::Physics;
use glam::IVec2;
use hecs::{Entity, World};
use tilephys_columns::{Collider, Position, Resized};
use tilephys_core::{
    BodyId, BodyState, EventKind, Obstacle, Surface, platform::PushSource, predict::PredictionVisitor,
};

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
    /// assert_eq!(physics.floor(hero).map(|floor| floor.tile), Some(stone));
    /// ```
    #[must_use]
    pub fn floor(&self, body: impl IdOf<BodyId>) -> Option<Surface> {
        self.core.floor(self.id_of(body)?)
    }

    /// Ceiling surface that a body touches, at the last step or [`sync`](Self::sync).
    #[doc(alias = "is_on_ceiling")]
    #[must_use]
    pub fn ceiling(&self, body: impl IdOf<BodyId>) -> Option<Surface> {
        self.core.ceiling(self.id_of(body)?)
    }

    /// Wall surface that a body touches on either side, at the last step or [`sync`](Self::sync).
    #[doc(alias = "is_on_wall")]
    #[must_use]
    pub fn wall(&self, body: impl IdOf<BodyId>) -> Option<Surface> {
        self.core.wall(self.id_of(body)?)
    }

    /// True if a body stands on a one-way tile, which it [can drop through](Self::drop_through).
    #[doc(alias = "jump-through")]
    #[must_use]
    pub fn floor_is_one_way(&self, body: impl IdOf<BodyId>) -> bool {
        self.id_of(body).is_some_and(|id| self.core.floor_is_one_way(id))
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
    /// assert_eq!(physics.standing_on(hero), Some(lift));
    /// assert_eq!(physics.riders(lift).collect::<Vec<_>>(), [hero]);
    /// ```
    #[doc(alias = "floor entity")]
    #[must_use]
    pub fn standing_on(&self, body: impl IdOf<BodyId>) -> Option<Entity> {
        self.pusher_entity(self.core.standing_on(self.id_of(body)?)?)
    }

    /// Entities that [stand](Self::standing_on) on a mover or a body, by ascending id. Scans all bodies.
    #[doc(alias = "passengers")]
    pub fn riders(&self, of: impl IdOf<PushSource>) -> impl Iterator<Item = Entity> {
        let riders = self.id_of(of).map(|of| self.core.riders(of)).unwrap_or_default();
        riders.into_iter().filter_map(|id| self.entity(id))
    }

    /// Entity of the mover or body that began or ended to hold a body, for an [event](Physics::events) of the last step with the kind
    /// [`FloorBegin`](EventKind::FloorBegin) or [`FloorEnd`](EventKind::FloorEnd). `None` for other events, and for a floor that is a
    /// part of the map or is gone.
    ///
    /// The floor of a `FloorBegin` is [`standing_on`](Self::standing_on), and of a `FloorEnd` what held the body before the step.
    ///
    /// ```
    /// # use tilephys_core::Tile;
    /// # use tilephys_ecs::*;
    /// # let mut grid = TileGrid::new([16, 16]);
    /// # let layer = grid.add_layer("level");
    /// # let tile = grid.add_tile(Tile::default());
    /// # let mut physics = Physics::new(grid);
    /// # let mut world = hecs::World::new();
    /// let raft = world.spawn((Position::new(0.0, 20.0), Collider::new(32.0, 8.0), Mover { layer, tile }));
    /// let hero = (Position::new(8.0, 9.0), Velocity::default(), Collider::new(8.0, 11.0));
    /// let hero = physics.spawn(&mut world, hero);
    /// physics.step(&mut world, 1.0 / 60.0);
    /// // It jumps.
    /// world.get::<&mut Velocity>(hero)?.0.y = -300.0;
    /// physics.step(&mut world, 1.0 / 60.0);
    /// let end = physics.events().find(|event| event.kind == EventKind::FloorEnd).unwrap();
    /// assert_eq!((end.entity, physics.floor_entity(&end)), (hero, Some(raft)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn floor_entity(&self, event: &Event) -> Option<Entity> {
        match event.kind {
            EventKind::FloorBegin => self.standing_on(event.body?),
            EventKind::FloorEnd => self.pusher_entity(self.left_floors.get(event.body?)?),
            _ => None,
        }
    }

    /// Lets a body fall through all one-way tiles under it, from the next step on. Returns true if there are any.
    ///
    /// A tile lets the body through until the body's top is past it, the body is beside it, or half a second of steps
    /// is over. A body that is missing from a step (incomplete, or not in this world) no longer drops.
    #[doc(alias = "jump-through")]
    #[doc(alias = "drop down")]
    #[doc(alias = "one-way")]
    pub fn drop_through(&mut self, body: impl IdOf<BodyId>) -> bool {
        self.id_of(body).is_some_and(|id| self.core.drop_through(id))
    }

    /// Makes a body ignore a tile, mover or body for `ticks` steps, 0 to collide again. Returns true if the body is
    /// known. A body that is missing from a step no longer ignores anything.
    #[doc(alias = "collision exception")]
    pub fn ignore(&mut self, body: impl IdOf<BodyId>, met: Obstacle, ticks: u8) -> bool {
        self.id_of(body).is_some_and(|id| self.core.ignore(id, met, ticks))
    }

    /// Predicts the trajectory of a body for `ticks` steps of `dt` seconds without changing it; see
    /// [`tilephys_core::World::predict`]. Starts from the position and gravity of the last step or
    /// [`sync`](Self::sync); movers stay in place.
    #[doc(alias = "trajectory prediction")]
    pub fn predict(
        &self,
        body: impl IdOf<BodyId>,
        ticks: u32,
        dt: f32,
        forecast: &mut impl PredictionVisitor,
    ) {
        if let Some(id) = self.id_of(body) {
            self.core.predict(id, ticks, dt, forecast);
        }
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
    /// assert!(physics.resize(&world, hero, IVec2::new(8, 6) * 256));
    /// assert_eq!(*world.get::<&Collider>(hero).unwrap(), Collider::new(8.0, 6.0).with_offset(0.0, 8.0));
    /// ```
    ///
    /// # Panics
    /// If the entity's position, collider or state is borrowed.
    pub fn resize(&mut self, world: &World, body: impl IdOf<BodyId>, size: IVec2) -> bool {
        let Some(id) = self.id_of(body) else { return false };
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
