//! Restores movers from a snapshot: from the engine's state to their components.

use super::{Entry, Movers, find};
use crate::components::{Collider, Position, PreviousPosition, Registered, Velocity};
use crate::mover::{CarriedBy, KnownMover, MoveTo, Mover, MoverPath};
use crate::snapshot::{Restored, Saved};
use glam::{IVec2, Vec2};
use hecs::{Component, Entity, World};
use tilephys_core::{MoverId, World as Core};

impl Movers {
    /// Saves the part of movers that the engine does not store.
    pub(crate) fn save(&self, saved: &mut Saved) {
        let offset = self.list.iter().filter(|entry| entry.is_there && entry.offset != IVec2::ZERO);
        saved.mover_offsets.extend(offset.map(|entry| (entry.id.0, entry.offset)));
    }

    /// Writes the engine's movers to their entities. Spawns entities for movers that a forged snapshot has without one.
    pub(crate) fn restore(
        &mut self,
        world: &mut World,
        core: &Core,
        (saved, known): (&Saved, &[(MoverId, Entity)]),
        restored: &mut Restored,
    ) {
        self.before.clear();
        self.list.clear();
        for id in core.mover_ids() {
            let Some(mover) = core.mover(id) else { continue };
            let place = known.binary_search_by_key(&id, |known| known.0).ok();
            let entity = place.map(|place| known[place].1).unwrap_or_else(|| {
                let entity = world.spawn((id, Velocity::default()));
                restored.spawned.push(entity);
                entity
            });
            let number = world.get::<&KnownMover>(entity).map(|known| *known).ok();
            let number = number.unwrap_or_else(|| self.next_number()).number;
            let (offset, has_path) = (saved.mover_offset(id), core.mover_path(id).is_some());
            let (parent, is_there, fault) = (None, true, None);
            self.list.push(Entry { id, number, entity, offset, mover, parent, has_path, is_there, fault });
        }
        for at in 0..self.list.len() {
            let parent = self.list[at].mover.parent.and_then(|parent| find(&self.list, parent));
            self.list[at].parent = parent.map(|parent| parent.entity);
            write(&self.list[at], world, core);
        }
    }
}

/// Writes all components of a mover.
fn write(entry: &Entry, world: &mut World, core: &Core) {
    let Entry { id, number, entity, offset, mover, parent, .. } = *entry;
    let made = Mover { layer: mover.layer, tile: mover.tile };
    let position = Position { at: mover.position.wrapping_sub(offset), rest: mover.rest };
    world.insert(entity, (made, position, KnownMover { number })).expect("it was found or spawned");
    set(world, entity, mover.size.map(|size| Collider { offset, size }));
    if mover.velocity != Vec2::ZERO || world.satisfies::<&Velocity>(entity) {
        set(world, entity, Some(Velocity(mover.velocity)));
    }
    set(world, entity, parent.map(CarriedBy));
    let origin = core.mover_path_offset(id).unwrap_or_default().wrapping_sub(offset);
    let path = core.mover_path(id);
    set(world, entity, path.map(|(path, tick)| MoverPath { path: path.clone(), tick, offset: origin }));
    let target = core.mover_target(id).map(|at| Position::on_lattice(at.wrapping_sub(offset)));
    if target.is_some() || world.satisfies::<&MoveTo>(entity) {
        set(world, entity, Some(MoveTo(target)));
    }
    if let Ok(previous) = world.query_one_mut::<&mut PreviousPosition>(entity) {
        previous.0 = None;
    }
    // The entity may have become a body since.
    set::<Registered>(world, entity, None);
}

fn set<T: Component>(world: &mut World, entity: Entity, component: Option<T>) {
    match component {
        Some(component) => world.insert_one(entity, component).expect("it was found or spawned"),
        None => _ = world.remove_one::<T>(entity),
    }
}
