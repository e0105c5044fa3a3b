//! Entities of regions that are not the first region of an object: tile regions, and further parts of concave objects.

use crate::components::{TiledClass, TiledProperties};
use crate::identities::{self, RegionKey, region_key};
use crate::parts;
use crate::write::{set_zone, write};
use hecs::{Entity, EntityBuilder, World};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tilephys_ecs::Identity;
use tilephys_tiled::{Level, LevelRegion, RegionOrigin};

/// Regions with entities of their own, in the order of the level.
#[derive(Debug, Default)]
pub(crate) struct Regions {
    list: Vec<LevelRegion>,
    pub(crate) entities: Vec<Entity>,
    /// What they are.
    pub(crate) identities: Vec<Identity>,
}

impl Regions {
    /// Spawns all these regions.
    pub(crate) fn spawn(level: &Level, driver: u32, world: &mut World) -> Self {
        let mut regions = Regions::default();
        let _: Vec<u64> = regions.follow(level, driver, &BTreeSet::new(), world);
        regions
    }

    /// The region of an entity, by its index among these.
    pub(crate) fn region(&self, place: usize) -> &LevelRegion {
        &self.list[place]
    }

    /// Updates the entities to the current level. Entities of unchanged regions stay, despawned or not. Missing parts
    /// of the objects in `fresh` are spawned again. Returns the parts that are spawned.
    pub(crate) fn follow(
        &mut self,
        level: &Level,
        driver: u32,
        fresh: &BTreeSet<u32>,
        world: &mut World,
    ) -> Vec<u64> {
        let mut known: BTreeMap<RegionKey, Vec<usize>> = BTreeMap::new();
        for (place, region) in self.list.iter().enumerate().rev() {
            known.entry(region_key(region)).or_default().push(place);
        }
        let mut next = Regions::default();
        let mut spawned = Vec::new();
        let mut stayed = vec![false; self.list.len()];
        let mut equal: BTreeMap<RegionKey, usize> = BTreeMap::new();
        for region in others(level) {
            let key = region_key(region);
            let before = equal.entry(key).or_default();
            let identity = Identity { driver, part: identities::of_region(key, *before) };
            *before += 1;
            let places = known.get_mut(&key);
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
                None => {
                    spawned.push(identity.part);
                    world.spawn(build(level, region, identity).build())
                }
            };
            // Of regions with equal keys, a later region may have become the first.
            write(world, entity, identity);
            next.list.push(region.clone());
            next.entities.push(entity);
            next.identities.push(identity);
        }
        let gone = self.entities.iter().zip(stayed).filter(|(_, stayed)| !stayed);
        // The game may have despawned it already.
        gone.for_each(|(entity, _)| _ = world.despawn(*entity));
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

/// The components of a region, with the class and the properties of its object or tile.
pub(crate) fn build(level: &Level, region: &LevelRegion, identity: Identity) -> EntityBuilder {
    let mut builder = EntityBuilder::new();
    builder.add(identity);
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
