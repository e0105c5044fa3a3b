//! Map from body index to entity, updated incrementally where entities were spawned, despawned or moved between
//! archetypes.

use crate::archetypes::bodies;
use crate::body_registry::BodyRegistry;
use crate::pool::Pool;
use crate::registered::Registered;
use hecs::{Archetype, Batch, Entity, With, World};
use std::ops::Range;
use tilephys_columns::{BLOCK, Blocks, Collider, EntityIndices, First, Position, SMALLEST, Velocity, fork};
use tilephys_core::{BodyId, BodyState, World as Core};

/// Entities by body index, with buffers for the update.
#[derive(Debug, Default)]
pub(crate) struct EntityMap {
    /// Entities by body index.
    pub(crate) entities: Vec<Entity>,
    /// Entities of removed bodies with an exit that the last step reported, or that the next one reports.
    departed: Vec<(BodyId, Entity)>,
    /// Flags for each block of each archetype: true if its entities or ids differ from the last step.
    changes: Vec<bool>,
    changed: Vec<Range<usize>>,
    ids: Vec<BodyId>,
    copies: Vec<(usize, BodyId)>,
    indices: EntityIndices,
}

type OfBodies = (
    &'static Registered,
    &'static BodyId,
    &'static BodyState,
    &'static Position,
    &'static Velocity,
    &'static Collider,
);

/// True if any of these rows differs from the entities at the same indices in the last step.
fn any_entity_differs(rows: Batch<With<Entity, OfBodies>>, known: &[Entity]) -> bool {
    // A fold instead of `any`, which would branch in each row.
    !rows.zip(known).fold(true, |are_same, (entity, known)| are_same & (entity == *known))
}

/// True if any id differs from the id at the same index in the last step.
fn any_id_differs(ids: &[BodyId], known: &[BodyId]) -> bool {
    ids.iter().zip(known).fold(0, |bits, (id, known)| bits | (id.0 ^ known.0)) != 0
}

/// Blocks of rows: archetype, rows in it, and the body index of the first row.
fn blocks(world: &World) -> impl Iterator<Item = (&Archetype, Range<usize>, usize)> {
    let mut end = 0;
    let archetypes = bodies(world).map(move |archetype| {
        let begin = end;
        end += archetype.len() as usize;
        (archetype, begin)
    });
    archetypes.flat_map(|(archetype, begin)| {
        let len = archetype.len() as usize;
        (0..len).step_by(BLOCK).map(move |row| (archetype, row..(row + BLOCK).min(len), begin + row))
    })
}

/// True if this number belongs to a living entity.
fn is_alive_as(world: &World, entity: Entity, number: u32) -> bool {
    (entity.id() == number) & world.contains(entity)
}

/// True if an entity of these rows was copied from a world, so that its registration names another entity.
fn any_is_foreign(world: &World, archetype: &Archetype, rows: Range<usize>) -> bool {
    let numbers = &archetype.ids()[rows.clone()];
    archetype.get::<&Registered>().is_some_and(|registered| {
        registered[rows].iter().zip(numbers).any(|(r, number)| !is_alive_as(world, r.entity, *number))
    })
}

impl EntityMap {
    /// Assigns a body index to each registered entity: archetype by archetype, row by row.
    pub(crate) fn update(&mut self, world: &mut World, core: &mut Core, register: &mut BodyRegistry) {
        let len = self.find_changes(world, core);
        if len == core.len() && !self.changes.contains(&true) {
            // Memory for a burst of new ids is released, down to a quarter of the entities.
            self.ids.shrink_to(self.entities.len() / 4 + BLOCK);
            return;
        }
        let foreign =
            self.changed_blocks(world).any(|(archetype, rows, _)| any_is_foreign(world, archetype, rows));
        if foreign {
            register.register_again(world);
        }
        self.relabel(len, world, core);
    }

    /// Body index of an entity.
    pub(crate) fn index_of(&self, entity: Entity) -> Option<usize> {
        let index = self.indices.index(&self.entities, Entity::id, entity.id())?;
        (self.entities.get(index) == Some(&entity)).then_some(index)
    }

    /// Entity of a removed body whose exit the last step reported.
    pub(crate) fn departed(&self, id: BodyId) -> Option<Entity> {
        self.departed.iter().find(|departed| departed.0 == id).map(|departed| departed.1)
    }

    /// Forgets removed bodies whose exits the last step has reported.
    pub(crate) fn forget_departed(&mut self, core: &Core) {
        self.departed.retain(|(id, _)| core.pending_exits().any(|(body, _)| body == *id));
    }

    /// Flags the blocks in which anything differs. Returns the number of bodies.
    fn find_changes(&mut self, world: &World, core: &Core) -> usize {
        self.changes.resize(bodies(world).map(|a| (a.len() as usize).div_ceil(BLOCK)).sum(), false);
        let entities = &self.entities;
        let ids = core.ids_by_place();
        let work = |_, (First(first), Blocks(changes)): (First, Blocks<bool>)| {
            let mut rows = world.query::<Entity>().with::<OfBodies>();
            // Batches end with their archetype, as blocks do.
            let blocks = blocks(world).zip(rows.iter_batched(BLOCK as u32)).skip(first / BLOCK);
            for (change, ((archetype, rows, index), batch)) in changes.iter_mut().zip(blocks) {
                let indices = index..index + rows.len();
                let known = entities.get(indices.clone()).zip(ids.get(indices));
                let own_ids = archetype.get::<&BodyId>();
                *change = match (known, own_ids) {
                    (Some((entities, ids)), Some(own_ids)) => {
                        any_entity_differs(batch, entities) | any_id_differs(&own_ids[rows], ids)
                    }
                    _ => true,
                };
            }
        };
        let len = bodies(world).map(|archetype| archetype.len() as usize).sum();
        let whole = self.changes.len() * BLOCK;
        let changes = (First(0), Blocks(&mut self.changes));
        // Few bodies of many archetypes have many blocks.
        if len <= SMALLEST {
            work(whole, changes);
        } else {
            fork(&Pool, whole, changes, &work);
        }
        len
    }

    /// Flagged blocks.
    fn changed_blocks<'a>(
        &'a self,
        world: &'a World,
    ) -> impl Iterator<Item = (&'a Archetype, Range<usize>, usize)> + 'a {
        blocks(world).zip(&self.changes).filter(|(_, changed)| **changed).map(|(block, _)| block)
    }

    /// Writes entities and ids of the flagged blocks.
    #[cold]
    fn relabel(&mut self, len: usize, world: &World, core: &mut Core) {
        // Exits still to be reported may name bodies that are gone below, so their entities are noted first.
        for (id, _) in core.overlaps().chain(core.pending_exits()) {
            let entity = core.index_of(id).and_then(|index| self.entities.get(index));
            self.departed.extend(entity.map(|entity| (id, *entity)));
        }
        self.indices.forget();
        let mut changed = std::mem::take(&mut self.changed);
        let mut ids = std::mem::take(&mut self.ids);
        let mut entities = std::mem::take(&mut self.entities);
        changed.clear();
        ids.clear();
        entities.resize(len, Entity::DANGLING);
        for (archetype, rows, index) in self.changed_blocks(world) {
            let columns = (archetype.get::<&Registered>(), archetype.get::<&BodyId>());
            let (Some(registered), Some(own_ids)) = columns else { continue };
            let indices = index..index + rows.len();
            ids.extend_from_slice(&own_ids[rows.clone()]);
            for (entity, registered) in entities[indices.clone()].iter_mut().zip(&registered[rows]) {
                *entity = registered.entity;
            }
            match changed.last_mut() {
                // Blocks that touch are joined, because each range has a fixed cost.
                Some(last) if last.end == indices.start => last.end = indices.end,
                _ => changed.push(indices),
            }
        }
        self.changed = changed;
        self.ids = ids;
        self.entities = entities;
        core.remap_bodies(len, &self.changed, &self.ids, |index, id| self.copies.push((index, id)));
        self.departed.dedup();
        self.departed.retain(|(id, _)| core.index_of(*id).is_none());
        self.ids.clear();
        if !self.copies.is_empty() {
            self.settle_copies(world, core);
        }
    }

    /// Resolves duplicate ids: the entity registered first keeps the id, the others get new ids in order of
    /// registration.
    #[cold]
    fn settle_copies(&mut self, world: &World, core: &mut Core) {
        let number = |index: usize| world.get::<&Registered>(self.entities[index]).map_or(0, |r| r.number);
        let id_of = |index: usize| world.get::<&BodyId>(self.entities[index]).map(|id| *id).ok();
        let copies = self.copies.iter().map(|(index, _)| *index);
        let owners = copies.clone().filter_map(|copy| core.index_of(id_of(copy)?));
        let mut claims: Vec<_> =
            copies.chain(owners).map(|index| (id_of(index), number(index), index)).collect();
        // By id, then by registration: the first claim of each id keeps it.
        claims.sort_unstable();
        claims.dedup();
        let mut settled = Vec::new();
        let mut others = Vec::new();
        for same in claims.chunk_by(|a, b| a.0 == b.0) {
            settled.extend(same[0].0.map(|id| (same[0].2, id)));
            others.extend(same[1..].iter().map(|(_, number, index)| (*number, *index)));
        }
        // In order of registration, which no order of archetypes changes.
        others.sort_unstable();
        settled.extend(others.iter().zip(self.copies.drain(..)).map(|((_, index), (_, id))| (*index, id)));
        settled.sort_unstable();
        let indices: Vec<_> = settled.iter().map(|(index, _)| *index..index + 1).collect();
        let ids: Vec<_> = settled.iter().map(|(_, id)| *id).collect();
        core.remap_bodies(core.len(), &indices, &ids, |_, _| {});
        for (index, id) in settled {
            if let Ok(mut own) = world.get::<&mut BodyId>(self.entities[index]) {
                *own = id;
            }
        }
    }

    /// Memory in use, without spare capacity, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entities.len() * size_of::<Entity>() + self.changes.len()
    }
}
