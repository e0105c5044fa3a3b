//! Restored snapshots of entities: the next steps give the same bits.

use crate::played::{Game, Plain};
use crate::volume;
use glam::{UVec2, Vec2};
use hecs::{Entity, World};
use rayon::ThreadPoolBuilder;
use tilephys_core::{Tile, shape::Polygon};
use tilephys_ecs::{
    BodyId, BodyState, Collider, Event, EventKind, Gravity, Identity, Mover, MoverId, MoverPath, Physics,
    Position, Restored, SaveError, SaveFault, Sensor, TileCoord, TileGrid, Trigger, Velocity,
};

const DT: f32 = 1.0 / 60.0;

/// Plays ticks, and compares the hash after each with the expected one.
fn run(game: &mut Game, ticks: std::ops::Range<u32>, expected: &[u64]) {
    for tick in ticks {
        assert_eq!(game.tick(tick), expected[tick as usize], "tick {tick}");
    }
}

/// Restores the snapshot. Returns the number of entities that were gone.
fn restore(game: &mut Game, bytes: &[u8]) -> usize {
    game.physics.restore(&mut game.world, bytes).unwrap().spawned.len()
}

fn parts(world: &World) -> Vec<String> {
    let mut query = world.query::<(&BodyId, &Position, &Velocity, &Collider, &BodyState)>();
    let mut all: Vec<String> = query.iter().map(|parts| format!("{parts:?}")).collect();
    let mut query = world.query::<(&MoverId, &Position, Option<&MoverPath>, &Velocity, &Collider, &Mover)>();
    all.extend(query.iter().map(|parts| format!("{parts:?}")));
    let mut query = world.query::<(&Trigger, &Position, &Collider)>();
    all.extend(query.iter().map(|parts| format!("{parts:?}")));
    all.sort();
    all
}

/// Despawns lifts, coins and some bodies.
fn despawn_many(game: &mut Game) {
    let mut gone: Vec<Entity> = game.world.query::<(Entity, &Mover)>().iter().map(|all| all.0).collect();
    gone.extend(game.world.query::<(Entity, &Trigger)>().iter().map(|all| all.0).step_by(2));
    gone.extend(game.ids().into_iter().filter(|id| id.0 % 5 == 3).take(200).map(|id| game.entity(id)));
    gone.into_iter().for_each(|entity| game.world.despawn(entity).unwrap());
}

/// Plays so many ticks after a snapshot at tick `then`, and again, with lifts, coins and some bodies despawned before.
fn assert_the_same_again(threads: usize, count: u32, then: u32, end: u32) {
    let mut plain = Plain::new(count);
    let expected: Vec<u64> = (0..end).map(|tick| plain.tick(tick)).collect();
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut game = Game::new(count);
        run(&mut game, 0..then, &expected);
        let bytes = game.physics.snapshot(&mut game.world);
        let hash = game.physics.state_hash();
        let before = parts(&game.world);
        let states = game.states.clone();
        run(&mut game, then..end, &expected);
        for _ in 0..volume(1, 2) {
            despawn_many(&mut game);
            let back = restore(&mut game, &bytes);
            game.states.clone_from(&states);
            assert!(back > 10, "{back} bodies were gone");
            let now = parts(&game.world);
            assert_eq!(now.iter().zip(&before).find(|(now, before)| now != before), None);
            assert_eq!((now.len(), game.physics.state_hash()), (before.len(), hash));
            assert!(game.physics.snapshot(&mut game.world).len() == bytes.len());
            assert_eq!(game.physics.state_hash(), hash);
            run(&mut game, then..end, &expected);
        }
    });
}

#[test]
fn a_restored_world_replays_600_ticks_like_the_plain_loop() {
    assert_the_same_again(1, volume(70, 300), 600, 1200);
}

#[test]
fn a_crowd_that_threads_share_is_the_same_again() {
    // Fewer stay on one thread.
    assert_the_same_again(3, 4500, 3, volume(9, 20));
}

fn air() -> (Physics, World) {
    let mut physics = Physics::new(TileGrid::new(UVec2::splat(16)));
    physics.gravity = Vec2::new(0.0, 900.0);
    (physics, World::new())
}

fn body(x: f32) -> (Position, Velocity, Collider) {
    (Position::new(x, 0.0), Velocity::new(60.0, 0.0), Collider::new(8.0, 8.0).with_offset(-4.0, 1.0))
}

fn id(world: &World, entity: Entity) -> BodyId {
    *world.get::<&BodyId>(entity).unwrap()
}

#[test]
fn a_restore_brings_gravity_back() {
    let (mut physics, mut world) = air();
    let entity = physics.spawn(&mut world, body(0.0));
    physics.step(&mut world, DT);
    let snapshot = physics.snapshot(&mut world);
    physics.step(&mut world, DT);
    let expected = *world.get::<&Position>(entity).unwrap();
    physics.gravity = Vec2::ZERO;
    physics.restore(&mut world, &snapshot).unwrap();
    assert_eq!(physics.gravity, Vec2::new(0.0, 900.0));
    physics.step(&mut world, DT);
    assert_eq!(*world.get::<&Position>(entity).unwrap(), expected);
}

#[test]
fn what_the_game_changed_since_the_last_step_is_in_a_snapshot() {
    let (mut physics, mut world) = air();
    let entity = physics.spawn(&mut world, body(0.0));
    physics.step(&mut world, DT);
    *world.get::<&mut Position>(entity).unwrap() = Position::new(77.0, 5.0);
    let newcomer = world.spawn(body(40.0));
    let snapshot = physics.snapshot(&mut world);
    let newcomer_id = id(&world, newcomer);
    physics.step(&mut world, DT);
    world.despawn(newcomer).unwrap();
    let restored = physics.restore(&mut world, &snapshot).unwrap();
    assert_eq!(*world.get::<&Position>(entity).unwrap(), Position::new(77.0, 5.0));
    assert_eq!(restored, Restored { spawned: vec![newcomer], ..Restored::default() });
    assert_eq!(physics.entity(newcomer_id), Some(newcomer));
    assert_eq!(*world.get::<&Collider>(newcomer).unwrap(), body(40.0).2);
}

#[test]
fn an_entity_of_a_driver_is_found_by_its_identity() {
    let (mut physics, mut world) = air();
    let driver = physics.next_revision();
    let identity = |part| Identity { driver, part };
    let area = || (Position::default(), Collider::new(4.0, 4.0), Trigger::default());
    let coin = world.spawn(area());
    world.insert(coin, (identity(7), "coin")).unwrap();
    // Contained without another component that snapshots contain.
    let sign = world.spawn((identity(8), "sign"));
    let first = physics.snapshot(&mut world);
    assert_eq!(physics.next_revision(), driver + 1);
    // The coin gets another handle, and an area of the game the coin's.
    world.despawn(coin).unwrap();
    let other = world.spawn(area());
    assert_eq!(other.id(), coin.id());
    let again = world.spawn(area());
    world.insert(again, (identity(7), "coin")).unwrap();
    let second = physics.snapshot(&mut world);
    let restored = physics.restore(&mut world, &first).unwrap();
    assert_eq!((restored.despawned, restored.remapped), (vec![other], vec![(coin, again)]));
    assert_eq!((physics.revision(), *world.get::<&&str>(again).unwrap()), (driver, "coin"));
    let restored = physics.restore(&mut world, &second).unwrap();
    assert_eq!((restored.spawned, restored.remapped), (vec![other], vec![]));
    // An entity without an identity is none of a driver, even with its handle.
    world.remove_one::<Identity>(again).unwrap();
    world.despawn(sign).unwrap();
    let restored = physics.restore(&mut world, &first).unwrap();
    assert_eq!(
        restored.despawned,
        [other, again].into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    );
    assert_eq!(restored.spawned.len(), 2);
    let identities: Vec<Identity> = world.query::<&Identity>().iter().copied().collect();
    assert!(identities.contains(&identity(7)) && identities.contains(&identity(8)) && identities.len() == 2);
}

#[test]
fn a_restore_despawns_newer_entities() {
    let (mut physics, mut world) = air();
    let old = physics.spawn(&mut world, body(0.0));
    let snapshot = physics.snapshot(&mut world);
    let next = physics.new_id();
    let came = world.spawn(body(50.0));
    let stone = physics.grid_mut().add_tile(Default::default());
    let layer = physics.grid_mut().add_layer("later");
    let lift = world.spawn((Position::default(), Collider::new(4.0, 4.0), Mover { layer, tile: stone }));
    let coin = world.spawn((Position::default(), Collider::new(4.0, 4.0), Trigger::default()));
    world.insert_one(old, Trigger::default()).unwrap();
    physics.step(&mut world, DT);
    assert_eq!((physics.len(), physics.grid().regions().count()), (2, 2));
    let mut despawned = vec![came, lift, coin];
    despawned.sort_unstable();
    assert_eq!(
        physics.restore(&mut world, &snapshot).unwrap(),
        Restored { despawned, ..Restored::default() }
    );
    assert_eq!((physics.len(), physics.grid().regions().count()), (1, 0));
    assert_eq!(physics.grid().off_grid_shapes().count(), 0);
    assert_eq!(physics.new_id(), next, "ids are given again");
    assert!(world.get::<&Trigger>(old).is_err());
    assert_eq!(world.len(), 1);
    physics.step(&mut world, DT);
    assert_eq!((physics.len(), physics.grid().regions().count()), (1, 0));
}

#[test]
fn a_snapshot_restores_after_settings_are_renumbered() {
    let (mut physics, mut world) = air();
    let all = [0.0, 1.0, 2.0].map(|scale| {
        let entity = physics.spawn(&mut world, body(20.0 * scale));
        world.insert_one(entity, Gravity { scale }).unwrap();
        entity
    });
    physics.step(&mut world, DT);
    let snapshot = physics.snapshot(&mut world);
    physics.step(&mut world, DT);
    let hash = physics.state_hash();
    // Another engine has the settings in another order, and fewer of them.
    let mut other = Physics::new(TileGrid::new(UVec2::splat(16)));
    other.gravity = physics.gravity;
    let mut entities = World::new();
    for entity in all.into_iter().rev() {
        let id = id(&world, entity);
        let gravity = *world.get::<&Gravity>(entity).unwrap();
        entities.spawn((id, gravity));
    }
    let restored = other.restore(&mut entities, &snapshot).unwrap();
    assert_eq!((restored.spawned, restored.despawned), (vec![], vec![]));
    other.step(&mut entities, DT);
    assert_eq!(other.state_hash(), hash);
}

#[test]
fn a_restored_sensor_knows_its_overlaps() {
    let (mut physics, mut world) = air();
    physics.gravity = Vec2::ZERO;
    let flier = physics.spawn(&mut world, body(0.0));
    let corners = [(0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (1.0, 90.0)];
    let shape = Some(Polygon::from_px(&corners.map(Vec2::from)));
    let trigger = Trigger { shape, ..Trigger::default() };
    let coin = world.spawn((Position::new(-20.0, -20.0), Collider::new(90.0, 90.0), trigger));
    let walking = physics.spawn(&mut world, body(2.0));
    world.insert(walking, (Trigger::default(), Sensor(1))).unwrap();
    physics.step(&mut world, DT);
    let snapshot = physics.snapshot(&mut world);
    let regions = [coin, walking].map(|entity| physics.region(entity));
    let hash = physics.state_hash();
    world.despawn(coin).unwrap();
    let walking_id = id(&world, walking);
    world.despawn(walking).unwrap();
    physics.step(&mut world, DT);
    let restored = physics.restore(&mut world, &snapshot).unwrap();
    assert_eq!((restored.spawned, id(&world, walking)), (vec![coin, walking], walking_id));
    assert_eq!(([coin, walking].map(|entity| physics.region(entity)), physics.state_hash()), (regions, hash));
    assert_eq!(*world.get::<&Trigger>(coin).unwrap(), trigger);
    let sensor = regions[0].unwrap();
    assert_eq!(physics.sensor_entity(sensor.into()), Some(coin));
    assert_eq!(physics.inside(sensor).collect::<Vec<_>>(), [flier, walking]);
    physics.step(&mut world, DT);
    assert_eq!(physics.events().count(), 0, "no body came in or left");
}

#[test]
fn what_is_no_snapshot_changes_nothing() {
    let (mut physics, mut world) = air();
    let entity = physics.spawn(&mut world, body(0.0));
    world.spawn((Position::default(), Collider::new(4.0, 4.0), Trigger::default()));
    let snapshot = physics.snapshot(&mut world);
    physics.step(&mut world, DT);
    let (hash, before) = (physics.state_hash(), parts(&world));
    for byte in 0..snapshot.len() {
        let mut damaged = snapshot.clone();
        damaged[byte] ^= 0x10;
        assert!(physics.restore(&mut world, &damaged).is_err(), "byte {byte}");
        assert!(physics.restore(&mut world, &snapshot[..byte]).is_err(), "{byte} bytes");
    }
    let mut other = Physics::new(TileGrid::new(UVec2::splat(8)));
    let error = other.restore(&mut world, &snapshot).unwrap_err();
    assert!(matches!(error, SaveError { field: "map", fault: SaveFault::OtherMap, .. }), "{error}");
    assert_eq!((physics.state_hash(), parts(&world)), (hash, before));
    assert_eq!(physics.entity(id(&world, entity)), Some(entity));
}

#[test]
fn a_snapshot_holds_no_state_of_despawned_entities() {
    let (mut physics, mut world) = air();
    let [gone, slow] = [0.0, 30.0].map(|x| physics.spawn(&mut world, body(x)));
    physics.sync(&mut world);
    for entity in [gone, slow] {
        assert!(physics.set_time_scale(id(&world, entity), 0.5));
    }
    world.despawn(gone).unwrap();
    let snapshot = physics.snapshot(&mut world);
    assert!(physics.set_time_scale(id(&world, slow), 2.0));
    physics.restore(&mut world, &snapshot).unwrap();
    assert_eq!(physics.time_scale(id(&world, slow)), Some(0.5));
    physics.step(&mut world, 1.0);
    assert_eq!(world.get::<&Position>(slow).unwrap().px().x, 60.0);
}

#[test]
fn an_entity_that_was_no_body_is_a_new_body_after_a_restore() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    [1, 2].into_iter().for_each(|row| grid.set_tile(layer, TileCoord::new(0, row), Some(stone)));
    let (mut physics, mut world) = (Physics::new(grid), World::new());
    physics.save_plain::<u32>("number");
    let entity = world.spawn((Position::new(8.0, 32.0), Collider::new(17.0, 6.0), 7_u32));
    physics.step(&mut world, DT);
    let snapshot = physics.snapshot(&mut world);
    // The body is inside of a solid, which pushes it away from its floor.
    let begin = |physics: &mut Physics, world: &mut World| -> Vec<Event> {
        world.insert_one(entity, Velocity::default()).unwrap();
        physics.step(world, DT);
        physics.events().collect()
    };
    let events = begin(&mut physics, &mut world);
    assert!(events.iter().any(|event| event.kind == EventKind::FloorBegin), "{events:?}");
    physics.restore(&mut world, &snapshot).unwrap();
    assert_eq!(begin(&mut physics, &mut world), events);
}
