//! Serialization: the state of all entities as a snapshot, for rollback and saved games.

mod checkpoint;
mod columns;
mod entities;
mod free_handles;
pub(crate) mod hash;
mod restored;
mod rows;
mod save_types;
mod saved_game;
mod section;
mod types;

pub use checkpoint::Checkpoint;
pub use restored::Restored;
pub use saved_game::SavedAs;
pub(crate) use section::Saved;
pub(crate) use types::Types;

use crate::body_columns::Way;
use crate::physics::Physics;
use crate::registered::Registered;
use entities::{Entities, Found};
use glam::IVec2;
use hecs::{Entity, World};
use section::Blocks;
use tilephys_columns::{Collider, Position, PreviousPosition, Velocity};
use tilephys_core::{Body, BodyId, BodyState, record::SaveError};

impl Physics {
    /// Saves the state of the engine and its entities as bytes: bodies with their timers, movers with their paths,
    /// triggers, [`gravity`](Self::gravity), [`combine`](Self::combine), changes of the map since [`new`](Self::new), and free
    /// handles of the world.
    ///
    /// Contains each body, mover, trigger and entity with a component that [`save_plain`](Self::save_plain) has
    /// registered. Of these it contains all components of the engine, settings and the state of characters too, and
    /// registered components. Other components and kinds of tile are not contained.
    ///
    /// Reads the components first, as [`sync`](Self::sync) does, so changes since the last step are included.
    #[doc(alias = "serialize")]
    #[doc(alias = "rollback")]
    #[doc(alias = "save state")]
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// physics.gravity.y = 900.0;
    /// let mut world = hecs::World::new();
    /// let crate_box = (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0));
    /// let entity = physics.spawn(&mut world, crate_box);
    /// let snapshot = physics.snapshot(&mut world);
    /// physics.step(&mut world, 1.0 / 60.0);
    /// let after = physics.state_hash();
    /// world.despawn(entity)?;
    ///
    /// let restored = physics.restore(&mut world, &snapshot)?;
    /// physics.step(&mut world, 1.0 / 60.0);
    /// assert_eq!((restored.spawned, physics.state_hash()), (vec![entity], after));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snapshot(&mut self, world: &mut World) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.snapshot_into(world, &mut bytes);
        bytes
    }

    /// Like [`snapshot`](Self::snapshot), but replaces the content of `bytes`, to reuse its memory.
    pub fn snapshot_into(&mut self, world: &mut World, bytes: &mut Vec<u8>) {
        world.flush();
        self.sync(world);
        // Profiles follow from the components, and are found again after a restore.
        self.core.snapshot_without_profiles_into(bytes);
        self.save_offsets_and_triggers(world);
        self.saved.write(world, &self.types, bytes);
    }

    /// Saves what neither the engine's state nor the columns of entities have.
    fn save_offsets_and_triggers(&mut self, world: &World) {
        let saved = &mut self.saved;
        saved.clear();
        let mut offset = world.query::<(&BodyId, &Collider)>().with::<&Registered>();
        let offset = offset.iter().filter(|(_, collider)| collider.offset != IVec2::ZERO);
        saved.body_offsets.extend(offset.map(|(id, collider)| (id.0, collider.offset)));
        saved.body_offsets.sort_unstable_by_key(|entry| entry.0);
        saved.body_offsets.dedup_by_key(|entry| entry.0);
        self.triggers.save(saved);
    }

    /// Ties snapshots and recordings to what a driver has spawned beside the map: they are restored only where `fingerprint` is the
    /// same. 0 by default. `SpawnedLevel::begin` sets it to the objects of the level.
    pub fn tie_snapshots(&mut self, fingerprint: u64) {
        self.saved.level = fingerprint;
    }

    /// Counts what a driver spawns beside the map, or a change of that, such as a level and its reload; returns the count.
    /// Snapshots carry the count, and a restore sets it back: what came with a later revision is newer than the snapshot.
    pub fn next_revision(&mut self) -> u32 {
        self.saved.revision = self.saved.revision.wrapping_add(1);
        self.saved.revision
    }

    /// Present count of [`next_revision`](Self::next_revision), 0 at first.
    #[must_use]
    pub fn revision(&self) -> u32 {
        self.saved.revision
    }

    /// Restores a snapshot of these entities, or of others with the same ids on the same map. The same steps after it
    /// give the same bits.
    ///
    /// The world gets the entities of the snapshot. Gone ones are spawned again under their handles, with all saved
    /// components. Newer ones are despawned. The components of the others are written, added and removed as they were
    /// saved: settings too, and registered components. Entities with an [`Identity`](crate::Identity) are found by it,
    /// bodies and movers by id, others by handle. A living entity with the handle counts as the saved one, so a snapshot of
    /// another world is best restored in a new one.
    ///
    /// Entities that snapshots do not [contain](Self::snapshot) stay as they are. They keep their handles; a saved entity
    /// whose handle is taken gets another. Else later spawns give the same handles again.
    ///
    /// The game restores other components. Clears the [`events`](Self::events) of the last step.
    #[doc(alias = "deserialize")]
    #[doc(alias = "rollback")]
    #[doc(alias = "load state")]
    ///
    /// # Errors
    /// If the bytes are no such snapshot, of another version, cut short, damaged, of another map, or with other
    /// registered types; the error names the type. Changes nothing then.
    pub fn restore(&mut self, world: &mut World, snapshot: &[u8]) -> Result<Restored, SaveError> {
        // All that can fail is done before the first change of the world.
        let (from, blocks) = self.saved.read(snapshot, &self.types)?;
        self.core.restore(&snapshot[..from])?;
        let restored = self.restore_entities(world, &blocks);
        self.finish_restore(world, &blocks);
        Ok(restored)
    }

    /// Finds, spawns and despawns entities, and writes their components.
    fn restore_entities(&mut self, world: &mut World, blocks: &Blocks) -> Restored {
        world.flush();
        let entities = Entities::find(world, &self.types, blocks);
        let Found { mut restored, bodies, movers } = entities.restore(&mut self.register);
        self.movers.restore(world, &self.core, &movers, &mut restored);
        self.restore_bodies(world, &bodies, &mut restored);
        // After the bodies, because triggers are found by the handles that these have now.
        self.triggers.restore(world, &self.core, &self.saved, &restored);
        restored.spawned.sort_unstable();
        // The engine restores bodies in an order of its own.
        self.labels.entities.clear();
        restored
    }

    /// Adapts all that follows from the state of the engine and from the components.
    fn finish_restore(&mut self, world: &mut World, blocks: &Blocks) {
        self.gravity = self.core.gravity;
        self.combine = self.core.combine;
        self.saved.revision = blocks.revision;
        self.register.forget_strangers();
        self.incomplete.clear();
        self.characters.forget_events();
        self.kit.forget();
        self.left_floors.forget();
        self.labels.forget_departed(&self.core);
        self.triggers.forget_removed(&self.core);
        self.labels.update(world, &mut self.core, &mut self.register);
        self.find_profiles(world);
        self.copy(world, Way::In);
    }

    /// Writes the engine's bodies to their entities.
    fn restore_bodies(&mut self, world: &mut World, known: &[(BodyId, Entity)], restored: &mut Restored) {
        let ids: Vec<BodyId> = self.core.ids().collect();
        for id in ids {
            let (Some(body), Some(state)) = (self.core.body(id), self.core.state(id)) else { continue };
            let index = known.binary_search_by_key(&id, |known| known.0).ok();
            // Only a forged snapshot lacks the entity of a body.
            let entity = index.map(|index| known[index].1).unwrap_or_else(|| {
                let entity = world.spawn((id,));
                restored.spawned.push(entity);
                entity
            });
            self.write_back(world, id, entity, &body, state);
        }
    }

    fn write_back(&mut self, world: &mut World, id: BodyId, entity: Entity, body: &Body, state: BodyState) {
        let offset = self.saved.body_offset(id);
        // A position that marks no number wraps back to the marker: adding the offset wrapped too.
        let position = Position { at: body.position.wrapping_sub(offset), rest: body.remainder };
        let velocity = Velocity(body.velocity);
        let collider = Collider { offset, size: body.size };
        let known =
            world.get::<&Registered>(entity).map(|known| *known).ok().filter(|known| known.entity == entity);
        let known = known.unwrap_or_else(|| self.register.number(entity));
        world.insert(entity, (position, velocity, collider, state, known)).expect("it was found or spawned");
        if let Ok(previous) = world.query_one_mut::<&mut PreviousPosition>(entity) {
            previous.0 = None;
        }
    }
}
