//! Transforms of bodies, in both directions.

use crate::stage::{app, floor, tick};
use bevy_app::FixedPostUpdate;
use bevy_ecs::prelude::{Changed, Commands, Entity, IntoScheduleConfigs, Local};
use bevy_transform::components::Transform;
use tilephys_bevy::{Body, Collider, PhysicsSystems, Position, Velocity};

fn translation(app: &bevy_app::App, entity: Entity) -> [f32; 2] {
    let translation = app.world().get::<Transform>(entity).expect("a body has one").translation;
    [translation.x, translation.y]
}

#[test]
fn a_body_begins_at_its_transform_and_lands_on_the_floor() {
    let mut app = app(floor());
    let body = (Body, Collider::new(8.0, 11.0), Transform::from_xyz(44.0, -100.0, 7.0));
    let entity = app.world_mut().spawn(body).id();
    for _ in 0..60 {
        tick(&mut app);
    }
    // The floor begins at 160 px; the middle of the body is 5.5 px above it.
    assert_eq!(translation(&app, entity), [44.0, -154.5]);
    assert_eq!(app.world().get::<Transform>(entity).expect("it stays").translation.z, 7.0);
}

#[test]
fn a_position_counts_more_than_the_transform_of_a_new_body() {
    let mut app = app(floor());
    let entity = app.world_mut().spawn((Body, Collider::new(8.0, 11.0), Position::new(40.0, 149.0))).id();
    tick(&mut app);
    assert_eq!(translation(&app, entity), [44.0, -154.5]);
}

#[test]
fn transforms_at_rest_do_not_change() {
    let mut app = app(floor());
    app.world_mut().spawn((Body, Collider::new(8.0, 11.0), Position::new(40.0, 149.0)));
    let mut changed = app.world_mut().query_filtered::<Entity, Changed<Transform>>();
    for number in 0..10 {
        app.world_mut().clear_trackers();
        tick(&mut app);
        let count = changed.iter(app.world()).count();
        // The first tick writes the transform of the new body.
        assert_eq!(count, usize::from(number == 0), "tick {number}");
    }
}

#[test]
fn a_transform_that_the_game_sets_moves_the_body_and_keeps_its_velocity() {
    let mut app = app(floor());
    let parts = (Body, Collider::new(8.0, 8.0), Position::new(40.0, 0.0), Velocity::new(60.0, 0.0));
    let entity = app.world_mut().spawn(parts).id();
    tick(&mut app);
    app.world_mut().get_mut::<Transform>(entity).expect("a body has one").translation.x = 304.0;
    tick(&mut app);
    // 300 px, and a tick at 60 px/s.
    let position = app.world().get::<Position>(entity).expect("a body has one");
    assert_eq!(position.px()[0], 301.0);
}

/// Commands that run directly before the transforms are written have no change tick of their own.
#[test]
fn a_transform_that_a_command_sets_before_the_write_moves_the_body() {
    let mut app = app(floor());
    let entity = app.world_mut().spawn((Body, Collider::new(8.0, 11.0), Position::new(40.0, 149.0))).id();
    tick(&mut app);
    let set_once = move |mut commands: Commands, mut is_set: Local<bool>| {
        if !*is_set {
            commands.entity(entity).insert(Transform::from_xyz(304.0, -154.5, 0.0));
        }
        *is_set = true;
    };
    let between = set_once.after(PhysicsSystems::Step).before(PhysicsSystems::Writeback);
    app.add_systems(FixedPostUpdate, between);
    tick(&mut app);
    tick(&mut app);
    assert_eq!(app.world().get::<Position>(entity).expect("a body has one").px(), [300.0, 149.0]);
    assert_eq!(translation(&app, entity), [304.0, -154.5]);
}

#[test]
fn a_position_that_the_game_sets_moves_the_body() {
    let mut app = app(floor());
    let entity = app.world_mut().spawn((Body, Collider::new(8.0, 8.0), Velocity::new(60.0, 0.0))).id();
    for _ in 0..5 {
        tick(&mut app);
        app.world_mut().entity_mut(entity).insert(Position::new(200.0, 50.0));
    }
    tick(&mut app);
    assert_eq!(app.world().get::<Position>(entity).expect("a body has one").px()[0], 201.0);
}
