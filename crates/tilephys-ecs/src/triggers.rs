//! Sensors: regions of the map as entities.

use crate::entity_map::EntityMap;
use crate::events::Event;
use crate::snapshot::{Restored, Saved};
use hecs::{Entity, World};
use tilephys_columns::{Collider, Position, RegionRow, Regions, Trigger};
use tilephys_core::{BodyId, EventKind, Fault, Field, RegionId, SensorId, World as Core};
use tilephys_feel::FeelZone;

/// Registry of regions that are entities.
#[derive(Debug, Default)]
pub(crate) struct Triggers {
    pub(crate) table: Regions<Entity>,
}

impl Triggers {
    /// Updates the regions from the components. Adds new regions in the order of entities.
    pub(crate) fn read_components(&mut self, world: &World, core: &mut Core) {
        self.table.begin();
        if world.archetypes().any(|archetype| !archetype.is_empty() && archetype.has::<Trigger>()) {
            self.gather(world, core);
        } else if self.table.is_empty() {
            return;
        }
        self.table.apply(core);
    }

    fn gather(&mut self, world: &World, core: &Core) {
        let mut all =
            world.query::<(Entity, &Trigger, Option<&Position>, Option<&Collider>, Option<&FeelZone>)>();
        for (entity, trigger, position, collider, zone) in all.iter() {
            if zone.is_none_or(FeelZone::is_finite) {
                let user = entity.to_bits().get();
                let position = position.copied();
                self.table.add(core, RegionRow { entity, user, trigger, position, collider });
            } else {
                self.table.reject(entity, Field::Velocity, Fault::NotFinite);
            }
        }
    }

    /// Region of an entity in the last step.
    pub(crate) fn region(&self, entity: Entity) -> Option<RegionId> {
        self.table.region(entity)
    }

    /// Entities with a region, and their regions, by entity.
    pub(crate) fn regions(&self) -> &[(Entity, RegionId)] {
        self.table.known()
    }

    /// Forgets removed regions whose exits the last step has reported.
    pub(crate) fn forget_removed(&mut self, core: &Core) {
        self.table.forget_removed(core);
    }

    /// Events for unsound triggers, which are absent from the step, by entity.
    pub(crate) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.table.faults().iter().map(|(entity, field, fault)| {
            let kind = EventKind::Rejected { field: *field, fault: *fault };
            Event { entity: *entity, body: None, kind }
        })
    }

    /// Saves the entity of each region.
    pub(crate) fn save(&self, saved: &mut Saved) {
        saved.add_triggers(self.table.known());
    }

    /// Finds the region of each trigger in the engine. Runs after all components are restored.
    pub(crate) fn restore(&mut self, world: &World, core: &Core, saved: &Saved, restored: &Restored) {
        let regions: Vec<RegionId> = core.grid.regions().map(|(id, _)| id).collect();
        self.table.restore(saved.triggers.iter().filter_map(|&(handle, region)| {
            let index = regions.binary_search_by_key(&(region as usize), |id| id.index()).ok()?;
            let entity = restored.entity(handle);
            world.satisfies::<&Trigger>(entity).then(|| (entity, regions[index]))
        }));
    }
}

/// Entities of sensors: regions and bodies.
#[derive(Clone, Copy)]
pub(crate) struct Sensors<'a> {
    pub(crate) triggers: &'a Triggers,
    /// Entities of bodies.
    pub(crate) labels: &'a EntityMap,
}

impl Sensors<'_> {
    /// Entity of a body.
    pub(crate) fn body(&self, core: &Core, id: BodyId) -> Option<Entity> {
        core.index_of(id).and_then(|index| self.labels.entities.get(index)).copied()
    }

    /// Entity of a sensor.
    pub(crate) fn entity(&self, core: &Core, sensor: SensorId) -> Option<Entity> {
        match sensor {
            SensorId::Body(id) => self.body(core, id),
            SensorId::Region(id) => {
                let entity = core.grid.region(id).and_then(|region| Entity::from_bits(region.user));
                let is_its = |entity: &Entity| self.triggers.table.region(*entity) == Some(id);
                entity.filter(is_its).or_else(|| self.triggers.table.entity(id))
            }
        }
    }
}
