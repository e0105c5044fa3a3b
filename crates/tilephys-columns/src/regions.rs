//! Triggers of a driver as sensor regions, of which each step sends only the differences to the engine.

use crate::components::{Collider, Position};
use crate::load::box_fault;
use crate::trigger::Trigger;
use glam::Vec2;
use tilephys_core::{Aabb, Fault, Field, Region, RegionId, SensorId, World, shape::Polygon};

/// Components of a trigger, as a driver reads them in a step.
#[derive(Clone, Copy, Debug)]
pub struct RegionRow<'a, E> {
    /// Entity of the driver.
    pub entity: E,
    /// Number of the entity, which the region carries, so that events need no look-up.
    pub user: u64,
    /// What the trigger senses.
    pub trigger: &'a Trigger,
    /// Position; a trigger without one is absent from the step, and reported.
    pub position: Option<Position>,
    /// Box; a trigger without one is absent from the step, and reported.
    pub collider: Option<&'a Collider>,
}

/// Triggers of a driver, by entity.
///
/// Each step calls [`begin`](Self::begin), [`add`](Self::add) or [`reject`](Self::reject) for each trigger, and
/// [`apply`](Self::apply).
#[derive(Clone, Debug)]
pub struct Regions<E> {
    /// Registered regions, by entity.
    known: Vec<(E, RegionId)>,
    /// Regions as the components describe them now, by entity.
    found: Vec<(E, Region)>,
    /// Regions with an exit that the last step reported, or that the next one reports, of entities without a trigger.
    removed: Vec<(E, RegionId)>,
    /// Entities with unsound triggers.
    unsound: Vec<(E, Field, Fault)>,
    /// Buffer for the next list, kept to reuse its memory.
    spare: Vec<(E, RegionId)>,
}

impl<E> Default for Regions<E> {
    fn default() -> Self {
        Regions {
            known: Vec::new(),
            found: Vec::new(),
            removed: Vec::new(),
            unsound: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<E: Copy + Ord> Regions<E> {
    /// Begins a step without triggers.
    pub fn begin(&mut self) {
        self.found.clear();
        self.unsound.clear();
    }

    /// True if no trigger was registered in the last step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Adds a trigger to the step, or lists its fault.
    pub fn add(&mut self, world: &World, row: RegionRow<'_, E>) {
        let Trigger { mask, report_stay, shape } = *row.trigger;
        match box_of(world, &row) {
            Ok(aabb) => {
                let region = Region { aabb, shape, mask, report_stay, user: row.user };
                self.found.push((row.entity, region));
            }
            Err((field, fault)) => self.reject(row.entity, field, fault),
        }
    }

    /// Lists a trigger that is absent from the step, and its fault.
    pub fn reject(&mut self, entity: E, field: Field, fault: Fault) {
        self.unsound.push((entity, field, fault));
    }

    /// Gives the engine the regions of this step. Adds new regions in the order of entities.
    pub fn apply(&mut self, world: &mut World) {
        // Sorted, because ids of new regions must not depend on the order of tables.
        self.found.sort_unstable_by_key(|(entity, _)| *entity);
        self.unsound.sort_unstable_by_key(|(entity, ..)| *entity);
        self.spare.clear();
        let mut old = self.known.drain(..).peekable();
        // Both lists ascend by entity, so one pass finds new, kept and gone regions.
        for &(entity, region) in &self.found {
            while let Some(gone) = old.next_if(|(other, _)| *other < entity) {
                remove(world, gone, &mut self.removed);
            }
            let same = old.next_if(|(other, _)| *other == entity);
            let id = same.map(|(_, id)| id).filter(|id| follow(world, *id, region)).unwrap_or_else(|| {
                same.into_iter().for_each(|same| remove(world, same, &mut self.removed));
                world.add_region(region)
            });
            self.spare.push((entity, id));
        }
        old.for_each(|gone| remove(world, gone, &mut self.removed));
        std::mem::swap(&mut self.known, &mut self.spare);
    }

    /// Region of an entity in the last step.
    #[must_use]
    pub fn region(&self, entity: E) -> Option<RegionId> {
        let index = self.known.binary_search_by_key(&entity, |known| known.0).ok()?;
        Some(self.known[index].1)
    }

    /// Entities with a region, and their regions, by entity.
    #[must_use]
    pub fn known(&self) -> &[(E, RegionId)] {
        &self.known
    }

    /// Entity of a region in the last step.
    #[must_use]
    pub fn entity(&self, id: RegionId) -> Option<E> {
        let mut all = self.known.iter().chain(&self.removed);
        all.find(|known| known.1 == id).map(|known| known.0)
    }

    /// Forgets removed regions whose exits the last step has reported.
    pub fn forget_removed(&mut self, world: &World) {
        self.removed
            .retain(|(_, id)| world.pending_exits().any(|(_, sensor)| sensor == SensorId::Region(*id)));
    }

    /// Unsound triggers, which are absent from the step, with their faults, by entity.
    #[must_use]
    pub fn faults(&self) -> &[(E, Field, Fault)] {
        &self.unsound
    }

    /// Takes over the engine's regions after a restore. Of an entity that is named twice the first region counts.
    pub fn restore(&mut self, known: impl Iterator<Item = (E, RegionId)>) {
        self.begin();
        self.known.clear();
        self.known.extend(known);
        self.known.sort_unstable();
        self.known.dedup_by_key(|known| known.0);
    }
}

/// Removes a region, and keeps its entity for the exits of bodies inside.
fn remove<E>(world: &mut World, region: (E, RegionId), removed: &mut Vec<(E, RegionId)>) {
    let id = region.1;
    if world.inside(id).next().is_some() {
        removed.push(region);
    }
    world.remove_region(id);
}

/// Box of a region, or the field that is unsound and its fault.
fn box_of<E>(world: &World, row: &RegionRow<'_, E>) -> Result<Aabb, (Field, Fault)> {
    let position = row.position.ok_or((Field::Position, Fault::Missing))?;
    let collider = row.collider.ok_or((Field::Size, Fault::Missing))?;
    let position = Position { rest: Vec2::ZERO, ..position };
    let fault = box_fault(position, collider).unwrap_or((Field::Position, Fault::OutOfRange));
    let aabb = collider.aabb(position).ok_or(fault)?;
    let fits = |shape: &Polygon| shape.bounds() == aabb.translated(-aabb.min);
    if !row.trigger.shape.as_ref().is_none_or(fits) {
        return Err((Field::Shape, Fault::OutOfRange));
    }
    let is_listed = world.grid.may_list(aabb.size());
    is_listed.then_some(aabb).ok_or((Field::Size, Fault::OutOfRange))
}

/// Updates a region to the wanted box and settings. False if a new region is needed. An id restored from a snapshot may
/// belong to a despawned entity.
fn follow(world: &mut World, id: RegionId, wanted: Region) -> bool {
    let Some(now) = world.grid.region(id).copied() else { return false };
    if now != (Region { aabb: now.aabb, user: now.user, ..wanted }) {
        return false;
    }
    now.aabb == wanted.aabb || world.move_region(id, wanted.aabb)
}
