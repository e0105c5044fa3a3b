//! Serialization of regions that differ from the original map.

use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::grid::{REGION_BYTES, RegionId, SavedGrid, TileGrid};
use crate::limits::MAX_SAVED_REGIONS;

/// Minimum bytes of a removed and of a present region.
const GONE_BYTES: usize = 4;
const BYTES: usize = 4 + REGION_BYTES;

pub(super) fn write(grid: &TileGrid, w: &mut Writer) {
    w.u32(grid.next_region());
    let (at, mut count) = (w.count_later(), 0);
    for (id, _) in grid.first_regions().iter().filter(|(id, _)| grid.region(*id).is_none()) {
        w.u32(id.0);
        count += 1;
    }
    w.count(at, count);
    let (at, mut count) = (w.count_later(), 0);
    let first = grid.first_regions();
    let mut first = first.iter().peekable();
    for (id, region) in grid.regions() {
        while first.next_if(|first| first.0 < id).is_some() {}
        if first.peek().is_some_and(|first| *first == &(id, *region)) {
            continue;
        }
        w.u32(id.0);
        w.region(region);
        count += 1;
    }
    w.count(at, count);
}

pub(super) fn read(grid: &TileGrid, saved: &mut SavedGrid, r: &mut Reader) -> Result<(), SaveError> {
    let (byte, first) = (r.at, grid.first_regions());
    saved.next_region = r.u32("regions.next")?;
    let leaves_some = saved.next_region <= MAX_SAVED_REGIONS || saved.next_region <= grid.next_region();
    let fits = leaves_some && first.last().is_none_or(|last| last.0.0 < saved.next_region);
    Reader::demand(fits, byte, "regions.next", SaveFault::OutOfRange)?;
    for _ in 0..r.count(GONE_BYTES, "gone_regions.count")? {
        let (byte, id) = (r.at, RegionId(r.u32("gone_region.id")?));
        let is_next = saved.gone_regions.last().is_none_or(|last| *last < id);
        Reader::demand(is_next, byte, "gone_region.id", SaveFault::OutOfOrder)?;
        saved.gone_regions.push(id);
    }
    for _ in 0..r.count(BYTES, "regions.count")? {
        let byte = r.at;
        let id = RegionId(r.u32("region.id")?);
        let region = r.region()?;
        let is_next = saved.regions.last().is_none_or(|last| last.0 < id);
        Reader::demand(is_next, byte, "region.id", SaveFault::OutOfOrder)?;
        Reader::demand(id.0 < saved.next_region, byte, "region.id", SaveFault::OutOfRange)?;
        saved.regions.push((id, region));
    }
    Ok(())
}
