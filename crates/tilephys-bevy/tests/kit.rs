//! Crowds, hit boxes, bodies on paths, and floors by entity.

use crate::stage::{app, events, floor, tick};
use tilephys_bevy::{
    Body, Collider, Crowd, Feel, FeelState, GravityScale, HitBox, HurtBox, Mover, MoverPath, PhysicsEvent,
    PhysicsWorld, Position, Velocity,
};
use tilephys_core::platform::{Easing, Pace, PathMode};
use tilephys_core::{EventKind, Fault, Field, TileCoord};

#[test]
fn a_sword_hurts_once_and_throws() {
    let mut app = app(floor());
    let sword = HitBox::new([8.0, 4.0], [12.0, 4.0]).with_hurts(0b1).with_knock(120.0, 0.0);
    let hero = (Collider::new(8.0, 11.0), Position::new(100.0, 149.0), Feel::celeste(), sword);
    let hero = app.world_mut().spawn(hero).id();
    let slime = (Body, Collider::new(8.0, 8.0), Position::new(112.0, 152.0), HurtBox::default());
    // Without a `Feel` it is no character, and its body is thrown.
    let slime = app.world_mut().spawn((slime, FeelState::default())).id();
    let mut hurt = Vec::new();
    for number in 0..30 {
        tick(&mut app);
        let found = app.world().resource::<PhysicsWorld>().hurt();
        hurt.extend(found.map(|(victim, attacker)| (number, victim, attacker)));
    }
    assert_eq!(hurt, [(0, slime, hero)]);
    assert!(app.world().get::<Velocity>(slime).expect("it lives").px()[0] > 0.0);
    // It is vulnerable again after its time, but away from the sword.
    app.world_mut().get_mut::<HitBox>(hero).expect("it is there").turn_on_for(0);
    assert!(!app.world().get::<HitBox>(hero).expect("it is there").is_on());
}

#[test]
fn bodies_part_and_follow_paths_and_unsound_ones_are_reported() {
    let mut app = app(floor());
    let member = |x: f32| (Body, Collider::new(8.0, 8.0), Position::new(x, 152.0), Crowd::default());
    let members = [200.0, 203.0].map(|x| app.world_mut().spawn(member(x)).id());
    let pace = Pace { speed: 60.0, wait: 0.0, dt: 1.0 / 60.0 };
    let path = MoverPath::new(&[[300.0, 50.0], [360.0, 50.0]], pace, PathMode::PingPong, Easing::Linear);
    let bat = (
        Body,
        Collider::new(8.0, 8.0),
        Position::new(300.0, 50.0),
        GravityScale(tilephys_columns::Gravity::NONE),
    );
    let bat = app.world_mut().spawn((bat, path.expect("it is short"))).id();
    let broken = tilephys_feel::Crowd { push: f32::NAN, max_speed: 1.0 };
    let broken = (Body, Collider::new(8.0, 8.0), Position::new(20.0, 152.0), Crowd(broken));
    let broken = app.world_mut().spawn(broken).id();
    for _ in 0..30 {
        tick(&mut app);
    }
    let x = |entity| app.world().get::<Position>(entity).expect("it lives").px()[0];
    assert!(x(members[1]) - x(members[0]) > 6.0, "{} {}", x(members[0]), x(members[1]));
    assert_eq!(x(bat), 330.0);
    let rejected = events(&mut app).into_iter().filter(|event| event.entity == broken);
    let kind = EventKind::Rejected { field: Field::PushSpeed, fault: Fault::NotFinite };
    assert_eq!(rejected.filter(|event| event.kind == kind).count(), 30);
}

#[test]
fn events_of_floors_name_their_entities_and_entities_are_as_good_as_ids() {
    let grid = floor();
    let layer = grid.layer_ids().next().expect("the ground");
    let tile = grid.tile(layer, TileCoord::new(0, 10)).expect("a stone");
    let mut app = app(grid);
    let lift = (Mover { layer, tile }, Collider::new(32.0, 8.0), Position::new(100.0, 100.0));
    let lift = app.world_mut().spawn((lift, Velocity::new(0.0, -30.0))).id();
    let hero = (Body, Collider::new(8.0, 11.0), Position::new(110.0, 89.0));
    let hero = app.world_mut().spawn(hero).id();
    let floors = |app: &mut bevy_app::App| {
        tick(app);
        let of_floor =
            |event: &PhysicsEvent| matches!(event.kind, EventKind::FloorBegin | EventKind::FloorEnd);
        let all: Vec<PhysicsEvent> = events(app).into_iter().filter(of_floor).collect();
        let physics = app.world().resource::<PhysicsWorld>();
        all.iter().map(|event| (event.entity, event.kind, physics.floor_entity(event))).collect::<Vec<_>>()
    };
    assert_eq!(floors(&mut app), [(hero, EventKind::FloorBegin, Some(lift))]);
    let mut physics = app.world_mut().resource_mut::<PhysicsWorld>();
    assert_eq!(physics.standing_on(hero), Some(lift));
    assert_eq!(physics.riders(lift).collect::<Vec<_>>(), [hero]);
    assert!(physics.set_time_scale(hero, 1.0) && !physics.set_time_scale(lift, 1.0));
    assert!(!physics.drop_through(hero));
    app.world_mut().get_mut::<Velocity>(hero).expect("it lives").px_mut()[1] = -300.0;
    assert_eq!(floors(&mut app), [(hero, EventKind::FloorEnd, Some(lift))]);
}
