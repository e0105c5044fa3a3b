//! Crowds, hit boxes and bodies on paths.

use crate::stage::{app, events, floor, tick};
use tilephys_bevy::{
    Body, Collider, Crowd, Feel, FeelState, GravityScale, HitBox, HurtBox, MoverPath, PhysicsWorld, Position,
    Velocity,
};
use tilephys_core::platform::{Easing, Pace, PathMode};
use tilephys_core::{EventKind, Fault, Field};

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
