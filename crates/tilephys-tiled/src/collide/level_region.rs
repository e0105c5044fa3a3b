//! Sensors (trigger areas) of a level: hazards, ladders, water, pick-ups.

use crate::error::{LoadError, Message, Position, Problem};
use crate::settings::reason::Reason;
use crate::settings::region_kind::RegionKind;
use std::path::Path;
use tilephys_core::{Aabb, Material, Region, shape::Polygon};

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
        match self.origin {
            RegionOrigin::Object(id) => Some(id),
            RegionOrigin::Tiles { .. } => None,
        }
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
    let message =
        Message::new(format!("a {class} needs an area, and this object has none"), "draw a rectangle");
    LoadError::new(Problem::Shape, file, message).at(position)
}
