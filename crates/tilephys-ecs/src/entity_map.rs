//! Map from body index to entity, updated incrementally where entities were spawned, despawned or moved between
//! archetypes.

use crate::body_registry::{BodyRegistry, bodies};
use crate::components::Registered;
use crate::fork::{BLOCK, Blocks, First, Pool, fork};
use hecs::{Archetype, Entity, World};
use std::ops::Range;
use tilephys_core::{BodyId, World as Core};

/// Entities by body index, with buffers for the update.
#[derive(Debug, Default)]
pub(crate) struct EntityMap {
    /// Entities by body index.
    pub(crate) entities: Vec<Entity>,
    /// Flags for each block of each archetype: true if its entities or ids differ from the last step.
    changes: Vec<bool>,
    changed: Vec<Range<usize>>,
    ids: Vec<BodyId>,
    copies: Vec<(usize, BodyId)>,
}

/// Rows of an archetype beside the entities and ids at their indices in the last step, as far as there were any.
struct Compared<'a> {
    world: &'a World,
    /// Entities of the archetype, without generation.
    entities: &'a [u32],
    ids: &'a [BodyId],
    known_entities: &'a [Entity],
    known_ids: &'a [BodyId],
}

impl Compared<'_> {
    /// True if any of these rows differs.
    fn differ(&self, rows: Range<usize>) -> bool {
        let known = self.known_entities.get(rows.clone()).zip(self.known_ids.get(rows.clone()));
        let Some((known_entities, known_ids)) = known else { return true };
        // Folds instead of `any`, which would branch in each row. A number may be reused; then its previous entity
        // is dead.
        let entities = self.entities[rows.clone()].iter().zip(known_entities);
        let same = entities.fold(true, |all, (id, known)| all & is_alive_as(self.world, *known, *id));
        !self.ids[rows].iter().zip(known_ids).fold(same, |all, (a, b)| all & (a == b))
    }
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

    /// Flags the blocks in which anything differs. Returns the number of bodies.
    fn find_changes(&mut self, world: &World, core: &Core) -> usize {
        let registered = || bodies(world);
        let blocks = registered().map(|a| (a.len() as usize).div_ceil(BLOCK)).sum();
        self.changes.resize(blocks, false);
        let (mut place, mut changes) = (0, &mut self.changes[..]);
        for archetype in registered() {
            let Some(ids) = archetype.get::<&BodyId>() else { continue };
            let columns = Compared {
                world,
                entities: archetype.ids(),
                ids: &ids,
                known_entities: self.entities.get(place..).unwrap_or_default(),
                known_ids: core.ids_by_place().get(place..).unwrap_or_default(),
            };
            let (own, others) = changes.split_at_mut(ids.len().div_ceil(BLOCK));
            fork(&Pool, ids.len(), (First(0), Blocks(own)), &|len, (First(first), Blocks(changes))| {
                for (from, change) in (first..first + len).step_by(BLOCK).zip(changes) {
                    *change = columns.differ(from..(from + BLOCK).min(first + len));
                }
            });
            (place, changes) = (place + ids.len(), others);
        }
        place
    }

    /// Flagged blocks: archetype, rows in it, and the body index of the first row.
    fn changed_blocks<'a>(
        &'a self,
        world: &'a World,
    ) -> impl Iterator<Item = (&'a Archetype, Range<usize>, usize)> + 'a {
        let mut end = 0;
        let archetypes = bodies(world).map(move |archetype| {
            let begin = end;
            end += archetype.len() as usize;
            (archetype, begin)
        });
        let blocks = archetypes.flat_map(|(archetype, begin)| {
            let len = archetype.len() as usize;
            (0..len).step_by(BLOCK).map(move |row| (archetype, row..(row + BLOCK).min(len), begin + row))
        });
        blocks.zip(&self.changes).filter(|(_, changed)| **changed).map(|(block, _)| block)
    }

    /// Writes entities and ids of the flagged blocks.
    #[cold]
    fn relabel(&mut self, len: usize, world: &World, core: &mut Core) {
        let (mut changed, mut ids) = (std::mem::take(&mut self.changed), std::mem::take(&mut self.ids));
        let mut entities = std::mem::take(&mut self.entities);
        changed.clear();
        ids.clear();
        entities.resize(len, Entity::DANGLING);
        for (archetype, rows, place) in self.changed_blocks(world) {
            let columns = (archetype.get::<&Registered>(), archetype.get::<&BodyId>());
            let (Some(registered), Some(own_ids)) = columns else { continue };
            let places = place..place + rows.len();
            ids.extend_from_slice(&own_ids[rows.clone()]);
            for (entity, registered) in entities[places.clone()].iter_mut().zip(&registered[rows]) {
                *entity = registered.entity;
            }
            match changed.last_mut() {
                Some(last) if last.end == places.start => last.end = places.end,
                _ => changed.push(places),
            }
        }
        (self.changed, self.ids, self.entities) = (changed, ids, entities);
        core.remap_bodies(len, &self.changed, &self.ids, |place, id| self.copies.push((place, id)));
        self.ids.clear();
        if !self.copies.is_empty() {
            self.settle_copies(world, core);
        }
    }

    /// Resolves duplicate ids: the entity registered first keeps the id, the others get new ids in order of
    /// registration.
    #[cold]
    fn settle_copies(&mut self, world: &World, core: &mut Core) {
        let number = |place: usize| world.get::<&Registered>(self.entities[place]).map_or(0, |r| r.number);
        let id_of = |place: usize| world.get::<&BodyId>(self.entities[place]).map(|id| *id).ok();
        let copies = self.copies.iter().map(|(place, _)| *place);
        let owners = copies.clone().filter_map(|copy| core.index_of(id_of(copy)?));
        let mut claims: Vec<_> =
            copies.chain(owners).map(|place| (id_of(place), number(place), place)).collect();
        claims.sort_unstable();
        claims.dedup();
        let (mut settled, mut others) = (Vec::new(), Vec::new());
        for same in claims.chunk_by(|a, b| a.0 == b.0) {
            settled.extend(same[0].0.map(|id| (same[0].2, id)));
            others.extend(same[1..].iter().map(|(_, number, place)| (*number, *place)));
        }
        others.sort_unstable();
        settled.extend(others.iter().zip(self.copies.drain(..)).map(|((_, place), (_, id))| (*place, id)));
        settled.sort_unstable();
        let places: Vec<_> = settled.iter().map(|(place, _)| *place..place + 1).collect();
        let ids: Vec<_> = settled.iter().map(|(_, id)| *id).collect();
        core.remap_bodies(core.len(), &places, &ids, |_, _| {});
        for (place, id) in settled {
            if let Ok(mut own) = world.get::<&mut BodyId>(self.entities[place]) {
                *own = id;
            }
        }
    }

    /// Memory in use, without spare capacity, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entities.len() * size_of::<Entity>() + self.changes.len()
    }
}
