//! Movers: reads and writes their components.

use crate::components::{
    CarriedBy, Collider, MoveTo, Mover, MoverId, MoverPath, Position, PreviousPosition, Velocity,
};
use crate::spawn_order::Spawned;
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World as Entities;
use tilephys_columns::{DriveMovers, MoverRow, Movers};
use tilephys_core::World;

/// Components of a mover but for its motion.
type Parts = (
    Entity,
    &'static Mover,
    &'static mut MoverId,
    &'static Position,
    Option<&'static Collider>,
    Option<&'static Velocity>,
    Option<&'static mut PreviousPosition>,
    Option<&'static CarriedBy>,
);

/// Components that a step writes.
type Results = (&'static mut Position, Option<&'static mut MoverPath>, Option<&'static mut MoveTo>);

/// Queries of movers.
pub(crate) struct MoverQueries {
    movers: QueryState<Parts>,
    results: QueryState<Results>,
}

impl MoverQueries {
    pub(crate) fn new(world: &mut Entities) -> Self {
        MoverQueries { movers: QueryState::new(world), results: QueryState::new(world) }
    }

    /// Reads all components except for motion, and gives ids to new movers in the order of entities.
    pub(crate) fn read(&mut self, world: &mut Entities, core: &mut World, movers: &mut Movers<Spawned>) {
        movers.begin();
        let mut new = Vec::new();
        for (entity, _, id, ..) in self.movers.iter(world) {
            match id.get() {
                Some(id) => core.reserve_mover_id(id),
                None => new.push(Spawned(entity)),
            }
        }
        new.sort_unstable();
        for entity in new {
            if let Some(mut id) = world.get_mut::<MoverId>(entity.0) {
                id.0 = Some(core.new_mover_id());
            }
        }
        for (entity, mover, id, position, collider, velocity, previous, carried_by) in
            self.movers.iter_mut(world)
        {
            if let Some(mut previous) = previous {
                previous.bypass_change_detection().0.0 = Some(position.0);
            }
            let Some(id) = id.get() else { continue };
            let row = MoverRow {
                id,
                // Copied ids go by the order of entities.
                number: 0,
                entity: Spawned(entity),
                position: Some(position.0),
                velocity: velocity.map(|velocity| velocity.0),
                collider: collider.map(|collider| collider.0),
                layer: mover.layer,
                tile: mover.tile,
                parent: carried_by.map(|by| Spawned(by.0)),
            };
            movers.add(core, row);
        }
        movers.settle_copies(core, |entity, id| {
            if let Some(mut own) = world.get_mut::<MoverId>(entity.0) {
                own.0 = Some(id);
            }
        });
        movers.apply(core, |parent| world.get::<MoverId>(parent.0).and_then(MoverId::get));
        for entry in movers.present() {
            entry.set_path(core, world.get::<MoverPath>(entry.entity.0).map(|path| &path.0));
        }
    }

    /// Writes the results of a step to the components.
    pub(crate) fn write(&mut self, world: &mut Entities, movers: &Movers<Spawned>, core: &mut World) {
        for entry in movers.present() {
            let Ok((mut position, mut path, mut to)) = self.results.get_mut(world, entry.entity.0) else {
                continue;
            };
            let path = path.as_deref_mut().map(|path| &mut path.0);
            let to = to.as_deref_mut().map(|to| &mut to.0);
            entry.copy_out(core, &mut position.0, path, to);
        }
    }
}

/// Sets the motion of movers in a step of `dt` seconds, after the control phase.
pub(crate) fn drive(world: &Entities, movers: &mut Movers<Spawned>, engine: &mut impl DriveMovers, dt: f32) {
    for entry in movers.present_mut() {
        let velocity = world.get::<Velocity>(entry.entity.0).map(|velocity| velocity.0);
        entry.drive(engine, dt, velocity, world.get::<MoveTo>(entry.entity.0).map(|to| &to.0));
    }
}
