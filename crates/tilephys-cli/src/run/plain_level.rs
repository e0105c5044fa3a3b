//! Movers and regions of a level in a `World` without an ECS.

use super::driver::Moved;
use super::things::{Meaning, Moving, Things};
use tilephys::core::{MoverId, Region, RegionId, World, platform::Path};
use tilephys::level::nearest_tick;
use tilephys::tiled::{Level, LevelChanges, LevelMover, ObjectChanges};

/// Which of the movers and regions of a world are which objects.
pub(crate) struct PlainLevel {
    /// By ascending id.
    movers: Vec<(MoverId, LevelMover)>,
    /// What regions mean, by their `user` number.
    meanings: Vec<Meaning>,
}

impl PlainLevel {
    /// Adds all movers, then their parents, then all regions.
    ///
    /// # Errors
    /// If a mover is refused.
    pub(crate) fn new(world: &mut World, level: &Level, things: Things) -> Result<Self, String> {
        let mut own = PlainLevel { movers: Vec::new(), meanings: Vec::new() };
        for (Moving { mover, path, object, .. }, found) in things.movers.into_iter().zip(&level.movers) {
            let id = world.add_mover(mover).map_err(|e| format!("object {object}: {e}"))?;
            world.set_mover_path(id, path, 0);
            own.movers.push((id, found.clone()));
        }
        own.set_parents(world, level)?;
        things.regions.into_iter().for_each(|(region, meaning)| own.add_region(world, region, meaning));
        Ok(own)
    }

    fn set_parents(&self, world: &mut World, level: &Level) -> Result<(), String> {
        let id =
            |object: u32| self.movers.iter().find(|(_, mover)| mover.object == object).map(|(id, _)| *id);
        let all = || level.movers.iter().filter_map(|mover| Some((id(mover.object)?, mover)));
        // All without one first: of two that change places, one would carry itself for a moment.
        for (id, _) in all() {
            world.set_mover_parent(id, None).map_err(|e| e.to_string())?;
        }
        for (own, mover) in all() {
            let parent = mover.parent.and_then(|parent| id(level.movers[parent].object));
            let set = world.set_mover_parent(own, parent);
            set.map_err(|e| format!("object {}: {e}", mover.object))?;
        }
        Ok(())
    }

    fn add_region(&mut self, world: &mut World, region: Region, meaning: Meaning) {
        world.grid.add_region(Region { user: self.meanings.len() as u64, ..region });
        self.meanings.push(meaning);
    }

    pub(crate) fn meaning(&self, world: &World, region: RegionId) -> Option<Meaning> {
        self.meanings.get(world.grid.region(region)?.user as usize).copied()
    }

    pub(crate) fn movers(&self, world: &World) -> Vec<Moved> {
        let moved = |(id, own): &(MoverId, LevelMover)| {
            let mover = world.mover(*id)?;
            Some(Moved { id: *id, object: own.object, tile: mover.tile, at: mover.position })
        };
        self.movers.iter().filter_map(moved).collect()
    }

    /// Hot reload: replaces the level, and its movers and regions in the world.
    ///
    /// # Errors
    /// If the new level cannot replace it. Changes nothing then.
    pub(crate) fn reload(
        &mut self,
        world: &mut World,
        level: &mut Level,
        new: Level,
    ) -> Result<LevelChanges, String> {
        let Things { movers, regions } = Things::new(&new, Default::default())?;
        let changes = level.update(new, &mut world.grid).map_err(|e| e.to_string())?;
        self.change_regions(world, regions, &changes.objects);
        let paths = movers.into_iter().map(|moving| moving.path);
        self.change_movers(world, level, paths.collect())?;
        self.set_parents(world, level)?;
        Ok(changes)
    }

    /// Takes out the regions that are no more or otherwise, and adds the new ones.
    fn change_regions(
        &mut self,
        world: &mut World,
        mut new: Vec<(Region, Meaning)>,
        changes: &ObjectChanges,
    ) {
        let all: Vec<(RegionId, Region)> = world.grid.regions().map(|(id, region)| (id, *region)).collect();
        for (id, region) in all {
            let Some(meaning) = self.meanings.get(region.user as usize) else { continue };
            let wanted = (Region { user: 0, ..region }, *meaning);
            match new.iter().position(|new| *new == wanted) {
                Some(place) => _ = new.remove(place),
                None => _ = world.grid.remove_region(id),
            }
        }
        // What was taken comes again if the designer has changed it.
        let is_new = |object| changes.came.contains(&object) || changes.changed.contains(&object);
        for (region, meaning) in new {
            if meaning.object.is_none_or(is_new) {
                self.add_region(world, region, meaning);
            }
        }
    }

    /// The same that [`SpawnedLevel::reload`](tilephys::level::SpawnedLevel::reload) does; `paths` are of the level's movers.
    fn change_movers(
        &mut self,
        world: &mut World,
        level: &Level,
        paths: Vec<Option<Path>>,
    ) -> Result<(), String> {
        let objects: Vec<u32> = level.movers.iter().map(|mover| mover.object).collect();
        let (stay, gone) = self.movers.drain(..).partition(|(_, mover)| objects.contains(&mover.object));
        self.movers = stay;
        let gone: Vec<(MoverId, LevelMover)> = gone;
        gone.iter().for_each(|(id, _)| _ = world.remove_mover(*id));
        for (new, path) in level.movers.iter().zip(paths) {
            let known = self.movers.iter_mut().find(|(_, mover)| mover.object == new.object);
            let Some((id, old)) = known else {
                let id = world.add_mover(new.mover).map_err(|e| format!("object {}: {e}", new.object))?;
                world.set_mover_path(id, path, 0);
                self.movers.push((id, new.clone()));
                continue;
            };
            change_mover(world, *id, old, (new, path)).map_err(|e| format!("object {}: {e}", new.object))?;
            *old = new.clone();
        }
        Ok(())
    }
}

fn change_mover(
    world: &mut World,
    id: MoverId,
    old: &LevelMover,
    (new, path): (&LevelMover, Option<Path>),
) -> Result<(), tilephys::core::platform::MoverFault> {
    let Some(now) = world.mover(id) else { return Ok(()) };
    if (old.mover.layer, old.mover.tile) != (new.mover.layer, new.mover.tile) {
        let (layer, tile) = (new.mover.layer, new.mover.tile);
        world.set_mover(id, tilephys::core::platform::Mover { layer, tile, ..now })?;
    }
    match path {
        _ if old.path == new.path => {
            if new.path.is_none() && old.mover.position != new.mover.position {
                world.place_mover(id, new.mover.position);
            }
        }
        Some(path) => {
            let offset = world.mover_path_offset(id).unwrap_or_default();
            let tick = nearest_tick(&path, now.position - offset, world.mover_path(id));
            world.place_mover(id, path.at(tick) + offset);
            world.set_mover_path(id, Some(path), tick);
            world.set_mover_path_offset(id, offset);
        }
        None => _ = world.set_mover_path(id, None, 0),
    }
    Ok(())
}
