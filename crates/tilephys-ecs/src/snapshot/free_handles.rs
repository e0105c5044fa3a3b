//! Restores the free handles of a world, so that later spawns give the handles that they gave after the snapshot.

use hecs::{Entity, World};
use std::collections::BTreeMap;

/// Makes `saved` the next free handles of the world, as far as they are free. `count` is the number of handles when they
/// were saved. Numbers from `limit` on that the world never had are left out.
///
/// Every number that is not in use must stay in the list: `hecs` would take it for one in use.
pub(super) fn restore(world: &mut World, count: u32, saved: &[Entity], limit: u32) {
    world.flush();
    if world.freelist().eq(saved.iter().copied()) {
        return;
    }
    let known = world.len() + world.freelist().len() as u32;
    // Numbers that the world never had, in another process, are made free.
    if let Some(end) = saved.iter().map(|entity| entity.id()).filter(|id| (known..limit).contains(id)).max()
        && let Some(last) = Entity::from_bits(u64::from(end) | 1 << 32)
    {
        world.spawn_at(last, ());
        world.despawn(last).expect("it was spawned");
    }
    let mut free: BTreeMap<u32, Entity> = world.freelist().map(|entity| (entity.id(), entity)).collect();
    let first: Vec<Entity> =
        saved.iter().copied().filter(|entity| free.remove(&entity.id()).is_some()).collect();
    // Numbers that were new after the snapshot are used after the saved ones, in ascending order, as new numbers are.
    let as_new = |entity: Entity| {
        let new = Entity::from_bits(u64::from(entity.id()) | 1 << 32).filter(|_| entity.id() >= count);
        new.unwrap_or(entity)
    };
    let mut list: Vec<Entity> = free.into_values().rev().map(as_new).collect();
    list.extend(first);
    world.set_freelist(&list);
}
