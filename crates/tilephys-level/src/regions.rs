//! Entities of regions that are not the first region of an object: tile regions, and further parts of concave objects.

use crate::components::{TiledClass, TiledProperties};
use crate::parts;
use crate::write::{set_zone, write};
use hecs::{Entity, EntityBuilder, World};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tilephys_tiled::{Level, LevelRegion, RegionKind, RegionOrigin};

/// Regions with entities of their own, in the order of the level.
#[derive(Debug, Default)]
pub(crate) struct Regions {
    list: Vec<LevelRegion>,
    pub(crate) entities: Vec<Entity>,
}

/// Sort key of a region, by which a reload finds it again: most regions differ in it.
type Key = (RegionKind, Option<u32>, [i32; 4]);

impl Regions {
    /// Spawns all these regions.
    pub(crate) fn spawn(level: &Level, world: &mut World) -> Self {
        let mut regions = Regions::default();
        let _: Vec<Entity> = regions.follow(level, &BTreeSet::new(), world);
        regions
    }

    /// The region of an entity, by its index among these.
    pub(crate) fn region(&self, place: usize) -> &LevelRegion {
        &self.list[place]
    }

    /// Updates the entities to the current level. Entities of unchanged regions stay, despawned or not. Missing parts
    /// of the objects in `fresh` are spawned again. Returns the entities of removed regions.
    pub(crate) fn follow(&mut self, level: &Level, fresh: &BTreeSet<u32>, world: &mut World) -> Vec<Entity> {
        let mut known: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
        for (place, region) in self.list.iter().enumerate().rev() {
            known.entry(key(region)).or_default().push(place);
        }
        let mut next = Regions::default();
        let mut stayed = vec![false; self.list.len()];
        for region in others(level) {
            let places = known.get_mut(&key(region));
            let place = places.and_then(|places| {
                let same = places.iter().rposition(|place| same(&self.list[*place], region))?;
                Some(places.remove(same))
            });
            let is_fresh = region.object().is_some_and(|id| fresh.contains(&id));
            let place = place.filter(|place| !is_fresh || world.contains(self.entities[*place]));
            let entity = match place {
                Some(place) => {
                    stayed[place] = true;
                    write(world, self.entities[place], region.clone());
                    if is_fresh {
                        let mark = region.object().and_then(|id| level.mark(id));
                        set_zone(world, self.entities[place], parts::feel_zone(region, mark));
                    }
                    self.entities[place]
                }
                None => world.spawn(build(level, region).build()),
            };
            next.list.push(region.clone());
            next.entities.push(entity);
        }
        let gone = self.entities.iter().zip(stayed).filter(|(_, stayed)| !stayed);
        let gone: Vec<Entity> = gone.map(|(entity, _)| *entity).collect();
        // The game may have despawned it already.
        gone.iter().for_each(|entity| _ = world.despawn(*entity));
        *self = next;
        gone
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

fn key(region: &LevelRegion) -> Key {
    let [low, high] = [region.aabb.min, region.aabb.max];
    (region.kind, region.object(), [low.x, low.y, high.x, high.y])
}

/// True if two regions are equal, apart from the indices of layer and tile.
fn same(was: &LevelRegion, is: &LevelRegion) -> bool {
    let mut was = was.clone();
    was.origin = is.origin;
    was.says_same(is)
}

/// The components of a region, with the class and the properties of its object or tile.
pub(crate) fn build(level: &Level, region: &LevelRegion) -> EntityBuilder {
    let mut builder = EntityBuilder::new();
    parts::add_region(&mut builder, region, region.object().and_then(|id| level.mark(id)));
    match region.origin {
        RegionOrigin::Object(id) => {
            level.object(id).into_iter().for_each(|object| parts::add_names(&mut builder, object));
        }
        RegionOrigin::Tiles { gid, .. } => {
            if let Some(tile) = level.tile(gid).and_then(|tile| tile.info) {
                builder.add(TiledClass(tile.class.clone()));
                builder.add(TiledProperties(Arc::new(tile.properties.clone())));
            }
        }
        _ => {}
    }
    builder
}
