//! Registration of new entities, and detection of incomplete ones.

use crate::archetypes::{is_complete, is_registered};
use crate::character_parts::{Parts, add_parts, lacks_parts};
use crate::events::Event;
use crate::mover::Mover;
use crate::registered::Registered;
use hecs::{Archetype, Component, Entity, EntityBuilder, Or, Satisfies, World};
use tilephys_columns::{Collider, Position, Trigger, Velocity};
use tilephys_core::{BodyId, BodyState, EventKind, Fault, Field, World as Core};
use tilephys_feel::Feel;

/// True if the archetype has bodies to register: complete, no movers, and without a component that the engine adds.
fn is_new(archetype: &Archetype) -> bool {
    let is_registered = is_registered(archetype) && !lacks_parts(archetype);
    is_complete(archetype) && !is_registered && !archetype.has::<Mover>()
}

/// True if the archetype has some but not all components that only a body needs.
fn is_incomplete(archetype: &Archetype) -> bool {
    let body = archetype.has::<Velocity>() || archetype.has::<Collider>() || archetype.has::<BodyId>();
    (body || archetype.has::<Feel>())
        && !is_complete(archetype)
        && !archetype.has::<Mover>()
        && !archetype.has::<Trigger>()
}

/// Registered entities and their numbers.
#[derive(Debug, Default)]
pub(crate) struct BodyRegistry {
    /// Number of entities registered so far.
    count: u32,
    /// Buffer, kept to reuse its memory.
    newcomers: Vec<Entity>,
    /// Entities registered lately under ids chosen by the game, and their numbers. Any state stored under such an
    /// id belongs to another body.
    strangers: Vec<(Entity, u32)>,
}

impl BodyRegistry {
    pub(crate) fn number(&mut self, entity: Entity) -> Registered {
        self.count = self.count.wrapping_add(1);
        Registered { entity, number: self.count }
    }

    /// Assigns ids and states to new bodies. Ids follow the order of entities, whatever their components.
    pub(crate) fn admit(&mut self, world: &mut World, core: &mut Core) {
        if !world.archetypes().any(|a| !a.is_empty() && is_new(a)) {
            // Memory for a burst of new entities is released.
            self.newcomers.shrink_to(world.len() as usize / 8);
            return;
        }
        let mut newcomers = std::mem::take(&mut self.newcomers);
        type Known = Satisfies<(&'static Registered, &'static BodyId, &'static BodyState)>;
        type Character = (Satisfies<&'static Feel>, Parts);
        let bodies = world.query::<(Entity, Known, Character)>().with::<(&Position, &Velocity, &Collider)>();
        let mut bodies = bodies.without::<&Mover>();
        let new = bodies.iter().filter(|(_, known, (is_character, parts))| !known || *is_character && !parts);
        newcomers.extend(new.map(|(entity, ..)| entity));
        drop(bodies);
        newcomers.sort_unstable();
        let id_of = |world: &World, entity| world.get::<&BodyId>(entity).map(|id| *id).ok();
        // Ids chosen by the game first, so that none of them is assigned again.
        newcomers.iter().filter_map(|entity| id_of(world, *entity)).for_each(|id| core.reserve_id(id));
        for entity in newcomers.drain(..) {
            let own_id = id_of(world, entity);
            let own_state = world.get::<&BodyState>(entity).map(|s| *s).ok();
            let known = world.get::<&Registered>(entity).map(|r| *r).ok().filter(|r| r.entity == entity);
            // A body that only lost the component is where it was.
            let state =
                own_state.unwrap_or_else(|| known.map_or_else(BodyState::default, |_| BodyState::NONE));
            let registered = known.unwrap_or_else(|| {
                let registered = self.number(entity);
                self.strangers.extend(own_id.map(|_| (entity, registered.number)));
                registered
            });
            let id = own_id.unwrap_or_else(|| core.new_id());
            let mut builder = EntityBuilder::new();
            builder.add_bundle((registered, id, state));
            if world.satisfies::<&Feel>(entity) {
                add_parts(world, Some(entity), &mut builder);
            }
            world.insert(entity, builder.build()).expect("the query found it");
        }
        self.newcomers = newcomers;
    }

    /// Spawns a registered entity from `builder`, which never has to move to another archetype for its
    /// registration.
    pub(crate) fn spawn(
        &mut self,
        world: &mut World,
        core: &mut Core,
        builder: &mut EntityBuilder,
    ) -> Entity {
        let registered = self.number(world.reserve_entity());
        match builder.get::<&BodyId>() {
            Some(id) => {
                core.reserve_id(*id);
                self.strangers.push((registered.entity, registered.number));
            }
            None => {
                builder.add(core.new_id());
            }
        }
        // All parts are added before the spawn: a later insert would move the entity.
        if !builder.has::<BodyState>() {
            builder.add(BodyState::default());
        }
        if builder.has::<Feel>() {
            add_parts(world, None, builder);
        }
        builder.add(registered);
        world.spawn_at(registered.entity, builder.build());
        registered.entity
    }

    /// Corrects [`Registered`] on entities that were copied from another world.
    #[cold]
    pub(crate) fn register_again(&mut self, world: &mut World) {
        let mut all = world.query_mut::<(Entity, &mut Registered)>().into_iter().collect::<Vec<_>>();
        all.retain(|(entity, registered)| registered.entity != *entity);
        all.sort_unstable_by_key(|(entity, _)| *entity);
        for (entity, registered) in all {
            *registered = self.number(entity);
            self.strangers.push((entity, registered.number));
        }
    }

    /// Keeps the state stored under the ids of lately registered entities; used after a snapshot has restored it.
    pub(crate) fn forget_strangers(&mut self) {
        self.strangers.clear();
    }

    /// Clears the state stored under ids that were reassigned. Needs the body indices of all entities.
    pub(crate) fn clear_memories(&mut self, world: &World, core: &mut Core, entities: &[Entity]) {
        for (entity, number) in self.strangers.drain(..) {
            let is_same = world.get::<&Registered>(entity).is_ok_and(|r| r.number == number);
            let Some(id) = world.get::<&BodyId>(entity).map(|id| *id).ok().filter(|_| is_same) else {
                continue;
            };
            // The entity may lack a component still, and another entity have its id.
            let is_its = core.index_of(id).is_some_and(|index| entities[index] == entity);
            if is_its {
                core.forget(id);
            }
        }
    }
}

/// Query for entities with a component that only a body needs.
type AnyOf = Or<Or<&'static Velocity, &'static Feel>, Or<&'static Collider, &'static BodyId>>;

/// Lists entities that lack a component, in their order. Their ids stay reserved.
pub(crate) fn find_incomplete(world: &World, core: &mut Core, events: &mut Vec<Event>) {
    events.clear();
    if !world.archetypes().any(|a| !a.is_empty() && is_incomplete(a)) {
        return;
    }
    let mut find = Missing { world, core, events };
    find.list::<Position>(Field::Position);
    find.list::<Velocity>(Field::Velocity);
    find.list::<Collider>(Field::Size);
    // By field for each entity. A stable sort would allocate.
    let rank = |event: &Event| match event.kind {
        EventKind::Rejected { field: Field::Position, .. } => 0,
        EventKind::Rejected { field: Field::Velocity, .. } => 1,
        _ => 2,
    };
    events.sort_unstable_by_key(|event| (event.entity, rank(event)));
}

/// Collector of entities that lack a component.
struct Missing<'a> {
    world: &'a World,
    core: &'a mut Core,
    events: &'a mut Vec<Event>,
}

impl Missing<'_> {
    /// Lists entities without `T`. Visits only their archetypes.
    fn list<T: Component>(&mut self, field: Field) {
        let lacking = self.world.query::<(Entity, Option<&BodyId>)>().with::<AnyOf>().without::<&T>();
        let mut lacking = lacking.without::<Or<&Mover, &Trigger>>();
        for (entity, id) in lacking.iter() {
            id.into_iter().for_each(|id| self.core.reserve_id(*id));
            let kind = EventKind::Rejected { field, fault: Fault::Missing };
            self.events.push(Event { entity, body: id.copied(), kind });
        }
    }
}
