//! Validates regions, and a step's changes to them.

use super::format::{Region as Keys, RegionOrder};
use super::model::{BodyPlan, MoverPlan, RegionPlan};
use super::number::point;
use super::read_basics::{check_count, check_name, check_size, place_of};
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
        check_name(source, region.name.as_ref())?;
        let name = region.name.as_ref().map_or_else(|| "region".to_owned(), |name| name.get_ref().clone());
        let names = bodies.iter().map(|body| &body.name).chain(movers.iter().map(|mover| &mover.name));
        if names.chain(regions.iter().map(|region| &region.name)).any(|other| *other == name) {
            let span = region.name.as_ref().map_or(entry.span(), Spanned::span);
            let message = format!("the name `{name}` is already used; give each a `name` of its own");
            return Err(source.problem(span, message));
        }
        let size = point(source, region.size.get_ref())?;
        check_size(source, size, region.size.span())?;
        regions.push(RegionPlan {
            name,
            span: region.at.span(),
            position: point(source, region.at.get_ref())?,
            size,
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
    keys: &[Spanned<RegionOrder>],
    regions: &[RegionPlan],
) -> Result<Vec<(usize, IVec2, Range<usize>)>, Problem> {
    let mut orders = Vec::new();
    for entry in keys {
        let RegionOrder { region: name, at } = entry.get_ref();
        let names = regions.iter().map(|region| region.name.as_str());
        let region = place_of(source, name, ["region", "the regions are"], names)?;
        orders.push((region, point(source, at.get_ref())?, at.span()));
    }
    Ok(orders)
}
