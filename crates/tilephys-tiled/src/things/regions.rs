//! Parts of a level that are solid to nobody: what kills, what is climbed, what is taken.

use crate::collide::reason::Reason;
use crate::error::{LoadError, Position, Problem};
use crate::level::names::{CHECKPOINT, COLLECTIBLE, DOOR, GOAL, KILL_ZONE, TRIGGER};
use std::path::Path;
use tilephys_core::{Aabb, Material, Polygon, Region};

/// A part of the map that means something to who comes into it, and is solid to nobody: what `collision` calls `hazard`,
/// `ladder`, `water` or `trigger`, and the objects of some classes.
///
/// Boxes of tiles side by side that are the same are one region as far as they make a rectangle: their kind, category and
/// material are the same, and none of them has a class or properties of its own, or all are one tile. A shape that bends inward
/// is several regions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelRegion {
    /// What of the map it is.
    pub origin: RegionOrigin,
    /// What it means.
    pub kind: RegionKind,
    /// Where it is, in lattice units: all of it, or the least box around its shape.
    pub aabb: Aabb,
    /// What of the box it is, with corners from the box' min corner on; `None` for all of it.
    pub shape: Option<Polygon>,
    /// Its filter bits, from the property `category`; 1 if nobody says.
    pub category: u32,
    /// What it is made of: the conveyor of water is its current.
    pub material: Material,
    /// Why it is what it is.
    pub reason: Reason,
}

impl LevelRegion {
    /// The region as a grid takes it, which senses all bodies.
    #[must_use]
    pub fn region(&self) -> Region {
        Region { shape: self.shape, ..Region::new(self.aabb) }
    }

    /// Whether it is the same to bodies and to the game, wherever in the file somebody says so.
    #[must_use]
    pub fn says_same(&self, other: &LevelRegion) -> bool {
        *self == LevelRegion { reason: self.reason.clone(), ..other.clone() }
    }

    /// The id of the object that it is, if it is one.
    #[must_use]
    pub fn object(&self) -> Option<u32> {
        match self.origin {
            RegionOrigin::Object(id) => Some(id),
            RegionOrigin::Tiles { .. } => None,
        }
    }
}

/// What a [`LevelRegion`] is in the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RegionOrigin {
    /// The object of this id, or a part of it.
    Object(u32),
    /// Tiles of a layer, or a shape of one.
    Tiles {
        /// The layer: an index into [`Level::layers`](crate::Level::layers).
        layer: usize,
        /// The gid of the tile at the top left, without flags, which [`Level::tile`](crate::Level::tile) explains.
        gid: u32,
    },
}

/// What a [`LevelRegion`] means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RegionKind {
    /// `TpCollectible`: who comes takes it.
    Collectible,
    /// `TpKillZone`: who comes dies.
    KillZone,
    /// `TpGoal`: who comes has done it.
    Goal,
    /// `TpCheckpoint`: who comes and dies later starts here again.
    Checkpoint,
    /// `TpDoor`: who comes may go elsewhere.
    Door,
    /// `TpTrigger`, and `collision` = `trigger`: the game does something.
    Trigger,
    /// `collision` = `hazard`: who comes is hurt.
    Hazard,
    /// `collision` = `ladder`: who comes may climb.
    Ladder,
    /// `collision` = `water`: who comes swims.
    Water,
}

/// What the area of an object of this class means; `None` if it has none.
pub(crate) fn of_class(class: &str) -> Option<RegionKind> {
    let kinds = [
        (COLLECTIBLE, RegionKind::Collectible),
        (KILL_ZONE, RegionKind::KillZone),
        (GOAL, RegionKind::Goal),
        (CHECKPOINT, RegionKind::Checkpoint),
        (DOOR, RegionKind::Door),
        (TRIGGER, RegionKind::Trigger),
    ];
    kinds.iter().find(|(name, _)| *name == class).map(|(_, kind)| *kind)
}

/// That an object of this class covers no area.
pub(crate) fn no_area(class: &str, position: Position, file: &Path) -> LoadError {
    let message =
        format!("a {class} is a place that somebody comes into, and this one covers none; draw a rectangle");
    LoadError::new(Problem::Shape, file, message).at(position)
}
