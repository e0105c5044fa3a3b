//! Entities of regions that are not the first region of an object: tile regions, and further parts of concave objects.

use crate::change::set_zone;
use crate::component::LevelComponent;
use crate::entities::{Entities, NewPart};
use crate::identities::{self, RegionKey, region_key};
use crate::parts;
use std::collections::{BTreeMap, BTreeSet};
use tilephys_tiled::{Level, LevelRegion};

/// Regions with entities of their own, in the order of the level.
#[derive(Debug)]
pub(crate) struct Regions<E> {
    list: Vec<LevelRegion>,
    pub(crate) entities: Vec<E>,
    /// Numbers of what they are.
    pub(crate) numbers: Vec<u64>,
}

impl<E> Regions<E> {
    /// No regions.
    pub(crate) fn new() -> Self {
        Regions { list: Vec::new(), entities: Vec::new(), numbers: Vec::new() }
    }

    /// The region of an entity, by its index among these.
    pub(crate) fn region(&self, index: usize) -> &LevelRegion {
        &self.list[index]
    }
}

impl<E: Copy> Regions<E> {
    /// Updates the entities to the current level. Entities of unchanged regions stay, despawned or not. Missing parts
    /// of the objects in `fresh` are spawned again. Returns the parts that are spawned.
    pub(crate) fn follow<S: Entities<Entity = E>>(
        &mut self,
        level: &Level,
        fresh: &BTreeSet<u32>,
        store: &mut S,
    ) -> Vec<u64> {
        let mut known: BTreeMap<RegionKey, Vec<usize>> = BTreeMap::new();
        for (index, region) in self.list.iter().enumerate().rev() {
            known.entry(region_key(region)).or_default().push(index);
        }
        let mut next = Regions::new();
        let mut spawned = Vec::new();
        let mut stayed = vec![false; self.list.len()];
        let mut equal: BTreeMap<RegionKey, usize> = BTreeMap::new();
        for region in others(level) {
            let key = region_key(region);
            let before = equal.entry(key).or_default();
            let number = identities::of_region(key, *before);
            *before += 1;
            let indices = known.get_mut(&key);
            let index = indices.and_then(|indices| {
                let same = indices.iter().rposition(|index| same(&self.list[*index], region))?;
                Some(indices.remove(same))
            });
            let is_fresh = region.object().is_some_and(|id| fresh.contains(&id));
            let index = index.filter(|index| !is_fresh || store.contains(self.entities[*index]));
            let entity = match index {
                Some(index) => {
                    stayed[index] = true;
                    let entity = self.entities[index];
                    store.write(entity, LevelComponent::Region(region.clone()));
                    if is_fresh {
                        let mark = region.object().and_then(|id| level.mark(id));
                        set_zone(store, entity, parts::feel_zone(region, mark));
                    }
                    entity
                }
                None => {
                    spawned.push(number);
                    store.spawn(NewPart { number, object: None }, parts::other_region(level, region))
                }
            };
            // Of regions with equal keys, a later region may have become the first.
            store.set_number(entity, number);
            next.list.push(region.clone());
            next.entities.push(entity);
            next.numbers.push(number);
        }
        let gone = self.entities.iter().zip(stayed).filter(|(_, stayed)| !stayed);
        // The game may have despawned it already.
        gone.for_each(|(entity, _)| _ = store.despawn(*entity));
        *self = next;
        spawned
    }
}

/// The regions of a level except the first of each object, which is that object's entity.
fn others(level: &Level) -> impl Iterator<Item = &LevelRegion> {
    // An object that is a mover is no region.
    let movers: BTreeSet<u32> = level.movers.iter().map(|mover| mover.object).collect();
    let mut seen = BTreeSet::new();
    let mut is_other = move |id| movers.contains(&id) || !seen.insert(id);
    level.regions.iter().filter(move |region| region.object().is_none_or(&mut is_other))
}

/// True if two regions are equal, apart from the indices of layer and tile.
fn same(was: &LevelRegion, is: &LevelRegion) -> bool {
    let mut was = was.clone();
    was.origin = is.origin;
    was.says_same(is)
}
