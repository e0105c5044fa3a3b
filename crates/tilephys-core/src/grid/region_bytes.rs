//! Serialization of regions.

use super::region::Region;
use crate::aabb::Aabb;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::limits::MAX_CORNERS;
use crate::shape::Polygon;
use glam::IVec2;

/// Number of bytes of a region without a shape.
pub(crate) const REGION_BYTES: usize = 29;

/// Bit of the flags byte.
const REPORT_STAY: u8 = 1;
const HAS_SHAPE: u8 = 2;

impl Writer<'_> {
    pub(crate) fn region(&mut self, region: &Region) {
        let Region { aabb, shape, mask, report_stay, user } = region;
        self.point(aabb.min);
        self.point(aabb.max);
        self.u32(*mask);
        let stay = if *report_stay { REPORT_STAY } else { 0 };
        self.u8(stay | if shape.is_some() { HAS_SHAPE } else { 0 });
        self.u64(*user);
        if let Some(shape) = shape {
            self.polygon(shape);
        }
    }

    pub(crate) fn polygon(&mut self, shape: &Polygon) {
        self.u8(shape.corners().len() as u8);
        shape.corners().iter().for_each(|corner| self.point(*corner));
    }
}

impl Reader<'_> {
    /// Reads a region that is valid in a grid.
    pub(crate) fn region(&mut self) -> Result<Region, SaveError> {
        let byte = self.at;
        let aabb = Aabb { min: self.point("region.min")?, max: self.point("region.max")? };
        let (mask, byte_of_flags) = (self.u32("region.mask")?, self.at);
        let flags = self.u8("region.report_stay")?;
        let known = flags & !(REPORT_STAY | HAS_SHAPE) == 0;
        Reader::demand(known, byte_of_flags, "region.report_stay", SaveFault::OutOfRange)?;
        let user = self.u64("region.user")?;
        let shape = if flags & HAS_SHAPE == 0 { None } else { Some(self.polygon("region.shape")?) };
        let region = Region { aabb, shape, mask, report_stay: flags & REPORT_STAY != 0, user };
        Reader::demand(region.is_sound(), byte, "region.min", SaveFault::OutOfRange)?;
        Ok(region)
    }

    /// Reads a polygon.
    pub(crate) fn polygon(&mut self, field: &'static str) -> Result<Polygon, SaveError> {
        let (byte, count) = (self.at, self.u8(field)?);
        let mut corners = [IVec2::ZERO; MAX_CORNERS];
        let Some(corners) = corners.get_mut(..usize::from(count)) else {
            return Reader::fault(byte, field, SaveFault::OutOfRange);
        };
        for corner in &mut *corners {
            *corner = self.point(field)?;
        }
        match Polygon::try_new(corners) {
            Ok(polygon) => Ok(polygon),
            Err(_) => Reader::fault(byte, field, SaveFault::OutOfRange),
        }
    }
}
