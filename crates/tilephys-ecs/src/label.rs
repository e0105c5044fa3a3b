//! Who is in which place: kept from step to step, and mended where entities came, went or moved in their archetypes.

use crate::components::Registered;
use crate::fork::{BLOCK, Blocks, First, Pool, fork};
use crate::register::{is_registered, register_again};
use hecs::{Entity, World};
use std::ops::Range;
use tilephys_core::{BodyId, World as Core};

/// The block's entities or ids are not those of the last step.
const CHANGED: u8 = 1;
/// An entity is not the one that the engine met: it was taken out of its world, and spawned here or there.
const FOREIGN: u8 = 2;

/// Entities by place, and what is needed to keep them so.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// By place.
    pub(crate) entities: Vec<Entity>,
    /// One for each block of each archetype.
    flags: Vec<u8>,
    changed: Vec<Range<usize>>,
    ids: Vec<BodyId>,
    copies: Vec<(usize, BodyId)>,
    /// How many entities were registered so far.
    pub(crate) registered: u32,
}

/// Columns of an archetype, and what their rows' places held in the last step, as far as there were such places.
struct Compared<'a> {
    world: &'a World,
    /// As the archetype has them: ids without generation.
    entities: &'a [u32],
    registered: &'a [Registered],
    ids: &'a [BodyId],
    known_entities: &'a [Entity],
    known_ids: &'a [BodyId],
}

impl Compared<'_> {
    /// What the rows of a block are flagged with.
    fn flag(&self, rows: Range<usize>) -> u8 {
        let (registered, ids) = (&self.registered[rows.clone()], &self.ids[rows.clone()]);
        // An entity that was taken out of a world and spawned anew may have its old number and row, but its handle is dead.
        let entities = self.entities[rows.clone()].iter().zip(registered);
        let is_foreign = |id: u32, r: &Registered| (id != r.entity.id()) | !self.world.contains(r.entity);
        if entities.fold(false, |any, (id, r)| any | is_foreign(*id, r)) {
            return FOREIGN;
        }
        // Folds without a jump, which the compiler turns into vector instructions.
        let before = self.known_entities.get(rows.clone()).zip(self.known_ids.get(rows));
        let Some((known_entities, known_ids)) = before else { return CHANGED };
        let entities = known_entities.iter().zip(registered);
        let same = entities.fold(true, |all, (entity, r)| all & (*entity == r.entity));
        let same = ids.iter().zip(known_ids).fold(same, |all, (a, b)| all & (a == b));
        if same { 0 } else { CHANGED }
    }
}

impl Labels {
    /// Gives each registered entity its place: archetype by archetype, row by row.
    pub(crate) fn update(&mut self, world: &mut World, core: &mut Core) {
        let mut len = self.find_changes(world, core);
        if self.flags.contains(&FOREIGN) {
            register_again(world, &mut self.registered);
            len = self.find_changes(world, core);
        }
        if len != core.len() || self.flags.contains(&CHANGED) {
            self.relabel(len, world, core);
        }
    }

    /// Flags the blocks in which anything differs. Returns the number of bodies.
    fn find_changes(&mut self, world: &World, core: &Core) -> usize {
        let registered = || world.archetypes().filter(|a| is_registered(a));
        let blocks = registered().map(|a| (a.len() as usize).div_ceil(BLOCK)).sum();
        self.flags.resize(blocks, 0);
        let (mut place, mut block) = (0, 0);
        for archetype in registered() {
            let (Some(known), Some(ids)) = (archetype.get::<&Registered>(), archetype.get::<&BodyId>())
            else {
                continue;
            };
            let blocks = ids.len().div_ceil(BLOCK);
            let columns = Compared {
                world,
                entities: archetype.ids(),
                registered: &known,
                ids: &ids,
                known_entities: self.entities.get(place..).unwrap_or_default(),
                known_ids: core.ids_by_place().get(place..).unwrap_or_default(),
            };
            let flags = Blocks(&mut self.flags[block..block + blocks]);
            fork(&Pool, ids.len(), (First(0), flags), &|len, (First(first), Blocks(flags))| {
                for (from, flag) in (first..first + len).step_by(BLOCK).zip(flags) {
                    *flag = columns.flag(from..(from + BLOCK).min(first + len));
                }
            });
            (place, block) = (place + ids.len(), block + blocks);
        }
        place
    }

    /// Writes entities and ids of the flagged blocks.
    #[cold]
    fn relabel(&mut self, len: usize, world: &World, core: &mut Core) {
        self.changed.clear();
        self.ids.clear();
        self.entities.resize(len, Entity::DANGLING);
        let (mut place, mut flags) = (0, self.flags.iter());
        for archetype in world.archetypes().filter(|a| is_registered(a)) {
            let (Some(known), Some(ids)) = (archetype.get::<&Registered>(), archetype.get::<&BodyId>())
            else {
                continue;
            };
            for from in (0..ids.len()).step_by(BLOCK) {
                let rows = from..(from + BLOCK).min(ids.len());
                if flags.next() == Some(&0) {
                    continue;
                }
                let places = place + rows.start..place + rows.end;
                self.ids.extend_from_slice(&ids[rows.clone()]);
                for (entity, known) in self.entities[places.clone()].iter_mut().zip(&known[rows]) {
                    *entity = known.entity;
                }
                match self.changed.last_mut() {
                    Some(last) if last.end == places.start => last.end = places.end,
                    _ => self.changed.push(places),
                }
            }
            place += ids.len();
        }
        core.relabel(len, &self.changed, &self.ids, |place, id| self.copies.push((place, id)));
        if !self.copies.is_empty() {
            self.settle_copies(world, core);
        }
        // A crowd that comes at once should not hold twice its ids for ever.
        self.ids.shrink_to(self.entities.len() / 4 + BLOCK);
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
        self.entities.len() * size_of::<Entity>() + self.flags.len()
    }
}
