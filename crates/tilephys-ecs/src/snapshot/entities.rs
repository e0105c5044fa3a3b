//! Restores the entities of a snapshot: finds the living ones, despawns newer ones, spawns the others, and writes the
//! components that the engine does not store.

use super::free_handles;
use super::restored::Restored;
use super::rows::{BODY_ID, MOVER};
use super::section::{Block, Blocks};
use super::types::{TypeSet, Types};
use crate::body_registry::BodyRegistry;
use crate::identity::Identity;
use crate::mover::Mover;
use crate::registered::Registered;
use hecs::{Archetype, Entity, EntityBuilder, World};
use tilephys_columns::{Collider, Position, Velocity};
use tilephys_core::{BodyId, BodyState, MoverId};

/// Greatest number of an entity that is spawned under its handle, beyond those in use: `hecs` keeps some 28 bytes for
/// each smaller number, and so a forged snapshot cannot take more than 32 MiB.
const MAX_NUMBER: u32 = 1 << 20;

/// Row of a block.
#[derive(Clone, Copy)]
struct Row {
    block: usize,
    row: usize,
}

/// Entities of a world beside the rows of a snapshot.
pub(super) struct Entities<'a> {
    world: &'a mut World,
    types: &'a Types,
    blocks: &'a Blocks,
    /// Rows of all blocks in turn, with their entities if they live.
    rows: Vec<(Row, Option<Entity>)>,
    /// Living entities by number.
    living: Vec<Option<Entity>>,
    /// Index into `rows` plus 1 by number of the living entity; 0 for none.
    row_of: Vec<u32>,
    /// Identities by number of the living entity; empty if no entity has one.
    identities: Vec<Option<Identity>>,
}

/// Entities after a restore.
pub(super) struct Found {
    pub(super) restored: Restored,
    /// Entities of bodies and of movers, by ascending id.
    pub(super) bodies: Vec<(BodyId, Entity)>,
    pub(super) movers: Vec<(MoverId, Entity)>,
}

/// Differences of a living entity from the snapshot.
struct Difference {
    row: usize,
    entity: Entity,
    removed: TypeSet,
    added: TypeSet,
}

impl<'a> Entities<'a> {
    /// Finds the living entities of all rows: of a driver by identity; bodies and movers by id, so that a snapshot of another
    /// world with the same ids fits; the others by handle.
    pub(super) fn find(world: &'a mut World, types: &'a Types, blocks: &'a Blocks) -> Self {
        // hecs finds no entity by its number alone, so the handles of all are listed.
        let mut living: Vec<Option<Entity>> = Vec::new();
        for entity in world.query::<Entity>().iter() {
            let index = entity.id() as usize;
            if index >= living.len() {
                living.resize(index + 1, None);
            }
            living[index] = Some(entity);
        }
        let rows = blocks
            .list
            .iter()
            .enumerate()
            .flat_map(|(block, of)| (0..of.handles.len()).map(move |row| (Row { block, row }, None)));
        let rows = rows.collect();
        let row_of = vec![0; living.len()];
        let mut identities = Vec::new();
        for (entity, identity) in world.query::<(Entity, &Identity)>().iter() {
            identities.resize(living.len(), None);
            identities[entity.id() as usize] = Some(*identity);
        }
        let mut entities = Entities { world, types, blocks, rows, living, row_of, identities };
        if entities.blocks.list.iter().any(|block| !block.identities.is_empty()) {
            entities.claim_by_id(
                |block, row| block.identities.get(row).copied(),
                |world, entity, identity| world.get::<&Identity>(entity).is_ok_and(|own| *own == identity),
                identity_claims,
            );
        }
        entities.claim_by_id(
            Block::body_id,
            |world, entity, id| {
                world.satisfies::<&Registered>(entity)
                    && world.get::<&BodyId>(entity).is_ok_and(|own| *own == id)
            },
            body_claims,
        );
        entities.claim_by_id(
            Block::mover_id,
            |world, entity, id| {
                world.satisfies::<&Mover>(entity) && world.get::<&MoverId>(entity).is_ok_and(|own| *own == id)
            },
            mover_claims,
        );
        // Handles last: an entity may have been claimed under its id before.
        entities.claim(|entities, row| Some(entities.handle(row)));
        entities
    }

    fn block(&self, row: Row) -> &Block {
        &self.blocks.list[row.block]
    }

    fn handle(&self, row: Row) -> Entity {
        self.block(row).handles[row.row]
    }

    /// Finds rows by their id: the entity with the handle of the row if it has the id, else any other with the id.
    fn claim_by_id<I: Copy + Ord>(
        &mut self,
        id_of: impl Fn(&Block, usize) -> Option<I>,
        has: impl Fn(&World, Entity, I) -> bool,
        claims: impl Fn(&World) -> Vec<(I, u32, Entity)>,
    ) {
        let id = |entities: &Self, row: Row| id_of(entities.block(row), row.row);
        // In a rollback nearly all handles still fit, so no list of ids is made.
        let missing = self.claim(|entities, row| {
            let id = id(entities, row)?;
            let handle = entities.handle(row);
            has(entities.world, handle, id).then_some(handle)
        });
        if missing == 0 {
            return;
        }
        let mut claims = claims(self.world);
        claims.retain(|(.., entity)| self.row_of[entity.id() as usize] == 0);
        claims.sort_unstable();
        // Of several entities with one id, the first registered has it.
        claims.dedup_by_key(|claim| claim.0);
        self.claim(|entities, row| {
            let id = id(entities, row)?;
            claims.binary_search_by_key(&id, |claim| claim.0).ok().map(|index| claims[index].2)
        });
    }

    /// Gives rows without an entity the entity that `entity_of` names, if it lives and has no row. Returns the number of
    /// rows without an entity.
    fn claim(&mut self, entity_of: impl Fn(&Self, Row) -> Option<Entity>) -> usize {
        let mut missing = 0;
        for index in 0..self.rows.len() {
            let (row, None) = self.rows[index] else { continue };
            let entity =
                entity_of(self, row).filter(|entity| self.is_free(*entity) && self.is_alike(*entity, row));
            match entity {
                Some(entity) => {
                    // One more than the row, so that 0 means none.
                    self.row_of[entity.id() as usize] = index as u32 + 1;
                    self.rows[index].1 = Some(entity);
                }
                None => missing += 1,
            }
        }
        missing
    }

    /// True for a living entity without a row.
    fn is_free(&self, entity: Entity) -> bool {
        let index = entity.id() as usize;
        self.living.get(index) == Some(&Some(entity)) && self.row_of[index] == 0
    }

    /// True if both are for their driver what the other is, or neither has one.
    fn is_alike(&self, entity: Entity, row: Row) -> bool {
        let own = self.identities.get(entity.id() as usize).copied().flatten();
        own == self.block(row).identities.get(row.row).copied()
    }

    /// Makes the entities of the world equal to the snapshot. Bodies get their ids; the engine's values follow later.
    pub(super) fn restore(mut self, register: &mut BodyRegistry) -> Found {
        let mut restored = Restored::default();
        let differences = self.write_living(&mut restored.despawned);
        // First, because a row may need the number of a despawned entity for its own handle.
        for entity in &restored.despawned {
            self.world.despawn(*entity).expect("the query found it");
            self.living[entity.id() as usize] = None;
        }
        let mut builder = EntityBuilder::new();
        for Difference { row, entity, removed, added } in differences {
            let types = self.types;
            types.indices_of(removed).for_each(|index| (types.get(index).remove)(self.world, entity));
            // An entity that was no body when the snapshot was taken is new when it becomes one.
            if removed.has(BODY_ID) {
                let _: Result<_, _> = self.world.remove_one::<Registered>(entity);
            }
            self.build(self.rows[row].0, added, &mut builder);
            self.world.insert(entity, builder.build()).expect("the query found it");
        }
        self.spawn_missing(register, &mut builder, &mut restored);
        let all = self.rows.iter().filter_map(|(row, entity)| Some((self.handle(*row), (*entity)?)));
        restored.remapped = all.filter(|(handle, entity)| handle != entity).collect();
        // Sorted, because the order of archetypes may differ between worlds.
        for list in [&mut restored.spawned, &mut restored.despawned] {
            list.sort_unstable();
        }
        restored.remapped.sort_unstable();
        // Last: only now is known which handles are free. The next spawn then gets the saved handle.
        free_handles::restore(self.world, self.blocks.handle_count, &self.blocks.free, MAX_NUMBER);
        Found { restored, bodies: self.by_id(Block::body_id), movers: self.by_id(Block::mover_id) }
    }

    /// Entities of the rows with an id, by ascending id.
    fn by_id<I: Ord>(&self, id_of: impl Fn(&Block, usize) -> Option<I>) -> Vec<(I, Entity)> {
        let id = |row: Row| id_of(self.block(row), row.row);
        let mut all: Vec<(I, Entity)> =
            self.rows.iter().filter_map(|(row, entity)| Some((id(*row)?, (*entity)?))).collect();
        all.sort_unstable();
        all
    }

    /// Overwrites the components of living entities. Lists the entities without a row that snapshots contain, and the
    /// entities with another set of components.
    fn write_living(&mut self, despawned: &mut Vec<Entity>) -> Vec<Difference> {
        let Entities { world, types, blocks, rows, living, row_of, .. } = self;
        let mut differences = Vec::new();
        let mut pairs: Vec<(usize, (usize, usize))> = Vec::new();
        for archetype in world.archetypes().filter(|archetype| !archetype.is_empty()) {
            let now = types.of(archetype);
            let is_ours = types.contain(archetype);
            pairs.clear();
            for (to, id) in archetype.ids().iter().enumerate() {
                let Some(entity) = living[*id as usize] else { continue };
                let Some(row) = (row_of[*id as usize] as usize).checked_sub(1) else {
                    despawned.extend(is_ours.then_some(entity));
                    continue;
                };
                let Row { block, row: from } = rows[row].0;
                let then = blocks.list[block].types;
                let removed = now.without(then);
                let added = then.without(now);
                if !removed.is_empty() || !added.is_empty() {
                    // Collected, because no entity can change its archetype while the columns are borrowed.
                    differences.push(Difference { row, entity, removed, added });
                }
                pairs.push((block, (from, to)));
            }
            // By block, so that each column of a block is written in one go.
            pairs.sort_unstable_by_key(|pair| pair.0);
            for same in pairs.chunk_by(|a, b| a.0 == b.0) {
                let rows: Vec<(usize, usize)> = same.iter().map(|pair| pair.1).collect();
                overwrite(&blocks.list[same[0].0], types, archetype, now, &rows);
            }
        }
        differences
    }

    /// Adds the columns of some types of a row to a builder.
    fn build(&self, row: Row, types: TypeSet, builder: &mut EntityBuilder) {
        let indices = self.types.mask(types);
        let columns = &self.blocks.list[row.block].columns;
        for (_, column) in columns.iter().filter(|(index, _)| indices.contains(*index)) {
            column.add(row.row, builder);
        }
    }

    /// Spawns rows without an entity, under their handles if those are free.
    fn spawn_missing(
        &mut self,
        register: &mut BodyRegistry,
        builder: &mut EntityBuilder,
        restored: &mut Restored,
    ) {
        // First the rows with free handles, so that the others take none of these.
        for only_free in [true, false] {
            for index in 0..self.rows.len() {
                let (row, None) = self.rows[index] else { continue };
                let handle = self.handle(row);
                let number = handle.id() as usize;
                let is_small = handle.id() < MAX_NUMBER || number < self.living.len();
                let is_free = is_small && self.living.get(number).copied().flatten().is_none();
                if only_free && !is_free {
                    continue;
                }
                let entity = if is_free { handle } else { self.world.reserve_entity() };
                self.spawn(row, entity, register, builder);
                self.rows[index].1 = Some(entity);
                restored.spawned.push(entity);
            }
        }
    }

    fn spawn(&mut self, row: Row, entity: Entity, register: &mut BodyRegistry, builder: &mut EntityBuilder) {
        let Block { types, is_body, .. } = *self.block(row);
        if is_body {
            // The engine's values follow. With all components now, the entity stays in its archetype.
            let parts = (Position::default(), Velocity::default(), Collider::new(1.0, 1.0));
            builder.add_bundle((parts.0, parts.1, parts.2, BodyState::default(), register.number(entity)));
        }
        self.build(row, types, builder);
        self.world.spawn_at(entity, builder.build());
        let number = entity.id() as usize;
        if number >= self.living.len() {
            self.living.resize(number + 1, None);
        }
        self.living[number] = Some(entity);
    }
}

/// Writes rows of a block over the components of an archetype.
fn overwrite(block: &Block, types: &Types, archetype: &Archetype, now: TypeSet, rows: &[(usize, usize)]) {
    let indices = types.mask(now);
    for (_, column) in block.columns.iter().filter(|(index, _)| indices.contains(*index)) {
        column.overwrite(archetype, rows);
    }
}

fn identity_claims(world: &World) -> Vec<(Identity, u32, Entity)> {
    world.query::<(Entity, &Identity)>().iter().map(|(entity, own)| (*own, 0, entity)).collect()
}

/// Entities with the id of a body, and their numbers in order of registration.
fn body_claims(world: &World) -> Vec<(BodyId, u32, Entity)> {
    let mut query = world.query::<(Entity, &BodyId, Option<&Registered>)>().without::<&Mover>();
    let claims = query.iter().map(|(entity, id, known)| {
        let number = known.filter(|known| known.entity == entity).map_or(u32::MAX, |known| known.number);
        (*id, number, entity)
    });
    claims.collect()
}

fn mover_claims(world: &World) -> Vec<(MoverId, u32, Entity)> {
    let mut query = world.query::<(Entity, &MoverId, Option<&crate::mover::KnownMover>)>();
    let claims =
        query.iter().map(|(entity, id, known)| (*id, known.map_or(u32::MAX, |known| known.number), entity));
    claims.collect()
}

impl Block {
    /// Id of a row that is a body.
    fn body_id(&self, row: usize) -> Option<BodyId> {
        self.body_ids.get(row).copied().filter(|_| self.is_body)
    }

    /// Id of a row that is a mover.
    fn mover_id(&self, row: usize) -> Option<MoverId> {
        self.mover_ids.get(row).copied().filter(|_| self.types.has(MOVER))
    }
}
