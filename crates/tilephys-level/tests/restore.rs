//! Restored snapshots of a level: hashes tick by tick, and all components of entities that come back.

use crate::support;

use glam::Vec2;
use hecs::{Entity, World};
use std::path::Path;
use support::{DT, level, map};
use tilephys_core::{BodyState, TileCoord};
use tilephys_ecs::{
    Button, CarriedBy, Checkpoint, Collider, Feel, FeelState, FeelZone, Gravity, Input, Mover, MoverPath,
    Physics, Position, Recorder, Replay, Trigger, Velocity,
};
use tilephys_level::{
    ClassHandlers, LevelError, LevelEvent, LevelEventKind, SpawnPoint, SpawnedLevel, TiledClass, TiledId,
    TiledName, TiledProperties, TiledShape, body_at,
};
use tilephys_tiled::{Level, LevelRegion, Loader, Mark, RegionKind};

/// A component of the game that snapshots do not contain.
#[derive(Clone, Debug, PartialEq)]
struct Sprite(String);

fn handlers() -> ClassHandlers {
    let sprite = |name: &'static str| {
        move |_: tilephys_level::LevelObject, entity: &mut hecs::EntityBuilder| {
            entity.add(Sprite(name.to_owned()));
        }
    };
    ClassHandlers::new()
        .on_class("TpCollectible", sprite("coin"))
        .on_class("TpMover", sprite("lift"))
        .on_class("Crate", |object, entity| {
            entity.add_bundle(object.body());
            entity.add_bundle((Sprite("crate".to_owned()), Gravity { scale: object.number("weight", 1.0) }));
        })
}

/// All components of an entity as text.
fn told(world: &World, entity: Entity) -> String {
    let mut out = format!("{entity:?} ");
    macro_rules! add {
        ($($part:ty),*) => { $(
            out += &format!("{:?} ", world.get::<&$part>(entity).ok().map(|part| (*part).clone()));
        )* };
    }
    add!(
        TiledId,
        TiledName,
        TiledClass,
        TiledProperties,
        TiledShape,
        SpawnPoint,
        Mark,
        RegionKind,
        LevelRegion
    );
    add!(Trigger, FeelZone, Collider, Position, Velocity, Mover, MoverPath, CarriedBy, Sprite, Gravity, Feel);
    add!(FeelState, Input, BodyState);
    out
}

struct Game {
    world: World,
    physics: Physics,
    level: Level,
    spawned: SpawnedLevel,
    player: Entity,
    collector: Entity,
    /// Bullets with the ticks of their shots.
    bullets: Vec<(u32, Entity)>,
}

/// The state of a tick: snapshot, bullets, hash and components.
struct Saved {
    bytes: Vec<u8>,
    checkpoint: Checkpoint,
    bullets: Vec<(u32, Entity)>,
    hash: u64,
    told: Vec<String>,
    events: Vec<LevelEvent>,
}

impl Game {
    fn of_cavern() -> Game {
        let maps = Path::new("../../maps");
        let mut level = Loader::new().project(maps.join("maps.tiled-project")).load(maps.join("cavern.tmx"));
        let level = level.as_mut().unwrap();
        let mut world = World::new();
        let (mut physics, spawned) = handlers().begin(level, &mut world, DT).unwrap();
        physics.gravity.y = 900.0;
        let (position, velocity, collider) = body_at(level.spawn().unwrap().feet(), Vec2::new(8.0, 11.0));
        let player = physics.spawn(&mut world, (position, velocity, collider, Feel::celeste()));
        // Flies along a row of coins and back.
        let collector = (Position::new(30.0, 292.0), Velocity::new(-110.0, 0.0), Collider::new(6.0, 6.0));
        let collector = physics.spawn(&mut world, collector);
        world.insert_one(collector, Gravity::NONE).unwrap();
        let level = std::mem::replace(level, self::level(&map("")));
        Game { world, physics, level, spawned, player, collector, bullets: Vec::new() }
    }

    /// Plays a tick, and returns its events.
    fn tick(&mut self, tick: u32) -> Vec<LevelEvent> {
        let Game { world, physics, spawned, .. } = self;
        if let Ok(mut input) = world.get::<&mut Input>(self.player) {
            let held = tick % 40 < 12;
            input.along = if tick % 160 < 80 { 1.0 } else { -1.0 };
            input.jump = Button { held, pressed: tick.is_multiple_of(40) };
            input.dash = Button { held: tick % 70 < 5, pressed: tick % 70 == 3 };
        }
        if tick.is_multiple_of(100) {
            world.get::<&mut Velocity>(self.collector).unwrap().0.x *= -1.0;
        }
        if tick.is_multiple_of(20) {
            let shot = (Position::new(60.0, 380.0), Velocity::new(300.0, -200.0), Collider::new(3.0, 3.0));
            let bullet = physics.spawn(world, shot);
            self.bullets.push((tick, bullet));
        }
        if tick == 50 {
            let ground = physics.grid().tiles().next().unwrap();
            physics.grid_mut().set_tile(ground.0, TileCoord::new(9, 26), Some(ground.2));
        }
        self.bullets.retain(|(shot, bullet)| shot + 45 > tick || world.despawn(*bullet).is_err());
        physics.step(world, DT);
        let events = spawned.events(physics, world);
        for event in &events {
            if let LevelEventKind::Enter { region, kind: RegionKind::Collectible } = event.kind {
                world.despawn(region).unwrap();
            }
        }
        events
    }

    /// Components of the level's entities, of the player and of the bullets.
    fn told(&self) -> Vec<String> {
        let own = [self.player, self.collector];
        let level = self.spawned.entities().iter().chain(self.spawned.other_regions());
        let all = level.chain(&own).chain(self.bullets.iter().map(|(_, bullet)| bullet));
        all.map(|entity| told(&self.world, *entity)).collect()
    }

    fn save(&mut self, events: Vec<LevelEvent>) -> Saved {
        let bytes = self.physics.snapshot(&mut self.world);
        let mut checkpoint = Checkpoint::default();
        self.physics.save_to(&mut self.world, &mut checkpoint);
        let (hash, told) = (self.physics.state_hash(), self.told());
        Saved { bytes, checkpoint, bullets: self.bullets.clone(), hash, told, events }
    }

    fn restore(&mut self, saved: &Saved) {
        let Game { world, physics, level, spawned, .. } = self;
        spawned.restore(level, (physics, world), &saved.bytes).unwrap();
        self.assert_restored(saved);
    }

    fn roll_back(&mut self, saved: &Saved) {
        let Game { world, physics, level, spawned, .. } = self;
        spawned.roll_back(level, (physics, world), &saved.checkpoint).unwrap();
        self.assert_restored(saved);
    }

    fn assert_restored(&mut self, saved: &Saved) {
        self.bullets.clone_from(&saved.bullets);
        assert_eq!(self.physics.state_hash(), saved.hash);
        self.assert_told(saved);
    }

    fn assert_told(&self, saved: &Saved) {
        for (now, expected) in self.told().iter().zip(&saved.told) {
            assert_eq!(now, expected);
        }
        assert_eq!(self.told().len(), saved.told.len());
    }
}

/// Ticks of the run.
const TICKS: u32 = 150;

#[test]
fn a_level_rewound_to_any_tick_plays_the_same_again() {
    let mut game = Game::of_cavern();
    let mut saved = vec![game.save(Vec::new())];
    for tick in 0..TICKS {
        let events = game.tick(tick);
        saved.push(game.save(events));
    }
    let coins = saved.iter().flat_map(|saved| &saved.events);
    let coins = coins
        .filter(|event| matches!(event.kind, LevelEventKind::Enter { kind: RegionKind::Collectible, .. }));
    let coins = coins.count();
    assert!(coins >= 5, "{coins} coins");
    let is_dash = |saved: &Saved| saved.told.iter().any(|told| told.contains("dash: 5"));
    assert!(saved.iter().any(is_dash), "some tick is in the middle of a dash");
    // Back tick by tick, as a rewind does.
    for state in saved.iter().rev() {
        game.restore(state);
    }
    // From some ticks forward, as a rollback does.
    for from in [0, 20, 51, 73, 75, 77, 120] {
        game.roll_back(&saved[from as usize]);
        for tick in from..TICKS {
            let events = game.tick(tick);
            let expected = &saved[tick as usize + 1];
            game.assert_told(expected);
            // As the snapshot did: taken coins leave the engine.
            game.physics.sync(&mut game.world);
            let now = (game.physics.state_hash(), &events);
            assert_eq!(now, (expected.hash, &expected.events), "{from} {tick}");
        }
    }
}

#[test]
fn a_recorded_level_plays_alike_in_a_level_loaded_anew() {
    let mut game = Game::of_cavern();
    let mut recorder = Recorder::new(&mut game.physics, &mut game.world, DT);
    for tick in 0..TICKS {
        recorder.begin_tick(&mut game.physics);
        let _: Vec<LevelEvent> = game.tick(tick);
        recorder.end_tick(&mut game.physics, &game.world, &tick.to_le_bytes());
    }
    let recording = recorder.finish(&mut game.physics);
    let mut ghost = Game::of_cavern();
    let Game { physics, world, .. } = &mut ghost;
    let mut replay = Replay::new(&recording, physics, world).unwrap();
    assert_eq!(replay.restored(), &tilephys_ecs::Restored::default());
    while let Some(input) = replay.begin_tick(&mut ghost.physics) {
        let tick = u32::from_le_bytes(input.try_into().unwrap());
        let _: Vec<LevelEvent> = ghost.tick(tick);
        replay.end_tick(&ghost.physics, &ghost.world).unwrap();
    }
    assert_eq!(ghost.told(), game.told());
}

const CRATE: &str = r#"<object id="1" class="Crate" x="32" y="96" width="16" height="12"/>"#;
const COIN: &str = r#"<object id="3" class="TpCollectible" x="136" y="120" width="8" height="8"/>"#;
const LIFT: &str = r#"<object id="5" class="TpMover" x="200" y="64" width="48" height="8"/>
<object id="6" class="TpMover" x="210" y="56" width="8" height="8"><properties>
<property name="parent" type="object" value="5"/></properties></object>"#;

/// A level that is played for some ticks.
struct Small {
    world: World,
    physics: Physics,
    level: Level,
    spawned: SpawnedLevel,
}

impl Small {
    fn of(objects: &[&str], handlers: &ClassHandlers) -> Small {
        let (mut world, mut level) = (World::new(), level(&map(&objects.concat())));
        let (mut physics, spawned) = handlers.begin(&mut level, &mut world, DT).unwrap();
        physics.gravity.y = 900.0;
        (0..5).for_each(|_| physics.step(&mut world, DT));
        Small { world, physics, level, spawned }
    }

    fn reload(&mut self, objects: &[&str]) {
        let new = level(&map(&objects.concat()));
        self.spawned.reload(&mut self.level, new, (&mut self.physics, &mut self.world)).unwrap();
    }

    fn snapshot(&mut self) -> Vec<u8> {
        self.physics.snapshot(&mut self.world)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<tilephys_ecs::Restored, LevelError> {
        self.spawned.restore(&self.level, (&mut self.physics, &mut self.world), bytes)
    }

    fn told(&self) -> Vec<String> {
        self.spawned.entities().iter().map(|entity| told(&self.world, *entity)).collect()
    }

    fn entity(&self, id: u32) -> Entity {
        self.spawned.entity(id).unwrap()
    }
}

#[test]
fn the_values_of_the_snapshot_win_over_the_handler() {
    let mut game = Small::of(&[CRATE, LIFT], &handlers());
    let (crates, lift, seat) = (game.entity(1), game.entity(5), game.entity(6));
    // The game moves the crate, changes a setting, and removes another component of the handler.
    game.world.insert_one(crates, Position::new(90.0, 40.0)).unwrap();
    game.world.remove_one::<Gravity>(crates).unwrap();
    game.world.remove_one::<CarriedBy>(seat).unwrap();
    let (bytes, expected) = (game.snapshot(), game.told());
    for entity in [crates, lift, seat] {
        game.world.despawn(entity).unwrap();
    }
    game.physics.step(&mut game.world, DT);
    let restored = game.restore(&bytes).unwrap();
    assert_eq!((restored.spawned, game.told()), (vec![crates, lift, seat], expected));
    assert!(game.world.get::<&Sprite>(crates).is_ok() && game.world.get::<&Gravity>(crates).is_err());
}

#[test]
fn objects_follow_the_file_when_a_level_is_rewound_past_a_reload() {
    let mut game = Small::of(&[CRATE, LIFT], &handlers());
    let (bytes, expected) = (game.snapshot(), game.told());
    let [crates, lift] = [1, 5].map(|id| game.entity(id));
    // The crate becomes a barrel without a handler, and a coin comes.
    let barrel = CRATE.replace("Crate", "Barrel");
    game.reload(&[&barrel, LIFT, COIN]);
    let coin = game.entity(3);
    let drawn = told(&game.world, coin);
    for _ in 0..2 {
        game.physics.step(&mut game.world, DT);
        game.restore(&bytes).unwrap();
        assert_eq!((game.entity(5), told(&game.world, lift)), (lift, expected[1].clone()));
        assert_eq!((game.entity(3), told(&game.world, coin)), (coin, drawn.clone()));
        assert!(game.spawned.of_class("Barrel") == [game.entity(1)] && game.world.contains(game.entity(1)));
    }
    // An object without a drawing stays away, and comes back once it is drawn again.
    game.reload(&[LIFT]);
    let restored = game.restore(&bytes).unwrap();
    assert!(!game.world.contains(crates) && !restored.spawned.contains(&crates));
    assert_eq!(game.world.len(), 2);
    game.reload(&[CRATE, LIFT]);
    let again = game.snapshot();
    let newest = game.told();
    let redrawn = game.entity(1);
    game.restore(&bytes).unwrap();
    // The crate of the file is the saved one, under the handle that it has now.
    let after_handle = |told: &[String]| -> Vec<String> {
        told.iter().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
    };
    assert_eq!((game.entity(1), after_handle(&game.told())), (redrawn, after_handle(&expected)));
    game.restore(&again).unwrap();
    assert_eq!(game.told(), newest);
}

/// A saved game that is loaded after a restart, or in another process, has no more than was left when it was saved.
#[test]
fn objects_that_had_gone_before_the_snapshot_stay_away() {
    let mut game = Small::of(&[CRATE, COIN, LIFT], &handlers());
    let (first, whole) = (game.snapshot(), game.told());
    let (crates, coin) = (game.entity(1), game.entity(3));
    game.world.despawn(coin).unwrap();
    let (taken, without_coin) = (game.snapshot(), game.told());
    game.world.despawn(crates).unwrap();
    // A body of the game has the number of the crate, and the next one the number of the coin.
    let body = || (Position::new(150.0, 20.0), game_body());
    let bodies = [0, 1].map(|_| {
        let (position, (velocity, collider)) = body();
        game.physics.spawn(&mut game.world, (position, velocity, collider))
    });
    assert_eq!(bodies.map(Entity::id), [crates.id(), coin.id()]);
    let (reused, without_both) = (game.snapshot(), game.told());
    for _ in 0..2 {
        for (bytes, expected) in [(&first, &whole), (&taken, &without_coin), (&reused, &without_both)] {
            game.restore(bytes).unwrap();
            assert_eq!(&game.told(), expected);
            let mut anew = Small::of(&[CRATE, COIN, LIFT], &handlers());
            anew.restore(bytes).unwrap();
            assert_eq!(&anew.told(), expected);
        }
        assert!(bodies.iter().all(|body| game.world.contains(*body)));
    }
}

#[test]
fn a_game_entity_with_the_former_handle_of_an_object_stays_itself() {
    let mut game = Small::of(&[COIN], &handlers());
    let lift = |game: &mut Small| {
        let grid = game.physics.grid();
        let mover = Mover { layer: grid.layer_ids().next().unwrap(), tile: grid.tile_ids().next().unwrap() };
        game.world.spawn((Position::new(150.0, 20.0), Collider::new(8.0, 8.0), mover))
    };
    let first = game.snapshot();
    lift(&mut game);
    let second = game.snapshot();
    game.restore(&first).unwrap();
    // The lift has the id of the first one, and the handle of the coin in a later generation. So the coin gets another handle.
    let coin = game.entity(3);
    game.world.despawn(coin).unwrap();
    lift(&mut game);
    game.physics.sync(&mut game.world);
    game.restore(&second).unwrap();
    let other = game.entity(3);
    assert_ne!(other, coin);
    game.restore(&first).unwrap();
    let lift = lift(&mut game);
    assert_eq!(game.entity(3), other);
    let third = game.snapshot();
    for bytes in [&second, &third, &first, &third] {
        game.restore(bytes).unwrap();
        assert!(game.world.satisfies::<&TiledId>(game.entity(3)));
        assert_eq!(game.world.query::<&Mover>().iter().count(), usize::from(!std::ptr::eq(bytes, &first)));
    }
    assert!(game.world.contains(lift) && !game.world.satisfies::<&TiledId>(lift));
}

#[test]
fn a_handler_that_panics_after_a_restore_is_an_error_and_the_rest_is_wired() {
    let calls = std::sync::atomic::AtomicU32::new(0);
    let handlers = handlers().on_class("Bat", move |_, _| {
        assert!(calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0, "no second bat");
    });
    let bat = r#"<object id="2" class="Bat" x="80" y="48" width="8" height="8"/>"#;
    let mut game = Small::of(&[bat, CRATE, COIN], &handlers);
    let [bat, crates, coin] = [2, 1, 3].map(|id| game.entity(id));
    game.world.insert(bat, game_body()).unwrap();
    let bytes = game.snapshot();
    let expected = game.told();
    for entity in [bat, crates, coin] {
        game.world.despawn(entity).unwrap();
    }
    let error = game.restore(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "a.tmx: object 2: the handler of class \"Bat\": no second bat");
    assert_eq!(game.told(), expected);
}

fn game_body() -> (Velocity, Collider) {
    (Velocity::default(), Collider::new(8.0, 8.0))
}

#[test]
fn a_damaged_snapshot_is_an_error_and_changes_nothing() {
    let mut game = Small::of(&[CRATE, COIN], &handlers());
    let (bytes, expected) = (game.snapshot(), game.told());
    for bad in [&bytes[..bytes.len() - 1], &[], b"tilephys"] {
        let error = game.restore(bad).unwrap_err();
        assert!(error.to_string().starts_with("the snapshot cannot be restored: "), "{error}");
        assert_eq!(game.told(), expected);
    }
}

#[test]
fn levels_in_one_world_are_restored_in_turn() {
    let mut game = Small::of(&[CRATE, COIN], &handlers());
    let second = level(&map(&[CRATE, LIFT].concat())).join(game.physics.grid_mut()).unwrap();
    let mut other = handlers().spawn(&second, &mut game.physics, &mut game.world, DT).unwrap();
    let bytes = game.snapshot();
    let list = |game: &Small, other: &SpawnedLevel| {
        let others = other.entities().iter().map(|entity| told(&game.world, *entity));
        game.told().into_iter().chain(others).collect::<Vec<_>>()
    };
    let expected = list(&game, &other);
    for entity in [game.spawned.entities(), other.entities()].concat() {
        game.world.despawn(entity).unwrap();
    }
    game.restore(&bytes).unwrap();
    other.restore(&second, (&mut game.physics, &mut game.world), &bytes).unwrap();
    assert_eq!(list(&game, &other), expected);
}

#[test]
fn a_fall_is_reported_again_after_a_rewind() {
    let deadly = map("").replace(
        "infinite=\"0\">",
        "infinite=\"0\" class=\"TpLevel\"><properties><property name=\"bounds\" value=\"kill_below\"/></properties>",
    );
    let (mut world, mut level) = (World::new(), level(&deadly));
    let (mut physics, mut spawned) = SpawnedLevel::begin(&mut level, &mut world, DT).unwrap();
    let body = (Position::new(60.0, 310.0), Velocity::new(0.0, 60.0), Collider::new(8.0, 8.0));
    physics.spawn(&mut world, body);
    let bytes = physics.snapshot(&mut world);
    let mut late = Vec::new();
    for _ in 0..3 {
        let mut falls = 0;
        for step in 0..15 {
            physics.step(&mut world, DT);
            falls += spawned.events(&physics, &world).len();
            if step == 12 {
                late = physics.snapshot(&mut world);
            }
        }
        assert_eq!(falls, 1);
        spawned.restore(&level, (&mut physics, &mut world), &bytes).unwrap();
    }
    // A body that lay below already has been reported.
    spawned.restore(&level, (&mut physics, &mut world), &late).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(spawned.events(&physics, &world), []);
}
