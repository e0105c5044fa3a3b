//! Displacements of entities from the places of their objects.

use crate::support;

use glam::{Vec2, vec2};
use hecs::World;
use support::{DT, level, map};
use tilephys_ecs::{Position, PreviousPosition, Velocity};
use tilephys_level::{ClassHandlers, body_at};

const OBJECTS: &str = r#"<object id="5" type="TpMover" x="32" y="64" width="48" height="8"/>
<object id="6" type="TpCollectible" x="200" y="60" width="8" height="8"/>
<object id="7" type="Bat" x="100" y="40" width="16" height="16"/>
<object id="8" name="sign" x="20" y="20" width="16" height="16"/>"#;

#[test]
fn displacements_are_zero_at_first_and_follow_the_entity_until_it_is_gone() {
    let mut level = level(&map(OBJECTS));
    let mut world = World::new();
    let handlers = ClassHandlers::new().on_class("Bat", |object, entity| {
        entity.add_bundle(body_at(object.feet(), vec2(10.0, 6.0)));
        entity.add(PreviousPosition::default());
    });
    let (mut physics, spawned) = handlers.begin(&mut level, &mut world, DT).unwrap();
    physics.gravity = Vec2::ZERO;
    for id in 5..9 {
        assert_eq!(spawned.displacement(&world, id, 1.0), Some(Vec2::ZERO), "object {id}");
    }
    let [lift, coin, bat] = [5, 6, 7].map(|id| spawned.entity(id).unwrap());
    world.get::<&mut Velocity>(lift).unwrap().0 = vec2(60.0, 0.0);
    world.get::<&mut Velocity>(bat).unwrap().0 = vec2(0.0, -120.0);
    world.despawn(coin).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(spawned.displacement(&world, 5, 1.0), Some(vec2(1.0, 0.0)));
    assert_eq!(spawned.displacement(&world, 6, 1.0), None);
    assert_eq!(spawned.displacement(&world, 7, 1.0), Some(vec2(0.0, -2.0)));
    assert_eq!(spawned.displacement(&world, 7, 0.25), Some(vec2(0.0, -0.5)), "a quarter of the step");
    assert_eq!(spawned.displacement(&world, 99, 1.0), None, "no such object");
    // Moved by the game.
    let sign = spawned.entity(8).unwrap();
    *world.get::<&mut Position>(sign).unwrap() = Position::new(23.0, 20.0);
    assert_eq!(spawned.displacement(&world, 8, 1.0), Some(vec2(3.0, 0.0)));
}
