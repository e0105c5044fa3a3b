//! Writes components of entities that may be gone.

use hecs::{Component, Entity, World};
use tilephys_ecs::FeelZone;

/// Sets the effect of a region on characters, if the entity exists.
pub(crate) fn set_zone(world: &mut World, entity: Entity, zone: Option<FeelZone>) {
    let _: Result<(), _> = match zone {
        Some(zone) => world.insert_one(entity, zone).map_err(|_| ()),
        None => world.remove_one::<FeelZone>(entity).map(drop).map_err(|_| ()),
    };
}

/// Writes a component if the entity has it; a component that the game removed stays removed.
pub(crate) fn write<T: Component>(world: &World, entity: Entity, value: T) {
    if let Ok(mut component) = world.get::<&mut T>(entity) {
        *component = value;
    }
}
