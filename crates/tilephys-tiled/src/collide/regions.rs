//! Sensors (trigger areas) of a level: hazards, ladders, water, pick-ups. Adjacent sensor tiles merge into few boxes.

use crate::collide::groups::Zone;
use crate::error::{LoadError, Message, Position, Problem, WithHelp};
use crate::settings::collision::RegionKind;
use crate::settings::reason::Reason;
use glam::IVec2;
use std::collections::BTreeMap;
use std::path::Path;
use tilephys_core::shape::Polygon;
use tilephys_core::{Aabb, Material, Region};

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
    /// A region of it, but for its place.
    pub(super) region: LevelRegion,
    pub(super) zones: Vec<Zone>,
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
    format!(
        "more than {MAX_REGIONS} separate areas (\"hazard\", \"ladder\", \"water\", \"trigger\" and \
         objects), which is the limit"
    )
    .help("draw fewer and larger ones")
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

/// A sensor of the map, which blocks no body: a part with `collision` = `hazard`, `ladder`, `water` or `trigger`, or an
/// object of some classes.
///
/// Adjacent equal tile boxes are merged into rectangles. Boxes are equal if kind, category and material are, and if
/// they are one tile or have no class or properties of their own. A concave shape becomes several regions.
#[doc(alias = "trigger")]
#[doc(alias = "area")]
#[doc(alias = "sensor")]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelRegion {
    /// Object or tiles that the region is made of.
    pub origin: RegionOrigin,
    /// Meaning of the region.
    pub kind: RegionKind,
    /// Bounding box, in lattice units.
    pub aabb: Aabb,
    /// Shape within the box, relative to its min corner; `None` for the whole box.
    pub shape: Option<Polygon>,
    /// Filter bits from the property `category`; 1 by default.
    pub category: u32,
    /// Material: the conveyor of water is its current.
    pub material: Material,
    /// Reason for its kind.
    pub reason: Reason,
}

impl LevelRegion {
    /// The region of the physics grid, which senses all bodies.
    #[must_use]
    pub fn region(&self) -> Region {
        Region { shape: self.shape, ..Region::new(self.aabb) }
    }

    /// True if both are equal to bodies and to the game; the place of the setting in the file may differ.
    #[must_use]
    pub fn says_same(&self, other: &LevelRegion) -> bool {
        *self == LevelRegion { reason: self.reason.clone(), ..other.clone() }
    }

    /// Id of its object; `None` if it is made of tiles.
    #[must_use]
    pub fn object(&self) -> Option<u32> {
        if let RegionOrigin::Object(id) = self.origin { Some(id) } else { None }
    }
}

/// The origin of a [`LevelRegion`] in the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RegionOrigin {
    /// The object with this id, or a part of it.
    Object(u32),
    /// Tiles of a layer, or a shape of a tile.
    Tiles {
        /// Index of the layer in [`Level::layers`](crate::Level::layers).
        layer: usize,
        /// Gid of the top left tile, without flags; see [`Level::tile`](crate::Level::tile).
        gid: u32,
    },
}

/// The error that an object of this class has no area.
pub(crate) fn no_area(class: &str, position: Position, file: &Path) -> LoadError {
    let message = format!("a {class} needs an area, and this object has none").help("draw a rectangle");
    LoadError::new(Problem::Shape, file, message).at(position)
}
