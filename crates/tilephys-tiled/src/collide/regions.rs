//! Regions under construction: merges adjacent sensor tiles into few boxes.

use crate::collide::groups::Zone;
use crate::collide::level_region::LevelRegion;
use crate::error::Message;
use crate::settings::reason::Reason;
use crate::settings::region_kind::RegionKind;
use glam::IVec2;
use std::collections::BTreeMap;
use tilephys_core::{Aabb, Material};

/// Maximum number of regions of a level. Some hundred bytes each, and games iterate over them.
pub(crate) const MAX_REGIONS: usize = 1 << 16;

/// Maximum number of boxes of a layer before merging.
pub(super) const MAX_BOXES: usize = 1 << 20;

/// The regions of a level, and the boxes of the current layer.
#[derive(Default)]
pub(crate) struct Regions {
    pub(crate) list: Vec<LevelRegion>,
    pub(super) covered: i64,
    /// Sensors of the layer's tiles.
    pub(super) sorts: Vec<Sort>,
    /// Number of each set of mergeable boxes.
    pub(super) numbers: BTreeMap<Alike, usize>,
    pub(super) boxes: Vec<Run>,
    /// Last box of each number: most cells continue it.
    pub(super) last: Vec<Option<usize>>,
}

/// Key of mergeable boxes: kind, category, material, and the tile if it has a class or properties of its own.
pub(super) type Alike = (RegionKind, u32, [u32; 5], Option<u32>);

/// Sensor of a tile.
pub(super) struct Sort {
    pub(super) kind: RegionKind,
    pub(super) zones: Vec<Zone>,
    pub(super) category: u32,
    pub(super) material: Material,
    pub(super) gid: u32,
    pub(super) reason: Reason,
    /// Number of the set of mergeable boxes.
    pub(super) number: usize,
}

/// A box, or several merged in a line.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) number: usize,
    pub(super) aabb: Aabb,
    /// Sensor of its first tile.
    pub(super) sort: usize,
}

/// The error of too many regions.
pub(crate) fn too_many() -> Message {
    Message::new(
        format!(
            "more than {MAX_REGIONS} separate areas (\"hazard\", \"ladder\", \"water\", \"trigger\" and \
             objects), which is the limit"
        ),
        "draw fewer and larger ones",
    )
}

/// Merges adjacent boxes of equal height and set into rows, then rows of equal width. Ordered from top to bottom, then
/// from left to right.
pub(super) fn put_together(mut boxes: Vec<Run>) -> Vec<Run> {
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
