//! A level that runs becomes what was loaded anew: its tiles in the grid, its objects among the entities.

use crate::change::{Change, Known};
use crate::error::LevelError;
use crate::index::Index;
use crate::parts::{Thing, Things};
use crate::rules::Rules;
use crate::spawned::{self, Paths, SpawnedLevel};
use hecs::{Entity, World};
use std::collections::BTreeSet;
use tilephys_ecs::Physics;
use tilephys_tiled::{Level, LevelChanges, Object};

impl SpawnedLevel {
    /// Makes of the level whose objects these are the level `new`: the same map, loaded again after its files were changed.
    /// Bodies go on.
    ///
    /// The map's tiles are changed as [`Level::update`] says: who is inside something solid then is pushed out by the next
    /// step. Objects that came are spawned, those that are gone are despawned, and of those that changed the entities are
    /// changed: what the object says differently now is written, and what else the game has made of them stays. One that the
    /// game has despawned comes again if the designer has changed it. One that is another kind of thing now, a mover that was
    /// a region, is another entity. What did not change is not touched.
    ///
    /// A mover whose path is another goes on where that comes nearest to where it is, in the direction in which it went; one
    /// without a path that was put elsewhere is there.
    ///
    /// Gravity and borders follow the map where the designer has changed them: a gravity that the game has set stays otherwise.
    ///
    /// # Errors
    /// If the running grid cannot take it, or if the path of a mover cannot be gone in steps of this length. Nothing is
    /// changed then.
    pub fn reload(
        &mut self,
        level: &mut Level,
        new: Level,
        (physics, world): (&mut Physics, &mut World),
    ) -> Result<LevelChanges, LevelError> {
        let paths = spawned::paths(&new, self.dt())?;
        let changes = level.update(new, physics.grid_mut())?;
        for entity in changes.objects.went.iter().filter_map(|id| self.entity(*id)) {
            // The game may have done so.
            let _: Result<(), _> = world.despawn(entity);
        }
        let fresh = changes.objects.came.iter().chain(&changes.objects.changed);
        let rules = Rules::of(level);
        rules.replace(&self.rules, physics);
        self.rules = rules;
        self.follow(level, fresh.copied().collect(), paths, (physics, world));
        Ok(changes)
    }

    /// Lets the entities be what the objects are; `fresh` are those of objects that came or changed.
    fn follow(
        &mut self,
        level: &Level,
        mut fresh: BTreeSet<u32>,
        mut paths: Paths,
        (physics, world): (&mut Physics, &mut World),
    ) {
        let things = Things::of(level);
        let mut entities = Vec::with_capacity(level.objects.len());
        for object in &level.objects {
            let known = self.index.of_id(object.id);
            let entity = known.filter(|entity| {
                !fresh.contains(&object.id)
                    || self.known.is_same_thing(object, &things) && world.contains(*entity)
            });
            entities.push(match entity {
                Some(entity) => {
                    let path = paths.remove(&object.id);
                    if fresh.contains(&object.id) {
                        Change { before: &self.known, world, entity }.object(object, &things, path);
                    }
                    entity
                }
                None => {
                    let _: Option<Result<(), _>> = known.map(|old| world.despawn(old));
                    spawned::spawn(object, &things, paths.remove(&object.id), (physics, world))
                }
            });
        }
        mark_start(&level.objects, &entities, (&things, world));
        let movers = &level.movers;
        let riders = movers
            .iter()
            .filter(|mover| mover.parent.is_some_and(|parent| fresh.contains(&movers[parent].object)));
        fresh.extend(riders.map(|mover| mover.object).collect::<Vec<u32>>());
        self.index = Index::new(level.objects.iter().zip(entities.iter().copied()));
        self.entities = entities;
        self.regions.follow(level, &fresh, world);
        self.known = Known::of(level);
        self.tie(level, world, |id| fresh.contains(&id));
    }
}

/// A spawn point may have become the one to start at, or ceased to be, because of another.
fn mark_start(objects: &[Object], entities: &[Entity], (things, world): (&Things<'_>, &World)) {
    for (object, entity) in objects.iter().zip(entities) {
        if let Thing::Spawn = things.thing(object) {
            crate::change::write(world, *entity, things.spawn_point(object));
        }
    }
}
