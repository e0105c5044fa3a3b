//! Spawning and despawning of the objects of a level.

use crate::support;

use glam::{IVec2, Vec2};
use hecs::{Entity, World};
use support::{DT, level, map};
use tilephys_core::EventKind;
use tilephys_ecs::{CarriedBy, Collider, MoverId, MoverPath, Physics, Position, Trigger, Velocity};
use tilephys_level::{SpawnPoint, SpawnedLevel, TiledClass, TiledId, TiledName, TiledProperties, TiledShape};
use tilephys_tiled::{ObjectKind, RegionKind};

const OBJECTS: &str = r#"<object id="3" name="start" type="TpSpawn" x="40" y="100"><point/></object>
<object id="5" name="lift" type="TpMover" x="32" y="64" width="48" height="8"><properties>
 <property name="path" type="object" value="9"/><property name="speed" type="int" value="60"/></properties></object>
<object id="6" name="seat" type="TpMover" x="40" y="56" width="8" height="8"><properties>
 <property name="parent" type="object" value="5"/></properties></object>
<object id="7" name="coin" type="TpCollectible" x="36" y="120" width="8" height="8"/>
<object id="8" name="spikes" type="TpKillZone" x="0" y="300" width="320" height="20"/>
<object id="9" name="rail" x="32" y="64"><polyline points="0,0 60,0"/></object>
<object id="12" name="bat" type="Enemy" x="200" y="30" width="12" height="9" rotation="90"><properties>
 <property name="health" type="int" value="3"/></properties></object>
<object id="13" name="bat" type="Enemy" x="10" y="30"><ellipse/></object>"#;

fn begun(objects: &str) -> (World, Physics, SpawnedLevel) {
    let mut world = World::new();
    let (physics, spawned) = SpawnedLevel::begin(&mut level(&map(objects)), &mut world, DT).unwrap();
    (world, physics, spawned)
}

fn at(world: &World, entity: Entity) -> IVec2 {
    world.get::<&Position>(entity).unwrap().at
}

#[test]
fn each_object_is_an_entity_with_its_tiled_data() {
    let (world, _, spawned) = begun(OBJECTS);
    assert_eq!((world.len(), spawned.entities().len()), (8, 8));
    for object in &level(&map(OBJECTS)).objects {
        let entity = spawned.entity(object.id).unwrap();
        let mut query = world.query_one::<(&TiledId, &TiledName, &TiledClass, &TiledProperties)>(entity);
        let (id, name, class, properties) = query.get().unwrap();
        assert_eq!((id.0, &name.0, &class.0), (object.id, &object.name, &object.class));
        assert_eq!(*properties.0, object.properties);
    }
    let [first, second] = spawned.named("bat") else { panic!("two bats") };
    assert_eq!(spawned.of_class("Enemy"), [*first, *second]);
    let shape = world.get::<&TiledShape>(*first).unwrap();
    assert_eq!(
        (shape.position, shape.size, shape.rotation),
        (Vec2::new(200.0, 30.0), Vec2::new(12.0, 9.0), 90.0)
    );
    assert_eq!(world.get::<&TiledShape>(*second).unwrap().kind, ObjectKind::Ellipse);
    assert_eq!(world.get::<&TiledProperties>(*first).unwrap().0.int("health"), Some(3));
    // Objects of unknown classes have no physics.
    assert!(world.get::<&Velocity>(*first).is_err() && world.get::<&Trigger>(*first).is_err());
    assert!(
        spawned.entity(99).is_none() && spawned.named("").is_empty() && spawned.of_class("Cat").is_empty()
    );
}

#[test]
fn movers_follow_their_paths_and_carry_their_children() {
    let (mut world, mut physics, spawned) = begun(OBJECTS);
    let [lift, seat] = [5, 6].map(|id| spawned.entity(id).unwrap());
    assert_eq!(world.get::<&CarriedBy>(seat).unwrap().0, lift);
    assert!(world.get::<&CarriedBy>(lift).is_err() && world.get::<&MoverPath>(seat).is_err());
    assert_eq!([lift, seat].map(|e| *world.get::<&MoverId>(e).unwrap()), [MoverId(0), MoverId(1)]);
    for _ in 0..30 {
        physics.step(&mut world, DT);
    }
    assert_eq!(physics.events().count(), 0);
    assert_eq!((at(&world, lift), at(&world, seat)), (IVec2::new(62, 64) * 256, IVec2::new(70, 56) * 256));
}

#[test]
fn regions_sense_bodies_and_have_a_kind() {
    let (mut world, mut physics, spawned) = begun(OBJECTS);
    physics.gravity = Vec2::new(0.0, 900.0);
    let spawn = spawned.entity(3).unwrap();
    let SpawnPoint { feet, is_start } = *world.get::<&SpawnPoint>(spawn).unwrap();
    assert_eq!((feet, is_start), (Vec2::new(40.0, 100.0), true));
    let place = Position::new(feet.x - 4.0, feet.y - 11.0);
    world.spawn((place, Velocity::default(), Collider::new(8.0, 11.0)));
    let mut met = Vec::new();
    for _ in 0..60 {
        physics.step(&mut world, DT);
        met.extend(physics.events().filter_map(|event| match event.kind {
            EventKind::Enter { sensor, .. } => physics.sensor_entity(sensor),
            _ => None,
        }));
    }
    assert_eq!(met, [spawned.entity(7).unwrap()]);
    let kinds = [7, 8].map(|id| *world.get::<&RegionKind>(spawned.entity(id).unwrap()).unwrap());
    assert_eq!(kinds, [RegionKind::Collectible, RegionKind::KillZone]);
}

#[test]
fn despawn_tolerates_changes_by_the_game() {
    let (mut world, mut physics, spawned) = begun(OBJECTS);
    let other = world.spawn((TiledId(5), Position::new(200.0, 20.0)));
    let [coin, bat, lift] = [7, 12, 5].map(|id| spawned.entity(id).unwrap());
    world.despawn(coin).unwrap();
    world.insert(bat, (Velocity::new(10.0, 0.0), Collider::new(12.0, 9.0))).unwrap();
    world.remove_one::<MoverPath>(lift).unwrap();
    physics.step(&mut world, DT);
    let mover = *world.get::<&MoverId>(lift).unwrap();
    assert!(physics.mover_entity(mover).is_some() && physics.len() == 1);
    assert_eq!(spawned.despawn(&mut world), 7);
    assert!(world.len() == 1 && world.contains(other));
    physics.step(&mut world, DT);
    assert!(physics.mover_entity(mover).is_none() && physics.is_empty() && physics.events().count() == 0);
    assert_eq!(physics.grid().off_grid_shapes().count(), 0);
}

#[test]
fn a_step_too_long_for_a_path_is_an_error_that_names_the_object() {
    let mut world = World::new();
    let error = SpawnedLevel::begin(&mut level(&map(OBJECTS)), &mut world, 0.0).unwrap_err();
    assert!(error.to_string().starts_with("a.tmx: object 5: "), "{error}");
    assert!(world.is_empty());
}
