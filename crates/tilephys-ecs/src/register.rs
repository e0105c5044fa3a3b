//! Entities that the engine has not met yet, and those that lack something.

use crate::components::{Collider, Position, Registered, Velocity};
use crate::events::Event;
use hecs::{Archetype, Entity, Satisfies, World};
use tilephys_core::{BodyId, BodyState, EventKind, Fault, Field, World as Core};

/// Is it a body, as far as the game's part goes?
fn is_complete(archetype: &Archetype) -> bool {
    archetype.has::<Position>() && archetype.has::<Velocity>() && archetype.has::<Collider>()
}

/// Is it a body that the engine has met?
pub(crate) fn is_registered(archetype: &Archetype) -> bool {
    let ours = archetype.has::<Registered>() && archetype.has::<BodyId>() && archetype.has::<BodyState>();
    ours && is_complete(archetype)
}

/// Does it have something that only a body needs, but not all?
fn is_incomplete(archetype: &Archetype) -> bool {
    let body = archetype.has::<Velocity>() || archetype.has::<Collider>() || archetype.has::<BodyId>();
    body && !is_complete(archetype)
}

/// Gives entities that became bodies their id and state. Ids are given in the order of entities, whatever their
/// components.
pub(crate) fn register(world: &mut World, core: &mut Core, newcomers: &mut Vec<Entity>) {
    if !world.archetypes().any(|a| !a.is_empty() && is_complete(a) && !is_registered(a)) {
        return;
    }
    newcomers.clear();
    type Known = Satisfies<(&'static Registered, &'static BodyId, &'static BodyState)>;
    let mut bodies = world.query::<(Entity, Known)>().with::<(&Position, &Velocity, &Collider)>();
    newcomers.extend(bodies.iter().filter(|(_, known)| !known).map(|(entity, _)| entity));
    drop(bodies);
    newcomers.sort_unstable();
    let id_of = |world: &World, entity| world.get::<&BodyId>(entity).map(|id| *id).ok();
    // First the ids that the game gave, so that none of them is given anew.
    newcomers.iter().filter_map(|entity| id_of(world, *entity)).for_each(|id| core.reserve_id(id));
    for &entity in &*newcomers {
        let state = world.get::<&BodyState>(entity).map(|s| *s).unwrap_or_default();
        let id = id_of(world, entity).unwrap_or_else(|| core.new_id());
        world.insert(entity, (Registered { entity }, id, state)).expect("the query found it");
    }
}

/// Lists entities that lack a component, in their order.
pub(crate) fn find_incomplete(world: &World, events: &mut Vec<Event>) {
    events.clear();
    if !world.archetypes().any(|a| !a.is_empty() && is_incomplete(a)) {
        return;
    }
    type Has<T> = Satisfies<&'static T>;
    type Parts = (Entity, Has<Position>, Has<Velocity>, Has<Collider>, Option<&'static BodyId>);
    for (entity, position, velocity, collider, id) in world.query::<Parts>().iter() {
        if !(velocity || collider || id.is_some()) {
            continue;
        }
        let parts = [(position, Field::Position), (velocity, Field::Velocity), (collider, Field::Size)];
        for (_, field) in parts.into_iter().filter(|(there, _)| !there) {
            let kind = EventKind::Rejected { field, fault: Fault::Missing };
            events.push(Event { entity, body: id.copied(), kind });
        }
    }
    events.sort_by_key(|e| e.entity);
}

/// Makes [`Registered`] true again for entities that came from another world.
#[cold]
pub(crate) fn register_again(world: &mut World) {
    for (entity, registered) in world.query_mut::<(Entity, &mut Registered)>() {
        registered.entity = entity;
    }
}
