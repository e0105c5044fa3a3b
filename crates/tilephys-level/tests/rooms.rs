//! Rooms: a walk through three rooms and back, against what the walk must leave behind; snapshots, rewind, saved games.

use crate::support::{self, DT};
use hecs::Entity;
use std::path::Path;
use tilephys_core::TileCoord;
use tilephys_ecs::{Position, Velocity};
use tilephys_level::{ClassHandlers, LevelError, LevelEventKind, Room, Rooms, RoomsSnapshot, body_at};
use tilephys_tiled::{Door, Level, LevelTile, RegionKind, load_from};

/// A door at `x` px with its object and its target.
fn door(id: u32, x: u32, map: &str, object: u32) -> String {
    format!(
        r#"<object id="{id}" class="TpDoor" x="{x}" y="128" width="16" height="32"><properties><property name="target" type="file" value="{map}"/>
<property name="target_object" type="object" value="{object}"/></properties></object>"#
    )
}

/// The map of a room: each has a coin in the middle of the way.
fn room_map(path: &Path) -> std::io::Result<Vec<u8>> {
    let coin = r#"<object id="5" class="TpCollectible" x="150" y="150" width="8" height="8"/>"#;
    let things = match path.to_str() {
        Some("a.tmx") => {
            let start = r#"<object id="1" class="TpSpawn" x="40" y="160"><point/></object>"#;
            start.to_owned() + coin + &door(10, 280, "b.tmx", 20)
        }
        Some("b.tmx") => door(20, 16, "a.tmx", 10) + coin + &door(21, 280, "c.tmx", 30),
        Some("c.tmx") => {
            door(30, 16, "b.tmx", 21) + coin + &door(31, 280, "a.tmx", 77) + &door(32, 304, "d.tmx", 1)
        }
        _ => return Err(std::io::ErrorKind::NotFound.into()),
    };
    Ok(support::map(&things).into_bytes())
}

fn load(path: &Path) -> Result<Level, LevelError> {
    Ok(load_from(&room_map, path)?)
}

struct Game {
    rooms: Rooms,
    /// Coins that the hero has taken, in a component.
    hero: Entity,
}

/// What a tick has left behind.
type Told = (String, [i32; 2], u32, usize, u64);

impl Game {
    fn open() -> Rooms {
        Rooms::begin("a.tmx", |path| {
            let mut room = Room::begin(&ClassHandlers::new(), load(path)?, DT)?;
            room.physics.save_plain::<u32>("Coins");
            Ok(room)
        })
        .unwrap()
    }

    fn new() -> Game {
        let mut rooms = Game::open();
        let room = rooms.here_mut();
        let (position, velocity, collider) = body_at(room.level.spawn().unwrap().feet(), [8.0, 11.0]);
        let hero = room.physics.spawn(&mut room.world, (position, velocity, collider, 0_u32));
        Game { rooms, hero }
    }

    fn name(&self) -> &str {
        self.rooms.path().to_str().unwrap()
    }

    fn find_hero(&mut self) {
        let world = &self.rooms.here().world;
        self.hero = world.query::<(Entity, &u32)>().iter().next().unwrap().0;
    }

    /// Walks for a tick at 120 px/s. Takes coins, goes through doors, and breaks the floor at the right end of the room a.
    fn tick(&mut self, along: f32) -> Told {
        let room = self.rooms.here_mut();
        room.world.get::<&mut Velocity>(self.hero).unwrap().0.x = 120.0 * along;
        room.physics.step(&mut room.world, DT);
        for event in self.rooms.events() {
            let room = self.rooms.here_mut();
            match event.kind {
                LevelEventKind::Enter { region, kind: RegionKind::Collectible } => {
                    room.world.despawn(region).unwrap();
                    *room.world.get::<&mut u32>(self.hero).unwrap() += 1;
                }
                LevelEventKind::Enter { region, kind: RegionKind::Door } => {
                    let door =
                        room.world.get::<&tilephys_tiled::Mark>(region).unwrap().door().unwrap().clone();
                    if self.rooms.path() == Path::new("a.tmx") {
                        self.break_tile();
                    }
                    let before = *self.rooms.here().world.get::<&Velocity>(self.hero).unwrap();
                    self.hero = self.rooms.enter(&door, &[self.hero]).unwrap()[0];
                    let after = *self.rooms.here().world.get::<&Velocity>(self.hero).unwrap();
                    assert_eq!(before, after, "the hero keeps its velocity");
                }
                _ => {}
            }
        }
        self.observed()
    }

    fn break_tile(&mut self) {
        let Room { level, world, physics, spawned, .. } = self.rooms.here_mut();
        let tile = LevelTile { layer: 0, at: TileCoord::new(19, 10), gid: 0 };
        spawned.set_tile(level, (physics, world), tile).unwrap();
    }

    fn observed(&self) -> Told {
        let Room { world, physics, spawned, .. } = self.rooms.here();
        let at = world.get::<&Position>(self.hero).unwrap().at.to_array();
        let coins = *world.get::<&u32>(self.hero).unwrap();
        let changed = spawned.changed_tiles().count();
        let is_there = spawned.entity(5).is_some_and(|coin| world.contains(coin));
        (self.name().to_owned(), at, coins, changed + 10 * usize::from(is_there), physics.state_hash())
    }
}

/// The walk: to the last room and back.
fn along(tick: usize) -> f32 {
    if tick < 330 { 1.0 } else { -1.0 }
}

#[test]
fn rooms_stay_as_they_were_left_and_doors_lead_both_ways() {
    let mut game = Game::new();
    let observed: Vec<Told> = (0..760).map(|tick| game.tick(along(tick))).collect();
    let mut names: Vec<&str> = observed.iter().map(|observed| observed.0.as_str()).collect();
    names.dedup();
    assert_eq!(names, ["a.tmx", "b.tmx", "c.tmx", "b.tmx", "a.tmx"]);
    // No coin is taken twice, and the broken floor is broken.
    let last = observed.last().unwrap();
    assert_eq!((last.2, last.3), (3, 1));
}

#[test]
fn a_rewind_across_doors_plays_the_same_again() {
    let mut game = Game::new();
    let mut past: Vec<(RoomsSnapshot, Entity)> = Vec::new();
    let mut observed = Vec::new();
    for tick in 0..760 {
        past.push((game.rooms.snapshot(), game.hero));
        observed.push(game.tick(along(tick)));
    }
    for from in [700, 0, 500, 140, 141, 280, 330, 1] {
        let (snapshot, hero) = &past[from];
        game.rooms.restore(snapshot).unwrap();
        game.hero = *hero;
        if from > 0 {
            assert_eq!(game.observed(), observed[from - 1], "at {from}");
        }
        for (tick, expected) in observed.iter().enumerate().skip(from) {
            assert_eq!(game.tick(along(tick)), *expected, "from {from}, tick {tick}");
        }
    }
}

#[test]
fn a_saved_game_has_all_rooms() {
    let mut game = Game::new();
    for tick in 0..160 {
        game.tick(along(tick));
    }
    assert_eq!((game.name(), game.observed().2), ("b.tmx", 1));
    let saved = game.rooms.save_game().unwrap();
    let mut game = Game { rooms: Game::open(), hero: Entity::DANGLING };
    game.rooms.load_game(&saved).unwrap();
    game.find_hero();
    let observed = game.observed();
    assert_eq!((observed.0.as_str(), observed.2, observed.3), ("b.tmx", 1, 10));
    for _ in 0..200 {
        game.tick(-1.0);
    }
    let observed = game.observed();
    assert_eq!((observed.0.as_str(), observed.2, observed.3), ("a.tmx", 1, 1));

    for cut in 0..saved.len() {
        assert!(game.rooms.load_game(&saved[..cut]).is_err());
    }
    assert_eq!(game.observed(), observed);
}

#[test]
fn a_door_without_an_arrival_is_refused_and_nothing_changes() {
    let mut game = Game::new();
    for tick in 0..300 {
        game.tick(along(tick));
    }
    let before = game.observed();
    assert_eq!(before.0, "c.tmx");
    let doors = [
        (
            31,
            "a.tmx: a door leads to object 77, which is not in the map: set \"target_object\" of the door to an object of this map",
        ),
        (32, "d.tmx"),
    ];
    for (id, message) in doors {
        let door: Door = game.rooms.here().level.mark(id).and_then(|mark| mark.door()).unwrap().clone();
        let error = game.rooms.enter(&door, &[game.hero]).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        assert_eq!(game.observed(), before);
    }
}
