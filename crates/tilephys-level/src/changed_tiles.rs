//! Records of the cells that the game has changed: their entities, and their names for saved games and reloads.

use hecs::{Entity, World};
use std::collections::BTreeMap;
use tilephys_core::TileCoord;
use tilephys_core::record::checksum;
use tilephys_ecs::{ChangedTile, Identity};
use tilephys_tiled::{Cell, Level, LevelTile};

/// Kind of part in the number of a changed cell; objects and regions have others.
const CELL: u8 = 2;

/// Change of a cell, by the game or by a restored snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileChange {
    /// Cell, with the tile that it has now.
    pub tile: LevelTile,
    /// Gid with flags that the cell had before; 0 for an empty cell.
    pub before: u32,
}

/// Cell of a tile layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) layer: usize,
    pub(crate) at: TileCoord,
}

impl Place {
    pub(crate) fn of(tile: LevelTile) -> Self {
        Place { layer: tile.layer, at: tile.at }
    }

    pub(crate) fn tile(self, gid: u32) -> LevelTile {
        LevelTile { layer: self.layer, at: self.at, gid }
    }

    /// Number of the cell among the parts of its level.
    fn part(self) -> u64 {
        let mut bytes = vec![CELL];
        bytes.extend_from_slice(&(self.layer as u64).to_le_bytes());
        bytes.extend_from_slice(&self.at.col.to_le_bytes());
        bytes.extend_from_slice(&self.at.row.to_le_bytes());
        checksum(&bytes)
    }
}

/// Changed cell: its present tile, and its entity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changed {
    pub(crate) gid: u32,
    pub(crate) entity: Entity,
}

/// Changed cells of a level. Their entities hold the state; this is a copy for lookup.
#[derive(Debug, Default)]
pub(crate) struct ChangedTiles {
    pub(crate) cells: BTreeMap<Place, Changed>,
    pub(crate) events: Vec<TileChange>,
}

impl ChangedTiles {
    /// The entities of all changed cells.
    pub(crate) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.cells.values().map(|changed| changed.entity)
    }

    pub(crate) fn put(&mut self, world: &mut World, driver: u32, tile: LevelTile) {
        let place = Place::of(tile);
        let state =
            ChangedTile { layer: tile.layer as u32, col: tile.at.col, row: tile.at.row, gid: tile.gid };
        let known = self.cells.get(&place).map(|changed| changed.entity);
        let entity = match known.filter(|entity| world.insert_one(*entity, state).is_ok()) {
            Some(entity) => entity,
            None => world.spawn((Identity { driver, part: place.part() }, state)),
        };
        self.cells.insert(place, Changed { gid: tile.gid, entity });
    }

    pub(crate) fn remove(&mut self, world: &mut World, place: Place) {
        if let Some(changed) = self.cells.remove(&place) {
            // The game may have despawned it.
            let _: Result<(), _> = world.despawn(changed.entity);
        }
    }
}

/// Changed cell by names, which stay when the map is edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedTile {
    /// Path of the layer.
    pub(crate) layer: String,
    pub(crate) at: TileCoord,
    /// Tile now; `None` for an emptied cell.
    pub(crate) tile: Option<TileName>,
    /// Tile in the map.
    pub(crate) drawn: Option<TileName>,
}

/// Tile by the name of its tileset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TileName {
    pub(crate) tileset: String,
    pub(crate) id: u32,
    /// Flags of the gid.
    pub(crate) flags: u32,
}

impl TileName {
    pub(crate) fn of(level: &Level, bits: u32) -> Option<TileName> {
        let gid = Cell::of(bits)?.gid;
        let tile = level.tile(gid)?;
        Some(TileName { tileset: tile.tileset.name.clone(), id: tile.id, flags: bits ^ gid })
    }

    fn bits(&self, level: &Level) -> Option<u32> {
        Some(level.gid_of_tile(&self.tileset, self.id)? | self.flags)
    }
}

impl NamedTile {
    /// The changed cell in a level; `None` if the level lacks the layer, the cell or the tile, or draws another tile there.
    pub(crate) fn in_level(&self, level: &Level) -> Option<LevelTile> {
        let layer = level.layers.iter().position(|layer| layer.path == self.layer)?;
        let drawn = level.tile_in(layer, self.at)?;
        let gid = self.tile.as_ref().map_or(Some(0), |tile| tile.bits(level))?;
        (TileName::of(level, drawn.gid) == self.drawn).then(|| drawn.with_gid(gid))
    }
}
