//! Validates regions, and a step's changes to them.

use super::format::RegionOrder;
use super::model::RegionPlan;
use super::reader::{Reader, Valid};
use glam::IVec2;

const MOST_REGIONS: usize = 100;

impl Reader<'_> {
    pub(crate) fn read_regions(&mut self) -> Valid<()> {
        let entries = &self.file.region;
        self.check_count(entries, MOST_REGIONS, "regions")?;
        for entry in entries {
            let region = entry.get_ref();
            let plan = RegionPlan {
                name: self.read_name(entry, region.name.as_ref(), "region")?,
                position: region.at.get_ref().0,
                size: self.read_size(&region.size)?,
                mask: region.mask.unwrap_or(u32::MAX),
                report_stay: region.report_stay,
                zone: region.zone.map(|zone| zone.0),
            };
            self.check_place(&format!("region `{}`", plan.name), plan.position, plan.size, region.at.span())?;
            self.regions.push(plan);
        }
        Ok(())
    }

    /// Where a step puts regions.
    pub(crate) fn read_region_orders(&self, keys: &[RegionOrder]) -> Valid<Vec<(usize, IVec2)>> {
        let place = |RegionOrder { region: name, at }: &RegionOrder| {
            let names = self.regions.iter().map(|region| region.name.as_str());
            let region = self.place_of(name, ["region", "the regions are"], names)?;
            let RegionPlan { name, size, .. } = &self.regions[region];
            self.check_place(&format!("region `{name}`"), at.get_ref().0, *size, at.span())?;
            Ok((region, at.get_ref().0))
        };
        keys.iter().map(place).collect()
    }
}
