//! Movers as entities: registers them, and reads and writes their components.

mod restore;

use crate::events::Event;
use crate::mover::{CarriedBy, KnownMover, Mover};
use crate::registered::Registered;
use hecs::{Archetype, Entity, EntityBuilder, Satisfies, World};
use tilephys_columns::{
    Collider, DriveMovers, MoveTo, MoverPath, MoverRow, Position, PreviousPosition, Velocity,
};
use tilephys_core::{EventKind, MoverId, World as Core};

/// Registry of movers.
#[derive(Debug, Default)]
pub(crate) struct Movers {
    pub(crate) table: tilephys_columns::Movers<Entity>,
    /// Number of movers registered so far.
    count: u32,
}

impl Movers {
    /// True if there are no movers in this step.
    pub(crate) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Reads all components except for motion, which [`drive`](Self::drive) reads. A step also saves previous
    /// positions.
    pub(crate) fn read_components(&mut self, world: &mut World, core: &mut Core, is_step: bool) {
        self.table.begin();
        if world.archetypes().any(|archetype| !archetype.is_empty() && archetype.has::<Mover>()) {
            self.admit(world, core);
            self.gather(world, core, is_step);
            self.table.settle_copies(core, |entity, id| {
                if let Ok(mut own) = world.get::<&mut MoverId>(entity) {
                    *own = id;
                }
            });
        }
        self.table.apply(core, |parent| world.get::<&MoverId>(parent).map(|id| *id).ok());
        for entry in self.table.present() {
            entry.set_path(core, world.get::<&MoverPath>(entry.entity).ok().as_deref());
        }
    }

    /// Spawns a registered entity from `builder`.
    pub(crate) fn spawn(
        &mut self,
        world: &mut World,
        core: &mut Core,
        builder: &mut EntityBuilder,
    ) -> Entity {
        if !builder.has::<MoverId>() {
            builder.add(core.new_mover_id());
        }
        builder.add(self.next_number());
        world.spawn(builder.build())
    }

    fn next_number(&mut self) -> KnownMover {
        self.count = self.count.wrapping_add(1);
        KnownMover { number: self.count }
    }

    /// Assigns ids to new movers, in the order of entities. They stop being bodies.
    fn admit(&mut self, world: &mut World, core: &mut Core) {
        let is_new = |archetype: &Archetype| {
            let is_known = archetype.has::<MoverId>() && archetype.has::<KnownMover>();
            archetype.has::<Mover>() && (!is_known || archetype.has::<Registered>())
        };
        if !world.archetypes().any(|archetype| !archetype.is_empty() && is_new(archetype)) {
            return;
        }
        // Ids that came with entities are reserved before new ones are given.
        for id in world.query::<&MoverId>().with::<&Mover>().iter() {
            core.reserve_mover_id(*id);
        }
        type Known = Satisfies<(&'static MoverId, &'static KnownMover)>;
        let mut query = world.query::<(Entity, Known, Satisfies<&Registered>)>().with::<&Mover>();
        let newcomers = query.iter().filter(|(_, is_known, is_body)| !is_known || *is_body);
        let mut newcomers: Vec<Entity> = newcomers.map(|(entity, ..)| entity).collect();
        drop(query);
        // In the order of entities, which does not depend on archetypes.
        newcomers.sort_unstable();
        for entity in newcomers {
            // The entity may have been a body, or registered and then stripped of its id.
            let _: Result<_, _> = world.remove_one::<Registered>(entity);
            let own_id = world.get::<&MoverId>(entity).map(|id| *id).ok();
            let known = world.get::<&KnownMover>(entity).map(|known| *known).ok();
            let known = known.unwrap_or_else(|| self.next_number());
            let id = own_id.unwrap_or_else(|| core.new_mover_id());
            world.insert(entity, (id, known)).expect("the query found it");
        }
    }

    /// Lists all movers with the state of their components.
    fn gather(&mut self, world: &World, core: &mut Core, is_step: bool) {
        let mut all = world.query::<(
            (Entity, &MoverId, &KnownMover, &Mover),
            (Option<&Position>, Option<&Velocity>, Option<&Collider>, Option<&mut PreviousPosition>),
            Option<&CarriedBy>,
        )>();
        for ((entity, id, known, made), (position, velocity, collider, previous), carried_by) in all.iter() {
            // Only a step begins a new interval for interpolation. Other updates may come between steps.
            if is_step
                && let Some(previous) = previous
                && let Some(position) = position
            {
                previous.0 = Some(*position);
            }
            let row = MoverRow {
                id: *id,
                number: known.number,
                entity,
                position: position.copied(),
                velocity: velocity.copied(),
                collider: collider.copied(),
                layer: made.layer,
                tile: made.tile,
                parent: carried_by.map(|by| by.0),
            };
            self.table.add(core, row);
        }
    }

    /// Sets the motion of movers in a step of `dt` seconds, after the control phase.
    pub(crate) fn drive(&mut self, world: &World, engine: &mut impl DriveMovers, dt: f32) {
        for entry in self.table.present_mut() {
            let velocity = world.get::<&Velocity>(entry.entity).map(|velocity| *velocity).ok();
            entry.drive(engine, dt, velocity, world.get::<&MoveTo>(entry.entity).ok().as_deref());
        }
    }

    /// Writes the results of a step to the components.
    pub(crate) fn copy_out(&self, world: &mut World, core: &mut Core) {
        for entry in self.table.present() {
            type Parts<'a> = (&'a mut Position, Option<&'a mut MoverPath>, Option<&'a mut MoveTo>);
            if let Ok((position, path, to)) = world.query_one_mut::<Parts>(entry.entity) {
                entry.copy_out(core, position, path, to);
            }
        }
    }

    /// Entity with an id.
    pub(crate) fn entity(&self, id: MoverId) -> Option<Entity> {
        self.table.entity(id)
    }

    /// Events for unsound movers, by id.
    pub(crate) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.table.faults().map(|(entity, field, fault)| {
            let kind = EventKind::Rejected { field, fault };
            Event { entity, body: None, kind }
        })
    }
}
