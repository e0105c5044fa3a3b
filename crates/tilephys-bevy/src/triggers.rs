//! Triggers: reads their components.

use crate::components::{Collider, FeelZone, Position, Trigger};
use crate::spawn_order::Spawned;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World as Entities;
use tilephys_columns::{RegionRow, Regions};
use tilephys_core::{Fault, Field, World};

/// Query of triggers.
pub(crate) struct TriggerQueries {
    triggers: QueryState<(
        Entity,
        &'static Trigger,
        &'static Position,
        &'static Collider,
        Option<&'static FeelZone>,
    )>,
}

impl TriggerQueries {
    pub(crate) fn new(world: &mut Entities) -> Self {
        TriggerQueries { triggers: QueryState::new(world) }
    }

    /// Gives the engine the regions of the triggers.
    pub(crate) fn read(&mut self, world: &Entities, core: &mut World, regions: &mut Regions<Spawned>) {
        regions.forget_removed(core);
        regions.begin();
        for (entity, trigger, position, collider, zone) in self.triggers.iter(world) {
            if zone.is_some_and(|zone| !zone.0.is_finite()) {
                regions.reject(Spawned(entity), Field::Velocity, Fault::NotFinite);
                continue;
            }
            let row = RegionRow {
                entity: Spawned(entity),
                user: entity.to_bits(),
                trigger: &trigger.0,
                position: Some(position.0),
                collider: Some(&collider.0),
            };
            regions.add(core, row);
        }
        regions.apply(core);
    }
}
