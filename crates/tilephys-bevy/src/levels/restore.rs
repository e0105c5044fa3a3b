//! Objects that a rollback brings back: the data of their map again.

use super::components::{OfLevel, TiledId};
use super::spawned::{LevelObject, SpawnedLevel};
use super::store::write;
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;
use std::sync::Arc;
use tilephys_objects::{Part, Paths, Things};

/// Gives bodies that came back the components of their objects at their start, and sends their [`LevelObject`] events. True if there are any.
pub(crate) fn restore_objects(world: &mut World, spawned: &[Entity]) -> bool {
    let mut is_any = false;
    for entity in spawned {
        is_any |= restore_object(world, *entity).is_some();
    }
    is_any
}

fn restore_object(world: &mut World, entity: Entity) -> Option<()> {
    let id = world.get::<TiledId>(entity)?.0;
    let mut levels = world.query::<(Entity, &SpawnedLevel)>();
    // Ids of objects are unique in their map alone.
    let is_missing = |(_, spawned): &(Entity, &SpawnedLevel)| {
        spawned.entity(id).is_some_and(|before| world.get_entity(before).is_err())
    };
    let (level, spawned) = levels.iter(world).find(is_missing)?;
    let index = spawned.level.objects.iter().position(|object| object.id == id)?;
    let things = Things::of(&spawned.level);
    let part = Part::Object(index);
    let (_, components) = spawned.entities.components(&spawned.level, &things, part, &mut Paths::new());
    let object = Arc::new(spawned.level.objects[index].clone());
    let mut restored = world.entity_mut(entity);
    restored.insert(OfLevel(level));
    components.into_iter().for_each(|component| write(&mut restored, component, true));
    let mut spawned = world.get_mut::<SpawnedLevel>(level)?;
    // The level draws nothing else than before.
    let SpawnedLevel { level: map, entities, .. } = spawned.bypass_change_detection();
    entities.set_entity(part, entity);
    entities.index_all(map);
    world.trigger(LevelObject { entity, level, is_new: true, object });
    world.flush();
    Some(())
}
