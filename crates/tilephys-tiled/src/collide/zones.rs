//! Regions of a level: merges adjacent sensor tiles into few boxes.

use crate::collide::groups::{Nature, Sensed, Zone};
use crate::collide::judge::units;
use crate::collide::place::Placer;
use crate::collide::reason::Reason;
use crate::things::regions::{LevelRegion, RegionKind, RegionOrigin};
use glam::{I64Vec2, IVec2};
use std::collections::BTreeMap;
use tilephys_core::{Aabb, Material, UNITS_PER_PX, WORLD_LIMIT};

/// Maximum number of regions of a level. Some hundred bytes each, and games iterate over them.
pub(crate) const MAX_REGIONS: usize = 1 << 16;

/// Maximum number of boxes of a layer before merging.
const MAX_BOXES: usize = 1 << 20;

/// The regions of a level, and the boxes of the current layer.
#[derive(Default)]
pub(crate) struct Regions {
    pub(crate) list: Vec<LevelRegion>,
    covered: i64,
    /// Sensors of the layer's tiles.
    sorts: Vec<Sort>,
    /// Number of each set of mergeable boxes.
    numbers: BTreeMap<Alike, usize>,
    boxes: Vec<Run>,
    /// Last box of each number: most cells continue it.
    last: Vec<Option<usize>>,
}

/// Key of mergeable boxes: kind, category, material, and the tile if it has a class or properties of its own.
type Alike = (RegionKind, u32, [u32; 5], Option<u32>);

struct Sort {
    kind: RegionKind,
    zones: Vec<Zone>,
    category: u32,
    material: Material,
    gid: u32,
    reason: Reason,
    /// Number of the set of mergeable boxes.
    number: usize,
}

/// A box, or several merged in a line.
#[derive(Clone, Copy)]
struct Run {
    number: usize,
    aabb: Aabb,
    /// Sensor of its first tile.
    sort: usize,
}

/// The error of too many regions.
pub(crate) fn too_many() -> String {
    format!(
        "more than {MAX_REGIONS} separate regions (\"hazard\", \"ladder\", \"water\", \"trigger\" and the areas of objects) \
         are not read; draw few large ones, of adjacent tiles or of objects"
    )
}

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
    pub(crate) fn add_zones(&mut self, layer: usize, sort: usize, at: I64Vec2) -> Result<(), String> {
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
    pub(crate) fn end_zones(&mut self, layer: usize) -> Result<(), String> {
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
    ) -> Result<(), String> {
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

    fn add_region(&mut self, region: LevelRegion) -> Result<(), String> {
        let tile = units(self.facts.tile_size);
        let Aabb { min, max } = region.aabb;
        let cells = [min.as_i64vec2(), max.as_i64vec2() - 1].map(|p| p.div_euclid(tile));
        self.regions.covered += (cells[1] - cells[0] + 1).element_product();
        let most = self.facts.limits.covered_cells;
        if self.regions.covered > most as i64 {
            return Err(format!(
                "regions cover more than {most} cells together, the most that is read; draw smaller ones"
            ));
        }
        if self.regions.list.len() == MAX_REGIONS {
            return Err(too_many());
        }
        self.regions.list.push(region);
        Ok(())
    }
}

/// The translated box; the error says that it is beyond the world.
fn in_world(aabb: Aabb, at: I64Vec2, what: &str) -> Result<Aabb, String> {
    let limit = i64::from(WORLD_LIMIT);
    let (min, max) = (at + aabb.min.as_i64vec2(), at + aabb.max.as_i64vec2());
    if min.min_element() < -limit || max.max_element() > limit {
        let limit = WORLD_LIMIT / UNITS_PER_PX;
        return Err(format!("the {what} is beyond the world, which ends at ±{limit} px"));
    }
    Ok(Aabb { min: min.as_ivec2(), max: max.as_ivec2() })
}

/// Merges adjacent boxes of equal height and set into rows, then rows of equal width. Ordered from top to bottom, then
/// from left to right.
fn put_together(mut boxes: Vec<Run>) -> Vec<Run> {
    for [along, across] in [[0, 1], [1, 0]] {
        let line = |run: &Run| (run.number, run.aabb.min[across], run.aabb.max[across]);
        boxes.sort_by_key(|run| (line(run), run.aabb.min[along]));
        boxes.dedup_by(|run, before| {
            let goes_on = line(run) == line(before) && before.aabb.max[along] == run.aabb.min[along];
            if goes_on {
                before.aabb.max[along] = run.aabb.max[along];
            }
            goes_on
        });
    }
    boxes.sort_by_key(|Run { aabb: Aabb { min: IVec2 { x, y }, .. }, number, .. }| (*y, *x, *number));
    boxes
}
