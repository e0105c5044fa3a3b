//! Snapshots with component types of the game: entities come back whole, and other types are refused.

use crate::rng::Rng;
use glam::{UVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::record::checksum;
use tilephys_ecs::bytemuck::{Pod, Zeroable};
use tilephys_ecs::{
    BodyCollision, BodyId, Category, Checkpoint, Collider, Direction, FeelZone, Filter, Foot, Gravity,
    LeaveVelocity, Limits, MotionMode, MoveTo, Mover, Physics, Position, PreviousPosition, ReportTiles,
    Reports, Response, Restored, RideMode, RideSettings, SaveFault, Sensor, SlopeSpeed, Snap, Solid,
    SquishPolicy, TileGrid, Trigger, Up, UseCollisionHooks, Velocity, Walk,
};
use tilephys_feel::{Button, Feel, FeelState, Input};

const DT: f32 = 1.0 / 60.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Health {
    now: i32,
    most: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Stunned(u8);

/// Marks an entity.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Friendly;

/// Registered after some checkpoints.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Late(u8);

fn physics() -> Physics {
    let mut physics = Physics::new(TileGrid::new(UVec2::splat(16)));
    physics.gravity = Vec2::new(0.0, 900.0);
    physics.save_plain::<Health>("Health");
    physics.save_plain::<Stunned>("Stunned");
    physics.save_plain::<Friendly>("Friendly");
    physics
}

fn body(x: f32) -> (Position, Velocity, Collider) {
    (Position::new(x, 0.0), Velocity::new(60.0, 0.0), Collider::new(8.0, 8.0).with_offset(-4.0, 1.0))
}

fn health(world: &World, entity: Entity) -> Option<Health> {
    world.get::<&Health>(entity).map(|health| *health).ok()
}

/// All components of an entity that tests compare, as text.
fn parts(world: &World, entity: Entity) -> String {
    let body = world
        .query_one::<(&BodyId, &Position, &Velocity, &Collider)>(entity)
        .get()
        .map(|all| format!("{all:?}"));
    let mut text = format!("{body:?}");
    macro_rules! add {
        ($($name:ty)*) => {$(
            text += &format!(" {:?}", world.get::<&$name>(entity).map(|part| (*part).clone()).ok());
        )*};
    }
    add! {
        Health Stunned Friendly Response Filter Gravity Limits Up Walk MotionMode Reports RideSettings Solid
        UseCollisionHooks Category BodyCollision Sensor ReportTiles Feel FeelState Input FeelZone Trigger MoveTo
    }
    text
}

/// Bodies with every setting, and with values that have every bit of their codecs.
fn dressed(physics: &mut Physics, world: &mut World) -> Vec<Entity> {
    let stone = physics.grid_mut().add_tile(Default::default());
    let all = [0.0, 20.0, 40.0, 60.0, 80.0].map(|x| physics.spawn(world, body(x)));
    let walk = Walk {
        slope_speed: SlopeSpeed::Curve { up: 0.5, down: -0.0 },
        snap: Snap::Length(3.5),
        foot: Foot::Center,
        stop_on_slope: false,
        wall_retain_ticks: 201,
        friction: 7.0,
        one_way_nudge: 9.0,
        ..Walk::default()
    };
    let riding = RideSettings {
        squish: SquishPolicy::Wiggle(2.5),
        ride: RideMode::Ballistic,
        leave: LeaveVelocity::AddUpward,
        lift_ticks: 77,
        lift_cap: Vec2::new(1.0, f32::INFINITY),
        ..RideSettings::default()
    };
    let limits = Limits { max_speed: Vec2::new(f32::INFINITY, 3.0), rest_speed: -0.0 };
    let collide = BodyCollision { one_way: Some(Direction::Left), mass: 3.0, ..BodyCollision::default() };
    let first = (walk, riding, limits, collide, Up(Direction::Left), Filter::mask(0x8000_0001));
    world.insert(all[0], first).unwrap();
    world
        .insert(all[0], (Response::Bounce { restitution: 0.3 }, Gravity { scale: -1.5 }, Solid(stone)))
        .unwrap();
    world.insert(all[1], (Response::PassThrough, MotionMode::Floating, Sensor(5), ReportTiles)).unwrap();
    world.insert(all[1], (UseCollisionHooks, Category(9), Reports { hits: false, contacts: true })).unwrap();
    let state = FeelState::default();
    let input = Input { along: -0.25, jump: Button::PRESSED, grab: true, ..Input::default() };
    world.insert(all[2], (Feel::celeste(), state, input, BodyCollision::default())).unwrap();
    world
        .insert(all[2], (RideSettings { squish: SquishPolicy::BlockMover, ..riding }, Walk::default()))
        .unwrap();
    world.insert(all[3], (Trigger { mask: 6, report_stay: true, shape: None }, FeelZone::Ladder)).unwrap();
    world.insert(all[3], (Health { now: 3, most: 4 }, Stunned(9), Friendly)).unwrap();
    let flow = FeelZone::Water { flow: Vec2::new(f32::NAN, -0.0) };
    let pool = world.spawn((Position::new(9.0, 9.0), Collider::new(30.0, 9.0), Trigger::default(), flow));
    let thing = world.spawn((Health { now: 1, most: 1 }, Position::new(5.0, 6.0)));
    all.into_iter().chain([pool, thing]).collect()
}

#[test]
fn a_snapshot_keeps_its_bytes() {
    let (mut physics, mut world) = (physics(), World::new());
    dressed(&mut physics, &mut world);
    physics.step(&mut world, DT);
    let bytes = physics.snapshot(&mut world);
    assert_eq!(
        (bytes.len(), checksum(&bytes), physics.game_hash(&world)),
        (1346, 0x4E6D_F234_4EB6_F119, 0x4A1C_A570_7F74_2C6F)
    );
}

#[test]
fn despawned_entities_come_back_whole_under_their_handles() {
    let (mut physics, mut world) = (physics(), World::new());
    let all = dressed(&mut physics, &mut world);
    physics.step(&mut world, DT);
    let snapshot = physics.snapshot(&mut world);
    let texts: Vec<String> = all.iter().map(|entity| parts(&world, *entity)).collect();
    let hash = physics.game_hash(&world);
    physics.step(&mut world, DT);
    let after = physics.game_hash(&world);
    all.iter().for_each(|entity| world.despawn(*entity).unwrap());
    // Others take their numbers, and go.
    let mut others: Vec<Entity> = (0..4).map(|_| physics.spawn(&mut world, body(0.0))).collect();
    others.sort_unstable();
    physics.step(&mut world, DT);
    let restored = physics.restore(&mut world, &snapshot).unwrap();
    assert_eq!(restored, Restored { spawned: all.clone(), despawned: others, ..Restored::default() });
    assert_eq!(all.iter().map(|entity| parts(&world, *entity)).collect::<Vec<_>>(), texts);
    assert_eq!(physics.game_hash(&world), hash);
    assert_eq!(physics.snapshot(&mut world).len(), snapshot.len());
    physics.step(&mut world, DT);
    assert_eq!(physics.game_hash(&world), after);
}

#[test]
fn living_entities_get_back_what_the_game_changed() {
    let (mut physics, mut world) = (physics(), World::new());
    let all = dressed(&mut physics, &mut world);
    physics.step(&mut world, DT);
    let snapshot = physics.snapshot(&mut world);
    let texts: Vec<String> = all.iter().map(|entity| parts(&world, *entity)).collect();
    world.insert(all[0], (Response::Stop, Gravity::NONE, Health::default(), Sensor(1), ReportTiles)).unwrap();
    world.remove::<(Walk, Limits, Solid)>(all[0]).unwrap();
    world.insert(all[1], (UseCollisionHooks, Stunned(1), Trigger::default())).unwrap();
    world.remove::<(ReportTiles, Category)>(all[1]).unwrap();
    world.remove_one::<Velocity>(all[2]).unwrap();
    world.remove::<(Friendly, Health, Trigger)>(all[3]).unwrap();
    world.get::<&mut Stunned>(all[3]).unwrap().0 = 200;
    world.insert(all[4], body(9.0)).unwrap();
    world.insert(all[6], (Velocity::default(), Collider::new(1.0, 1.0))).unwrap();
    world.remove_one::<Health>(all[6]).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(physics.restore(&mut world, &snapshot).unwrap(), Restored::default());
    let now: Vec<String> = all.iter().map(|entity| parts(&world, *entity)).collect();
    assert_eq!(now.iter().zip(&texts).find(|(now, then)| now != then), None);
    physics.step(&mut world, DT);
    assert_eq!(physics.len(), 5);
}

#[test]
fn an_entity_of_the_game_keeps_its_handle() {
    let (mut physics, mut world) = (physics(), World::new());
    let [gone, kept] = [0, 1].map(|now| world.spawn((Health { now, most: 5 },)));
    let body = physics.spawn(&mut world, body(7.0));
    let snapshot = physics.snapshot(&mut world);
    world.despawn(gone).unwrap();
    // Not saved, and under the number of the entity that is gone.
    let camera = world.spawn(("camera",));
    assert_eq!((camera.id(), camera == gone), (gone.id(), false));
    world.despawn(body).unwrap();
    let restored = physics.restore(&mut world, &snapshot).unwrap();
    let now = restored.entity(gone);
    assert!(now != gone && restored.remapped == [(gone, now)], "{restored:?}");
    let mut spawned = vec![now, body];
    spawned.sort_unstable();
    assert_eq!((restored.spawned, restored.despawned), (spawned, vec![]));
    assert_eq!(*world.get::<&&str>(camera).unwrap(), "camera");
    assert_eq!(health(&world, now), Some(Health { now: 0, most: 5 }));
    assert_eq!(health(&world, kept), Some(Health { now: 1, most: 5 }));
    assert_eq!(world.len(), 4);
}

#[test]
fn later_spawns_give_the_handles_of_the_first_run() {
    let (mut physics, mut world) = (physics(), World::new());
    let all: Vec<Entity> = (0..6).map(|x| physics.spawn(&mut world, body(20.0 * x as f32))).collect();
    [1, 4, 2].into_iter().for_each(|place| world.despawn(all[place]).unwrap());
    let snapshot = physics.snapshot(&mut world);
    let play = |physics: &mut Physics, world: &mut World| {
        let mut handles = Vec::new();
        for round in 0..12 {
            handles.push(physics.spawn(world, body(300.0 + 20.0 * round as f32)));
            handles.push(world.spawn((Health { now: round, most: 9 },)));
            if round % 3 == 1 {
                world.despawn(handles[round as usize]).unwrap();
            }
            physics.step(world, DT);
        }
        handles
    };
    let first = play(&mut physics, &mut world);
    let hash = physics.game_hash(&world);
    for _ in 0..2 {
        physics.restore(&mut world, &snapshot).unwrap();
        assert_eq!(play(&mut physics, &mut world), first);
        assert_eq!(physics.game_hash(&world), hash);
    }
    // In a new process too.
    let (mut other, mut entities) = (self::physics(), World::new());
    other.restore(&mut entities, &snapshot).unwrap();
    assert_eq!(play(&mut other, &mut entities), first);
    assert_eq!(other.game_hash(&entities), hash);
}

#[test]
fn other_types_are_refused_by_name() {
    let (mut physics, mut world) = (physics(), World::new());
    let entity = world.spawn((Health { now: 1, most: 2 }, Stunned(3)));
    let snapshot = physics.snapshot(&mut world);
    let refuse = |other: &mut Physics| {
        let mut entities = World::new();
        entities.spawn((Health::default(),));
        let error = other.restore(&mut entities, &snapshot).unwrap_err();
        assert_eq!(entities.len(), 1);
        error
    };
    let air = || Physics::new(TileGrid::new(UVec2::splat(16)));
    let mut fewer = air();
    fewer.save_plain::<Stunned>("Stunned");
    let error = refuse(&mut fewer);
    assert!(matches!(error.fault, SaveFault::UnknownType(name) if name.as_str() == "Health"), "{error}");
    assert!(error.to_string().contains("Health"), "{error}");
    let mut more = self::physics();
    more.save_plain::<u32>("Coins");
    let error = refuse(&mut more);
    assert_eq!((error.field, error.fault), ("Coins", SaveFault::MissingType));
    let mut changed = air();
    changed.save_plain::<u32>("Health");
    changed.save_plain::<Stunned>("Stunned");
    changed.save_plain::<Friendly>("Friendly");
    let error = refuse(&mut changed);
    assert_eq!((error.field, error.fault), ("Health", SaveFault::OtherType));
    // The order of registration does not count.
    let mut turned = air();
    turned.save_plain::<Friendly>("Friendly");
    turned.save_plain::<Stunned>("Stunned");
    turned.save_plain::<Health>("Health");
    let mut entities = World::new();
    turned.restore(&mut entities, &snapshot).unwrap();
    assert_eq!(parts(&entities, entity), parts(&world, entity));
}

#[test]
#[should_panic(expected = "Health")]
fn a_type_is_registered_once() {
    physics().save_plain::<Health>("Wounds");
}

#[test]
#[should_panic(expected = "Health")]
fn a_name_is_registered_once() {
    physics().save_plain::<u64>("Health");
}

#[test]
#[should_panic(expected = "Velocity")]
fn types_of_the_engine_are_saved_already() {
    #[derive(Clone, Copy, Pod, Zeroable)]
    #[repr(C)]
    struct Mine(u8);
    physics().save_plain::<Mine>("Velocity");
}

/// The checksum of the last section made right, as a forger does.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let len = u32::from_le_bytes(bytes[end..].try_into().unwrap()) as usize;
    if let Some(from) = end.checked_sub(len).filter(|from| from + 8 <= end) {
        let sum = checksum(&bytes[from..end - 8]);
        bytes[end - 8..end].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

#[test]
fn forged_bytes_change_nothing_or_restore() {
    let begin = || {
        let (mut physics, mut world) = (physics(), World::new());
        let all = dressed(&mut physics, &mut world);
        let stone = physics.grid_mut().add_tile(Default::default());
        let layer = physics.grid_mut().add_layer("lifts");
        let lift = (Position::new(100.0, 0.0), Collider::new(9.0, 9.0), Mover { layer, tile: stone });
        world.spawn((lift.0, lift.1, lift.2, MoveTo(None)));
        world.insert_one(all[1], PreviousPosition::default()).unwrap();
        let snapshot = physics.snapshot(&mut world);
        (physics, world, snapshot)
    };
    let (mut physics, mut world, snapshot) = begin();
    let own = u32::from_le_bytes(snapshot[snapshot.len() - 4..].try_into().unwrap()) as usize;
    let first = snapshot.len() - 4 - own;
    let (mut rng, mut restored, mut refused) = (Rng::new(5), 0, 0);
    for round in 0..crate::volume(1_500, 40_000) {
        let mut forged = snapshot.clone();
        for _ in 0..1 + rng.below(3) {
            let byte = first + rng.below(own);
            forged[byte] =
                if round % 2 == 0 { rng.below(256) as u8 } else { forged[byte] ^ 1 << rng.below(8) };
        }
        let (hash, len) = (physics.game_hash(&world), world.len());
        if physics.restore(&mut world, &sealed(forged)).is_err() {
            refused += 1;
            assert_eq!((physics.game_hash(&world), world.len()), (hash, len));
            continue;
        }
        restored += 1;
        physics.step(&mut world, DT);
        physics.restore(&mut world, &snapshot).unwrap();
        assert_eq!(world.len(), len);
        // A forged handle may have made the table of handles long.
        (physics, world, _) = begin();
    }
    assert!(restored > 100 && refused > 100, "{restored} restored, {refused} refused");
}

#[test]
fn a_checkpoint_that_does_not_fit_changes_nothing() {
    let (mut physics, mut world) = (physics(), World::new());
    let all = dressed(&mut physics, &mut world);
    let saved = |physics: &mut Physics, world: &mut World| {
        let mut checkpoint = Checkpoint::default();
        physics.save_to(world, &mut checkpoint);
        checkpoint
    };
    let checkpoint = saved(&mut physics, &mut world);
    let mut other = Physics::new(TileGrid::new(UVec2::splat(8)));
    let other = saved(&mut other, &mut World::new());
    physics.step(&mut world, DT);
    let refused = |physics: &mut Physics, world: &mut World, checkpoint: &Checkpoint| {
        let before = physics.snapshot(world);
        let error = physics.roll_back(world, checkpoint).unwrap_err();
        assert!(physics.snapshot(world) == before);
        (error.field, error.fault)
    };
    assert_eq!(refused(&mut physics, &mut world, &other), ("Health", SaveFault::MissingType));
    physics.save_plain::<Late>("Late");
    assert_eq!(refused(&mut physics, &mut world, &checkpoint), ("Late", SaveFault::MissingType));
    let checkpoint = saved(&mut physics, &mut world);
    let map = std::mem::replace(physics.grid_mut(), TileGrid::new(UVec2::splat(8)));
    assert_eq!(refused(&mut physics, &mut world, &checkpoint), ("checkpoint", SaveFault::OtherMap));
    *physics.grid_mut() = map;
    physics.tie_snapshots(9);
    assert_eq!(refused(&mut physics, &mut world, &checkpoint), ("level", SaveFault::OtherMap));
    physics.tie_snapshots(0);

    // All kinds of components come back from memory, on living entities and on the others.
    let before = all.clone().into_iter().map(|entity| parts(&world, entity)).collect::<Vec<_>>();
    physics.step(&mut world, DT);
    world.despawn(all[1]).unwrap();
    let restored = physics.roll_back(&mut world, &checkpoint).unwrap();
    assert_eq!(restored.spawned, [all[1]]);
    assert_eq!(all.into_iter().map(|entity| parts(&world, entity)).collect::<Vec<_>>(), before);
}

#[cfg(feature = "serde")]
#[test]
fn types_with_serde_come_back() {
    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    enum Mind {
        Asleep,
        Hunts { name: String, path: Vec<(i32, i32)> },
    }
    let (mut physics, mut world) = (physics(), World::new());
    physics.save_serde::<Mind>("Mind");
    let hunter = Mind::Hunts { name: "Ada".into(), path: vec![(1, 2), (3, -4)] };
    let all = [Mind::Asleep, hunter.clone()].map(|mind| world.spawn((mind,)));
    let snapshot = physics.snapshot(&mut world);
    *world.get::<&mut Mind>(all[0]).unwrap() = hunter.clone();
    world.despawn(all[1]).unwrap();
    physics.restore(&mut world, &snapshot).unwrap();
    assert_eq!(all.map(|entity| (*world.get::<&Mind>(entity).unwrap()).clone()), [Mind::Asleep, hunter]);
}
