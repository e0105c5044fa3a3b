//! Queries about triggers and sensors between steps.

use crate::ids::{IdOf, Known};
use crate::physics::Physics;
use crate::triggers::Sensors;
use hecs::Entity;
use tilephys_core::{BodyId, Obstacle, RegionId, SensorId};

impl Physics {
    pub(crate) fn sensors(&self) -> Sensors<'_> {
        Sensors { triggers: &self.triggers, labels: &self.labels }
    }

    /// Id that an argument names.
    pub(crate) fn id_of<T>(&self, of: impl IdOf<T>) -> Option<T> {
        of.id_among(&Known { core: &self.core, sensors: self.sensors(), movers: Some(&self.movers) })
    }

    /// Id of the region that an entity with a [`Trigger`](crate::Trigger) was in the last step.
    #[must_use]
    pub fn region(&self, entity: Entity) -> Option<RegionId> {
        self.triggers.region(entity)
    }

    /// Entity of a sensor, as events name it; `None` if the region belongs to no entity. The entity of a removed region, whose
    /// exits the last step has reported, may be despawned.
    #[must_use]
    pub fn sensor_entity(&self, sensor: SensorId) -> Option<Entity> {
        self.sensors().entity(&self.core, sensor)
    }

    /// Entities of the bodies that overlapped a sensor at the end of the last step, by ascending id.
    #[doc(alias = "get_overlapping_bodies")]
    pub fn inside(&self, sensor: impl IdOf<SensorId>) -> impl Iterator<Item = Entity> {
        let bodies = self.id_of(sensor).into_iter().flat_map(|sensor| self.core.inside(sensor));
        bodies.filter_map(|id| self.entity(id))
    }

    /// Sensors that a body overlapped at the end of the last step: regions, then bodies, each by ascending id.
    #[doc(alias = "get_overlapping_areas")]
    pub fn sensors_of(&self, body: impl IdOf<BodyId>) -> impl Iterator<Item = SensorId> {
        self.id_of(body).into_iter().flat_map(|id| self.core.sensors_of(id))
    }

    /// Tile under a body that [reports tiles](crate::ReportTiles) at the end of the last step.
    #[must_use]
    pub fn tile_under(&self, body: impl IdOf<BodyId>) -> Option<Obstacle> {
        self.core.tile_under(self.id_of(body)?)
    }
}
