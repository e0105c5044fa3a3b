//! Hot reload of objects: finds the objects that differ.

use super::twins::{Twins, missing};
use crate::collide::level_region::LevelRegion;
use crate::data::objects::{Object, ObjectKind};
use crate::level::Level;
use crate::level::changes::ObjectChanges;
use crate::things::movers::LevelMover;
use std::collections::{BTreeMap, BTreeSet};

/// Compares the objects of two levels, including movers and regions.
pub(super) fn compare(old: &Level, new: &Level, twins: &Twins, changes: &mut ObjectChanges) {
    let [was, is] = [Things::of(old), Things::of(new)];
    let [before, after] = [&was, &is].map(|things| things.objects.keys().copied().collect::<BTreeSet<u32>>());
    changes.came = missing(&after, &before);
    changes.went = missing(&before, &after);
    let stayed = before.intersection(&after).copied();
    changes.changed = stayed.filter(|id| !same(*id, [&was, &is], twins)).collect();
}

/// The objects of a level, by their ids.
struct Things<'a> {
    level: &'a Level,
    objects: BTreeMap<u32, &'a Object>,
    movers: BTreeMap<u32, &'a LevelMover>,
    regions: BTreeMap<u32, Vec<&'a LevelRegion>>,
}

impl<'a> Things<'a> {
    fn of(level: &'a Level) -> Self {
        let mut regions: BTreeMap<u32, Vec<&LevelRegion>> = BTreeMap::new();
        for region in &level.regions {
            if let Some(id) = region.object() {
                regions.entry(id).or_default().push(region);
            }
        }
        Things {
            level,
            objects: level.objects.iter().map(|object| (object.id, object)).collect(),
            movers: level.movers.iter().map(|mover| (mover.object, mover)).collect(),
            regions,
        }
    }

    /// Id of the mover's parent.
    fn parent(&self, mover: &LevelMover) -> Option<u32> {
        mover.parent.map(|parent| self.level.movers[parent].object)
    }
}

/// True if an object in both levels is unchanged.
fn same(id: u32, [was, is]: [&Things<'_>; 2], twins: &Twins) -> bool {
    let movers = match (was.movers.get(&id), is.movers.get(&id)) {
        (Some(old), Some(new)) => {
            old.mover == new.mover && old.path == new.path && was.parent(old) == is.parent(new)
        }
        (old, new) => old.is_none() && new.is_none(),
    };
    movers
        && same_regions(was.regions.get(&id), is.regions.get(&id))
        && same_object(was.objects[&id], is.objects[&id], twins)
}

/// True if the regions of an object are unchanged.
fn same_regions(was: Option<&Vec<&LevelRegion>>, is: Option<&Vec<&LevelRegion>>) -> bool {
    let [was, is] = [was, is].map(|regions| regions.map_or(&[][..], Vec::as_slice));
    was.len() == is.len() && was.iter().zip(is).all(|(was, is)| was.says_same(is))
}

/// True if an object is unchanged in Tiled.
fn same_object(was: &Object, is: &Object, twins: &Twins) -> bool {
    let kind = match (&was.kind, &is.kind) {
        (ObjectKind::Tile(old), ObjectKind::Tile(new)) => {
            twins.tilesets[old.tileset] == Some(new.tileset)
                && (old.id, old.flip_horizontal, old.flip_vertical)
                    == (new.id, new.flip_horizontal, new.flip_vertical)
        }
        (old, new) => old == new,
    };
    kind && twins.layers[is.layer] == Some(was.layer)
        && (&was.name, &was.class) == (&is.name, &is.class)
        && (was.anchor, was.position, was.size, was.rotation)
            == (is.anchor, is.position, is.size, is.rotation)
        && (was.visible, was.opacity) == (is.visible, is.opacity)
        && was.properties.says_same(&is.properties)
}
