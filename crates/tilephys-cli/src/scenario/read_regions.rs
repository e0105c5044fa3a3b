//! Validates regions, and a step's changes to them.

use super::format::{Region as Keys, RegionOrder};
use super::model::{BodyPlan, MoverPlan, RegionPlan};
use super::read_basics::{check_count, place_of, read_name, read_size};
use glam::IVec2;
use std::ops::Range;
use tilephys::check::located::{Problem, Source};
use toml::Spanned;

const MOST_REGIONS: usize = 100;

/// Reads the regions of a file; names must be unique among bodies, movers and regions.
pub(crate) fn read_regions(
    source: &Source,
    keys: &[Spanned<Keys>],
    bodies: &[BodyPlan],
    movers: &[MoverPlan],
) -> Result<Vec<RegionPlan>, Problem> {
    check_count(source, keys, MOST_REGIONS, "regions")?;
    let mut regions: Vec<RegionPlan> = Vec::new();
    for entry in keys {
        let region = entry.get_ref();
        let names = bodies.iter().map(|body| &body.name).chain(movers.iter().map(|mover| &mover.name));
        let others = names.chain(regions.iter().map(|region| &region.name));
        let name = read_name(source, entry, region.name.as_ref(), "region", others)?;
        regions.push(RegionPlan {
            name,
            span: region.at.span(),
            position: region.at.get_ref().0,
            size: read_size(source, region.size.get_ref().0, region.size.span())?,
            mask: region.mask.unwrap_or(u32::MAX),
            report_stay: region.report_stay,
            zone: region.zone.map(|zone| zone.0),
        });
    }
    Ok(regions)
}

/// Where a step puts regions.
pub(crate) fn read_region_orders(
    source: &Source,
    keys: &[RegionOrder],
    regions: &[RegionPlan],
) -> Result<Vec<(usize, IVec2, Range<usize>)>, Problem> {
    let place = |RegionOrder { region: name, at }: &RegionOrder| {
        let names = regions.iter().map(|region| region.name.as_str());
        let region = place_of(source, name, ["region", "the regions are"], names)?;
        Ok((region, at.get_ref().0, at.span()))
    };
    keys.iter().map(place).collect()
}
