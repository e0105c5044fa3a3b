//! Checkpoints of worlds whose bodies come and go.

use crate::stage::{app, floor, tick};
use bevy_app::App;
use bevy_ecs::prelude::{Component, Entity, Resource};
use tilephys_bevy::{
    Body, BodyCollision, BodyId, Checkpoint, Collider, Feel, HitBox, HurtBox, Input, PhysicsWorld, Position,
    RollbackApp,
};

#[derive(Component, Clone, Hash, Debug, PartialEq)]
struct Health(u32);

#[derive(Resource, Clone, Hash, Debug, PartialEq)]
struct Score(u32);

/// A pile of ten bodies with health, and a character.
fn pile() -> App {
    let mut app = app(floor());
    app.save_component::<Health>("Health").save_resource::<Score>("Score");
    app.insert_resource(Score(3));
    for number in 0_u8..10 {
        let place = Position::new(100.0 + f32::from(number), 20.0 * f32::from(number) - 100.0);
        let body = (Body, Collider::new(8.0, 8.0), place, BodyCollision::default(), HurtBox::default());
        app.world_mut().spawn((body, Health(number.into())));
    }
    let input = Input(tilephys_feel::Input { along: 1.0, ..tilephys_feel::Input::default() });
    // It comes near the pile in some ticks.
    let sword = HitBox::new([0.0, -200.0], [100.0, 220.0]).with_knock(40.0, 60.0);
    let hero = (Collider::new(8.0, 11.0), Position::new(20.0, 140.0), Feel::celeste(), input, sword);
    app.world_mut().spawn(hero);
    for _ in 0..5 {
        tick(&mut app);
    }
    app
}

/// Entities of all bodies, by id.
fn bodies(app: &mut App) -> Vec<(u32, Entity)> {
    let world = app.world_mut();
    let mut query = world.query::<(Entity, &BodyId)>();
    let id = |(entity, id): (Entity, &BodyId)| Some((id.get()?.0, entity));
    let mut bodies: Vec<(u32, Entity)> = query.iter(world).filter_map(id).collect();
    bodies.sort_unstable();
    bodies
}

/// Hashes of the next ticks.
fn play(app: &mut App, ticks: u32) -> Vec<u64> {
    let next = |_| {
        tick(app);
        let mut checkpoint = Checkpoint::default();
        PhysicsWorld::save_to(app.world_mut(), &mut checkpoint);
        checkpoint.hash()
    };
    (0..ticks).map(next).collect()
}

#[test]
fn bodies_that_went_come_back_and_new_ones_go() {
    let mut app = pile();
    let mut checkpoint = Checkpoint::default();
    PhysicsWorld::save_to(app.world_mut(), &mut checkpoint);
    let before = bodies(&mut app);
    let expected = play(&mut app, 30);
    assert!(app.world_mut().query::<&HurtBox>().iter(app.world()).any(|hurt| !hurt.is_vulnerable()));
    let rolled_back = PhysicsWorld::roll_back(app.world_mut(), &checkpoint).expect("it is of this world");
    assert!(rolled_back.spawned.is_empty() && rolled_back.despawned.is_empty());
    assert_eq!(bodies(&mut app), before, "all keep their handles");
    assert_eq!(play(&mut app, 30), expected);

    // Another future: a body goes, another comes, values change.
    let gone = before[4].1;
    app.world_mut().despawn(gone);
    let new = (Body, Collider::new(4.0, 4.0), Position::new(60.0, 0.0), Health(99));
    let new = app.world_mut().spawn(new).id();
    app.insert_resource(Score(8));
    play(&mut app, 7);
    let rolled_back = PhysicsWorld::roll_back(app.world_mut(), &checkpoint).expect("it is of this world");
    assert_eq!(rolled_back.despawned, [new]);
    assert_eq!(rolled_back.spawned.len(), 1);
    assert_eq!(app.world().get::<Health>(rolled_back.spawned[0]), Some(&Health(4)));
    assert_eq!(app.world().resource::<Score>(), &Score(3));
    // Its settings are not registered, and collisions with bodies are such a setting.
    app.world_mut().entity_mut(rolled_back.spawned[0]).insert(BodyCollision::default());
    assert_eq!(play(&mut app, 30), expected);
}

#[test]
fn a_checkpoint_of_another_map_changes_nothing() {
    let mut app = pile();
    let mut other = crate::stage::app(tilephys_core::TileGrid::new([16, 16]));
    let mut checkpoint = Checkpoint::default();
    PhysicsWorld::save_to(other.world_mut(), &mut checkpoint);
    let before = bodies(&mut app);
    assert_eq!(PhysicsWorld::roll_back(app.world_mut(), &checkpoint), None);
    assert_eq!(bodies(&mut app), before);
}
