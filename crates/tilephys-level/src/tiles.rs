//! Tiles that the game changes: collision, pictures and saved state in one call.

use crate::changed_tiles::{Changed, NamedTile, Place, TileChange, TileName};
use crate::error::LevelError;
use crate::spawned::SpawnedLevel;
use hecs::{Entity, World};
use std::collections::BTreeMap;
use tilephys_core::{Obstacle, TileCoord};
use tilephys_ecs::{ChangedTile, Identity, Physics};
use tilephys_tiled::{Level, LevelTile};

impl SpawnedLevel {
    /// Sets the tile of a cell, such as a block that breaks or a bridge that appears: its collision, its picture, and what
    /// snapshots and saved games bring back. Call it between steps, like all changes of the map; the next step sees it. Returns the
    /// change.
    ///
    /// The level itself stays as the map has it: [`tile`](Self::tile) is the present tile. Pictures follow by
    /// [`changed_tiles`](Self::changed_tiles). A restored snapshot has the tiles of its time, and a reload keeps the change unless the
    /// designer has changed the cell.
    ///
    /// ```
    /// use tilephys_level::SpawnedLevel;
    /// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
    /// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4">
    /// #   <image source="rock.png" width="64" height="16"/>
    /// #   <properties><property name="collision" value="solid"/></properties>
    /// #  </tileset>
    /// #  <layer id="1" name="ground" width="2" height="2"><data encoding="csv">0,0,1,1</data></layer>
    /// # </map>"#;
    /// # let files = |_: &std::path::Path| Ok(map.to_vec());
    /// # let mut level = tilephys_tiled::load_from(&files, "cave.tmx")?;
    /// # let mut world = hecs::World::new();
    /// use tilephys_core::TileCoord;
    ///
    /// let (mut physics, mut spawned) = SpawnedLevel::begin(&mut level, &mut world, 1.0 / 60.0)?;
    /// let before = physics.snapshot(&mut world);
    /// let block = level.tile_in(0, TileCoord::new(1, 1)).unwrap();
    /// spawned.set_tile(&level, (&mut physics, &mut world), block.emptied())?;
    /// assert_eq!(physics.grid().tiles().count(), 1);
    ///
    /// spawned.restore(&level, (&mut physics, &mut world), &before)?;
    /// assert_eq!(physics.grid().tiles().count(), 2);
    /// assert_eq!(spawned.changed_tiles().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the map has no such cell, if no cell of the map shows the tile, if the former or the new tile senses bodies, or if
    /// the layer cannot collide in the grid. Nothing is changed then.
    #[doc(alias = "break")]
    #[doc(alias = "destructible")]
    pub fn set_tile(
        &mut self,
        level: &Level,
        (physics, world): (&mut Physics, &mut World),
        tile: LevelTile,
    ) -> Result<TileChange, LevelError> {
        let before = self.tile(level, tile).map_or(0, |now| now.gid);
        level.set_tile(physics.grid_mut(), tile, before).map_err(|fault| {
            let layer = level.layers.get(tile.layer);
            let layer = layer.map_or_else(|| tile.layer.to_string(), |layer| layer.path.clone());
            LevelError::Tile { file: level.path.clone(), layer, at: tile.at, fault }
        })?;
        let place = Place::of(tile);
        if level.tile_in(place.layer, place.at) == Some(tile) {
            self.tiles.remove(world, place);
        } else {
            self.tiles.put(world, self.driver, tile);
        }
        let change = TileChange { tile, before };
        self.tiles.events.extend((tile.gid != before).then_some(change));
        Ok(change)
    }

    /// The present tile of the cell of `cell`, whose own tile does not count; `None` if the map has no such cell.
    #[must_use]
    pub fn tile(&self, level: &Level, cell: LevelTile) -> Option<LevelTile> {
        let changed = self.tiles.cells.get(&Place::of(cell)).map(|changed| cell.with_gid(changed.gid));
        changed.or_else(|| level.tile_in(cell.layer, cell.at))
    }

    /// The tile that a body has hit; `None` for an object, for a mover, and for a cell that is outside of its layer or empty by now.
    #[must_use]
    pub fn tile_of_hit(&self, level: &Level, target: &Obstacle) -> Option<LevelTile> {
        let hit = level.tile_of_hit(target)?;
        self.tile(level, hit).filter(|tile| tile.gid != 0)
    }

    /// The cells whose tiles the game has changed, with their present tiles, by layer, column and row. The argument of
    /// `DisplayList::show_tiles` of `tilephys-draw`.
    pub fn changed_tiles(&self) -> impl Iterator<Item = LevelTile> {
        self.tiles.cells.iter().map(|(place, changed)| place.tile(changed.gid))
    }

    /// The changes of tiles since the last call, by the game, by restored snapshots and by loaded games, in order. For sounds, dust and
    /// renderers with pictures of their own.
    pub fn tile_changes(&mut self) -> Vec<TileChange> {
        std::mem::take(&mut self.tiles.events)
    }

    /// Follows the entities of changed cells after a restore, which has put the map back already.
    pub(crate) fn follow_tiles(&mut self, level: &Level, world: &World) {
        let mut cells = BTreeMap::new();
        for (entity, identity, state) in world.query::<(Entity, &Identity, &ChangedTile)>().iter() {
            if identity.driver == self.driver {
                let at = TileCoord::new(state.col, state.row);
                let place = Place { layer: state.layer as usize, at };
                cells.insert(place, Changed { gid: state.gid, entity });
            }
        }
        let former = std::mem::replace(&mut self.tiles.cells, cells);
        let mut places: Vec<Place> = former.keys().chain(self.tiles.cells.keys()).copied().collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let drawn = level.tile_in(place.layer, place.at).map_or(0, |tile| tile.gid);
            let before = former.get(&place).map_or(drawn, |changed| changed.gid);
            let gid = self.tiles.cells.get(&place).map_or(drawn, |changed| changed.gid);
            if gid != before {
                self.tiles.events.push(TileChange { tile: place.tile(gid), before });
            }
        }
    }

    /// The changed cells by names.
    pub(crate) fn named_tiles(&self, level: &Level) -> Vec<NamedTile> {
        let named = |(place, changed): (&Place, &Changed)| {
            let drawn = level.tile_in(place.layer, place.at)?;
            Some(NamedTile {
                layer: level.layers[place.layer].path.clone(),
                at: place.at,
                tile: TileName::of(level, changed.gid),
                drawn: TileName::of(level, drawn.gid),
            })
        };
        self.tiles.cells.iter().filter_map(named).collect()
    }

    /// Gives the changed cells of `named` to an updated level, whose grid has them already. Cells that the designer has changed are
    /// as in the map.
    pub(crate) fn keep_tiles(&mut self, level: &Level, named: &[NamedTile], world: &mut World) {
        let former: Vec<Place> = self.tiles.cells.keys().copied().collect();
        former.into_iter().for_each(|place| self.tiles.remove(world, place));
        for tile in named.iter().filter_map(|named| named.in_level(level)) {
            self.tiles.put(world, self.driver, tile);
        }
    }

    /// Sets all changed cells to their tiles in the map, then the cells of `named`. Returns the number of cells that the map, as it is
    /// now, cannot have so.
    pub(crate) fn load_tiles(
        &mut self,
        level: &Level,
        (physics, world): (&mut Physics, &mut World),
        named: &[NamedTile],
    ) -> usize {
        let former = self.tiles.cells.keys().filter_map(|place| level.tile_in(place.layer, place.at));
        let former: Vec<LevelTile> = former.collect();
        for tile in former {
            // It was changed before, so it can be set.
            let _: Result<_, _> = self.set_tile(level, (&mut *physics, &mut *world), tile);
        }
        let mut lost = 0;
        for named in named {
            let set =
                named.in_level(level).map(|tile| self.set_tile(level, (&mut *physics, &mut *world), tile));
            lost += usize::from(!matches!(set, Some(Ok(_))));
        }
        lost
    }
}
