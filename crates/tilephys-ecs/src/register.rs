//! Entities that the engine has not met yet, and those that lack something.

use crate::components::{Collider, Position, Registered, Velocity};
use crate::events::Event;
use crate::mover::Mover;
use crate::triggers::Trigger;
use hecs::{Archetype, Component, Entity, EntityBuilder, Or, Satisfies, World};
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

/// Is it a body that the engine is yet to meet? Movers are none, and those that the engine has met are not registered as such.
fn is_new(archetype: &Archetype) -> bool {
    is_complete(archetype) && !is_registered(archetype) && !archetype.has::<Mover>()
}

/// Does it have something that only a body needs, but not all?
fn is_incomplete(archetype: &Archetype) -> bool {
    let body = archetype.has::<Velocity>() || archetype.has::<Collider>() || archetype.has::<BodyId>();
    body && !is_complete(archetype) && !archetype.has::<Mover>() && !archetype.has::<Trigger>()
}

/// Who is registered, and with what number.
#[derive(Debug, Default)]
pub(crate) struct Register {
    /// How many entities were registered so far.
    count: u32,
    /// Kept for its memory.
    newcomers: Vec<Entity>,
    /// Those that were registered lately under an id of the game's choice, and their numbers. Whatever bore that id before, it
    /// was another body.
    strangers: Vec<(Entity, u32)>,
}

impl Register {
    pub(crate) fn number(&mut self, entity: Entity) -> Registered {
        self.count = self.count.wrapping_add(1);
        Registered { entity, number: self.count }
    }

    /// Gives entities that became bodies their id and state. Ids are given in the order of entities, whatever their components.
    pub(crate) fn admit(&mut self, world: &mut World, core: &mut Core) {
        if !world.archetypes().any(|a| !a.is_empty() && is_new(a)) {
            // A crowd that came at once should not be listed for ever.
            self.newcomers.shrink_to(world.len() as usize / 8);
            return;
        }
        let mut newcomers = std::mem::take(&mut self.newcomers);
        type Known = Satisfies<(&'static Registered, &'static BodyId, &'static BodyState)>;
        let bodies = world.query::<(Entity, Known)>().with::<(&Position, &Velocity, &Collider)>();
        let mut bodies = bodies.without::<&Mover>();
        newcomers.extend(bodies.iter().filter(|(_, known)| !known).map(|(entity, _)| entity));
        drop(bodies);
        newcomers.sort_unstable();
        let id_of = |world: &World, entity| world.get::<&BodyId>(entity).map(|id| *id).ok();
        // First the ids that the game gave, so that none of them is given anew.
        newcomers.iter().filter_map(|entity| id_of(world, *entity)).for_each(|id| core.reserve_id(id));
        for entity in newcomers.drain(..) {
            let state = world.get::<&BodyState>(entity).map(|s| *s).unwrap_or_default();
            let own_id = id_of(world, entity);
            let known = world.get::<&Registered>(entity).map(|r| *r).ok();
            let registered = known.filter(|r| r.entity == entity).unwrap_or_else(|| {
                let registered = self.number(entity);
                self.strangers.extend(own_id.map(|_| (entity, registered.number)));
                registered
            });
            let id = own_id.unwrap_or_else(|| core.new_id());
            world.insert(entity, (registered, id, state)).expect("the query found it");
        }
        self.newcomers = newcomers;
    }

    /// Spawns an entity with what is in `builder`, that the engine has met: it never has to move to another archetype for it.
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
        if !builder.has::<BodyState>() {
            builder.add(BodyState::default());
        }
        builder.add(registered);
        world.spawn_at(registered.entity, builder.build());
        registered.entity
    }

    /// Makes [`Registered`] true again for entities that were taken out of a world.
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

    /// Those that came to their ids from elsewhere may keep what there is to remember: a snapshot says what.
    pub(crate) fn forget_strangers(&mut self) {
        self.strangers.clear();
    }

    /// What a body remembers goes by its id: those that came to theirs from elsewhere are to remember nothing. Needs all places to
    /// be known.
    pub(crate) fn clear_memories(&mut self, world: &World, core: &mut Core, entities: &[Entity]) {
        for (entity, number) in self.strangers.drain(..) {
            let is_same = world.get::<&Registered>(entity).is_ok_and(|r| r.number == number);
            let Some(id) = world.get::<&BodyId>(entity).map(|id| *id).ok().filter(|_| is_same) else {
                continue;
            };
            // It may lack a component still, and another have its id.
            let is_its = core.place_of(id).is_some_and(|place| entities[place] == entity);
            if is_its {
                core.forget(id);
            }
        }
    }
}

/// Does an entity have something that only a body needs?
type AnyOf = Or<&'static Velocity, Or<&'static Collider, &'static BodyId>>;

/// Lists entities that lack a component, in their order. Their ids stay theirs.
pub(crate) fn find_incomplete(world: &World, core: &mut Core, events: &mut Vec<Event>) {
    events.clear();
    if !world.archetypes().any(|a| !a.is_empty() && is_incomplete(a)) {
        return;
    }
    let mut find = Missing { world, core, events };
    find.list::<Position>(Field::Position);
    find.list::<Velocity>(Field::Velocity);
    find.list::<Collider>(Field::Size);
    // For one entity in the order of fields. A stable sort would take memory.
    let rank = |event: &Event| match event.kind {
        EventKind::Rejected { field: Field::Position, .. } => 0,
        EventKind::Rejected { field: Field::Velocity, .. } => 1,
        _ => 2,
    };
    events.sort_unstable_by_key(|event| (event.entity, rank(event)));
}

/// Lists what lacks one component after another.
struct Missing<'a> {
    world: &'a World,
    core: &'a mut Core,
    events: &'a mut Vec<Event>,
}

impl Missing<'_> {
    /// Lists those that lack `T`. Goes through their archetypes only.
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
