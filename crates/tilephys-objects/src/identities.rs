//! What the entities of a level are, in numbers that a snapshot keeps.
//!
//! A number depends on what the map says, not on the order of its objects: so an object keeps it over a reload, and in
//! another process.

use crate::parts::Things;
use std::collections::BTreeSet;
use tilephys_core::record::checksum;
use tilephys_tiled::{LevelRegion, Object, RegionKind};

const OBJECT: u8 = 0;
const REGION: u8 = 1;

/// Part of a level that has an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Object, by its index in the level.
    Object(usize),
    /// Other region, by its index among these.
    Region(usize),
}

/// Classes of objects to which the game adds components.
#[derive(Clone, Debug)]
pub enum Handled {
    /// Any class: an object whose class changes gets another entity.
    Any,
    /// These classes: an object that gets such a class or loses it gets another entity.
    These(BTreeSet<String>),
}

impl Handled {
    fn contains(&self, class: &str) -> bool {
        match self {
            Handled::Any => true,
            Handled::These(classes) => classes.contains(class),
        }
    }
}

/// The number of an object. An object that becomes another kind of thing, or gets another handler, has another number.
pub(crate) fn of_object(object: &Object, things: &Things<'_>, handled: &Handled) -> u64 {
    let mut bytes = vec![OBJECT, things.kind(object)];
    bytes.extend_from_slice(&object.id.to_le_bytes());
    if handled.contains(&object.class) {
        bytes.extend_from_slice(object.class.as_bytes());
    }
    checksum(&bytes)
}

/// Sort key of a region, by which a reload finds it again: most regions differ in it.
pub(crate) type RegionKey = (RegionKind, Option<u32>, [i32; 4]);

pub(crate) fn region_key(region: &LevelRegion) -> RegionKey {
    let [low, high] = [region.aabb.min, region.aabb.max];
    (region.kind, region.object(), [low.x, low.y, high.x, high.y])
}

/// The number of a region that is no entity of an object; `before` regions with an equal key come before it.
pub(crate) fn of_region((kind, object, corners): RegionKey, before: usize) -> u64 {
    let mut bytes = vec![REGION, kind as u8];
    bytes.extend_from_slice(&object.unwrap_or(0).to_le_bytes());
    corners.iter().for_each(|side| bytes.extend_from_slice(&side.to_le_bytes()));
    bytes.extend_from_slice(&(before as u64).to_le_bytes());
    checksum(&bytes)
}
