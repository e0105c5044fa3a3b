//! Queries about triggers and sensors between steps.

use crate::physics::Physics;
use crate::triggers::Sensors;
use hecs::Entity;
use tilephys_core::{BodyId, Obstacle, RegionId, SensorId};

impl Physics {
    pub(crate) fn sensors(&self) -> Sensors<'_> {
        Sensors { triggers: &self.triggers, entities: &self.labels.entities }
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
    pub fn inside(&self, sensor: impl Into<SensorId>) -> impl Iterator<Item = Entity> + '_ {
        self.core.inside(sensor).filter_map(|id| self.entity(id))
    }

    /// Sensors that a body overlapped at the end of the last step: regions, then bodies, each by ascending id.
    #[doc(alias = "get_overlapping_areas")]
    pub fn sensors_of(&self, body: BodyId) -> impl Iterator<Item = SensorId> + '_ {
        self.core.sensors_of(body)
    }

    /// Tile under a body that [reports tiles](crate::ReportTiles) at the end of the last step.
    #[must_use]
    pub fn tile_under(&self, body: BodyId) -> Option<Obstacle> {
        self.core.tile_under(body)
    }
}
