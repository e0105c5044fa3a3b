//! Regions of a level, from the sensors of tiles and objects.

use crate::collide::groups::{Sensed, Zone};
use crate::collide::judge::units;
use crate::collide::place::{Placer, check_cells};
use crate::collide::regions::{
    LevelRegion, MAX_BOXES, MAX_REGIONS, RegionOrigin, Run, Sort, put_together, too_many,
};
use crate::error::{Message, WithHelp};
use glam::{I64Vec2, IVec2};
use tilephys_core::{Aabb, UNITS_PER_PX, WORLD_LIMIT};

impl Placer<'_> {
    /// Adds a sensor of a tile of the current layer; returns its index. `own` is true if the tile has a class or
    /// properties of its own.
    pub(crate) fn add_sort(&mut self, (layer, gid): (usize, u32), own: bool, sensed: Sensed<'_>) -> usize {
        let (_, bits) = self.material(&sensed.nature);
        let alike = (sensed.kind, sensed.nature.category, bits, own.then_some(gid));
        let region = self.region(RegionOrigin::Tiles { layer, gid }, &sensed);
        let regions = &mut self.regions;
        let next = regions.numbers.len();
        let number = *regions.numbers.entry(alike).or_insert(next);
        regions.last.resize(regions.numbers.len(), None);
        regions.sorts.push(Sort { region, zones: sensed.zones, number });
        regions.sorts.len() - 1
    }

    /// A region of a sensor, but for its place.
    fn region(&mut self, origin: RegionOrigin, Sensed { kind, nature, .. }: &Sensed<'_>) -> LevelRegion {
        let (material, _) = self.material(nature);
        let aabb = Aabb { min: IVec2::ZERO, max: IVec2::ZERO };
        let category = nature.category;
        let reason = nature.reason.clone();
        LevelRegion { origin, kind: *kind, aabb, shape: None, category, material, reason }
    }

    /// Adds a sensor in the cell whose low corner is at `at`; the error describes the fault.
    pub(crate) fn add_zones(&mut self, sort: usize, at: I64Vec2) -> Result<(), Message> {
        for i in 0..self.regions.sorts[sort].zones.len() {
            let regions = &mut self.regions;
            let Sort { ref region, ref zones, number } = regions.sorts[sort];
            let Zone { aabb, shape } = zones[i];
            let aabb = in_world(aabb, at, "tile's shape")?;
            if shape.is_some() {
                let region = LevelRegion { aabb, shape, ..region.clone() };
                self.add_region(region)?;
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
    pub(crate) fn end_zones(&mut self) -> Result<(), Message> {
        let regions = &mut self.regions;
        regions.numbers.clear();
        regions.last.clear();
        let (sorts, boxes) = (std::mem::take(&mut regions.sorts), std::mem::take(&mut regions.boxes));
        for Run { aabb, sort, .. } in put_together(boxes) {
            self.add_region(LevelRegion { aabb, ..sorts[sort].region.clone() })?;
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
        let region = self.region(RegionOrigin::Object(object), sensed);
        for Zone { aabb, shape } in &sensed.zones {
            let aabb = in_world(*aabb, at, "object")?;
            self.add_region(LevelRegion { aabb, shape: *shape, ..region.clone() })?;
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
            return Err(format!("areas cover more than {most} cells in total, which is the limit")
                .help("draw smaller ones"));
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
