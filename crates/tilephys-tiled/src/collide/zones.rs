//! Regions of a level, from the sensors of tiles and objects.

use crate::collide::groups::{Nature, Sensed, Zone};
use crate::collide::judge::units;
use crate::collide::place::{Placer, check_cells};
use crate::collide::regions::{
    LevelRegion, MAX_BOXES, MAX_REGIONS, RegionOrigin, Run, Sort, put_together, too_many,
};
use crate::error::Message;
use glam::I64Vec2;
use tilephys_core::{Aabb, UNITS_PER_PX, WORLD_LIMIT};

impl Placer<'_> {
    /// Adds a sensor of a tile of the current layer; returns its index. `own` is true if the tile has a class or
    /// properties of its own.
    pub(crate) fn add_sort(&mut self, gid: u32, own: bool, sensed: Sensed<'_>) -> usize {
        let Sensed { kind, zones, nature } = sensed;
        let Nature { category, reason, .. } = &nature;
        let (material, bits) = self.material(&nature);
        let alike = (kind, *category, bits, own.then_some(gid));
        let regions = &mut self.regions;
        let next = regions.numbers.len();
        let number = *regions.numbers.entry(alike).or_insert(next);
        regions.last.resize(regions.numbers.len(), None);
        let sort = Sort { kind, zones, category: *category, material, gid, reason: reason.clone(), number };
        regions.sorts.push(sort);
        regions.sorts.len() - 1
    }

    /// Adds a sensor in the cell whose low corner is at `at`; the error describes the fault.
    pub(crate) fn add_zones(&mut self, layer: usize, sort: usize, at: I64Vec2) -> Result<(), Message> {
        for i in 0..self.regions.sorts[sort].zones.len() {
            let regions = &mut self.regions;
            let Sort { kind, category, material, gid, number, ref reason, ref zones, .. } =
                regions.sorts[sort];
            let Zone { aabb, shape } = zones[i];
            let aabb = in_world(aabb, at, "tile's shape")?;
            if shape.is_some() {
                let (origin, reason) = (RegionOrigin::Tiles { layer, gid }, reason.clone());
                self.add_region(LevelRegion { origin, kind, aabb, shape, category, material, reason })?;
                continue;
            }
            let continues = |run: &Run| {
                (run.aabb.min.y, run.aabb.max.y, run.aabb.max.x) == (aabb.min.y, aabb.max.y, aabb.min.x)
            };
            if let Some(last) = regions.last[number].filter(|last| continues(&regions.boxes[*last])) {
                regions.boxes[last].aabb.max.x = aabb.max.x;
                continue;
            }
            if regions.boxes.len() == MAX_BOXES {
                return Err(too_many());
            }
            regions.last[number] = Some(regions.boxes.len());
            regions.boxes.push(Run { number, aabb, sort });
        }
        Ok(())
    }

    /// Merges the boxes of a layer; the error says that there are too many.
    pub(crate) fn end_zones(&mut self, layer: usize) -> Result<(), Message> {
        let regions = &mut self.regions;
        regions.numbers.clear();
        regions.last.clear();
        let (sorts, boxes) = (std::mem::take(&mut regions.sorts), std::mem::take(&mut regions.boxes));
        for Run { aabb, sort, .. } in put_together(boxes) {
            let Sort { kind, category, material, gid, ref reason, .. } = sorts[sort];
            let (origin, reason) = (RegionOrigin::Tiles { layer, gid }, reason.clone());
            self.add_region(LevelRegion { origin, kind, aabb, shape: None, category, material, reason })?;
        }
        Ok(())
    }

    /// Adds the sensor of an object; `at` is the origin of its zones. The error describes the fault.
    pub(crate) fn add_object_zones(
        &mut self,
        object: u32,
        sensed: &Sensed<'_>,
        at: I64Vec2,
    ) -> Result<(), Message> {
        let (material, _) = self.material(&sensed.nature);
        let Nature { category, reason, .. } = &sensed.nature;
        for Zone { aabb, shape } in &sensed.zones {
            let aabb = in_world(*aabb, at, "object")?;
            let (origin, kind) = (RegionOrigin::Object(object), sensed.kind);
            let (category, shape, reason) = (*category, *shape, reason.clone());
            self.add_region(LevelRegion { origin, kind, aabb, shape, category, material, reason })?;
        }
        Ok(())
    }

    fn add_region(&mut self, region: LevelRegion) -> Result<(), Message> {
        let tile = units(self.facts.tile_size);
        let Aabb { min, max } = region.aabb;
        let cells = [min.as_i64vec2(), max.as_i64vec2() - 1].map(|p| p.div_euclid(tile));
        self.regions.covered += (cells[1] - cells[0] + 1).element_product();
        let most = self.facts.limits.covered_cells;
        if self.regions.covered > most as i64 {
            return Err(Message::new(
                format!("areas cover more than {most} cells in total, which is the limit"),
                "draw smaller ones",
            ));
        }
        check_cells(&self.grid, region.aabb.size(), "region")?;
        if self.regions.list.len() == MAX_REGIONS {
            return Err(too_many());
        }
        self.regions.list.push(region);
        Ok(())
    }
}

/// The translated box; the error says that it is beyond the world.
fn in_world(aabb: Aabb, at: I64Vec2, what: &str) -> Result<Aabb, Message> {
    let limit = i64::from(WORLD_LIMIT);
    let (min, max) = (at + aabb.min.as_i64vec2(), at + aabb.max.as_i64vec2());
    if min.min_element() < -limit || max.max_element() > limit {
        let limit = WORLD_LIMIT / UNITS_PER_PX;
        return Err(format!("the {what} is beyond the world, which ends at ±{limit} px").into());
    }
    Ok(Aabb { min: min.as_ivec2(), max: max.as_ivec2() })
}
