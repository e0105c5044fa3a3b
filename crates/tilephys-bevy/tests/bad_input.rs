//! Bad input: each has one message with the entity and the remedy, and nothing panics.

use crate::stage::{app, events, floor, tick};
use bevy_ecs::prelude::ChildOf;
use bevy_transform::components::Transform;
use std::sync::{Mutex, Once};
use tilephys_bevy::{Body, CarriedBy, Collider, Mover, PhysicsWorld, Position, Velocity};
use tilephys_core::{EventKind, Fault, Field};

/// Warnings of all tests.
static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Collector;

impl log::Log for Collector {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        WARNINGS.lock().expect("no thread panics").push(record.args().to_string());
    }

    fn flush(&self) {}
}

/// Warnings from now on, of entities with this text.
fn collect_warnings() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Collector).expect("there is no other logger");
        log::set_max_level(log::LevelFilter::Warn);
    });
}

fn warnings_of(entity: bevy_ecs::entity::Entity) -> Vec<String> {
    let name = format!("entity {entity}:");
    let warnings = WARNINGS.lock().expect("no thread panics");
    warnings.iter().filter(|warning| warning.starts_with(&name)).cloned().collect()
}

#[test]
fn a_transform_that_says_more_than_a_place_is_warned_of_once() {
    collect_warnings();
    let mut app = app(floor());
    // Other tests have entities of the same names.
    let unused = std::iter::repeat_with(|| app.world_mut().spawn_empty().id()).take(1000);
    unused.for_each(drop);
    let place = Transform::from_xyz(20.0, -100.0, 0.0);
    let transforms = [
        place.with_scale([2.0, 1.0, 1.0].into()),
        place.with_rotation(bevy_math::Quat::from_rotation_z(0.1)),
    ];
    let skewed =
        transforms.map(|transform| app.world_mut().spawn((Body, Collider::new(8.0, 8.0), transform)).id());
    let parent = app.world_mut().spawn(Transform::default()).id();
    let child = (Body, Collider::new(8.0, 8.0), Transform::from_xyz(60.0, -100.0, 0.0), ChildOf(parent));
    let child = app.world_mut().spawn(child).id();
    for _ in 0..3 {
        tick(&mut app);
    }
    for skewed in skewed {
        let warnings = warnings_of(skewed);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].contains("ignores rotation and scale") && warnings[0].contains("child"));
    }
    let warnings = warnings_of(child);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("has a parent") && warnings[0].contains("CarriedBy"));
}

#[test]
fn a_transform_that_is_not_finite_is_reported_and_the_others_go_on() {
    let mut app = app(floor());
    let lost =
        app.world_mut().spawn((Body, Collider::new(8.0, 8.0), Transform::from_xyz(f32::NAN, 0.0, 0.0)));
    let lost = lost.id();
    let other = (Body, Collider::new(8.0, 8.0), Position::new(40.0, 0.0), Velocity::new(0.0, 60.0));
    let other = app.world_mut().spawn(other).id();
    tick(&mut app);
    let rejected = events(&mut app).into_iter().find(|event| event.entity == lost);
    let expected = EventKind::Rejected { field: Field::Position, fault: Fault::NotFinite };
    assert_eq!(rejected.map(|event| event.kind), Some(expected));
    let y = app.world().get::<Position>(other).expect("it falls").px()[1];
    assert!(y > 0.0);

    // A body in motion is reported too, and goes on where the game puts it next.
    app.world_mut().get_mut::<Transform>(other).expect("it has one").translation.x = f32::INFINITY;
    tick(&mut app);
    let rejected = events(&mut app).into_iter().find(|event| event.entity == other);
    assert_eq!(rejected.map(|event| event.kind), Some(expected));
    app.world_mut().entity_mut(other).insert(Transform::from_xyz(64.0, -40.0, 0.0));
    tick(&mut app);
    let position = app.world().get::<Position>(other).expect("it falls").px();
    assert!(position[0] == 60.0 && position[1] > 36.0, "{position:?}");
}

#[test]
fn a_mover_whose_carrier_is_despawned_goes_on_alone() {
    let mut app = app(floor());
    let grid = &app.world().resource::<PhysicsWorld>().grid();
    let layer = grid.layer_ids().next().expect("a layer");
    let tile = grid.tile_ids().next().expect("a tile");
    let lift = |x: f32| (Mover { layer, tile }, Collider::new(16.0, 8.0), Position::new(x, 40.0));
    let carrier = app.world_mut().spawn((lift(0.0), Velocity::new(60.0, 0.0))).id();
    let carried = app.world_mut().spawn((lift(100.0), CarriedBy(carrier))).id();
    tick(&mut app);
    let x = |app: &bevy_app::App| app.world().get::<Position>(carried).expect("it stays").px()[0];
    assert_eq!(x(&app), 101.0);
    app.world_mut().despawn(carrier);
    tick(&mut app);
    assert_eq!(x(&app), 101.0, "nothing carries it");
}

#[test]
fn a_physics_world_that_is_replaced_takes_the_bodies_on() {
    let mut app = app(floor());
    let body = app.world_mut().spawn((Body, Collider::new(8.0, 8.0), Position::new(40.0, 152.0))).id();
    tick(&mut app);
    app.insert_resource(PhysicsWorld::new(floor()).with_gravity([0.0, 900.0]));
    for _ in 0..10 {
        tick(&mut app);
    }
    let physics = app.world().resource::<PhysicsWorld>();
    assert_eq!(physics.raw().len(), 1);
    assert_eq!(app.world().get::<Position>(body).expect("it stands").px(), [40.0, 152.0]);
}
