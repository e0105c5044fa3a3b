//! Entities that the engine has not met yet, and those that lack something.

use crate::components::{Collider, Position, Registered, Velocity};
use crate::events::Event;
use hecs::{Archetype, DynamicBundle, Entity, EntityBuilder, Satisfies, World};
use tilephys_core::{BodyId, BodyState, EventKind, Fault, Field, World as Core};

/// Is it a body, as far as the game's part goes?
fn is_complete(archetype: &Archetype) -> bool {
    archetype.has::<Position>() && archetype.has::<Velocity>() && archetype.has::<Collider>()
}

/// Is it a body that the engine has met?
fn is_registered(archetype: &Archetype) -> bool {
    let ours = archetype.has::<Registered>() && archetype.has::<BodyId>() && archetype.has::<BodyState>();
    ours && is_complete(archetype)
}

/// The archetypes of the bodies that the engine has met. Their rows, in this order, have the places from the first on: whatever
/// copies between both walks them by this.
pub(crate) fn bodies(world: &World) -> impl Iterator<Item = &Archetype> {
    world.archetypes().filter(|archetype| is_registered(archetype))
}

/// Does it have something that only a body needs, but not all?
fn is_incomplete(archetype: &Archetype) -> bool {
    let body = archetype.has::<Velocity>() || archetype.has::<Collider>() || archetype.has::<BodyId>();
    body && !is_complete(archetype)
}

/// Gives entities that became bodies their id and state. Ids are given in the order of entities, whatever their
/// components. `count` are the entities registered so far.
pub(crate) fn register(world: &mut World, core: &mut Core, count: &mut u32, newcomers: &mut Vec<Entity>) {
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
        let known = world.get::<&Registered>(entity).map(|r| *r).ok();
        let registered = known.filter(|r| r.entity == entity).unwrap_or_else(|| number(entity, count));
        world.insert(entity, (registered, id, state)).expect("the query found it");
    }
    // A crowd that comes at once should not be listed for ever.
    newcomers.clear();
    newcomers.shrink_to(world.len() as usize / 8);
}

/// Spawns an entity that the engine has met: it never has to move to another archetype for it.
pub(crate) fn spawn(
    world: &mut World,
    core: &mut Core,
    count: &mut u32,
    builder: &mut EntityBuilder,
    components: impl DynamicBundle,
) -> Entity {
    let entity = world.reserve_entity();
    builder.add_bundle(components);
    match builder.get::<&BodyId>() {
        Some(id) => core.reserve_id(*id),
        None => {
            builder.add(core.new_id());
        }
    }
    if !builder.has::<BodyState>() {
        builder.add(BodyState::default());
    }
    builder.add(number(entity, count));
    world.spawn_at(entity, builder.build());
    entity
}

fn number(entity: Entity, count: &mut u32) -> Registered {
    *count = count.wrapping_add(1);
    Registered { entity, number: *count }
}

/// Lists entities that lack a component, in their order. Their ids stay theirs.
pub(crate) fn find_incomplete(world: &World, core: &mut Core, events: &mut Vec<Event>) {
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
        id.into_iter().for_each(|id| core.reserve_id(*id));
        let parts = [(position, Field::Position), (velocity, Field::Velocity), (collider, Field::Size)];
        for (_, field) in parts.into_iter().filter(|(there, _)| !there) {
            let kind = EventKind::Rejected { field, fault: Fault::Missing };
            events.push(Event { entity, body: id.copied(), kind });
        }
    }
    events.sort_by_key(|e| e.entity);
}

/// Makes [`Registered`] true again for entities that were taken out of a world.
#[cold]
pub(crate) fn register_again(world: &mut World, count: &mut u32) {
    let mut all = world.query_mut::<(Entity, &mut Registered)>().into_iter().collect::<Vec<_>>();
    all.retain(|(entity, registered)| registered.entity != *entity);
    all.sort_unstable_by_key(|(entity, _)| *entity);
    for (entity, registered) in all {
        *registered = number(entity, count);
    }
}
