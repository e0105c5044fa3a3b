//! Movers of a driver: kinematic solids as rows, of which each step sends only the differences to the engine.

use crate::components::{Collider, Position, Velocity, is_exact};
use crate::load::box_fault;
use glam::{I64Vec2, IVec2, Vec2};
use tilephys_core::{
    ControlContext, Fault, Field, LayerId, MoverId, TileId, UNITS_PER_PX, World,
    limits::MAX_SETTING,
    platform::{Mover, MoverFault, Path},
};

/// Path that a mover follows, one tick a step; a blocked mover waits.
///
/// A body that is no mover follows it too, as a bat or a fish does. Each step sets its velocity, so gravity has no effect on
/// it. Solids stop it. A body off its path first returns to where it left it, at the greatest mean speed of a leg. Riders do not start
/// its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoverPath {
    /// Path whose points are positions of the entity.
    pub path: Path,
    /// Position on the path, in ticks. Each step writes it.
    pub tick: u64,
    /// Offset of the path, from following a carrier, in lattice units. Each step writes it.
    pub offset: IVec2,
}

impl MoverPath {
    /// Starts a path at its first point.
    #[must_use]
    pub fn new(path: Path) -> Self {
        MoverPath { path, tick: 0, offset: IVec2::ZERO }
    }

    /// Velocity with which a body at this position follows the path in a step of `dt` seconds, in px/s. Goes on by a tick if the body
    /// is on the path. Zero for a `dt` that is not above zero.
    pub fn follow(&mut self, position: IVec2, dt: f32) -> Vec2 {
        if dt <= 0.0 {
            return Vec2::ZERO;
        }
        let point = |tick: u64| self.path.at(tick).as_i64vec2() + self.offset.as_i64vec2();
        let position = position.as_i64vec2();
        let way_back = point(self.tick) - position;
        // A unit of rounding is no departure.
        if way_back.abs().max_element() <= 1 {
            let next = self.tick.saturating_add(1);
            let way = point(next) - position;
            self.tick = next;
            return px(way) / dt;
        }
        let way = px(way_back);
        let longest = self.longest_step();
        let length = way.length();
        if length > longest { way * (longest / length) / dt } else { way / dt }
    }

    /// Greatest mean distance of a leg in a tick, in px.
    fn longest_step(&self) -> f32 {
        let points = self.path.waypoints();
        let legs = points.iter().zip(points.iter().cycle().skip(1)).filter(|(from, _)| from.ticks > 0);
        legs.fold(0.0, |longest, (from, to)| {
            let step = px(to.at.as_i64vec2() - from.at.as_i64vec2()).length() / from.ticks as f32;
            if step > longest { step } else { longest }
        })
    }
}

/// Target position of a mover for the next step; overrides its velocity and path. The mover carries and pushes on its
/// way. Each step clears the target, also if the mover was blocked. The target's remainder is ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTo(pub Option<Position>);

/// Converts a distance in lattice units to pixels.
fn px(units: I64Vec2) -> Vec2 {
    units.as_vec2() / UNITS_PER_PX as f32
}

/// Components of a mover, as a driver reads them in a step.
#[derive(Clone, Copy, Debug)]
pub struct MoverRow<E> {
    /// Id of the mover.
    pub id: MoverId,
    /// Number in order of registration. Of two movers with the same id, the lower number keeps the id.
    pub number: u32,
    /// Entity of the driver.
    pub entity: E,
    /// Position; a mover without one is absent from the step, and reported.
    pub position: Option<Position>,
    /// Velocity; without one the mover stands.
    pub velocity: Option<Velocity>,
    /// Box; without one the mover has the shape of its tile.
    pub collider: Option<Collider>,
    /// Layer that hits on the mover report.
    pub layer: LayerId,
    /// Tile that gives category and material.
    pub tile: TileId,
    /// Entity of the mover that takes it along.
    pub parent: Option<E>,
}

/// Mover in a step.
#[derive(Clone, Copy, Debug)]
pub struct MoverEntry<E> {
    /// Id of the mover.
    pub id: MoverId,
    number: u32,
    /// Entity of the driver.
    pub entity: E,
    /// Offset of its bounds from its position, in lattice units.
    offset: IVec2,
    /// Mover for the engine, without a parent.
    mover: Mover,
    parent: Option<E>,
    /// True if the engine has it.
    is_there: bool,
    /// Unsound field, and its fault.
    pub fault: Option<(Field, Fault)>,
}

/// Movers of a driver.
///
/// Each step calls [`begin`](Self::begin), [`add`](Self::add) for each mover, [`settle_copies`](Self::settle_copies) and
/// [`apply`](Self::apply), then [`MoverEntry::set_path`] for each. In the control phase it calls [`MoverEntry::drive`], and after the
/// step [`MoverEntry::copy_out`].
#[derive(Clone, Debug)]
pub struct Movers<E> {
    /// Movers in this step, by ascending id.
    list: Vec<MoverEntry<E>>,
    /// Movers in the step before; the engine may still have them.
    before: Vec<MoverEntry<E>>,
}

impl<E> Default for Movers<E> {
    fn default() -> Self {
        Movers { list: Vec::new(), before: Vec::new() }
    }
}

/// Engine calls that set a mover's motion, for a world and for the control phase.
pub trait DriveMovers {
    /// Sets the velocity of a mover, in px/s.
    fn set_velocity(&mut self, id: MoverId, velocity: Vec2);
    /// Sets or clears the target of a mover, in lattice units.
    fn set_target(&mut self, id: MoverId, target: Option<IVec2>);
}

impl DriveMovers for World {
    fn set_velocity(&mut self, id: MoverId, velocity: Vec2) {
        self.set_mover_velocity(id, velocity);
    }

    fn set_target(&mut self, id: MoverId, target: Option<IVec2>) {
        self.set_mover_target(id, target);
    }
}

impl DriveMovers for ControlContext<'_> {
    fn set_velocity(&mut self, id: MoverId, velocity: Vec2) {
        self.set_mover_velocity(id, velocity);
    }

    fn set_target(&mut self, id: MoverId, target: Option<IVec2>) {
        self.set_mover_target(id, target);
    }
}

impl<E: Copy + Ord> Movers<E> {
    /// True if there are no movers in this step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Begins a step without movers.
    pub fn begin(&mut self) {
        std::mem::swap(&mut self.list, &mut self.before);
        self.list.clear();
    }

    /// Adds a mover to the step. Its id must not be given to a new mover.
    pub fn add(&mut self, world: &mut World, row: MoverRow<E>) {
        let MoverRow { id, number, entity, position, velocity, collider, layer, tile, parent } = row;
        world.reserve_mover_id(id);
        let (fault, start) = match position {
            Some(position) => (fault(position, collider.as_ref()), position),
            None => (Some((Field::Position, Fault::Missing)), Position::default()),
        };
        let offset = collider.map_or(IVec2::ZERO, |collider| collider.offset);
        let velocity = velocity.map_or(Vec2::ZERO, |velocity| velocity.0);
        // A bad remainder alone stops the mover, but its solid stays where it is.
        let is_there = fault.is_none_or(|(field, _)| field == Field::Rest);
        let mover = Mover {
            position: if is_there { start.at.wrapping_add(offset) } else { IVec2::ZERO },
            size: collider.map(|collider| collider.size),
            velocity: if is_mover_speed(velocity) { velocity } else { Vec2::ZERO },
            rest: if fault.is_none() { start.rest } else { Vec2::ZERO },
            ..Mover::of_tile(IVec2::ZERO, layer, tile)
        };
        self.list.push(MoverEntry { id, number, entity, offset, mover, parent, is_there, fault });
    }

    fn sort(&mut self) {
        self.list.sort_unstable_by_key(|entry| (entry.id, entry.number, entry.entity));
    }

    /// Resolves duplicate ids: the mover registered first keeps the id, the others get new ids in order of
    /// registration, which `set_id` writes to their entities.
    pub fn settle_copies(&mut self, world: &mut World, mut set_id: impl FnMut(E, MoverId)) {
        self.sort();
        if self.list.windows(2).all(|two| two[0].id != two[1].id) {
            return;
        }
        let copies = (1..self.list.len()).filter(|at| self.list[at - 1].id == self.list[*at].id);
        let mut copies: Vec<usize> = copies.collect();
        // In order of registration, so that new ids do not depend on tables.
        copies.sort_unstable_by_key(|at| (self.list[*at].number, self.list[*at].entity));
        for at in copies {
            let id = world.new_mover_id();
            self.list[at].id = id;
            set_id(self.list[at].entity, id);
        }
        self.sort();
    }

    /// Gives the engine the movers of this step. `id_of` gives the id of a parent's entity.
    pub fn apply(&mut self, world: &mut World, id_of: impl Fn(E) -> Option<MoverId>) {
        // Parents come after the shapes, because by then all movers exist.
        self.remove_gone(world);
        self.update_shapes(world);
        self.set_parents(world, id_of);
    }

    /// Removes movers from the engine that are gone, or whose id another entity has now.
    fn remove_gone(&mut self, world: &mut World) {
        for old in self.before.iter().filter(|old| old.is_there) {
            let now = find(&self.list, old.id);
            if !now.is_some_and(|now| now.entity == old.entity && now.is_there) {
                world.remove_mover(old.id);
            }
        }
    }

    /// Updates position, shape and tile of the movers in the engine, by ascending id.
    fn update_shapes(&mut self, world: &mut World) {
        for entry in self.list.iter_mut().filter(|entry| entry.is_there) {
            let id = entry.id;
            let wanted = entry.mover;
            // Parents are set later, when all movers exist.
            let result = match world.mover(id) {
                Some(old) if old == (Mover { parent: old.parent, ..wanted }) => continue,
                Some(old) => world.set_mover(id, Mover { parent: old.parent, ..wanted }),
                None => world.add_mover_as(id, wanted),
            };
            if let Err(fault) = result {
                world.remove_mover(id);
                entry.is_there = false;
                entry.fault = Some(named(fault));
            }
        }
    }

    /// Sets the parents of movers. A single difference resets all of them, by ascending id, so that the result does
    /// not depend on the order of changes.
    fn set_parents(&mut self, world: &mut World, id_of: impl Fn(E) -> Option<MoverId>) {
        let mut is_same = true;
        for at in 0..self.list.len() {
            let entry = self.list[at];
            let parent = self.parent_of(&id_of, &entry);
            if entry.is_there && entry.parent.is_some() && parent.is_none() {
                self.list[at].fault.get_or_insert((Field::Parent, Fault::Missing));
            }
            self.list[at].mover.parent = parent;
            is_same &= world.mover(entry.id).is_none_or(|mover| mover.parent == parent);
        }
        if is_same {
            return;
        }
        // Cleared first: an order of changes could close a circle that the final parents do not have.
        for entry in &self.list {
            // Fails only for a mover that is absent, and then there is nothing to change.
            let _: Result<(), MoverFault> = world.set_mover_parent(entry.id, None);
        }
        for entry in self.list.iter_mut().filter(|entry| entry.is_there) {
            if let Err(fault) = world.set_mover_parent(entry.id, entry.mover.parent) {
                entry.fault.get_or_insert(named(fault));
            }
        }
    }

    /// Id of the mover's parent in the engine.
    fn parent_of(&self, id_of: &impl Fn(E) -> Option<MoverId>, entry: &MoverEntry<E>) -> Option<MoverId> {
        let parent = entry.parent.filter(|_| entry.is_there)?;
        let id = id_of(parent)?;
        find(&self.list, id).filter(|found| found.entity == parent && found.is_there).map(|found| found.id)
    }

    /// Movers that the engine has, by ascending id.
    pub fn present(&self) -> impl Iterator<Item = &MoverEntry<E>> {
        self.list.iter().filter(|entry| entry.is_there)
    }

    /// Like [`present`](Self::present), to drive them.
    pub fn present_mut(&mut self) -> impl Iterator<Item = &mut MoverEntry<E>> {
        self.list.iter_mut().filter(|entry| entry.is_there)
    }

    /// Entity with an id.
    #[must_use]
    pub fn entity(&self, id: MoverId) -> Option<E> {
        find(&self.list, id).map(|entry| entry.entity)
    }

    /// Id of the mover of an entity. Scans all movers.
    #[must_use]
    pub fn id(&self, entity: E) -> Option<MoverId>
    where
        E: PartialEq,
    {
        self.list.iter().find(|entry| entry.entity == entity).map(|entry| entry.id)
    }

    /// Unsound movers with their faults, by id.
    pub fn faults(&self) -> impl Iterator<Item = (E, Field, Fault)> + '_ {
        self.list.iter().filter_map(|entry| {
            let (field, fault) = entry.fault?;
            Some((entry.entity, field, fault))
        })
    }

    /// Takes over the engine's movers after a restore, by ascending id: `rows` has id, number, entity and offset of each.
    pub fn restore(&mut self, world: &World, rows: impl Iterator<Item = (MoverId, u32, E, IVec2)>) {
        self.before.clear();
        self.list.clear();
        self.list.extend(rows.filter_map(|(id, number, entity, offset)| {
            let mover = world.mover(id)?;
            Some(MoverEntry { id, number, entity, offset, mover, parent: None, is_there: true, fault: None })
        }));
    }
}

impl<E: Copy + Ord> MoverEntry<E> {
    /// Sets the path if it differs from the engine's.
    pub fn set_path(&self, world: &mut World, path: Option<&MoverPath>) {
        let Some(path) = path else {
            if world.mover_path(self.id).is_some() {
                world.set_mover_path(self.id, None, 0);
            }
            return;
        };
        // Compared first: a path may have many waypoints, and each copy allocates.
        if world.mover_path(self.id) != Some((&path.path, path.tick)) {
            world.set_mover_path(self.id, Some(path.path.clone()), path.tick);
        }
        world.set_mover_path_offset(self.id, path.offset.wrapping_add(self.offset));
    }

    /// Sets the motion of the mover in a step of `dt` seconds, after the control phase.
    pub fn drive(
        &mut self,
        engine: &mut impl DriveMovers,
        dt: f32,
        velocity: Option<Velocity>,
        to: Option<&MoveTo>,
    ) {
        let velocity = velocity.map_or(Vec2::ZERO, |velocity| velocity.0);
        let target = to.and_then(|to| to.0);
        if self.fault.is_none() {
            self.fault = velocity_fault(velocity, dt).or_else(|| target_fault(target?, self.offset));
        }
        let (velocity, target) = match self.fault {
            None => (velocity, target.map(|to| to.at.wrapping_add(self.offset))),
            // A faulty mover is held where it is by a target at its position.
            Some(_) => (Vec2::ZERO, Some(self.mover.position)),
        };
        engine.set_velocity(self.id, velocity);
        engine.set_target(self.id, target);
    }

    /// Writes the results of a step to the components.
    pub fn copy_out(
        &self,
        world: &mut World,
        position: &mut Position,
        path: Option<&mut MoverPath>,
        to: Option<&mut MoveTo>,
    ) {
        let Some(mover) = world.mover(self.id) else { return };
        match mover.position.checked_sub(self.offset).filter(|at| is_exact(*at)) {
            Some(at) => position.at = at,
            // At the border of the world an offset can put the box inside and the entity outside.
            None => _ = world.place_mover(self.id, self.mover.position),
        }
        // A faulty mover keeps the numbers that the game gave it, so that they can be found.
        if self.fault.is_some() {
            return;
        }
        position.rest = mover.rest;
        if let Some(path) = path
            && let Some((_, tick)) = world.mover_path(self.id)
        {
            let offset = world.mover_path_offset(self.id).unwrap_or_default();
            path.tick = tick;
            path.offset = offset.wrapping_sub(self.offset);
        }
        if let (Some(to), None) = (to, world.mover_target(self.id)) {
            to.0 = None;
        }
    }
}

fn find<E>(list: &[MoverEntry<E>], id: MoverId) -> Option<&MoverEntry<E>> {
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
