//! Restored snapshots: gives entities that came back the data of their objects again.

use crate::TiledId;
use crate::error::LevelError;
use crate::spawned::{NewParts, SpawnedLevel};
use crate::store::{self, Store};
use hecs::{Entity, EntityBuilder, World};
use std::collections::BTreeSet;
use tilephys_ecs::{ChangedTile, Checkpoint, Identity, Physics, Restored, SaveError};
use tilephys_objects::{Part, Things, paths};
use tilephys_tiled::{Level, LevelRegion};

impl SpawnedLevel {
    /// Restores a snapshot, as [`Physics::restore`] does. Entities of the level that come back have all components of
    /// their objects again: the Tiled data, and the components of [class handlers](crate::ClassHandlers). Values in the
    /// snapshot win. [Changed tiles](Self::set_tile) are as they were. Entities that were gone when it was taken stay away. `level` is the level as it is spawned now.
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
        into: (&mut Physics, &mut World),
        snapshot: &[u8],
    ) -> Result<Restored, LevelError> {
        self.restore_by(level, into, |physics, world| physics.restore(world, snapshot))
    }

    /// Rolls back to a checkpoint, as [`Physics::roll_back`] does, with the results of a [`restore`](Self::restore).
    ///
    /// # Errors
    /// As [`Physics::roll_back`]; nothing is changed then. If a class handler panics, the checkpoint is restored, and the
    /// object lacks the components of the handler.
    pub fn roll_back(
        &mut self,
        level: &Level,
        into: (&mut Physics, &mut World),
        checkpoint: &Checkpoint,
    ) -> Result<Restored, LevelError> {
        self.restore_by(level, into, |physics, world| physics.roll_back(world, checkpoint))
    }

    /// Restores a state by a function of the engine, and then what the level adds.
    fn restore_by(
        &mut self,
        level: &Level,
        (physics, world): (&mut Physics, &mut World),
        restore: impl Fn(&mut Physics, &mut World) -> Result<Restored, SaveError>,
    ) -> Result<Restored, LevelError> {
        let mut restored = restore(physics, world).map_err(LevelError::Restore)?;
        let mut fault = None;
        let returned = self.returned(world);
        if !returned.is_empty() {
            let things = Things::of(level);
            for (entity, identity) in &returned {
                let Some(part) = self.parts.part(identity.part) else { continue };
                let mut builder = self.build(level, &things, part, &mut fault);
                // The entity exists: it was looked up before.
                let _: Result<(), _> = world.insert(*entity, builder.build());
                self.parts.set_entity(part, *entity);
            }
            // The values of the snapshot again, and no components that it lacks.
            let _: Restored = restore(physics, world).map_err(LevelError::Restore)?;
        }
        for (entity, identity) in &returned {
            if self.parts.part(identity.part).is_none() {
                restored.spawned.retain(|spawned| spawned != entity);
                let _: Result<(), _> = world.despawn(*entity);
            }
        }
        let newer = self.spawn_newer(level, (physics, world), &mut restored, &mut fault);
        if !returned.is_empty() || !newer.is_empty() {
            self.parts.index_all(level);
        }
        let additions = NewParts::default().additions;
        let mut store = Store { physics, world, driver: self.driver, additions };
        self.parts.tie_with_children(level, &mut store, newer);
        self.below = self.below(world);
        self.follow_tiles(level, world);
        fault.map_or(Ok(restored), Err)
    }

    /// Living entities of the level without its data.
    fn returned(&self, world: &World) -> Vec<(Entity, Identity)> {
        let mut bare = world
            .query::<(Entity, &Identity)>()
            .without::<&TiledId>()
            .without::<&LevelRegion>()
            .without::<&ChangedTile>();
        let own = bare.iter().map(|(entity, identity)| (entity, *identity));
        let mut own: Vec<(Entity, Identity)> =
            own.filter(|(_, identity)| identity.driver == self.driver).collect();
        own.sort_unstable();
        own
    }

    /// Components of a part of the level. After a fault, without the components of its handler.
    fn build(
        &self,
        level: &Level,
        things: &Things<'_>,
        part: Part,
        fault: &mut Option<LevelError>,
    ) -> EntityBuilder {
        let mut parts = NewParts::default();
        if let Part::Object(index) = part {
            let object = &level.objects[index];
            match paths(level, self.dt(), |id| id == object.id) {
                Ok(paths) => parts.paths = paths,
                Err(error) => _ = fault.get_or_insert(error.into()),
            }
            match self.handlers.run_one(level, object, self.dt()) {
                Ok(addition) => parts.additions.extend(addition.map(|addition| (object.id, addition))),
                Err(error) => _ = fault.get_or_insert(error),
            }
        }
        let (new, components) = self.parts.components(level, things, part, &mut parts.paths);
        store::build(self.driver, new, components, &mut parts.additions)
    }

    /// Spawns the parts of the level again that are newer than the snapshot, which lacks them, so that the engine has
    /// despawned them. Returns the ids of the objects.
    fn spawn_newer(
        &mut self,
        level: &Level,
        (physics, world): (&Physics, &mut World),
        restored: &mut Restored,
        fault: &mut Option<LevelError>,
    ) -> BTreeSet<u32> {
        let is_newer = |(_, since): &(&u64, &u32)| **since > physics.revision();
        let newer = self.since.iter().filter(is_newer).filter_map(|(part, _)| self.parts.part(*part));
        let missing: Vec<Part> = newer.filter(|part| !world.contains(self.parts.entity_of(*part))).collect();
        let mut ids = BTreeSet::new();
        if missing.is_empty() {
            return ids;
        }
        let things = Things::of(level);
        let mut living: BTreeSet<u32> = world.iter().map(|entity| entity.entity().id()).collect();
        for part in missing {
            let mut builder = self.build(level, &things, part, fault);
            let before = self.parts.entity_of(part);
            restored.despawned.retain(|despawned| *despawned != before);
            if living.insert(before.id()) {
                world.spawn_at(before, builder.build());
            } else {
                let entity = world.spawn(builder.build());
                living.insert(entity.id());
                self.parts.set_entity(part, entity);
            }
            if let Part::Object(index) = part {
                ids.insert(level.objects[index].id);
            }
        }
        ids
    }
}
