//! Sensors: trigger volumes, which are regions of the map or boxes of bodies.

mod feet;
mod overlap_interval;
mod pairs;
mod sense;
mod sensor_paths;

pub(crate) use feet::Walker;
pub(crate) use sense::{Scene, Senses};
pub(crate) use sensor_paths::{SensorPath, Trails};

use super::World;
use super::ids::BodyId;
use crate::aabb::Aabb;
use crate::grid::{Obstacle, Region, RegionId};
use std::fmt;

/// Sensor: a region of the map, or a body whose profile has a [sensor](crate::Profile::sensor) mask.
#[doc(alias = "trigger")]
#[doc(alias = "area")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SensorId {
    /// Region of the map.
    Region(RegionId),
    /// Body with a sensor mask.
    Body(BodyId),
}

impl From<RegionId> for SensorId {
    fn from(id: RegionId) -> Self {
        SensorId::Region(id)
    }
}

impl From<BodyId> for SensorId {
    fn from(id: BodyId) -> Self {
        SensorId::Body(id)
    }
}

impl fmt::Display for SensorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SensorId::Region(id) => write!(f, "region {}", id.index()),
            SensorId::Body(id) => write!(f, "the sensor of body {}", id.0),
        }
    }
}

impl World {
    /// Adds a region to the map: see [`TileGrid::add_region`](crate::TileGrid::add_region).
    ///
    /// # Panics
    /// As [`TileGrid::add_region`](crate::TileGrid::add_region).
    #[doc(alias = "trigger")]
    #[doc(alias = "area")]
    pub fn add_region(&mut self, region: Region) -> RegionId {
        self.grid.add_region(region)
    }

    /// Removes a region and returns it, or `None` if no region has this id. Bodies inside report no exit.
    pub fn remove_region(&mut self, id: RegionId) -> Option<Region> {
        let removed = self.grid.remove_region(id);
        self.senses.forget_sensor(id.into());
        removed
    }

    /// Moves a region at once: see [`TileGrid::move_region`](crate::TileGrid::move_region).
    ///
    /// # Panics
    /// As [`TileGrid::move_region`](crate::TileGrid::move_region).
    pub fn move_region(&mut self, id: RegionId, aabb: Aabb) -> bool {
        self.grid.move_region(id, aabb)
    }

    /// Returns the bodies in a sensor at the end of the last step, by ascending id.
    #[doc(alias = "get_overlapping_bodies")]
    pub fn inside(&self, sensor: impl Into<SensorId>) -> impl Iterator<Item = BodyId> + '_ {
        let sensor = sensor.into();
        self.senses.all(&self.places).filter(move |(_, s)| *s == sensor).map(|(body, _)| body)
    }

    /// Returns the tile under a body at the end of the last step, if its profile [reports
    /// tiles](crate::Profile::report_tiles).
    #[must_use]
    pub fn tile_under(&self, body: BodyId) -> Option<Obstacle> {
        self.places.get(body).and_then(|_| self.senses.feet.get(body))
    }

    /// Returns the sensors around a body at the end of the last step: regions, then bodies, each by ascending
    /// id.
    pub fn sensors_of(&self, body: BodyId) -> impl Iterator<Item = SensorId> + '_ {
        let is_there = |id: BodyId| self.places.get(id).is_some();
        let sensors = self.senses.of(body).iter().map(|(_, sensor)| *sensor).filter(move |_| is_there(body));
        sensors.filter(move |sensor| !matches!(sensor, SensorId::Body(id) if !is_there(*id)))
    }
}
