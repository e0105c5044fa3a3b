//! Saved games: a level's game as bytes, to be loaded into the same map also after the map was edited.
//!
//! The bytes are little-endian: magic, version, the name of the map file, the objects of the level with their kinds, the changed tiles by
//! names, the entities as [`Physics::save_entities`] writes them, and a checksum.

use crate::changed_tiles::{NamedTile, TileName};
use crate::error::LevelError;
use crate::spawned::SpawnedLevel;
use hecs::{Entity, World};
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::TileCoord;
use tilephys_core::record::{ByteReader, ByteWriter, SaveError, SaveFault};
use tilephys_ecs::{Physics, SavedAs};
use tilephys_objects::Things;
use tilephys_tiled::Level;

const MAGIC: &[u8; 4] = b"tpsg";
const VERSION: u16 = 2;
/// Minimum bytes of an object: its id, its kind, whether it is there, and the length of its class.
const OBJECT_BYTES: usize = 10;
/// Minimum bytes of a changed tile: the length of its layer's path, its cell, and whether it has tiles.
const TILE_BYTES: usize = 14;

/// Entities and objects of a loaded game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadedGame {
    /// Entities of the game itself, spawned again, ascending.
    pub spawned: Vec<Entity>,
    /// Ids of objects that the game had despawned before it was saved, such as collected coins. They are despawned again.
    pub despawned: Vec<u32>,
    /// Ids of objects of the map that are new since the game was saved, or of another kind or class. They are as spawned.
    pub fresh: Vec<u32>,
    /// Ids of saved objects that the map has no more, or has as another kind or class. Their saved state is dropped.
    pub dropped: Vec<u32>,
    /// Number of changed tiles that the map cannot have any more: their cells are as in the map.
    pub lost_tiles: usize,
}

/// Object of a level in a saved game.
struct SavedObject<'a> {
    sort: u8,
    class: &'a str,
    is_there: bool,
}

/// Parts of a saved game.
struct SavedGame<'a> {
    map: &'a str,
    objects: BTreeMap<u32, SavedObject<'a>>,
    tiles: Vec<NamedTile>,
    entities: &'a [u8],
    /// First byte of the entities.
    entities_at: usize,
}

impl SpawnedLevel {
    /// Saves the game as bytes, to be loaded by [`load_game`](Self::load_game) in a later run of the program, also if the map was edited
    /// meanwhile.
    ///
    /// A saved game has what the game has made of the level, and not the map:
    ///
    /// - the entities of the game itself, with their settings and [registered](Physics::save_plain) components;
    /// - of each object whether it is there, and its registered components;
    /// - of an object that is a body its position, its velocity, and the state of its character;
    /// - the tiles that [`set_tile`](Self::set_tile) has changed.
    ///
    /// It lacks other edits of the grid, the places of movers on their paths, movers of the game, regions of tiles, gravity, and timers such as a
    /// hit stop. A game keeps what it needs of these in a registered component.
    ///
    /// The world has one level. Rollback needs a [snapshot](Physics::snapshot) instead, which is exact and several times as fast.
    #[doc(alias = "save game")]
    #[doc(alias = "persistence")]
    #[must_use]
    pub fn save_game(&self, level: &Level, physics: &mut Physics, world: &mut World) -> Vec<u8> {
        let mut bytes = Vec::new();
        let w = &mut ByteWriter { bytes: &mut bytes };
        w.bytes.extend_from_slice(MAGIC);
        w.u16(VERSION);
        write_text(&map_name(level), w);
        w.u32(level.objects.len() as u32);
        let things = Things::of(level);
        for (object, entity) in level.objects.iter().zip(self.entities()) {
            w.u32(object.id);
            w.u8(things.kind(object));
            w.u8(world.contains(*entity).into());
            write_text(&object.class, w);
        }
        let ids: BTreeMap<Entity, u32> =
            self.entities().iter().copied().zip(level.objects.iter().map(|object| object.id)).collect();
        let tiles = self.named_tiles(level);
        w.u32(tiles.len() as u32);
        tiles.iter().for_each(|tile| write_tile(tile, w));
        let cells: BTreeSet<Entity> = self.tiles.entities().collect();
        let role = |entity: Entity| match ids.get(&entity) {
            Some(id) => SavedAs::Object(*id),
            None if self.owns(entity) || cells.contains(&entity) => SavedAs::Absent,
            None => SavedAs::Own,
        };
        let entities = physics.save_entities(world, &role);
        w.u32(entities.len() as u32);
        w.bytes.extend_from_slice(&entities);
        w.seal(0);
        bytes
    }

    /// Loads a game that [`save_game`](Self::save_game) has saved, into this level as it is spawned now: mostly right after
    /// [`begin`](Self::begin).
    ///
    /// The map may have been edited since. Objects are found by their ids in Tiled. Collected ones stay away, new ones are there, and
    /// tiles that the game had not changed are as in the map now: the next step pushes a body out of a new solid. Entities that the game has spawned so far are
    /// despawned, and the saved ones take their place under other handles. All bodies begin anew where they were saved.
    ///
    /// # Errors
    /// If the bytes are no saved game, of another version, cut short or damaged, if they are of another map file, or if the program
    /// registers other component types. Changes nothing then.
    #[doc(alias = "load game")]
    pub fn load_game(
        &mut self,
        level: &Level,
        (physics, world): (&mut Physics, &mut World),
        saved: &[u8],
    ) -> Result<LoadedGame, LevelError> {
        let saved = SavedGame::read(saved).map_err(LevelError::Saved)?;
        let map = map_name(level);
        if saved.map != map {
            return Err(LevelError::OtherMap { saved: saved.map.to_owned(), map });
        }
        let things = Things::of(level);
        let mut loaded = LoadedGame::default();
        let mut present = BTreeMap::new();
        for (object, entity) in level.objects.iter().zip(self.entities()) {
            let known = saved.objects.get(&object.id);
            let is_same =
                |known: &&SavedObject| known.sort == things.kind(object) && known.class == object.class;
            match known.filter(is_same) {
                None => loaded.fresh.push(object.id),
                Some(SavedObject { is_there: false, .. }) => loaded.despawned.push(object.id),
                Some(_) => _ = present.insert(object.id, *entity),
            }
        }
        let is_dropped = |id: &&u32| level.object(**id).is_none() || loaded.fresh.contains(id);
        loaded.dropped = saved.objects.keys().filter(is_dropped).copied().collect();
        let object = |id: u32| present.get(&id).copied();
        let cells: BTreeSet<Entity> = self.tiles.entities().collect();
        let is_kept = |entity: Entity| self.owns(entity) || cells.contains(&entity);
        let within = |error: SaveError| SaveError { byte: saved.entities_at + error.byte, ..error };
        let spawned = physics.load_entities(world, saved.entities, &object, &is_kept);
        loaded.spawned = spawned.map_err(within).map_err(LevelError::Saved)?;
        for id in &loaded.despawned {
            // The game may have despawned it already.
            let _: Result<(), _> = self.entity(*id).map_or(Ok(()), |entity| world.despawn(entity));
        }
        loaded.lost_tiles = self.load_tiles(level, (physics, world), &saved.tiles);
        Ok(loaded)
    }
}

/// Name of the map file without its folder, which may differ between machines.
fn map_name(level: &Level) -> String {
    let name = level.files().next().and_then(|path| path.file_name());
    name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

impl<'a> SavedGame<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, SaveError> {
        let r = &mut ByteReader::open(bytes, MAGIC, VERSION)?;
        let map = read_text("map", r)?;
        let mut objects = BTreeMap::new();
        for _ in 0..r.count(OBJECT_BYTES, "objects.count")? {
            let id = r.u32("object.id")?;
            let sort = r.u8("object.kind")?;
            let is_there = r.u8("object.presence")? != 0;
            let class = read_text("object.class", r)?;
            objects.insert(id, SavedObject { sort, class, is_there });
        }
        let tiles = r.count(TILE_BYTES, "tiles.count")?;
        let tiles = (0..tiles).map(|_| read_tile(r)).collect::<Result<_, _>>()?;
        let length = r.count(1, "entities.length")?;
        let entities_at = r.position();
        let entities = r.take(length, "entities")?;
        r.end("checksum")?;
        Ok(SavedGame { map, objects, tiles, entities, entities_at })
    }
}

fn write_tile(tile: &NamedTile, w: &mut ByteWriter) {
    write_text(&tile.layer, w);
    w.u32(tile.at.col.cast_unsigned());
    w.u32(tile.at.row.cast_unsigned());
    for name in [&tile.tile, &tile.drawn] {
        w.u8(name.is_some().into());
        if let Some(TileName { tileset, id, flags }) = name {
            write_text(tileset, w);
            w.u32(*id);
            w.u32(*flags);
        }
    }
}

fn read_tile(r: &mut ByteReader<'_>) -> Result<NamedTile, SaveError> {
    let layer = read_text("tile.layer", r)?.to_owned();
    let col = r.u32("tile.col")?.cast_signed();
    let row = r.u32("tile.row")?.cast_signed();
    let tile = read_name(r)?;
    let drawn = read_name(r)?;
    Ok(NamedTile { layer, at: TileCoord::new(col, row), tile, drawn })
}

fn read_name(r: &mut ByteReader<'_>) -> Result<Option<TileName>, SaveError> {
    if r.u8("tile.presence")? == 0 {
        return Ok(None);
    }
    let tileset = read_text("tile.tileset", r)?.to_owned();
    let id = r.u32("tile.id")?;
    let flags = r.u32("tile.flags")?;
    Ok(Some(TileName { tileset, id, flags }))
}

fn write_text(text: &str, w: &mut ByteWriter) {
    w.u32(text.len() as u32);
    w.bytes.extend_from_slice(text.as_bytes());
}

fn read_text<'a>(field: &'static str, r: &mut ByteReader<'a>) -> Result<&'a str, SaveError> {
    let length = r.count(1, field)?;
    let byte = r.position();
    let text = std::str::from_utf8(r.take(length, field)?);
    text.map_err(|_| SaveError { byte, field, fault: SaveFault::OutOfRange })
}
