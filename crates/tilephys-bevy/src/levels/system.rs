//! The plugin: spawns levels whose files are loaded, and follows changed files.

use super::asset::{LevelAsset, LevelLoader, WorldAsset, WorldLoader};
use super::events::LevelEvent;
use super::spawned::{LastLoad, LevelChange, LevelChangeKind, LevelMap, LevelObject, SpawnedLevel};
use super::store::{Store, Written};
use crate::physics_world::PhysicsWorld;
use bevy_app::{App, Plugin, PreUpdate};
use bevy_asset::{AssetApp, Assets};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Despawn, IntoScheduleConfigs, On, Query, ResMut, SystemSet};
use bevy_ecs::world::{Mut, World};
use bevy_time::{Fixed, Time};
use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;
use tilephys_objects::{Handled, LevelEntities, Paths, Rules, paths};
use tilephys_tiled::{Level, LevelChanges};

/// Gravity of a level without its own, in px/s².
const GRAVITY: f32 = 900.0;

/// Time of a step without a fixed time, in seconds.
const STEP: f32 = 1.0 / 60.0;

/// Loads levels by the asset server, spawns them, and follows their files. Add Bevy's `AssetPlugin` before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelsPlugin {
    /// Time of a step, in seconds, for the paths of movers. By default it is the step of Bevy's fixed time.
    pub step: Option<f32>,
}

/// Sets of systems for levels.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelSystems {
    /// Spawns and reloads levels, in `PreUpdate`.
    Spawn,
    /// Draws levels, in `PostUpdate`, with the feature `draw`. Move cameras before it.
    Draw,
}

impl Plugin for LevelsPlugin {
    fn build(&self, app: &mut App) {
        let step = self.step;
        app.init_asset::<LevelAsset>()
            .init_asset::<WorldAsset>()
            .register_asset_loader(LevelLoader::default())
            .register_asset_loader(WorldLoader)
            .add_message::<LevelChange>()
            .add_message::<LevelEvent>()
            .add_observer(leave)
            .add_systems(
                PreUpdate,
                (move |world: &mut World| follow_assets(world, step)).in_set(LevelSystems::Spawn),
            );
    }
}

/// Removes the tiles of a level that is despawned.
#[allow(clippy::needless_pass_by_value, reason = "an observer")]
fn leave(
    event: On<Despawn<SpawnedLevel>>,
    mut levels: Query<&mut SpawnedLevel>,
    physics: Option<ResMut<PhysicsWorld>>,
) {
    let Ok(mut spawned) = levels.get_mut(event.entity) else { return };
    let Some(mut physics) = physics else { return };
    // A grid of another world has no tiles of this level.
    if let Err(error) = spawned.level.leave(physics.grid_mut()) {
        log::warn!("{error}");
    }
}

/// Spawns or reloads the levels with a new load.
fn follow_assets(world: &mut World, step: Option<f32>) {
    let fixed = world.get_resource::<Time<Fixed>>().map(|time| time.timestep().as_secs_f32());
    let dt = step.or(fixed).unwrap_or(STEP);
    world.resource_scope(|world, assets: Mut<Assets<LevelAsset>>| {
        let mut levels = world.query::<(Entity, &LevelMap, &mut LastLoad)>();
        let mut loaded = Vec::new();
        for (entity, map, mut last) in levels.iter_mut(world) {
            let Some(asset) = assets.get(&map.0) else { continue };
            if last.0 != asset.revision {
                last.0 = asset.revision;
                loaded.push((entity, asset.level.clone()));
            }
        }
        for (entity, level) in loaded {
            let running =
                world.get_entity_mut(entity).ok().and_then(|mut level| level.take::<SpawnedLevel>());
            let result = match running {
                Some(running) => reload(world, entity, running, level, dt).map(LevelChangeKind::Reloaded),
                None => spawn(world, entity, level, dt).map(|()| LevelChangeKind::Spawned),
            };
            let kind = result.unwrap_or_else(|error| {
                log::error!("{error}");
                LevelChangeKind::Refused(error.to_string())
            });
            world.write_message(LevelChange { level: entity, kind });
        }
    });
}

/// Spawns a level. Nothing is spawned after an error.
fn spawn(world: &mut World, entity: Entity, mut level: Level, dt: f32) -> Result<(), Box<dyn Error>> {
    let paths = paths(&level, dt, |_| true)?;
    let rules = Rules::of(&level);
    match world.get_resource_mut::<PhysicsWorld>() {
        Some(mut physics) => {
            level = level.join(physics.grid_mut())?;
            set_gravity(&mut physics, &rules, &Rules::default());
        }
        None => {
            let gravity = [0.0, rules.gravity.unwrap_or(GRAVITY)];
            world.insert_resource(PhysicsWorld::new(level.take_grid()).with_gravity(gravity));
        }
    }
    let mut store = Store { world, level: entity, written: Vec::new() };
    let entities = LevelEntities::spawn(&level, Handled::Any, paths, &mut store);
    finish(store, SpawnedLevel { level, entities, rules });
    Ok(())
}

/// Updates a running level, which stays as it was after an error.
fn reload(
    world: &mut World,
    entity: Entity,
    mut running: SpawnedLevel,
    new: Level,
    dt: f32,
) -> Result<LevelChanges, Box<dyn Error>> {
    let result = update(world, &mut running, new, dt);
    let mut store = Store { world, level: entity, written: Vec::new() };
    let result = result.map(|(changes, fresh, paths)| {
        let went = &changes.objects.went;
        running.entities.reload(&running.level, went, fresh, paths, &mut store);
        changes
    });
    finish(store, running);
    result
}

/// Updates the tiles and the rules. Returns what the entities need: the changes, the new and changed objects, and the paths.
fn update(
    world: &mut World,
    running: &mut SpawnedLevel,
    new: Level,
    dt: f32,
) -> Result<(LevelChanges, BTreeSet<u32>, Paths), Box<dyn Error>> {
    let expected = running.level.object_changes(&new);
    let paths = paths(&new, dt, |_| true)?;
    let Some(mut physics) = world.get_resource_mut::<PhysicsWorld>() else {
        return Err(
            "the level cannot follow its files: the game has removed its PhysicsWorld; spawn the level again"
                .into(),
        );
    };
    let changes = running.level.update(new, physics.grid_mut())?;
    let rules = Rules::of(&running.level);
    set_gravity(&mut physics, &rules, &running.rules);
    running.rules = rules;
    Ok((changes, expected.came.into_iter().chain(expected.changed).collect(), paths))
}

fn set_gravity(physics: &mut PhysicsWorld, rules: &Rules, old: &Rules) {
    if let Some(gravity) = rules.new_gravity(old) {
        physics.set_gravity([0.0, gravity]);
    }
}

/// Stores a level, and sends an event for each object that was written.
fn finish(store: Store<'_>, spawned: SpawnedLevel) {
    let Store { world, level, written } = store;
    let object = |written: Written| {
        let Written { object, entity, is_new } = written;
        let object = Arc::new(spawned.level.object(object)?.clone());
        Some(LevelObject { entity, level, object, is_new })
    };
    let events: Vec<LevelObject> = written.into_iter().filter_map(object).collect();
    if let Ok(mut entity) = world.get_entity_mut(level) {
        entity.insert(spawned);
    }
    events.into_iter().for_each(|event| world.trigger(event));
}
