//! Saved games: loaded in a later run, also after the map was edited, or refused with a reason.

use crate::support::{DT, level, map};
use bytemuck::{Pod, Zeroable};
use glam::Vec2;
use hecs::World;
use std::path::Path;
use tilephys_core::{BodyState, record::checksum};
use tilephys_ecs::{Feel, FeelState, Input, Physics, Position, Velocity};
use tilephys_level::{ClassHandlers, LevelError, LoadedGame, SpawnedLevel, body_at};
use tilephys_tiled::{Level, load_from};

/// Lives of the hero, and of each enemy.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Lives(u32);

const OBJECTS: &str = r#"<object id="1" class="TpSpawn" x="32" y="160"><point/></object>
<object id="2" class="TpCollectible" x="64" y="144" width="8" height="8"/>
<object id="3" class="TpCollectible" x="96" y="144" width="8" height="8"/>
<object id="4" class="Slime" x="200" y="140" width="12" height="10"/>"#;

/// A run of the program.
struct Run {
    level: Level,
    world: World,
    physics: Physics,
    spawned: SpawnedLevel,
}

impl Run {
    /// Begins the game on a map. `lives` is the name under which the program registers its component.
    fn of(level: Level, lives: &'static str) -> Run {
        let handlers = ClassHandlers::new().on_class("Slime", |object, entity| {
            entity.add_bundle(object.body());
            entity.add(Lives(2));
        });
        let mut level = level;
        let mut world = World::new();
        let (mut physics, spawned) = handlers.begin(&mut level, &mut world, DT).unwrap();
        physics.save_plain::<Lives>(lives);
        let start = level.spawn().unwrap().feet();
        let body = body_at(start, Vec2::new(8.0, 11.0));
        let hero = (body.0, body.1, body.2, Feel::mario(), Input::default(), Lives(3));
        physics.spawn(&mut world, hero);
        Run { level, world, physics, spawned }
    }

    fn new(objects: &str) -> Run {
        Run::of(level(&map(objects)), "Lives")
    }

    fn step(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.physics.step(&mut self.world, DT);
        }
    }

    fn save(&mut self) -> Vec<u8> {
        self.spawned.save_game(&self.level, &mut self.physics, &mut self.world)
    }

    fn load(&mut self, saved: &[u8]) -> Result<LoadedGame, LevelError> {
        self.spawned.load_game(&self.level, (&mut self.physics, &mut self.world), saved)
    }

    /// Position and velocity of the hero, in px and px/s, and its lives.
    fn hero(&self) -> (Vec2, Vec2, u32) {
        let mut all = self.world.query::<(&Position, &Velocity, &Lives, &FeelState)>();
        let mut heroes = all.iter().map(|(at, velocity, lives, _)| (at.px(), velocity.0, lives.0));
        let hero = heroes.next().expect("there is a hero");
        assert_eq!(heroes.next(), None);
        hero
    }

    fn slime(&self) -> (Vec2, u32) {
        let slime = self.world.entity(self.spawned.entity(4).unwrap()).unwrap();
        (slime.get::<&Position>().unwrap().px(), slime.get::<&Lives>().unwrap().0)
    }

    fn is_there(&self, id: u32) -> bool {
        self.spawned.entity(id).is_some_and(|entity| self.world.contains(entity))
    }
}

/// A game under way: the hero jumps to the right and has lost a life, the first coin is collected, the slime is hurt.
fn played() -> Run {
    let mut run = Run::new(OBJECTS);
    run.step(5);
    let hero = run.world.query::<(hecs::Entity, &FeelState)>().iter().next().unwrap().0;
    *run.world.get::<&mut Lives>(hero).unwrap() = Lives(2);
    *run.world.get::<&mut Velocity>(hero).unwrap() = Velocity::new(60.0, -200.0);
    let coin = run.spawned.entity(2).unwrap();
    run.world.despawn(coin).unwrap();
    let slime = run.spawned.entity(4).unwrap();
    *run.world.get::<&mut Lives>(slime).unwrap() = Lives(1);
    *run.world.get::<&mut Velocity>(slime).unwrap() = Velocity::new(-30.0, 0.0);
    run.step(10);
    run
}

#[test]
fn a_game_goes_on_where_it_was_saved() {
    let mut run = played();
    let saved = run.save();
    let mut later = Run::new(OBJECTS);
    let loaded = later.load(&saved).unwrap();
    assert_eq!((loaded.spawned.len(), loaded.despawned), (1, vec![2]));
    assert_eq!((loaded.fresh, loaded.dropped), (vec![], vec![]));
    for _ in 0..60 {
        assert_eq!((later.hero(), later.slime()), (run.hero(), run.slime()));
        assert!(!later.is_there(2) && later.is_there(3));
        run.step(1);
        later.step(1);
    }
    // Loaded once more, over a game that went on.
    later.load(&saved).unwrap();
    assert_eq!(later.save(), saved);
}

/// A map with these objects and further solid cells, as column and row.
fn edited_map(objects: &str, solids: &[[usize; 2]]) -> String {
    let text = map(objects);
    let (head, rest) = text.split_once("csv\">").unwrap();
    let (cells, tail) = rest.split_once("</data>").unwrap();
    let mut cells: Vec<&str> = cells.split(',').collect();
    for [col, row] in solids {
        cells[row * 20 + col] = "1";
    }
    format!("{head}csv\">{}</data>{tail}", cells.join(","))
}

#[test]
fn a_game_goes_on_in_an_edited_map() {
    let mut run = played();
    let saved = run.save();
    let before = run.hero();
    // A tile is set into the hero and one beside it, the second coin is moved, the slime is taken out, and a coin is new.
    let (coins, _) = OBJECTS.split_once(r#"<object id="4""#).unwrap();
    let coins = coins.replace(r#"x="96""#, r#"x="112""#);
    let new = r#"<object id="5" class="TpCollectible" x="150" y="144" width="8" height="8"/>"#;
    let [col, row] = (before.0 / 16.0).to_array().map(|cell| cell as usize);
    let edited = edited_map(&format!("{coins}{new}"), &[[col, row], [col + 1, row]]);
    let mut later = Run::of(level(&edited), "Lives");
    let loaded = later.load(&saved).unwrap();
    assert_eq!((loaded.despawned, loaded.fresh, loaded.dropped), (vec![2], vec![5], vec![4]));
    assert_eq!(later.hero(), before);
    assert!(!later.is_there(2) && later.is_there(3) && later.is_there(5));
    let coin = later.spawned.entity(3).unwrap();
    assert_eq!(later.world.get::<&Position>(coin).unwrap().px().x, 112.0);
    // It is pushed out of the new tile, and lands.
    later.step(120);
    let hero = loaded.spawned[0];
    let at = later.world.get::<&Position>(hero).unwrap().px();
    assert!(later.world.get::<&BodyState>(hero).unwrap().on_floor(), "{at}");
    assert_ne!(at, before.0);
}

/// Why a saved game is refused. The game stays as it is.
fn refusal(run: &mut Run, saved: &[u8]) -> String {
    let before = (run.hero(), run.slime(), run.world.len());
    let error = run.load(saved).unwrap_err().to_string();
    assert_eq!((run.hero(), run.slime(), run.world.len()), before, "{error}");
    error
}

#[test]
fn a_saved_game_that_cannot_be_right_is_refused() {
    let saved = played().save();
    let mut run = Run::new(OBJECTS);
    let snapshot = run.physics.snapshot(&mut run.world);
    assert_eq!(
        refusal(&mut run, &snapshot),
        "the saved game cannot be loaded: byte 0: magic is not what snapshots, saved games and recordings begin with"
    );
    assert_eq!(
        refusal(&mut run, &saved[..saved.len() - 1]).split(':').next(),
        Some("the saved game cannot be loaded")
    );
    let mut other = Run::of(level(&map(OBJECTS)), "Hearts");
    assert_eq!(
        refusal(&mut other, &saved),
        "the saved game cannot be loaded: byte 115: types has the component type \"Lives\", which is not registered here: register it \
         with `save_plain` or `save_serde`"
    );
    let text = map(OBJECTS);
    let read = |_: &Path| Ok(text.as_bytes().to_vec());
    let mut elsewhere = Run::of(load_from(&read, "b.tmx").unwrap(), "Lives");
    assert_eq!(
        refusal(&mut elsewhere, &saved),
        "the saved game belongs to the map \"a.tmx\" and cannot be loaded into \"b.tmx\": load the level \
         \"a.tmx\" first"
    );
}

/// Puts the checksum of bytes at their end.
fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let sum = checksum(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn no_bytes_panic_or_change_half_of_a_game() {
    let saved = played().save();
    let mut run = Run::new(OBJECTS);
    for length in 0..saved.len() {
        refusal(&mut run, &saved[..length]);
    }
    for place in 0..saved.len() - 8 {
        let mut forged = saved.clone();
        forged[place] ^= 1 << (place % 8);
        refusal(&mut run, &forged);
        // With checksums that fit, the game is loaded or refused, and a step follows.
        let end = forged.len() - 8;
        let entities = forged.windows(4).position(|four| four == b"tpge").unwrap_or(end - 8);
        seal(&mut forged[entities..end]);
        seal(&mut forged);
        let mut run = Run::new(OBJECTS);
        let _: Result<LoadedGame, LevelError> = run.load(&forged);
        run.step(2);
    }
}

#[test]
fn a_snapshot_of_another_map_is_refused() {
    let mut run = played();
    let snapshot = run.physics.snapshot(&mut run.world);
    let mut same = Run::new(OBJECTS);
    let Run { level, world, physics, spawned } = &mut same;
    assert!(spawned.restore(level, (physics, world), &snapshot).is_ok());
    let new = r#"<object id="5" class="TpCollectible" x="150" y="144" width="8" height="8"/>"#;
    let mut other = Run::new(&format!("{OBJECTS}{new}"));
    let Run { level, world, physics, spawned } = &mut other;
    let error = spawned.restore(level, (physics, world), &snapshot).unwrap_err().to_string();
    assert!(
        error.ends_with("level differs from the world's map: load it with the map that it was made on"),
        "{error}"
    );
}
