//! Checkpoints: copies of the state of all entities in memory, for rollback within a program.

use super::free_handles;
use super::restored::Restored;
use super::rows::{BODY_ID, IDENTITY, MOVER_ID};
use super::section::{Block, Blocks, Saved};
use super::types::Types;
use crate::archetypes::is_registered;
use crate::physics::Physics;
use hecs::{Archetype, Component, Entity, World};
use std::any::TypeId;
use tilephys_columns::{Movers, Regions};
use tilephys_core::record::{SaveError, SaveFault};

/// State of a world and its entities in memory, for rollback within a program: see [`Physics::save_to`].
#[doc(alias = "rollback")]
#[doc(alias = "save state")]
#[derive(Default)]
pub struct Checkpoint {
    engine: tilephys_core::record::Checkpoint,
    saved: Saved,
    blocks: Blocks,
    movers: Movers<Entity>,
    regions: Regions<Entity>,
    /// Registered types of the game, and their names.
    types: Vec<(TypeId, &'static str)>,
}

impl Physics {
    /// Saves the state that a [`snapshot`](Self::snapshot) contains, without its bytes, and uses the allocations of `checkpoint`
    /// again.
    ///
    /// Reads the components first, as [`sync`](Self::sync) does. For a hash to compare with another player's, call
    /// [`game_hash`](Self::game_hash) after it. State beside entities, such as a score, belongs into a registered component.
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// physics.gravity.y = 900.0;
    /// let mut world = hecs::World::new();
    /// let crate_box = (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0));
    /// let entity = physics.spawn(&mut world, crate_box);
    /// let mut checkpoint = Checkpoint::default();
    /// physics.save_to(&mut world, &mut checkpoint);
    /// physics.step(&mut world, 1.0 / 60.0);
    /// let after = physics.state_hash();
    /// world.despawn(entity)?;
    ///
    /// let restored = physics.roll_back(&mut world, &checkpoint)?;
    /// physics.step(&mut world, 1.0 / 60.0);
    /// assert_eq!((restored.spawned, physics.state_hash()), (vec![entity], after));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "save_game_state")]
    pub fn save_to(&mut self, world: &mut World, checkpoint: &mut Checkpoint) {
        world.flush();
        self.sync(world);
        self.core.save_to(&mut checkpoint.engine);
        self.save_offsets_and_triggers(world);
        checkpoint.saved.clone_from(&self.saved);
        checkpoint.movers.clone_from(&self.movers.table);
        checkpoint.regions.clone_from(&self.triggers.table);
        checkpoint.blocks.copy(world, &self.types);
        checkpoint.blocks.revision = self.saved.revision;
        checkpoint.types.clear();
        checkpoint.types.extend(self.types.game().iter().map(|known| (known.id, known.name)));
    }

    /// Rolls back to a checkpoint of this world, with the results of a [`restore`](Self::restore). It takes less time than a
    /// snapshot while the world has the entities of the checkpoint.
    ///
    /// # Errors
    /// If the checkpoint is empty, of another map or another level, or older than the registration of a component type. Changes
    /// nothing then.
    #[doc(alias = "load_game_state")]
    pub fn roll_back(&mut self, world: &mut World, checkpoint: &Checkpoint) -> Result<Restored, SaveError> {
        let refuse = |field, fault| Err(SaveError { byte: 0, field, fault });
        if checkpoint.saved.level != self.saved.level {
            return refuse("level", SaveFault::OtherMap);
        }
        let mut saved = checkpoint.types.iter().map(|known| known.0);
        if let Some(missing) = self.types.game().iter().find(|known| saved.next() != Some(known.id)) {
            return refuse(missing.name, SaveFault::MissingType);
        }
        if !self.core.roll_back(&checkpoint.engine) {
            return refuse("checkpoint", SaveFault::OtherMap);
        }
        self.saved.clone_from(&checkpoint.saved);
        world.flush();
        let restored = if checkpoint.blocks.fit(world, &self.types) {
            checkpoint.blocks.overwrite(world, &self.types);
            self.movers.table.clone_from(&checkpoint.movers);
            self.triggers.table.clone_from(&checkpoint.regions);
            // Later bodies may be gone without a step.
            self.labels.entities.truncate(self.core.len());
            Restored::default()
        } else {
            self.restore_entities(world, &checkpoint.blocks)
        };
        self.finish_restore(world, &checkpoint.blocks);
        Ok(restored)
    }
}

/// Calls `visit` with each archetype that snapshots contain, and with its entities.
fn visit_saved<'w>(world: &'w World, types: &Types, mut visit: impl FnMut(&'w Archetype, &[Entity])) {
    // An archetype gives only the numbers of its entities. A query goes through the same archetypes in the same order.
    let mut query = world.query::<Entity>();
    let mut all = query.iter();
    let mut entities = Vec::new();
    for archetype in world.archetypes().filter(|archetype| !archetype.is_empty()) {
        entities.clear();
        entities.extend(all.by_ref().take(archetype.len() as usize));
        if types.contain(archetype) {
            visit(archetype, &entities);
        }
    }
}

impl Blocks {
    /// Replaces the blocks by copies of all entities that snapshots contain.
    fn copy(&mut self, world: &World, types: &Types) {
        let free = world.freelist();
        self.handle_count = world.len() + free.len() as u32;
        self.free.clear();
        self.free.extend(free);
        let mut count = 0;
        visit_saved(world, types, |archetype, entities| {
            if count == self.list.len() {
                self.list.push(Block::default());
            }
            self.list[count].copy(types, archetype, entities);
            count += 1;
        });
        self.list.truncate(count);
    }

    /// True if the world has the same entities with the same types in the same rows.
    fn fit(&self, world: &World, types: &Types) -> bool {
        let mut blocks = self.list.iter();
        let mut is_same = true;
        visit_saved(world, types, |archetype, entities| {
            is_same &= blocks.next().is_some_and(|block| {
                block.handles == entities
                    && block.is_body == is_registered(archetype)
                    && block.types == types.of(archetype)
            });
        });
        is_same && blocks.next().is_none()
    }

    /// Writes all columns over the rows of a world that fits, and restores the free handles.
    fn overwrite(&self, world: &mut World, types: &Types) {
        let mut blocks = self.list.iter();
        visit_saved(world, types, |archetype, _| {
            let columns = blocks.next().into_iter().flat_map(|block| &block.columns);
            columns.for_each(|(_, column)| column.overwrite_all(archetype));
        });
        free_handles::restore(world, self.handle_count, &self.free, u32::MAX);
    }
}

impl Block {
    fn copy(&mut self, types: &Types, archetype: &Archetype, entities: &[Entity]) {
        let set = types.of(archetype);
        if self.types != set {
            let columns = types.indices_of(set).map(|index| (index, (types.get(index).empty)()));
            *self = Block { types: set, columns: columns.collect(), ..Block::default() };
        }
        self.is_body = is_registered(archetype);
        self.handles.clear();
        self.handles.extend_from_slice(entities);
        copy_ids(archetype, &mut self.body_ids, set.has(BODY_ID));
        copy_ids(archetype, &mut self.mover_ids, set.has(MOVER_ID));
        copy_ids(archetype, &mut self.identities, set.has(IDENTITY));
        self.columns.iter_mut().for_each(|(_, column)| column.copy(archetype));
    }
}

/// Replaces `ids` by a column of an archetype, if it is there.
fn copy_ids<T: Component + Copy>(archetype: &Archetype, ids: &mut Vec<T>, is_there: bool) {
    ids.clear();
    let column = archetype.get::<&T>().filter(|_| is_there);
    column.into_iter().for_each(|column| ids.extend_from_slice(&column));
}
