//! Entities that come, go and change between steps, and their events.

use crate::stage::{app, events, floor, tick};
use tilephys_bevy::{Body, BodyId, Collider, Mover, PhysicsWorld, Position, Solid, Trigger, Velocity};
use tilephys_core::{EventKind, Fault, Field};

#[test]
fn events_name_entities_also_of_bodies_that_are_gone() {
    let mut app = app(floor());
    let coin = (Trigger::default(), Collider::new(16.0, 16.0), Position::new(40.0, 60.0));
    let coin = app.world_mut().spawn(coin).id();
    let body = app.world_mut().spawn((Body, Collider::new(8.0, 8.0), Position::new(44.0, 64.0))).id();
    tick(&mut app);
    let entered = events(&mut app);
    let sensor = entered.iter().find_map(|event| match event.kind {
        EventKind::Enter { sensor, .. } if event.entity == body => Some(sensor),
        _ => None,
    });
    let sensor = sensor.expect("the body is in the coin");
    assert_eq!(app.world().resource::<PhysicsWorld>().sensor_entity(sensor), Some(coin));
    app.world_mut().despawn(body);
    tick(&mut app);
    let gone = events(&mut app);
    assert!(gone.iter().any(|e| e.entity == body && matches!(e.kind, EventKind::Exit { .. })), "{gone:?}");
}

#[test]
fn ids_stay_when_other_bodies_go_and_components_come() {
    let mut app = app(floor());
    let spawn = |app: &mut bevy_app::App, x: f32| {
        app.world_mut().spawn((Body, Collider::new(8.0, 8.0), Position::new(x, 100.0))).id()
    };
    let bodies: Vec<_> = (0..10).map(|n| spawn(&mut app, 20.0 * n as f32)).collect();
    tick(&mut app);
    let id = |app: &bevy_app::App, n: usize| app.world().get::<BodyId>(bodies[n]).expect("it lives").get();
    let before: Vec<_> = (0..10).map(|n| id(&app, n)).collect();
    assert!(before.iter().all(Option::is_some));
    app.world_mut().despawn(bodies[3]);
    let stone = app.world().resource::<PhysicsWorld>().grid().tile_ids().next().expect("a tile");
    app.world_mut().entity_mut(bodies[5]).insert(Solid(tilephys_columns::Solid(stone)));
    for _ in 0..60 {
        tick(&mut app);
    }
    for n in [0, 1, 2, 4, 5, 6, 7, 8, 9] {
        assert_eq!(id(&app, n), before[n]);
        let physics = app.world().resource::<PhysicsWorld>();
        assert_eq!(physics.entity(before[n].expect("it has one")), Some(bodies[n]));
        assert!(app.world().get::<tilephys_bevy::BodyState>(bodies[n]).expect("it lives").on_floor());
    }
    assert_eq!(app.world().resource::<PhysicsWorld>().raw().len(), 9);
}

#[test]
fn unsound_entities_are_reported_in_each_step() {
    let mut app = app(floor());
    let boxless = app.world_mut().spawn((Body, Position::new(0.0, 0.0))).id();
    let lost = app.world_mut().spawn((Body, Collider::new(8.0, 8.0), Position::new(f32::NAN, 0.0))).id();
    let wild = (Body, Collider::new(8.0, 8.0), Position::new(0.0, 0.0), Velocity::new(f32::INFINITY, 0.0));
    let wild = app.world_mut().spawn(wild).id();
    for _ in 0..2 {
        tick(&mut app);
        let rejected: Vec<_> = events(&mut app)
            .into_iter()
            .filter_map(|event| match event.kind {
                EventKind::Rejected { field, fault } => Some((event.entity, field, fault)),
                _ => None,
            })
            .collect();
        let expected = [
            (boxless, Field::Size, Fault::OutOfRange),
            (lost, Field::Position, Fault::NotFinite),
            (wild, Field::Velocity, Fault::NotFinite),
        ];
        assert_eq!(rejected, expected);
    }
}

#[test]
fn a_lift_carries_its_rider() {
    let mut app = app(floor());
    let grid = &app.world().resource::<PhysicsWorld>().grid();
    let layer = grid.layer_ids().next().expect("a layer");
    let tile = grid.tile_ids().next().expect("a tile");
    let lift = (
        Mover { layer, tile },
        Collider::new(32.0, 8.0),
        Position::new(40.0, 100.0),
        Velocity::new(0.0, -60.0),
    );
    app.world_mut().spawn(lift);
    let rider = app.world_mut().spawn((Body, Collider::new(8.0, 8.0), Position::new(50.0, 92.0))).id();
    for _ in 0..30 {
        tick(&mut app);
    }
    assert_eq!(app.world().get::<Position>(rider).expect("it rides").px()[1], 62.0);
}
