//! Events of the last step; regions and sensors of a world.

use crate::aabb::Aabb;
use crate::controller::Hit;
use crate::dynamics::ids::{BodyId, SensorId};
use crate::dynamics::output::{BodyHit, Event, PairCounts};
use crate::dynamics::world::World;
use crate::grid::{Obstacle, Region, RegionId};

impl World {
    /// Returns the events of the last step, sorted by body and then by fraction; equal fractions keep the order of occurrence.
    #[doc(alias = "contact")]
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.log.events
    }

    /// Returns the events of one body in the last step, sorted by fraction.
    #[must_use]
    pub fn events_of(&self, body: BodyId) -> &[Event] {
        let events = self.events();
        let from = events.partition_point(|event| event.body < body);
        let len = events[from..].partition_point(|event| event.body == body);
        &events[from..from + len]
    }

    /// Returns the hits on tiles and off-grid shapes in the last step, each with its body.
    pub fn hits(&self) -> impl Iterator<Item = (BodyId, &Hit)> {
        self.events().iter().filter_map(|event| Some((event.body, event.kind.as_hit()?)))
    }

    /// Returns the hits between bodies in the last step, each once for either body.
    pub fn body_hits(&self) -> impl Iterator<Item = (BodyId, &BodyHit)> {
        self.events().iter().filter_map(|event| Some((event.body, event.kind.as_body_hit()?)))
    }

    /// Returns the statistics of body collisions in the last step.
    #[must_use]
    pub fn pair_counts(&self) -> PairCounts {
        self.pair_counts
    }

    /// Returns the number of hits on tiles and off-grid shapes in all steps so far.
    #[must_use]
    pub fn hit_count(&self) -> u64 {
        self.hits
    }
}

impl World {
    /// Adds a region to the map: see [`TileGrid::add_region`](crate::TileGrid::add_region).
    ///
    /// # Panics
    /// As [`TileGrid::add_region`](crate::TileGrid::add_region).
    #[doc(alias("trigger", "area"))]
    pub fn add_region(&mut self, region: Region) -> RegionId {
        self.grid.add_region(region)
    }

    /// Removes a region and returns it, or `None` if no region has this id. The next step reports the exits of bodies inside.
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

    /// Returns the sensor overlaps whose body or sensor was removed since the last step. The next step reports their exits.
    pub fn pending_exits(&self) -> impl Iterator<Item = (BodyId, SensorId)> + '_ {
        self.senses.pending(&self.indices)
    }

    /// Returns all overlaps of a body and a sensor at the end of the last step, ascending.
    pub fn overlaps(&self) -> impl Iterator<Item = (BodyId, SensorId)> + '_ {
        self.senses.all(&self.indices)
    }

    /// Returns the bodies in a sensor at the end of the last step, by ascending id.
    #[doc(alias = "get_overlapping_bodies")]
    pub fn inside(&self, sensor: impl Into<SensorId>) -> impl Iterator<Item = BodyId> + '_ {
        let sensor = sensor.into();
        self.senses.all(&self.indices).filter(move |(_, s)| *s == sensor).map(|(body, _)| body)
    }

    /// Returns the tile under a body at the end of the last step, if its profile [reports tiles](crate::Profile::report_tiles).
    #[must_use]
    pub fn tile_under(&self, body: BodyId) -> Option<Obstacle> {
        self.indices.get(body).and_then(|_| self.senses.feet.get(body))
    }

    /// Returns the sensors around a body at the end of the last step: regions, then bodies, each by ascending id.
    pub fn sensors_of(&self, body: BodyId) -> impl Iterator<Item = SensorId> + '_ {
        let is_there = |id: BodyId| self.indices.get(id).is_some();
        let sensors = self.senses.of(body).iter().map(|(_, sensor)| *sensor).filter(move |_| is_there(body));
        sensors.filter(move |sensor| !matches!(sensor, SensorId::Body(id) if !is_there(*id)))
    }
}
