//! Ids of bodies, movers and sensors.

pub use crate::body_id::BodyId;

use crate::grid::RegionId;
use std::fmt;

/// Id of a mover, unique for its lifetime. Movers move in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoverId(pub u32);

/// Mover or body that pushes, crushes or carries a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PushSource {
    /// Mover.
    Mover(MoverId),
    /// Solid body, or any body that others stand on.
    Body(BodyId),
}

impl From<MoverId> for PushSource {
    fn from(id: MoverId) -> Self {
        PushSource::Mover(id)
    }
}

impl From<BodyId> for PushSource {
    fn from(id: BodyId) -> Self {
        PushSource::Body(id)
    }
}

impl fmt::Display for PushSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PushSource::Mover(id) => write!(f, "mover {}", id.0),
            PushSource::Body(id) => write!(f, "body {}", id.0),
        }
    }
}

/// Sensor: a region of the map, or a body whose profile has a [sensor](crate::Profile::sensor) mask.
#[doc(alias("trigger", "area"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SensorId {
    /// Region of the map.
    Region(RegionId),
    /// Body with a sensor mask.
    Body(BodyId),
}

impl SensorId {
    pub(crate) fn region(self) -> Option<RegionId> {
        match self {
            SensorId::Region(id) => Some(id),
            SensorId::Body(_) => None,
        }
    }
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
