//! Serialization of the components that the engine does not store, as the last section of a snapshot.
//!
//! It follows the engine's bytes, little-endian:
//!
//! - magic, version, fingerprint of the level, revision of its entities, component types of the game;
//! - collider offsets of bodies, by ascending id;
//! - the number of handles of the world, and the free ones, the next at the end;
//! - blocks of entities with equal sets of components: handles, sets, columns;
//! - triggers by entity, a checksum, and the length of this section.

use super::columns::{Column, ColumnFormat, Each};
use super::rows::{BODY_ID, IDENTITY, MOVER_ID, OF_BODY};
use super::types::{TypeSet, Types};
use crate::archetypes::is_registered;
use crate::identity::Identity;
use glam::IVec2;
use hecs::{Archetype, Entity, World};
use std::ops::Range;
use tilephys_core::{
    BodyId, MoverId, RegionId,
    record::{ByteReader, ByteWriter, Codec, List, SaveError, SaveFault},
};

const MAGIC: &[u8; 4] = b"tpec";
const VERSION: u16 = 5;
/// Bytes of the length at the end.
const LENGTH_BYTES: usize = 4;
const OFFSETS: List<(u32, IVec2)> = List { count: "offsets.count", least: 12, empty: (0, IVec2::ZERO) };
const TRIGGERS: List<(Entity, u32)> =
    List { count: "triggers.count", least: 12, empty: (Entity::DANGLING, 0) };
const FREE: List<Entity> = handles("free.count");
const BLOCK_HANDLES: List<Entity> = handles("block.count");

const fn handles(count: &'static str) -> List<Entity> {
    List { count, least: 8, empty: Entity::DANGLING }
}

/// Minimum bytes of a block: sets and a count.
const BLOCK_BYTES: usize = 21;

/// Section of a snapshot beside the engine's state.
#[derive(Clone, Default)]
pub(crate) struct Saved {
    /// Fingerprint of the level; 0 without one.
    pub(crate) level: u64,
    /// Count of what drivers have spawned and changed since.
    pub(crate) revision: u32,
    /// Offsets of bodies' colliders that are not zero, by ascending id.
    pub(crate) body_offsets: Vec<(u32, IVec2)>,
    /// Entities that are regions, and the index of each region.
    pub(crate) triggers: Vec<(Entity, u32)>,
    /// Entities by number, of a world that is saved.
    handles: Vec<Entity>,
}

/// Blocks of entities in a snapshot, and the state of their handles.
#[derive(Default)]
pub(crate) struct Blocks {
    pub(crate) list: Vec<Block>,
    /// Count of what drivers had spawned and changed.
    pub(crate) revision: u32,
    /// Number of handles, free or not.
    pub(crate) handle_count: u32,
    /// Free handles; the next to be used is the last.
    pub(crate) free: Vec<Entity>,
}

/// Entities of an archetype in a snapshot or a checkpoint.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) handles: Vec<Entity>,
    /// True for bodies, whose values the engine has.
    pub(crate) is_body: bool,
    pub(crate) types: TypeSet,
    /// Columns with the places of their types.
    pub(crate) columns: Vec<(usize, Box<dyn Column>)>,
    /// Ids of the rows, if they have any.
    pub(crate) body_ids: Vec<BodyId>,
    pub(crate) mover_ids: Vec<MoverId>,
    pub(crate) identities: Vec<Identity>,
}

/// Types of a block that have columns.
fn stored(types: TypeSet, is_body: bool) -> TypeSet {
    let of_engine = OF_BODY.iter().filter(|_| is_body).fold(0, |bits, index| bits | 1 << index);
    types.without(TypeSet { engine: of_engine, game: 0 })
}

impl Saved {
    pub(crate) fn clear(&mut self) {
        self.body_offsets.clear();
        self.triggers.clear();
    }

    pub(crate) fn body_offset(&self, id: BodyId) -> IVec2 {
        let index = self.body_offsets.binary_search_by_key(&id.0, |entry| entry.0);
        index.map_or(IVec2::ZERO, |index| self.body_offsets[index].1)
    }

    /// Saves the entity of each region.
    pub(crate) fn add_triggers(&mut self, known: &[(Entity, RegionId)]) {
        self.triggers.extend(known.iter().map(|(entity, region)| (*entity, region.index() as u32)));
    }

    /// Appends the section to the engine's bytes.
    pub(crate) fn write(&mut self, world: &World, types: &Types, bytes: &mut Vec<u8>) {
        let from = bytes.len();
        let w = &mut ByteWriter { bytes };
        w.bytes.extend_from_slice(MAGIC);
        w.u16(VERSION);
        w.u64(self.level);
        w.u32(self.revision);
        let Ok(_) = self.code_offsets(types, w);
        let free = world.freelist();
        let mut blocks = Blocks { handle_count: world.len() + free.len() as u32, ..Blocks::default() };
        let Ok(()) = blocks.code_handles(free, w);
        self.write_blocks(world, types, w);
        let Ok(()) = self.code_triggers(w);
        w.seal(from);
        // The length comes last, because a reader finds the section from the end of the bytes.
        let len = w.bytes.len() - from;
        w.u32(len as u32);
    }

    /// Codes the types of the game and the offsets of colliders. Returns the places of the types.
    fn code_offsets<C: Codec>(&mut self, types: &Types, c: &mut C) -> Result<Vec<usize>, C::Error> {
        let indices = types.code(c)?;
        let code_offset = |(id, offset): &mut (u32, IVec2), c: &mut C| {
            c.value("offset.id", id)?;
            c.value("offset", offset)
        };
        let check = |last: Option<&(u32, IVec2)>, offset: &(u32, IVec2), byte| {
            let is_next = last.is_none_or(|last| last.0 < offset.0);
            ByteReader::demand(is_next, byte, "offset.id", SaveFault::OutOfOrder)
        };
        code_all(&OFFSETS, &mut self.body_offsets, code_offset, check, c)?;
        Ok(indices)
    }

    fn code_triggers<C: Codec>(&mut self, c: &mut C) -> Result<(), C::Error> {
        let code_trigger = |(entity, region): &mut (Entity, u32), c: &mut C| {
            code_handle("trigger.entity", entity, c)?;
            c.value("trigger.region", region)
        };
        code_all(&TRIGGERS, &mut self.triggers, code_trigger, |_, _, _| Ok(()), c)
    }

    fn write_blocks(&mut self, world: &World, types: &Types, w: &mut ByteWriter) {
        for entity in world.query::<Entity>().iter() {
            // An archetype gives only the numbers of its entities, so their handles are listed first.
            let index = entity.id() as usize;
            if index >= self.handles.len() {
                self.handles.resize(index + 1, Entity::DANGLING);
            }
            self.handles[index] = entity;
        }
        let at = w.count_later();
        let mut count = 0;
        let mine = |archetype: &&Archetype| !archetype.is_empty() && types.contain(archetype);
        for archetype in world.archetypes().filter(mine) {
            let set = types.of(archetype);
            let is_body = is_registered(archetype);
            w.u8(is_body.into());
            w.u64(set.engine);
            w.u64(set.game);
            let handles = archetype.ids().iter().map(|id| self.handles[*id as usize]);
            let Ok(()) = code_handles(&BLOCK_HANDLES, "block.entity", handles, &mut Vec::new(), w);
            for index in types.indices_of(stored(set, is_body)) {
                (types.get(index).write)(archetype, 0..archetype.len() as usize, w);
            }
            count += 1;
        }
        w.count(at, count);
    }

    /// Reads the section from the end of `bytes`. Returns the length of the engine's bytes before it, and its blocks.
    pub(crate) fn read(&mut self, bytes: &[u8], types: &Types) -> Result<(usize, Blocks), SaveError> {
        let own = Self::find(bytes)?;
        let from = own.start;
        let moved = |error: SaveError| SaveError { byte: from.saturating_add(error.byte), ..error };
        Ok((from, self.read_own(&bytes[own], types).map_err(moved)?))
    }

    /// Places of the types of a snapshot among the game's.
    pub(crate) fn indices_of(bytes: &[u8], types: &Types) -> Result<Vec<usize>, SaveError> {
        let own = Self::find(bytes)?;
        let r = &mut ByteReader::open(&bytes[own], MAGIC, VERSION)?;
        r.u64("level")?;
        r.u32("revision")?;
        types.code(r)
    }

    fn find(bytes: &[u8]) -> Result<Range<usize>, SaveError> {
        let error = |byte, fault| SaveError { byte, field: "entities.length", fault };
        let end = bytes.len().checked_sub(LENGTH_BYTES).ok_or(error(bytes.len(), SaveFault::CutShort))?;
        let mut length = [0; LENGTH_BYTES];
        length.copy_from_slice(&bytes[end..]);
        let from = end.checked_sub(u32::from_le_bytes(length) as usize);
        from.map(|from| from..end).ok_or(error(end, SaveFault::Foreign))
    }

    fn read_own(&mut self, bytes: &[u8], types: &Types) -> Result<Blocks, SaveError> {
        self.clear();
        let r = &mut ByteReader::open(bytes, MAGIC, VERSION)?;
        let byte = r.position();
        let level = r.u64("level")?;
        ByteReader::demand(level == self.level, byte, "level", SaveFault::OtherMap)?;
        let revision = r.u32("revision")?;
        let indices = self.code_offsets(types, r)?;
        let mut blocks = Blocks { revision, ..Blocks::default() };
        let byte = r.position() + 4;
        blocks.code_handles(std::iter::empty(), r)?;
        for _ in 0..r.count(BLOCK_BYTES, "blocks.count")? {
            blocks.list.push(Block::read(types, &indices, r)?);
        }
        let saved = blocks.list.iter().flat_map(|block| &block.handles);
        let mut all: Vec<u32> = saved.chain(&blocks.free).map(|entity| entity.id()).collect();
        all.sort_unstable();
        // A handle that occurs twice would give two rows to one entity.
        let is_once = all.windows(2).all(|two| two[0] != two[1]);
        ByteReader::demand(is_once, byte, "handles", SaveFault::OutOfOrder)?;
        self.code_triggers(r)?;
        r.end("entities.checksum")?;
        Ok(blocks)
    }
}

impl Blocks {
    /// Codes the number of handles, and the free ones.
    fn code_handles<C: Codec>(
        &mut self,
        free: impl Iterator<Item = Entity>,
        c: &mut C,
    ) -> Result<(), C::Error> {
        c.value("handles.count", &mut self.handle_count)?;
        code_handles(&FREE, "free", free, &mut self.free, c)
    }
}

impl Block {
    fn read(types: &Types, indices: &[usize], r: &mut ByteReader) -> Result<Self, SaveError> {
        let byte = r.position();
        let flags = r.u8("block.flags")?;
        ByteReader::demand(flags <= 1, byte, "block.flags", SaveFault::OutOfRange)?;
        let byte = r.position();
        let is_body = flags == 1;
        let engine = r.u64("block.types")?;
        let game = r.u64("block.types")?;
        let set = types.set(engine, game, indices);
        let types_of = set.ok_or(SaveError { byte, field: "block.types", fault: SaveFault::OutOfRange })?;
        // The engine needs all columns of a body, so a block that lacks one is refused.
        let is_whole = !is_body || [BODY_ID].iter().chain(&OF_BODY).all(|index| types_of.has(*index));
        ByteReader::demand(is_whole, byte, "block.types", SaveFault::OutOfRange)?;
        let mut handles = Vec::new();
        code_handles(&BLOCK_HANDLES, "block.entity", std::iter::empty(), &mut handles, r)?;
        let len = handles.len();
        let mut body_ids = Vec::new();
        let mut mover_ids = Vec::new();
        let mut identities = Vec::new();
        let mut columns = Vec::new();
        for index in types.in_snapshot(stored(types_of, is_body), indices) {
            // The ids are read once more, because the column hides them.
            let mut again = *r;
            match index {
                BODY_ID => body_ids = Each::read(len, &mut again)?,
                MOVER_ID => mover_ids = Each::read(len, &mut again)?,
                IDENTITY => identities = Each::read(len, &mut again)?,
                _ => {}
            }
            let known = types.get(index);
            let named = |error: SaveError| SaveError { field: known.name, ..error };
            columns.push((index, (known.read)(len, r).map_err(named)?));
        }
        Ok(Block { handles, is_body, types: types_of, columns, body_ids, mover_ids, identities })
    }
}

/// Codes a list that is kept whole; `check` gets the item before, an item and its first byte.
fn code_all<T: Copy, C: Codec>(
    list: &List<T>,
    items: &mut Vec<T>,
    code: impl FnMut(&mut T, &mut C) -> Result<(), C::Error>,
    check: impl Fn(Option<&T>, &T, usize) -> Result<(), SaveError>,
    c: &mut C,
) -> Result<(), C::Error> {
    let (present, read) = &mut (std::mem::take(items), Vec::new());
    // A reader replaces the items. A writer only lends them to the iterator, and gets them back.
    if C::READS {
        std::mem::swap(present, read);
    }
    let keep = |item, byte| {
        check(read.last(), &item, byte)?;
        read.push(item);
        Ok(())
    };
    let coded = c.list(list, present.iter().copied(), code, keep);
    *items = std::mem::take(if C::READS { read } else { present });
    coded
}

/// Codes handles: `present` on writing, appended to `handles` on reading.
fn code_handles<C: Codec>(
    list: &List<Entity>,
    field: &'static str,
    present: impl Iterator<Item = Entity>,
    handles: &mut Vec<Entity>,
    c: &mut C,
) -> Result<(), C::Error> {
    let keep = |entity, _| {
        handles.push(entity);
        Ok(())
    };
    c.list(list, present, |entity, c| code_handle(field, entity, c), keep)
}

fn code_handle<C: Codec>(field: &'static str, entity: &mut Entity, c: &mut C) -> Result<(), C::Error> {
    let byte = c.at();
    let mut bits = entity.to_bits().get();
    c.value(field, &mut bits)?;
    match Entity::from_bits(bits).filter(|entity| *entity != Entity::DANGLING) {
        Some(read) => *entity = read,
        None => c.refuse(SaveError { byte, field, fault: SaveFault::OutOfRange })?,
    }
    Ok(())
}
