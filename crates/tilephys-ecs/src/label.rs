//! Who is in which place: kept from step to step, and mended where entities came, went or moved in their archetypes.

use crate::components::Registered;
use crate::fork::{BLOCK, Blocks, First, Pool, fork};
use crate::register::{Register, bodies};
use hecs::{Archetype, Entity, World};
use std::ops::Range;
use tilephys_core::{BodyId, World as Core};

/// Entities by place, and what is needed to keep them so.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// By place.
    pub(crate) entities: Vec<Entity>,
    /// One for each block of each archetype: its entities or ids are not those of the last step.
    changes: Vec<bool>,
    changed: Vec<Range<usize>>,
    ids: Vec<BodyId>,
    copies: Vec<(usize, BodyId)>,
}

/// Rows of an archetype, and what their places held in the last step, as far as there were such places.
struct Compared<'a> {
    world: &'a World,
    /// Entities as the archetype has them, without generation.
    entities: &'a [u32],
    ids: &'a [BodyId],
    known_entities: &'a [Entity],
    known_ids: &'a [BodyId],
}

impl Compared<'_> {
    /// Does any of these rows differ?
    fn differ(&self, rows: Range<usize>) -> bool {
        let known = self.known_entities.get(rows.clone()).zip(self.known_ids.get(rows.clone()));
        let Some((known_entities, known_ids)) = known else { return true };
        // Folds, without a jump in each row. A number may be another entity's by now; then the one that was known is dead.
        let entities = self.entities[rows.clone()].iter().zip(known_entities);
        let same = entities.fold(true, |all, (id, known)| all & is_alive_as(self.world, *known, *id));
        !self.ids[rows].iter().zip(known_ids).fold(same, |all, (a, b)| all & (a == b))
    }
}

/// Is this the living entity of that number?
fn is_alive_as(world: &World, entity: Entity, number: u32) -> bool {
    (entity.id() == number) & world.contains(entity)
}

/// Was an entity of these rows taken out of a world, so that it is not the one that was registered?
fn any_is_foreign(world: &World, archetype: &Archetype, rows: Range<usize>) -> bool {
    let numbers = &archetype.ids()[rows.clone()];
    archetype.get::<&Registered>().is_some_and(|registered| {
        registered[rows].iter().zip(numbers).any(|(r, number)| !is_alive_as(world, r.entity, *number))
    })
}

impl Labels {
    /// Gives each registered entity its place: archetype by archetype, row by row.
    pub(crate) fn update(&mut self, world: &mut World, core: &mut Core, register: &mut Register) {
        let len = self.find_changes(world, core);
        if len == core.len() && !self.changes.contains(&true) {
            // A crowd that came at once should not hold twice its ids for ever.
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

    /// The flagged blocks: archetype, rows in it, and the place of the first.
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
        core.relabel(len, &self.changed, &self.ids, |place, id| self.copies.push((place, id)));
        self.ids.clear();
        if !self.copies.is_empty() {
            self.settle_copies(world, core);
        }
    }

    /// Gives ids that several entities have to the one that was registered first, and the new ids to the others, in the
    /// order in which they were.
    #[cold]
    fn settle_copies(&mut self, world: &World, core: &mut Core) {
        let number = |place: usize| world.get::<&Registered>(self.entities[place]).map_or(0, |r| r.number);
        let id_of = |place: usize| world.get::<&BodyId>(self.entities[place]).map(|id| *id).ok();
        let copies = self.copies.iter().map(|(place, _)| *place);
        let owners = copies.clone().filter_map(|copy| core.place_of(id_of(copy)?));
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
        core.relabel(core.len(), &places, &ids, |_, _| {});
        for (place, id) in settled {
            if let Ok(mut own) = world.get::<&mut BodyId>(self.entities[place]) {
                *own = id;
            }
        }
    }

    /// Bytes of what is kept, without spare capacity.
    pub(crate) fn bytes(&self) -> usize {
        self.entities.len() * size_of::<Entity>() + self.changes.len()
    }
}
