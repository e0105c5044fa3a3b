//! Synchronizes kinematic movers with their components. Movers are few, so each step reads all of them and sends
//! only differences to the engine.

mod restore;

use crate::events::Event;
use crate::mover::{CarriedBy, KnownMover, MoveTo, Mover, MoverPath};
use crate::registered::Registered;
use glam::{IVec2, Vec2};
use hecs::{Archetype, Entity, EntityBuilder, Satisfies, World};
use tilephys_columns::{Collider, Position, PreviousPosition, Velocity, box_fault, is_exact};
use tilephys_core::{
    ControlContext as CoreControls, EventKind, Fault, Field, MoverId, UNITS_PER_PX, World as Core,
    limits::MAX_SETTING,
    platform::{Mover as CoreMover, MoverFault},
};

/// Registry of movers.
#[derive(Debug, Default)]
pub(crate) struct Movers {
    /// Movers in this step, by ascending id.
    list: Vec<Entry>,
    /// Movers in the step before; the engine may still have them.
    before: Vec<Entry>,
    /// Number of movers registered so far.
    count: u32,
}

/// Mover entity, and the state of its components.
#[derive(Clone, Copy, Debug)]
struct Entry {
    id: MoverId,
    number: u32,
    entity: Entity,
    /// Offset of its bounds from its position, in lattice units.
    offset: IVec2,
    /// Mover for the engine, without a parent.
    mover: CoreMover,
    parent: Option<Entity>,
    has_path: bool,
    /// True if the engine has it.
    is_there: bool,
    fault: Option<(Field, Fault)>,
}

/// Engine calls that set a mover's motion, for a world and for the control phase.
pub(crate) trait Drive {
    fn set_velocity(&mut self, id: MoverId, velocity: Vec2);
    fn set_target(&mut self, id: MoverId, target: Option<IVec2>);
}

impl Drive for Core {
    fn set_velocity(&mut self, id: MoverId, velocity: Vec2) {
        self.set_mover_velocity(id, velocity);
    }

    fn set_target(&mut self, id: MoverId, target: Option<IVec2>) {
        self.set_mover_target(id, target);
    }
}

impl Drive for CoreControls<'_> {
    fn set_velocity(&mut self, id: MoverId, velocity: Vec2) {
        self.set_mover_velocity(id, velocity);
    }

    fn set_target(&mut self, id: MoverId, target: Option<IVec2>) {
        self.set_mover_target(id, target);
    }
}

impl Movers {
    /// True if there are no movers in this step.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Reads all components except for motion, which [`drive`](Self::drive) reads. A step also saves previous
    /// positions.
    pub(crate) fn read_components(&mut self, world: &mut World, core: &mut Core, is_step: bool) {
        std::mem::swap(&mut self.list, &mut self.before);
        self.list.clear();
        if world.archetypes().any(|archetype| !archetype.is_empty() && archetype.has::<Mover>()) {
            self.admit(world, core);
            self.gather(world, core, is_step);
            self.settle_copies(world, core);
        }
        // Parents come after the shapes, because by then all movers exist.
        self.remove_gone(core);
        self.update_shapes(core);
        self.set_parents(world, core);
        self.set_paths(world, core);
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
            (Option<&CarriedBy>, Satisfies<&MoverPath>),
        )>();
        for ((entity, id, known, made), (position, velocity, collider, previous), (carried_by, has_path)) in
            all.iter()
        {
            // An id that came with an entity must not be given to a new mover.
            core.reserve_mover_id(*id);
            // Only a step begins a new interval for interpolation. Other updates may come between steps.
            if is_step
                && let Some(previous) = previous
                && let Some(position) = position
            {
                previous.0 = Some(*position);
            }
            let (fault, start) = match position {
                Some(position) => (fault(*position, collider), *position),
                None => (Some((Field::Position, Fault::Missing)), Position::default()),
            };
            let offset = collider.map_or(IVec2::ZERO, |collider| collider.offset);
            let velocity = velocity.map_or(Vec2::ZERO, |velocity| velocity.0);
            // A bad remainder alone stops the mover, but its solid stays where it is.
            let is_there = fault.is_none_or(|(field, _)| field == Field::Rest);
            let mover = CoreMover {
                position: if is_there { start.at.wrapping_add(offset) } else { IVec2::ZERO },
                size: collider.map(|collider| collider.size),
                velocity: if is_mover_speed(velocity) { velocity } else { Vec2::ZERO },
                rest: if fault.is_none() { start.rest } else { Vec2::ZERO },
                ..CoreMover::of_tile(IVec2::ZERO, made.layer, made.tile)
            };
            let id = *id;
            let number = known.number;
            let parent = carried_by.map(|by| by.0);
            self.list.push(Entry { id, number, entity, offset, mover, parent, has_path, is_there, fault });
        }
        self.sort();
    }

    fn sort(&mut self) {
        self.list.sort_unstable_by_key(|entry| (entry.id, entry.number, entry.entity));
    }

    /// Resolves duplicate ids: the mover registered first keeps the id, the others get new ids in order of
    /// registration.
    fn settle_copies(&mut self, world: &World, core: &mut Core) {
        if self.list.windows(2).all(|two| two[0].id != two[1].id) {
            return;
        }
        let copies = (1..self.list.len()).filter(|at| self.list[at - 1].id == self.list[*at].id);
        let mut copies: Vec<usize> = copies.collect();
        // In order of registration, so that new ids do not depend on archetypes.
        copies.sort_unstable_by_key(|at| (self.list[*at].number, self.list[*at].entity));
        for at in copies {
            let id = core.new_mover_id();
            self.list[at].id = id;
            if let Ok(mut own) = world.get::<&mut MoverId>(self.list[at].entity) {
                *own = id;
            }
        }
        self.sort();
    }

    /// Removes movers from the engine that are gone, or whose id another entity has now.
    fn remove_gone(&mut self, core: &mut Core) {
        for old in self.before.iter().filter(|old| old.is_there) {
            let now = find(&self.list, old.id);
            if !now.is_some_and(|now| now.entity == old.entity && now.is_there) {
                core.remove_mover(old.id);
            }
        }
    }

    /// Updates position, shape and tile of the movers in the engine, by ascending id.
    fn update_shapes(&mut self, core: &mut Core) {
        for entry in self.list.iter_mut().filter(|entry| entry.is_there) {
            let id = entry.id;
            let wanted = entry.mover;
            // Parents are set later, when all movers exist.
            let result = match core.mover(id) {
                Some(old) if old == (CoreMover { parent: old.parent, ..wanted }) => continue,
                Some(old) => core.set_mover(id, CoreMover { parent: old.parent, ..wanted }),
                None => core.add_mover_as(id, wanted),
            };
            if let Err(fault) = result {
                core.remove_mover(id);
                entry.is_there = false;
                entry.fault = Some(named(fault));
            }
        }
    }

    /// Sets the parents of movers. A single difference resets all of them, by ascending id, so that the result does
    /// not depend on the order of changes.
    fn set_parents(&mut self, world: &World, core: &mut Core) {
        let mut is_same = true;
        for at in 0..self.list.len() {
            let entry = self.list[at];
            let parent = self.parent_of(world, &entry);
            if entry.is_there && entry.parent.is_some() && parent.is_none() {
                self.list[at].fault.get_or_insert((Field::Parent, Fault::Missing));
            }
            self.list[at].mover.parent = parent;
            is_same &= core.mover(entry.id).is_none_or(|mover| mover.parent == parent);
        }
        if is_same {
            return;
        }
        // Cleared first: an order of changes could close a circle that the final parents do not have.
        for entry in &self.list {
            // Fails only for a mover that is absent, and then there is nothing to change.
            let _: Result<(), MoverFault> = core.set_mover_parent(entry.id, None);
        }
        for entry in self.list.iter_mut().filter(|entry| entry.is_there) {
            if let Err(fault) = core.set_mover_parent(entry.id, entry.mover.parent) {
                entry.fault.get_or_insert(named(fault));
            }
        }
    }

    /// Id of the mover's parent in the engine.
    fn parent_of(&self, world: &World, entry: &Entry) -> Option<MoverId> {
        let parent = entry.parent.filter(|_| entry.is_there)?;
        let id = *world.get::<&MoverId>(parent).ok()?;
        find(&self.list, id).filter(|found| found.entity == parent && found.is_there).map(|found| found.id)
    }

    /// Sets the paths that differ from the engine's.
    fn set_paths(&self, world: &World, core: &mut Core) {
        for entry in self.list.iter().filter(|entry| entry.is_there) {
            let path = world.get::<&MoverPath>(entry.entity).ok().filter(|_| entry.has_path);
            let Some(path) = path else {
                if core.mover_path(entry.id).is_some() {
                    core.set_mover_path(entry.id, None, 0);
                }
                continue;
            };
            // Compared first: a path may have many waypoints, and each copy allocates.
            if core.mover_path(entry.id) != Some((&path.path, path.tick)) {
                core.set_mover_path(entry.id, Some(path.path.clone()), path.tick);
            }
            core.set_mover_path_offset(entry.id, path.offset.wrapping_add(entry.offset));
        }
    }

    /// Sets the motion of movers in a step of `dt` seconds, after the control phase.
    pub(crate) fn drive(&mut self, world: &World, engine: &mut impl Drive, dt: f32) {
        for entry in self.list.iter_mut().filter(|entry| entry.is_there) {
            let velocity = world.get::<&Velocity>(entry.entity).map_or(Vec2::ZERO, |velocity| velocity.0);
            let target = world.get::<&MoveTo>(entry.entity).ok().and_then(|to| to.0);
            if entry.fault.is_none() {
                entry.fault = velocity_fault(velocity, dt).or_else(|| target_fault(target?, entry.offset));
            }
            let (velocity, target) = match entry.fault {
                None => (velocity, target.map(|to| to.at.wrapping_add(entry.offset))),
                // A faulty mover is held where it is by a target at its position.
                Some(_) => (Vec2::ZERO, Some(entry.mover.position)),
            };
            engine.set_velocity(entry.id, velocity);
            engine.set_target(entry.id, target);
        }
    }

    /// Writes the results of a step to the components.
    pub(crate) fn copy_out(&self, world: &mut World, core: &mut Core) {
        for entry in self.list.iter().filter(|entry| entry.is_there) {
            type Parts<'a> = (&'a mut Position, Option<&'a mut MoverPath>, Option<&'a mut MoveTo>);
            let Ok((position, path, to)) = world.query_one_mut::<Parts>(entry.entity) else { continue };
            let Some(mover) = core.mover(entry.id) else { continue };
            match mover.position.checked_sub(entry.offset).filter(|at| is_exact(*at)) {
                Some(at) => position.at = at,
                // At the border of the world an offset can put the box inside and the entity outside.
                None => _ = core.place_mover(entry.id, entry.mover.position),
            }
            // A faulty mover keeps the numbers that the game gave it, so that they can be found.
            if entry.fault.is_some() {
                continue;
            }
            position.rest = mover.rest;
            if let (Some(path), Some((_, tick))) = (path, core.mover_path(entry.id)) {
                let offset = core.mover_path_offset(entry.id).unwrap_or_default();
                path.tick = tick;
                path.offset = offset.wrapping_sub(entry.offset);
            }
            if let (Some(to), None) = (to, core.mover_target(entry.id)) {
                to.0 = None;
            }
        }
    }

    /// Entity with an id.
    pub(crate) fn entity(&self, id: MoverId) -> Option<Entity> {
        find(&self.list, id).map(|entry| entry.entity)
    }

    /// Events for unsound movers, by id.
    pub(crate) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.list.iter().filter_map(|entry| {
            let (field, fault) = entry.fault?;
            Some(Event { entity: entry.entity, body: None, kind: EventKind::Rejected { field, fault } })
        })
    }
}

fn find(list: &[Entry], id: MoverId) -> Option<&Entry> {
    list.binary_search_by_key(&id, |entry| entry.id).ok().map(|index| &list[index])
}

/// Unsound field of a mover's position or box, and its fault.
fn fault(position: Position, collider: Option<&Collider>) -> Option<(Field, Fault)> {
    // The engine checks the shape of a tile.
    let point = Collider { offset: IVec2::ZERO, size: IVec2::ONE };
    box_fault(position, collider.unwrap_or(&point))
}

/// True if the engine accepts a mover with this velocity, in px/s.
fn is_mover_speed(velocity: Vec2) -> bool {
    velocity.abs().cmple(Vec2::splat(MAX_SETTING)).all()
}

/// Fault of a mover's velocity, in a step of `dt` seconds.
fn velocity_fault(velocity: Vec2, dt: f32) -> Option<(Field, Fault)> {
    if !velocity.is_finite() {
        return Some((Field::Velocity, Fault::NotFinite));
    }
    let is_step = dt.is_finite() && dt >= 0.0;
    let has_a_way = (velocity * dt * UNITS_PER_PX as f32).is_finite();
    (!is_mover_speed(velocity) || is_step && !has_a_way).then_some((Field::Velocity, Fault::OutOfRange))
}

/// Fault of a mover's target position.
fn target_fault(target: Position, offset: IVec2) -> Option<(Field, Fault)> {
    let box_at = Collider { offset, size: IVec2::ONE };
    box_fault(Position { rest: Vec2::ZERO, ..target }, &box_at)
}

/// Field and fault of a mover, from an error of the engine.
fn named(fault: MoverFault) -> (Field, Fault) {
    match fault {
        MoverFault::Size => (Field::Size, Fault::OutOfRange),
        MoverFault::Position => (Field::Position, Fault::OutOfRange),
        MoverFault::MissingParent(_) => (Field::Parent, Fault::Missing),
        MoverFault::OwnParent(_) | MoverFault::ParentCycle { .. } => (Field::Parent, Fault::OutOfRange),
        // Velocities and ids were checked before.
        _ => (Field::Tile, Fault::OutOfRange),
    }
}
