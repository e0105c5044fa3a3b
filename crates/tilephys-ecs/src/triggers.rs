//! Sensors: regions of the map as entities.

mod restore;

use crate::events::Event;
use glam::Vec2;
use hecs::{Entity, World};
use tilephys_columns::{Collider, Position, Trigger, box_fault};
use tilephys_core::{
    Aabb, BodyId, EventKind, Fault, Field, Region, RegionId, SensorId, World as Core, shape::Polygon,
};
use tilephys_feel::FeelZone;

/// Registry of regions that are entities.
#[derive(Debug, Default)]
pub(crate) struct Triggers {
    /// Registered regions, by entity.
    known: Vec<(Entity, RegionId)>,
    /// Regions as the components describe them now, by entity.
    found: Vec<(Entity, Region)>,
    /// Regions with an exit that the last step reported, or that the next one reports, of entities without a trigger.
    removed: Vec<(Entity, RegionId)>,
    unsound: Vec<Event>,
    /// Buffer for the next list, kept to reuse its memory.
    spare: Vec<(Entity, RegionId)>,
}

impl Triggers {
    /// Updates the regions from the components. Adds new regions in the order of entities.
    pub(crate) fn read_components(&mut self, world: &World, core: &mut Core) {
        self.found.clear();
        self.unsound.clear();
        if world.archetypes().any(|archetype| !archetype.is_empty() && archetype.has::<Trigger>()) {
            self.gather(world, core);
        } else if self.known.is_empty() {
            return;
        }
        self.spare.clear();
        let mut old = self.known.drain(..).peekable();
        // Both lists ascend by entity, so one pass finds new, kept and gone regions.
        for &(entity, region) in &self.found {
            while let Some(gone) = old.next_if(|(other, _)| *other < entity) {
                remove(core, gone, &mut self.removed);
            }
            let same = old.next_if(|(other, _)| *other == entity);
            let id = same.map(|(_, id)| id).filter(|id| follow(core, *id, region)).unwrap_or_else(|| {
                same.into_iter().for_each(|same| remove(core, same, &mut self.removed));
                core.add_region(region)
            });
            self.spare.push((entity, id));
        }
        old.for_each(|gone| remove(core, gone, &mut self.removed));
        std::mem::swap(&mut self.known, &mut self.spare);
    }

    fn gather(&mut self, world: &World, core: &Core) {
        let mut all =
            world.query::<(Entity, &Trigger, Option<&Position>, Option<&Collider>, Option<&FeelZone>)>();
        for (entity, trigger, position, collider, zone) in all.iter() {
            let aabb = match (position, collider) {
                _ if !zone.is_none_or(FeelZone::is_finite) => Err((Field::Velocity, Fault::NotFinite)),
                (None, _) => Err((Field::Position, Fault::Missing)),
                (_, None) => Err((Field::Size, Fault::Missing)),
                (Some(position), Some(collider)) => box_of(*position, collider).and_then(|aabb| {
                    let fits = |shape: &Polygon| shape.bounds() == aabb.translated(-aabb.min);
                    let is_sound = trigger.shape.as_ref().is_none_or(fits);
                    if !is_sound {
                        return Err((Field::Shape, Fault::OutOfRange));
                    }
                    let is_listed = core.grid.may_list(aabb.size());
                    is_listed.then_some(aabb).ok_or((Field::Size, Fault::OutOfRange))
                }),
            };
            let aabb = match aabb {
                Ok(aabb) => aabb,
                Err((field, fault)) => {
                    let kind = EventKind::Rejected { field, fault };
                    self.unsound.push(Event { entity, body: None, kind });
                    continue;
                }
            };
            // The region carries its entity, so that events need no lookup.
            let user = entity.to_bits().get();
            let Trigger { mask, report_stay, shape } = *trigger;
            self.found.push((entity, Region { aabb, shape, mask, report_stay, user }));
        }
        // Sorted, because ids of new regions must not depend on the order of archetypes.
        self.found.sort_unstable_by_key(|(entity, _)| *entity);
        self.unsound.sort_unstable_by_key(|event| event.entity);
    }

    /// Region of an entity in the last step.
    pub(crate) fn region(&self, entity: Entity) -> Option<RegionId> {
        let index = self.known.binary_search_by_key(&entity, |known| known.0).ok()?;
        Some(self.known[index].1)
    }

    /// Entities with a region, and their regions, by entity.
    pub(crate) fn regions(&self) -> impl Iterator<Item = (Entity, RegionId)> + '_ {
        self.known.iter().copied()
    }

    /// Entity of a region in the last step.
    fn find(&self, id: RegionId) -> Option<Entity> {
        let mut all = self.known.iter().chain(&self.removed);
        all.find(|known| known.1 == id).map(|known| known.0)
    }

    /// Forgets removed regions whose exits the last step has reported.
    pub(crate) fn forget_removed(&mut self, core: &Core) {
        self.removed
            .retain(|(_, id)| core.pending_exits().any(|(_, sensor)| sensor == SensorId::Region(*id)));
    }

    /// Events for unsound triggers, which are absent from the step, by entity.
    pub(crate) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.unsound.iter().copied()
    }
}

/// Entities of sensors: regions and bodies.
#[derive(Clone, Copy)]
pub(crate) struct Sensors<'a> {
    pub(crate) triggers: &'a Triggers,
    /// Entities by body index.
    pub(crate) entities: &'a [Entity],
}

impl Sensors<'_> {
    /// Entity of a body.
    pub(crate) fn body(&self, core: &Core, id: BodyId) -> Option<Entity> {
        core.index_of(id).and_then(|index| self.entities.get(index)).copied()
    }

    /// Entity of a sensor.
    pub(crate) fn entity(&self, core: &Core, sensor: SensorId) -> Option<Entity> {
        match sensor {
            SensorId::Body(id) => self.body(core, id),
            SensorId::Region(id) => {
                let entity = core.grid.region(id).and_then(|region| Entity::from_bits(region.user));
                let is_its = |entity: &Entity| self.triggers.region(*entity) == Some(id);
                entity.filter(is_its).or_else(|| self.triggers.find(id))
            }
        }
    }
}

/// Removes a region, and keeps its entity for the exits of bodies inside.
fn remove(core: &mut Core, region: (Entity, RegionId), removed: &mut Vec<(Entity, RegionId)>) {
    if core.inside(region.1).next().is_some() {
        removed.push(region);
    }
    core.remove_region(region.1);
}

/// Box of a region, or the field that is unsound and its fault.
fn box_of(position: Position, collider: &Collider) -> Result<Aabb, (Field, Fault)> {
    let position = Position { rest: Vec2::ZERO, ..position };
    let fault = box_fault(position, collider).unwrap_or((Field::Position, Fault::OutOfRange));
    collider.aabb(position).ok_or(fault)
}

/// Updates a region to the wanted box and settings. False if a new region is needed. An id restored from a snapshot may
/// belong to a despawned entity.
fn follow(core: &mut Core, id: RegionId, wanted: Region) -> bool {
    let Some(now) = core.grid.region(id).copied() else { return false };
    if now != (Region { aabb: now.aabb, user: now.user, ..wanted }) {
        return false;
    }
    now.aabb == wanted.aabb || core.move_region(id, wanted.aabb)
}
