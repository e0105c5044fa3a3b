//! Entities that collide with each other, and those that are told not to.

use glam::UVec2;
use hecs::{Entity, World};
use tilephys_ecs::{BodyId, Collide, Collider, Physics, Position, TileGrid, Velocity};

const DT: f32 = 1.0 / 60.0;

fn physics() -> Physics {
    Physics::new(TileGrid::new(UVec2::splat(16)))
}

/// Boxes of 8 px in a row, 12 px from one to the next, that fly at these speeds.
fn row<const N: usize>(physics: &mut Physics, world: &mut World, speeds: [f32; N]) -> [Entity; N] {
    let mut x = 0.0;
    speeds.map(|speed| {
        x += 12.0;
        let body = (Position::new(x, 0.0), Velocity::new(speed, 0.0), Collider::new(8.0, 8.0));
        let entity = physics.spawn(world, body);
        world.insert_one(entity, Collide::default()).unwrap();
        entity
    })
}

fn ids<const N: usize>(world: &World, entities: [Entity; N]) -> [BodyId; N] {
    entities.map(|entity| *world.get::<&BodyId>(entity).unwrap())
}

#[test]
fn a_pair_is_ignored_until_either_misses_a_step() {
    let (mut physics, mut world) = (physics(), World::new());
    let entities = row(&mut physics, &mut world, [0.0; 3]);
    let [a, b, c] = ids(&world, entities);
    assert!(!physics.ignore_pair(a, b, true) && !physics.ignores_pair(a, b));
    physics.sync(&mut world);
    assert!(physics.ignore_pair(b, a, true) && physics.ignore_pair(b, c, true));
    physics.step(&mut world, DT);
    assert!(physics.ignores_pair(a, b) && physics.ignores_pair(c, b) && !physics.ignores_pair(a, c));
    let collider = world.remove_one::<Collider>(entities[2]).unwrap();
    physics.step(&mut world, DT);
    world.insert_one(entities[2], collider).unwrap();
    physics.step(&mut world, DT);
    assert!(physics.ignores_pair(a, b) && !physics.ignores_pair(b, c));
    world.despawn(entities[0]).unwrap();
    physics.spawn(&mut world, (a, Position::default(), Velocity::default(), Collider::new(8.0, 8.0)));
    physics.step(&mut world, DT);
    assert_eq!((physics.len(), physics.ignores_pair(a, b)), (3, false));
}

#[test]
fn a_snapshot_holds_who_ignores_whom() {
    let (mut physics, mut world) = (physics(), World::new());
    let entities = row(&mut physics, &mut world, [0.0; 3]);
    let [a, b, c] = ids(&world, entities);
    physics.sync(&mut world);
    physics.step_controlled(&mut world, DT, |_, bodies| {
        assert!(bodies.ignore_pair(a, b, true) && bodies.ignores_pair(b, a));
    });
    let (bytes, hash) = (physics.snapshot(&mut world), physics.state_hash());
    physics.ignore_pair(b, c, true);
    world.despawn(entities[0]).unwrap();
    physics.step(&mut world, DT);
    assert!(!physics.ignores_pair(a, b) && physics.ignores_pair(b, c));
    physics.restore(&mut world, &bytes).unwrap();
    assert!(physics.ignores_pair(a, b) && !physics.ignores_pair(b, c));
    assert_eq!(physics.state_hash(), hash);
}
