//! Entities of a saved game: what they are and hold, without the map and the ids of the running engine.
//!
//! The bytes are little-endian: magic, version, component types of the game, blocks of entities with equal sets of components, and
//! a checksum. A block has its sets, the keys of its entities, and a column for each type.

use super::columns::Column;
use super::rows::{MOTION, OF_CHARACTERS, OF_THE_RUN};
use super::types::{TypeSet, Types};
use crate::archetypes::is_registered;
use crate::mover::Mover;
use crate::physics::Physics;
use hecs::{Archetype, Entity, EntityBuilder, World};
use tilephys_core::record::{ByteReader, ByteWriter, SaveError, SaveFault};

const MAGIC: &[u8; 4] = b"tpge";
const VERSION: u16 = 1;
/// Minimum bytes of a block: sets and a count.
const BLOCK_BYTES: usize = 20;
/// Key of entities that the game has spawned itself.
const OWN: u32 = 0;

/// How a saved game contains an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedAs {
    /// As an entity of the game: it is spawned again, with its settings.
    Own,
    /// As an object of the map with this id, greater than 0: its motion, and the components that the game has registered.
    Object(u32),
    /// Not at all.
    Absent,
}

/// Row of an archetype, and the key of its entity.
struct KeyedRow {
    row: usize,
    key: u32,
}

/// Entities with equal sets of components.
struct SavedBlock {
    types: TypeSet,
    keys: Vec<u32>,
    columns: Vec<(usize, Box<dyn Column>)>,
}

impl Physics {
    /// Saves entities as bytes for a saved game, whose map may be edited before it is loaded. `role` gives how each is contained.
    ///
    /// The game's own entities have all components of the engine and all registered ones, except movers, which are not contained, and
    /// what names kinds of tile, handles or ids: [`Solid`](crate::Solid), [`CarriedBy`](crate::CarriedBy) and
    /// [`BodyId`](crate::BodyId). Of an object there are the registered components and, if it is a body, its position, its velocity
    /// and the state of its character.
    pub fn save_entities(&mut self, world: &mut World, role: &dyn Fn(Entity) -> SavedAs) -> Vec<u8> {
        world.flush();
        self.sync(world);
        let mut bytes = Vec::new();
        let w = &mut ByteWriter { bytes: &mut bytes };
        w.bytes.extend_from_slice(MAGIC);
        w.u16(VERSION);
        let Ok(_) = self.types.code(w);
        let handles: Vec<Entity> = all_entities(world);
        let at = w.count_later();
        let mut count = 0;
        for archetype in world.archetypes().filter(|archetype| self.types.contain(archetype)) {
            // The game's own entities and objects of the map are saved with different components.
            for is_own in [true, false] {
                let types = saved_types(&self.types, archetype, is_own);
                let rows = keyed_rows(archetype, &handles, is_own, role);
                let is_mover = is_own && archetype.has::<Mover>();
                if !rows.is_empty() && !types.is_empty() && !is_mover {
                    write_block(&self.types, archetype, types, &rows, w);
                    count += 1;
                }
            }
        }
        w.count(at, count);
        w.seal(0);
        bytes
    }

    /// Loads what [`save_entities`](Self::save_entities) has saved. `object` gives the present entity of an object of the map, if it
    /// is to get what was saved. Entities of the game so far are despawned: entities that snapshots [contain](Self::snapshot), and for
    /// which `is_kept` is false. Returns the spawned entities of the game.
    ///
    /// All bodies begin anew where they were: see [`BodyState::placed`](crate::BodyState::placed).
    ///
    /// # Errors
    /// If the bytes are not from `save_entities`, of another version, cut short, damaged, or with other registered types. Changes
    /// nothing then.
    pub fn load_entities(
        &mut self,
        world: &mut World,
        bytes: &[u8],
        object: &dyn Fn(u32) -> Option<Entity>,
        is_kept: &dyn Fn(Entity) -> bool,
    ) -> Result<Vec<Entity>, SaveError> {
        // Read to the end before the first change, so that an error changes nothing.
        let blocks = read_blocks(&self.types, bytes)?;
        world.flush();
        let handles = all_entities(world);
        let ours = world.archetypes().filter(|archetype| self.types.contain(archetype));
        let ours = ours.flat_map(Archetype::ids).map(|id| handles[*id as usize]);
        let former: Vec<Entity> = ours.filter(|entity| !is_kept(*entity)).collect();
        former.into_iter().for_each(|entity| _ = world.despawn(entity));
        let mut spawned = Vec::new();
        let mut builder = EntityBuilder::new();
        for block in blocks {
            for row in 0..block.keys.len() {
                block.columns.iter().for_each(|(_, column)| column.add(row, &mut builder));
                if block.keys[row] == OWN {
                    spawned.push(world.spawn(builder.build()));
                } else if let Some(entity) = object(block.keys[row]).filter(|entity| world.contains(*entity))
                {
                    self.remove_unsaved(world, entity, block.types);
                    let inserted = world.insert(entity, builder.build());
                    debug_assert!(inserted.is_ok(), "the entity is in the world");
                } else {
                    // The object is no longer on the map.
                    builder.clear();
                }
            }
        }
        spawned.sort_unstable();
        Ok(spawned)
    }

    /// Removes the game's components that an object did not have when it was saved.
    fn remove_unsaved(&self, world: &mut World, entity: Entity, saved: TypeSet) {
        let saved = self.types.mask(saved);
        for index in self.types.game_places().filter(|index| !saved.contains(*index)) {
            (self.types.get(index).remove)(world, entity);
        }
    }
}

/// All entities of a world by number.
fn all_entities(world: &World) -> Vec<Entity> {
    let mut handles = Vec::new();
    for entity in world.query::<Entity>().iter() {
        let index = entity.id() as usize;
        if index >= handles.len() {
            handles.resize(index + 1, Entity::DANGLING);
        }
        handles[index] = entity;
    }
    handles
}

/// Rows of an archetype, and the keys of their entities: of the game's own, or of objects.
fn keyed_rows(
    archetype: &Archetype,
    handles: &[Entity],
    is_own: bool,
    role: &dyn Fn(Entity) -> SavedAs,
) -> Vec<KeyedRow> {
    let key = |id: &u32| match role(handles[*id as usize]) {
        SavedAs::Own => is_own.then_some(OWN),
        // The key of the game's own entities is no object.
        SavedAs::Object(id) => Some(id).filter(|id| !is_own && *id != OWN),
        SavedAs::Absent => None,
    };
    let keys = archetype.ids().iter().enumerate();
    keys.filter_map(|(row, id)| Some(KeyedRow { row, key: key(id)? })).collect()
}

/// Types that are saved of the entities of an archetype.
fn saved_types(types: &Types, archetype: &Archetype, is_own: bool) -> TypeSet {
    let all = types.of(archetype);
    let is_body = is_registered(archetype) && !archetype.has::<Mover>();
    let motion = MOTION.iter().chain(&OF_CHARACTERS).fold(0, |bits, index| bits | 1 << index);
    let kept = match is_own {
        true => !OF_THE_RUN,
        false if is_body => motion,
        false => 0,
    };
    TypeSet { engine: all.engine & kept, ..all }
}

fn write_block(types: &Types, archetype: &Archetype, set: TypeSet, rows: &[KeyedRow], w: &mut ByteWriter) {
    w.u64(set.engine);
    w.u64(set.game);
    w.u32(rows.len() as u32);
    rows.iter().for_each(|keyed| w.u32(keyed.key));
    for index in types.indices_of(set) {
        rows.iter().for_each(|keyed| (types.get(index).write)(archetype, keyed.row..keyed.row + 1, w));
    }
}

fn read_blocks(types: &Types, bytes: &[u8]) -> Result<Vec<SavedBlock>, SaveError> {
    let r = &mut ByteReader::open(bytes, MAGIC, VERSION)?;
    let indices = types.code(r)?;
    let mut blocks = Vec::new();
    for _ in 0..r.count(BLOCK_BYTES, "blocks.count")? {
        let byte = r.position();
        let engine = r.u64("block.types")?;
        let game = r.u64("block.types")?;
        let error = SaveError { byte, field: "block.types", fault: SaveFault::OutOfRange };
        // Ids and handles of the run that saved mean nothing here, so sets with them are refused.
        let set = types.set(engine, game, &indices).filter(|_| engine & OF_THE_RUN == 0);
        let set = set.ok_or(error)?;
        let count = r.count(4, "block.count")?;
        let keys: Vec<u32> = (0..count).map(|_| r.u32("block.key")).collect::<Result<_, _>>()?;
        let mut columns = Vec::new();
        for index in types.in_snapshot(set, &indices) {
            let known = types.get(index);
            let named = |error: SaveError| SaveError { field: known.name, ..error };
            columns.push((index, (known.read)(count, r).map_err(named)?));
        }
        blocks.push(SavedBlock { types: set, keys, columns });
    }
    r.end("checksum")?;
    Ok(blocks)
}
