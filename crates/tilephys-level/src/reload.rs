//! Hot reload: updates the grid and the entities of a running level to its reloaded version.

use crate::change::Change;
use crate::entity::{self, Parts};
use crate::error::LevelError;
use crate::identities;
use crate::known::Known;
use crate::parts::{Thing, Things};
use crate::rules::Rules;
use crate::spawned::SpawnedLevel;
use crate::write::write;
use hecs::{Entity, World};
use std::collections::BTreeSet;
use tilephys_ecs::{Identity, Physics};
use tilephys_tiled::{Level, LevelChanges, Object};

impl SpawnedLevel {
    /// Updates the running level to `new`: the same map, loaded again after its files changed. Bodies keep moving.
    ///
    /// [`Level::update`] changes the map's tiles; the next step pushes a body out of a new solid. New objects are
    /// spawned, removed ones are despawned. Of a changed object only the changed values are written, and other
    /// components stay as the game has set them. A despawned entity is spawned again if the designer has changed its
    /// object. An object of another kind, such as a mover that was a region, gets another entity. Unchanged objects are
    /// not touched.
    ///
    /// A mover with a changed path continues at the nearest point of the new path, in its old direction. A mover
    /// without a path moves to its new position if the designer has changed it.
    ///
    /// [Class handlers](crate::ClassHandlers) run again for new and changed objects, and overwrite the components that
    /// they add: such an object begins anew. An object gets another entity if its class changes and either class has a
    /// handler.
    ///
    /// Snapshots from before a reload no longer fit the level: see [`restore`](Self::restore).
    ///
    /// Gravity and borders follow the map if the designer has changed them; otherwise gravity set by the game stays.
    ///
    /// # Errors
    /// If the running grid cannot take the level, if the path of a mover is invalid for steps of this length, or if a
    /// class handler panics. Nothing is changed then.
    #[doc(alias = "hot reload")]
    pub fn reload(
        &mut self,
        level: &mut Level,
        new: Level,
        (physics, world): (&mut Physics, &mut World),
    ) -> Result<LevelChanges, LevelError> {
        let expected = level.object_changes(&new);
        let fresh: BTreeSet<u32> = expected.came.into_iter().chain(expected.changed).collect();
        let additions = self.handlers.run(&new, |id| fresh.contains(&id))?;
        let parts = Parts { paths: entity::paths(&new, self.dt(), |_| true)?, additions };
        let tiles = self.named_tiles(level);
        let changes = level.update(new, physics.grid_mut())?;
        self.keep_tiles(level, &tiles, world);
        for id in &changes.objects.went {
            let Some(entity) = self.entity(*id) else { continue };
            // The game may have despawned it already.
            let _: Result<(), _> = world.despawn(entity);
        }
        let rules = Rules::of(level);
        rules.replace(&self.rules, physics);
        self.rules = rules;
        self.follow(level, fresh, parts, (physics, world));
        Ok(changes)
    }

    /// Updates the entities to the objects; `fresh` are the new and changed ones.
    fn follow(
        &mut self,
        level: &Level,
        fresh: BTreeSet<u32>,
        mut parts: Parts,
        (physics, world): (&mut Physics, &mut World),
    ) {
        let things = Things::of(level);
        let revision = physics.next_revision();
        let mut spawned = Vec::new();
        let mut entities = Vec::with_capacity(level.objects.len());
        for object in &level.objects {
            let known = self.index.of_id(object.id);
            let part = identities::of_object(object, &things, &self.handlers);
            let entity = known.filter(|entity| {
                let is_same = || self.known.object(object.id).is_some_and(|known| known.part == part);
                !fresh.contains(&object.id) || world.contains(*entity) && is_same()
            });
            entities.push(match entity {
                Some(entity) => {
                    if fresh.contains(&object.id) {
                        Change { before: &self.known, world, entity }.object(object, &things, &mut parts);
                    }
                    entity
                }
                None => {
                    if let Some(old) = known {
                        // The game may have despawned it already.
                        let _: Result<(), _> = world.despawn(old);
                    }
                    spawned.push(part);
                    let identity = Identity { driver: self.driver, part };
                    entity::spawn(entity::build(object, &things, &mut parts, identity), physics, world)
                }
            });
        }
        mark_start(&level.objects, &entities, (&things, world));
        self.entities = entities;
        spawned.extend(self.regions.follow(level, self.driver, &fresh, world));
        self.since.extend(spawned.into_iter().map(|part| (part, revision)));
        self.known = Known::of(level, &self.handlers);
        self.index_all(level);
        self.tie_with_children(level, world, fresh);
    }
}

/// Sets which spawn point is the start, which may change because of another object.
fn mark_start(objects: &[Object], entities: &[Entity], (things, world): (&Things<'_>, &World)) {
    for (object, entity) in objects.iter().zip(entities) {
        if let Thing::Spawn = things.thing(object) {
            write(world, *entity, things.spawn_point(object));
        }
    }
}
