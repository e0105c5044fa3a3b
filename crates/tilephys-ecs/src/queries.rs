//! Queries about bodies in the control phase and between steps: contacts, ledges, sensors, neighbors.

use crate::control_context::ControlContext;
use crate::ids::{IdOf, Known};
use crate::physics::Physics;
use hecs::Entity;
use tilephys_core::{
    Aabb, BodyId, SensorId, Surface, TileGrid, index::BodyQuery, predict::PredictionVisitor,
};

impl Physics {
    /// True if a body on a floor, walking along it, falls off an edge at most `distance_px` ahead of its front. Positive distances
    /// point toward greater coordinates; see [`tilephys_core::World::ledge_ahead`].
    #[doc(alias = "cliff")]
    #[doc(alias = "edge detection")]
    #[must_use]
    pub fn ledge_ahead(&self, body: impl IdOf<BodyId>, distance_px: f32) -> bool {
        self.id_of(body).is_some_and(|id| self.core.ledge_ahead(id, distance_px))
    }

    /// Entities of the bodies whose boxes strictly overlap an area, by ascending id. A mask of categories is a query.
    ///
    /// Positions are as of the last step or [`sync`](Self::sync). The first query after it sorts all bodies, the others use that
    /// order.
    #[doc(alias = "intersect_shape")]
    #[doc(alias = "spatial query")]
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// let body = (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0));
    /// let coin = physics.spawn(&mut world, body);
    /// physics.sync(&mut world);
    /// let area = body.2.aabb(body.0).unwrap();
    /// assert_eq!(physics.bodies_near(area, u32::MAX).collect::<Vec<_>>(), [coin]);
    /// ```
    pub fn bodies_near(
        &mut self,
        area: Aabb,
        query: impl Into<BodyQuery>,
    ) -> impl Iterator<Item = Entity> + '_ {
        let Physics { core, nearby, labels, .. } = self;
        let found = nearby.find(core, area, query.into());
        found.iter().filter_map(|id| core.index_of(*id).and_then(|index| labels.entities.get(index)).copied())
    }
}

impl ControlContext<'_, '_> {
    /// Id that an argument names.
    pub(crate) fn id_of<T>(&self, of: impl IdOf<T>) -> Option<T> {
        of.id_among(&Known { core: self.core.world(), sensors: self.sensors, movers: None })
    }

    /// Tile map, with movers, triggers and solid bodies.
    #[must_use]
    pub fn grid(&self) -> &TileGrid {
        self.core.grid()
    }

    /// Entity with this id.
    #[must_use]
    pub fn entity(&self, id: BodyId) -> Option<Entity> {
        self.sensors.body(self.core.world(), id)
    }

    /// Floor surface under a body at the start of the step, like [`Physics::floor`].
    #[doc(alias = "is_on_floor")]
    #[must_use]
    pub fn floor(&self, body: impl IdOf<BodyId>) -> Option<Surface> {
        self.core.world().floor(self.id_of(body)?)
    }

    /// Ceiling surface that a body touches at the start of the step, like [`Physics::ceiling`].
    #[doc(alias = "is_on_ceiling")]
    #[must_use]
    pub fn ceiling(&self, body: impl IdOf<BodyId>) -> Option<Surface> {
        self.core.world().ceiling(self.id_of(body)?)
    }

    /// Wall surface that a body touches at the start of the step, like [`Physics::wall`].
    #[doc(alias = "is_on_wall")]
    #[must_use]
    pub fn wall(&self, body: impl IdOf<BodyId>) -> Option<Surface> {
        self.core.world().wall(self.id_of(body)?)
    }

    /// True if a body stands on a one-way tile, which it can [drop through](Self::drop_through).
    #[must_use]
    pub fn floor_is_one_way(&self, body: impl IdOf<BodyId>) -> bool {
        self.id_of(body).is_some_and(|id| self.core.world().floor_is_one_way(id))
    }

    /// True if a body on a floor, walking along it, falls off an edge at most `distance_px` ahead of its front, like
    /// [`Physics::ledge_ahead`].
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// struct Patrol { speed: f32 }
    /// physics.step_controlled(&mut world, 1.0 / 60.0, |world, bodies| {
    ///     for (id, velocity, patrol) in world.query::<(&BodyId, &mut Velocity, &mut Patrol)>().iter() {
    ///         let is_at_wall = bodies.wall(*id).is_some_and(|wall| wall.normal.x as f32 * patrol.speed < 0.0);
    ///         if is_at_wall || bodies.ledge_ahead(*id, patrol.speed / 60.0) {
    ///             patrol.speed = -patrol.speed;
    ///         }
    ///         velocity.0.x = patrol.speed;
    ///     }
    /// });
    /// ```
    #[doc(alias = "cliff")]
    #[doc(alias = "edge detection")]
    #[must_use]
    pub fn ledge_ahead(&self, body: impl IdOf<BodyId>, distance_px: f32) -> bool {
        self.id_of(body).is_some_and(|id| self.core.world().ledge_ahead(id, distance_px))
    }

    /// Sensors that a body overlapped at the end of the last step, like [`Physics::sensors_of`].
    #[doc(alias = "get_overlapping_areas")]
    pub fn sensors_of(&self, body: impl IdOf<BodyId>) -> impl Iterator<Item = SensorId> {
        self.id_of(body).into_iter().flat_map(|id| self.core.world().sensors_of(id))
    }

    /// Entities of the bodies that overlapped a sensor at the end of the last step, by ascending id.
    #[doc(alias = "get_overlapping_bodies")]
    pub fn inside(&self, sensor: impl IdOf<SensorId>) -> impl Iterator<Item = Entity> {
        let bodies = self.id_of(sensor).into_iter().flat_map(|sensor| self.core.world().inside(sensor));
        bodies.filter_map(|id| self.entity(id))
    }

    /// Entity of a sensor, like [`Physics::sensor_entity`].
    #[must_use]
    pub fn sensor_entity(&self, sensor: SensorId) -> Option<Entity> {
        self.sensors.entity(self.core.world(), sensor)
    }

    /// Predicts the trajectory of a body for `ticks` steps of `dt` seconds, like [`Physics::predict`]. Starts from the velocity before
    /// the control phase, which has the gravity of this step.
    #[doc(alias = "trajectory prediction")]
    pub fn predict(
        &self,
        body: impl IdOf<BodyId>,
        ticks: u32,
        dt: f32,
        forecast: &mut impl PredictionVisitor,
    ) {
        if let Some(id) = self.id_of(body) {
            self.core.world().predict(id, ticks, dt, forecast);
        }
    }

    /// Entities of the bodies whose boxes strictly overlap an area at the start of the step, by ascending id, like
    /// [`Physics::bodies_near`].
    #[doc(alias = "intersect_shape")]
    #[doc(alias = "spatial query")]
    pub fn bodies_near(
        &mut self,
        area: Aabb,
        query: impl Into<BodyQuery>,
    ) -> impl Iterator<Item = Entity> + '_ {
        let core = self.core.world();
        let found = self.nearby.find(core, area, query.into());
        let sensors = self.sensors;
        found.iter().filter_map(move |id| sensors.body(core, *id))
    }
}
