//! Restored snapshots: gives entities that came back the data of their objects again.

use crate::entity::{self, Parts};
use crate::error::LevelError;
use crate::known::KnownObject;
use crate::parts::Things;
use crate::spawned::SpawnedLevel;
use crate::{TiledId, regions};
use hecs::{Entity, EntityBuilder, World};
use std::collections::{BTreeMap, BTreeSet};
use tilephys_ecs::{Physics, Restored};
use tilephys_tiled::{Level, LevelRegion};

/// An entity of a level, by what it is there.
#[derive(Clone, Copy)]
enum Part {
    /// Object, by its index in the level.
    Object(usize),
    /// Other region, by its index among these.
    Region(usize),
    /// An object or a region that the level has no more.
    Gone,
}

impl SpawnedLevel {
    /// Restores a snapshot, as [`Physics::restore`] does. Entities of the level that come back have all components of
    /// their objects again: the Tiled data, and the components of [class handlers](crate::ClassHandlers). Values in the
    /// snapshot win. Entities that were gone when it was taken stay away. `level` is the level as it is spawned now.
    ///
    /// A game drops its snapshots when it [reloads](Self::reload) the level. An older one brings back the tiles, regions
    /// and paths of its time, which later reloads do not correct. Objects follow the file even then: a new object is
    /// spawned again, and a removed object stays away.
    ///
    /// Of several levels in one world, each restores the snapshot in turn. The result is the engine's, without
    /// entities that the level has despawned or spawned again.
    ///
    /// # Errors
    /// As [`Physics::restore`]; nothing is changed then. If a class handler panics, the snapshot is restored, and the
    /// object lacks the components of the handler.
    #[doc(alias = "rollback")]
    #[doc(alias = "rewind")]
    pub fn restore(
        &mut self,
        level: &Level,
        (physics, world): (&mut Physics, &mut World),
        snapshot: &[u8],
    ) -> Result<Restored, LevelError> {
        let mut restored = physics.restore(world, snapshot).map_err(LevelError::Restore)?;
        let mut fault = None;
        let returned = self.returned(level, world, &restored);
        if !returned.is_empty() {
            let things = Things::of(level);
            for (entity, part) in &returned {
                let Some(mut builder) = self.build(level, &things, *part, &mut fault) else { continue };
                // The entity exists: it was looked up before.
                let _: Result<(), _> = world.insert(*entity, builder.build());
            }
            // The values of the snapshot again, and no components that it lacks.
            let _: Restored = physics.restore(world, snapshot).map_err(LevelError::Restore)?;
            self.take_back(level, world, &returned, &mut restored);
        }
        let newer = self.spawn_newer(level, world, &mut restored, &mut fault);
        if !returned.is_empty() || !newer.is_empty() {
            self.index_all(level);
        }
        self.tie_with_children(level, world, newer);
        self.below = self.below(world);
        fault.map_or(Ok(restored), Err)
    }

    /// Living entities of the level without its data.
    fn returned(&self, level: &Level, world: &World, restored: &Restored) -> Vec<(Entity, Part)> {
        let is_bare = |entity: Entity| {
            world.entity(entity).is_ok_and(|entity| !entity.has::<TiledId>() && !entity.has::<LevelRegion>())
        };
        let is_spawned = |entity: Entity| restored.spawned.binary_search(&entity).is_ok();
        let own = self.parts().map(|(entity, part)| {
            let present = restored.entity(entity);
            (if is_spawned(present) { present } else { entity }, part)
        });
        // Of a former entity that the restore has not spawned, an entity of the game may have the handle.
        let former = self.former_parts(level).into_iter();
        let former = former.map(|(entity, part)| (restored.entity(entity), part));
        let all = own.chain(former.filter(|(entity, _)| is_spawned(*entity)));
        all.filter(|(entity, _)| is_bare(*entity)).collect()
    }

    /// Entities that the level had before, with the parts of the present level that they may be again.
    fn former_parts(&self, level: &Level) -> Vec<(Entity, Part)> {
        if self.former.is_empty() {
            return Vec::new();
        }
        let things = Things::of(level);
        let places: BTreeMap<u32, usize> =
            level.objects.iter().enumerate().map(|(place, object)| (object.id, place)).collect();
        let part = |(id, known): &(u32, KnownObject)| {
            let place = *places.get(id)?;
            let is_same = known.is_same_thing(&level.objects[place], &things, &self.handlers);
            is_same.then_some(Part::Object(place))
        };
        let part = |known: &Option<_>| known.as_ref().and_then(part).unwrap_or(Part::Gone);
        self.former.iter().map(|(entity, known)| (*entity, part(known))).collect()
    }

    /// Components of a part of the level. After a fault, without the components of its handler.
    fn build(
        &self,
        level: &Level,
        things: &Things<'_>,
        part: Part,
        fault: &mut Option<LevelError>,
    ) -> Option<EntityBuilder> {
        let place = match part {
            Part::Object(place) => place,
            Part::Region(place) => return Some(regions::build(level, self.regions.region(place))),
            Part::Gone => return None,
        };
        let object = &level.objects[place];
        let mut parts = Parts::default();
        match entity::paths(level, self.dt(), |id| id == object.id) {
            Ok(paths) => parts.paths = paths,
            Err(error) => _ = fault.get_or_insert(error),
        }
        match self.handlers.run_one(level, object) {
            Ok(addition) => parts.additions.extend(addition.map(|addition| (object.id, addition))),
            Err(error) => _ = fault.get_or_insert(error),
        }
        Some(entity::build(object, things, &mut parts))
    }

    /// Puts the entities that came back into the lists of the level; despawns entities without an object.
    fn take_back(
        &mut self,
        level: &Level,
        world: &mut World,
        returned: &[(Entity, Part)],
        restored: &mut Restored,
    ) {
        for (entity, part) in returned {
            let (own, id) = match *part {
                Part::Object(place) => (&mut self.entities[place], Some(level.objects[place].id)),
                Part::Region(place) => (&mut self.regions.entities[place], None),
                Part::Gone => {
                    restored.spawned.retain(|spawned| spawned != entity);
                    let _: Result<(), _> = world.despawn(*entity);
                    continue;
                }
            };
            let before = std::mem::replace(own, *entity);
            if before != *entity {
                self.leave(before, id);
                // The engine may have despawned it already.
                let _: Result<(), _> = world.despawn(before);
            }
            self.former.remove(entity);
        }
    }

    /// Spawns the parts of the level again that are newer than the snapshot, which lacks them, so that the engine has
    /// despawned them. Parts that the game had removed before the snapshot stay away. Returns the ids of the objects.
    fn spawn_newer(
        &mut self,
        level: &Level,
        world: &mut World,
        restored: &mut Restored,
        fault: &mut Option<LevelError>,
    ) -> BTreeSet<u32> {
        let mut newer = BTreeSet::new();
        if restored.despawned.is_empty() {
            return newer;
        }
        let things = Things::of(level);
        for (entity, part) in self.parts() {
            let Ok(found) = restored.despawned.binary_search(&entity) else { continue };
            if restored.gone_before.binary_search(&entity).is_ok() {
                continue;
            }
            let Some(mut builder) = self.build(level, &things, part, fault) else { continue };
            restored.despawned.remove(found);
            world.spawn_at(entity, builder.build());
            if let Part::Object(place) = part {
                newer.insert(level.objects[place].id);
            }
        }
        newer
    }

    /// Entities of the present level with their parts.
    fn parts(&self) -> impl Iterator<Item = (Entity, Part)> {
        let objects = self.entities.iter().enumerate().map(|(place, entity)| (*entity, Part::Object(place)));
        let regions = self.regions.entities.iter().enumerate();
        objects.chain(regions.map(|(place, entity)| (*entity, Part::Region(place))))
    }
}
