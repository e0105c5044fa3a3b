//! Restores movers from a snapshot: finds their entities.

use super::Movers;
use crate::mover::{CarriedBy, KnownMover, Mover};
use crate::registered::Registered;
use crate::snapshot::Restored;
use glam::IVec2;
use hecs::{Entity, World};
use tilephys_columns::{Collider, Position, PreviousPosition, Velocity};
use tilephys_core::{MoverId, World as Core};

impl Movers {
    /// Finds the entities of the engine's movers, whose components are restored: also what the engine rejects. Makes entities
    /// for movers that a forged snapshot has without one.
    pub(crate) fn restore(
        &mut self,
        world: &mut World,
        core: &Core,
        known: &[(MoverId, Entity)],
        restored: &mut Restored,
    ) {
        let mut rows = Vec::new();
        for id in core.mover_ids() {
            let Some(mover) = core.mover(id) else { continue };
            let index = known.binary_search_by_key(&id, |known| known.0).ok();
            let entity = index.map(|index| known[index].1).unwrap_or_else(|| {
                let made = Mover { layer: mover.layer, tile: mover.tile };
                let position = Position { at: mover.position, rest: mover.rest };
                let entity = world.spawn((id, made, position, Velocity(mover.velocity)));
                restored.spawned.push(entity);
                entity
            });
            let number = world.get::<&KnownMover>(entity).map(|known| *known).ok();
            let number = number.unwrap_or_else(|| self.next_number()).number;
            let offset = world.get::<&Collider>(entity).map_or(IVec2::ZERO, |collider| collider.offset);
            world.insert_one(entity, KnownMover { number }).expect("it was found or spawned");
            // The entity may have become a body since.
            _ = world.remove_one::<Registered>(entity);
            // Interpolation from a position before the restore would show a jump across the map.
            if let Ok(previous) = world.query_one_mut::<&mut PreviousPosition>(entity) {
                previous.0 = None;
            }
            rows.push((id, number, entity, offset));
        }
        self.table.restore(core, rows.into_iter());
        // Parents are stored as handles, which may be others now.
        if !restored.remapped.is_empty() {
            for parent in world.query_mut::<&mut CarriedBy>() {
                parent.0 = restored.entity(parent.0);
            }
        }
    }
}
