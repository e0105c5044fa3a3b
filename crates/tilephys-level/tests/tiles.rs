//! Changed tiles: collision, pictures and saved state, against a table of cells that the test keeps itself.

use crate::rng::Rng;
use crate::support::{self, DT};
use hecs::World;
use std::collections::BTreeMap;
use tilephys_core::{EventKind, TileCoord};
use tilephys_ecs::{Collider, Physics, Position, Velocity};
use tilephys_level::{SpawnedLevel, TileChange};
use tilephys_tiled::{Level, LevelTile, TileFault};

/// A map of 4 x 3 cells with these gids, from `first` on: 0 stone, 1 spikes, 2 a flower, and 3, which no cell shows. The second layer
/// has only a flower.
fn map(first: u32, cells: &[u32; 12]) -> String {
    let gids = |cells: &[u32]| {
        let gid = |cell: &u32| if *cell == 0 { "0".to_owned() } else { (cell + first - 1).to_string() };
        cells.iter().map(gid).collect::<Vec<_>>().join(",")
    };
    let other = match first {
        1 => "",
        _ => {
            r#"<tileset firstgid="1" name="other" tilewidth="16" tileheight="16" tilecount="4" columns="4"><image source="o.png" width="64" height="16"/></tileset>"#
        }
    };
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16">{other}
<tileset firstgid="{first}" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4"><image source="rock.png" width="64" height="16"/>
<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
<tile id="1"><properties><property name="collision" value="hazard"/></properties></tile></tileset>
<layer id="1" name="ground" width="4" height="3"><data encoding="csv">{}</data></layer>
<layer id="2" name="front" width="4" height="3"><data encoding="csv">{}</data></layer></map>"#,
        gids(cells),
        gids(&[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    )
}

/// Stone below, spikes and a flower on it.
const CELLS: [u32; 12] = [0, 0, 0, 0, 0, 3, 0, 2, 1, 1, 1, 1];

struct Game {
    level: Level,
    world: World,
    physics: Physics,
    spawned: SpawnedLevel,
}

impl Game {
    fn new(map: &str) -> Game {
        let mut level = support::level(map);
        let mut world = World::new();
        let (physics, spawned) = SpawnedLevel::begin(&mut level, &mut world, DT).unwrap();
        Game { level, world, physics, spawned }
    }

    fn set(&mut self, at: [i32; 2], gid: u32) -> TileChange {
        self.try_set(0, at, gid).unwrap()
    }

    fn try_set(&mut self, layer: usize, at: [i32; 2], gid: u32) -> Result<TileChange, String> {
        let tile = LevelTile { layer, at: TileCoord::new(at[0], at[1]), gid };
        let changed = self.spawned.set_tile(&self.level, (&mut self.physics, &mut self.world), tile);
        changed.map_err(|error| error.to_string())
    }

    fn restore(&mut self, bytes: &[u8]) {
        self.spawned.restore(&self.level, (&mut self.physics, &mut self.world), bytes).unwrap();
    }

    fn reload(&mut self, map: &str) {
        let new = support::level(map);
        self.spawned.reload(&mut self.level, new, (&mut self.physics, &mut self.world)).unwrap();
    }

    /// True for each cell of the ground that is solid.
    fn solid(&self) -> Vec<bool> {
        let at = |cell: i32| TileCoord::new(cell % 4, cell / 4);
        (0..12).map(|cell| self.physics.grid().solid_tile(at(cell), u32::MAX).is_some()).collect()
    }

    /// The present gids of the ground.
    fn gids(&self) -> Vec<u32> {
        let tile = |cell: i32| LevelTile { layer: 0, at: TileCoord::new(cell % 4, cell / 4), gid: 0 };
        (0..12).map(|cell| self.spawned.tile(&self.level, tile(cell)).unwrap().gid).collect()
    }
}

#[test]
fn a_block_that_is_hit_breaks_and_comes_back_with_the_snapshot() {
    let mut game = Game::new(&map(1, &CELLS));
    let body = (Position::new(2.0, 8.0), Velocity::new(0.0, 60.0), Collider::new(8.0, 8.0));
    let body = game.physics.spawn(&mut game.world, body);
    let before = game.physics.snapshot(&mut game.world);
    let mut heights = Vec::new();
    for _ in 0..2 {
        let mut broken = Vec::new();
        for _ in 0..60 {
            game.physics.step(&mut game.world, DT);
            let hits = game.physics.events().filter_map(|event| match event.kind {
                EventKind::Hit(hit) => game.spawned.tile_of_hit(&game.level, &hit.target),
                _ => None,
            });
            for tile in hits.collect::<Vec<LevelTile>>() {
                broken.push(tile);
                let things = (&mut game.physics, &mut game.world);
                game.spawned.set_tile(&game.level, things, tile.emptied()).unwrap();
            }
        }
        let block = LevelTile { layer: 0, at: TileCoord::new(0, 2), gid: 1 };
        assert_eq!(broken, [block]);
        assert_eq!(game.spawned.tile_changes(), [TileChange { tile: block.emptied(), before: 1 }]);
        assert_eq!(game.spawned.changed_tiles().collect::<Vec<_>>(), [block.emptied()]);
        heights.push(game.world.get::<&Position>(body).unwrap().px().y);
        game.restore(&before);
        assert_eq!(game.spawned.tile_changes(), [TileChange { tile: block, before: 0 }]);
        assert_eq!((game.gids(), game.spawned.changed_tiles().count()), (CELLS.to_vec(), 0));
    }
    assert!(heights[0] > 48.0, "it falls through the hole: {heights:?}");
    assert_eq!(heights[0], heights[1]);
}

#[test]
fn random_changes_and_restores_agree_with_a_table() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut game = Game::new(&map(1, &CELLS));
        let mut table: Vec<u32> = CELLS.to_vec();
        let mut past: Vec<(Vec<u8>, Vec<u32>)> = Vec::new();
        let mut shown: BTreeMap<TileCoord, u32> = BTreeMap::new();
        for _ in 0..40 {
            match rng.below(4) {
                0 => past.push((game.physics.snapshot(&mut game.world), table.clone())),
                1 if !past.is_empty() => {
                    let (bytes, then) = &past[rng.below(past.len() as u32) as usize];
                    game.restore(bytes);
                    table.clone_from(then);
                }
                _ => {
                    let cell = rng.below(12) as usize;
                    // The spikes stay.
                    if cell != 7 {
                        table[cell] = [0, 1, 3][rng.below(3) as usize];
                        game.set([cell as i32 % 4, cell as i32 / 4], table[cell]);
                    }
                }
            }
            assert_eq!(game.gids(), table, "seed {seed}");
            assert_eq!(game.solid(), table.iter().map(|gid| *gid == 1).collect::<Vec<_>>(), "seed {seed}");
            let differs = (0..12).filter(|cell| table[*cell] != CELLS[*cell]).count();
            assert_eq!(game.spawned.changed_tiles().count(), differs);
            // Followed change by change, the pictures agree with the table too.
            for change in game.spawned.tile_changes() {
                let before = shown.insert(change.tile.at, change.tile.gid);
                let drawn = CELLS[(change.tile.at.row * 4 + change.tile.at.col) as usize];
                assert_eq!(before.unwrap_or(drawn), change.before, "seed {seed}");
            }
            for (at, gid) in &shown {
                assert_eq!(table[(at.row * 4 + at.col) as usize], *gid, "seed {seed}");
            }
        }
    }
}

#[test]
fn a_saved_game_has_changed_tiles_by_name() {
    let mut game = Game::new(&map(1, &CELLS));
    game.set([0, 2], 0);
    game.set([1, 0], 1);
    game.set([3, 2], 0);
    let saved = game.spawned.save_game(&game.level, &mut game.physics, &mut game.world);

    // Another tileset comes first now, so that all gids are others. The designer has taken the block at column 3.
    let cells = [0, 0, 0, 0, 0, 3, 0, 2, 1, 1, 1, 0];
    let mut game = Game::new(&map(5, &cells));
    game.set([2, 2], 0);
    let things = (&mut game.physics, &mut game.world);
    let loaded = game.spawned.load_game(&game.level, things, &saved).unwrap();
    assert_eq!(loaded.lost_tiles, 1);
    let mut expected = cells.map(|cell| if cell == 0 { 0 } else { cell + 4 });
    expected[8] = 0;
    expected[1] = 5;
    assert_eq!(game.gids(), expected);
    assert_eq!(game.solid(), expected.map(|gid| gid == 5));
    assert_eq!(loaded.spawned, []);
}

#[test]
fn a_reload_keeps_changes_except_where_the_designer_has_drawn() {
    let mut game = Game::new(&map(1, &CELLS));
    game.set([0, 2], 0);
    game.set([1, 2], 0);
    game.set([2, 0], 1);
    // At column 1 a flower.
    game.reload(&map(1, &[0, 0, 0, 1, 0, 3, 0, 2, 1, 3, 1, 1]));
    assert_eq!(game.gids(), [0, 0, 1, 1, 0, 3, 0, 2, 0, 3, 1, 1]);
    assert_eq!(game.solid(), game.gids().iter().map(|gid| *gid == 1).collect::<Vec<_>>());
    // With other gids.
    game.reload(&map(5, &[0, 0, 0, 1, 0, 3, 0, 2, 1, 3, 1, 1]));
    assert_eq!(game.gids(), [0, 0, 5, 5, 0, 7, 0, 6, 0, 7, 5, 5]);
    assert_eq!(game.solid(), game.gids().iter().map(|gid| *gid == 5).collect::<Vec<_>>());
}

#[test]
fn a_cell_that_cannot_be_changed_is_refused_with_its_place() {
    let mut game = Game::new(&map(1, &CELLS));
    let refusals = [
        (0, [4, 0], 1, TileFault::NoCell),
        (0, [-1, 0], 0, TileFault::NoCell),
        (7, [0, 0], 0, TileFault::NoCell),
        (0, [3, 1], 0, TileFault::Senses),
        (0, [0, 0], 2, TileFault::Senses),
        (0, [0, 0], 4, TileFault::Unused),
        (0, [0, 0], 1 | 1 << 31, TileFault::Unused),
        (0, [0, 0], 2 | 1 << 31, TileFault::Senses),
        (1, [0, 0], 1, TileFault::NoGridLayer),
    ];
    for (layer, at, gid, fault) in refusals {
        let error = game.try_set(layer, at, gid).unwrap_err();
        let name = ["ground", "front"].get(layer).map_or(layer.to_string(), |name| (*name).to_owned());
        assert_eq!(error, format!("a.tmx: layer {name:?}, column {}, row {}: {fault}", at[0], at[1]));
    }
    assert_eq!((game.gids(), game.spawned.tile_changes()), (CELLS.to_vec(), Vec::new()));
    // Pictures alone need no layer in the grid, and may be turned.
    game.try_set(1, [0, 0], 0).unwrap();
    game.set([0, 0], 3 | 1 << 31);
    assert!(!game.solid()[0]);
    assert_eq!(game.spawned.despawn(&mut game.world), 1);
    assert_eq!(game.world.len(), 0);
}
